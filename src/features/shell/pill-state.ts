/**
 * The pill's state (offline engine, What people see), by priority: changes that need the user, offline, sending,
 * online.
 */
export type Pill = { readonly state: 'online' | 'offline' | 'sending' | 'attention'; readonly count: number };

export function pillOf(at: {
  online: boolean;
  connected: boolean;
  unsent: number;
  sending: number;
  /** Refused, expired or held: needs the user. */
  rejected: number;
}): Pill {
  if (at.rejected > 0) return { state: 'attention', count: at.rejected };
  if (!at.online) return { state: 'offline', count: at.unsent };
  // The device reports a network, but nothing leaves: treated as offline.
  if (at.unsent > 0)
    return at.connected || at.sending > 0
      ? { state: 'sending', count: at.unsent }
      : { state: 'offline', count: at.unsent };
  return at.connected ? { state: 'online', count: 0 } : { state: 'offline', count: 0 };
}
