/** What the pill says (offline engine, What people see): what waits for a person first, then what waits, then what is on its way. */
export type Pill = { readonly state: 'online' | 'offline' | 'sending' | 'attention'; readonly count: number };

export function pillOf(at: {
  online: boolean;
  connected: boolean;
  unsent: number;
  sending: number;
  /** Refused, expired or held: a person has to look. */
  rejected: number;
}): Pill {
  if (at.rejected > 0) return { state: 'attention', count: at.rejected };
  if (!at.online) return { state: 'offline', count: at.unsent };
  // Something that fails to leave although the device says "online" is as good as offline.
  if (at.unsent > 0)
    return at.connected || at.sending > 0
      ? { state: 'sending', count: at.unsent }
      : { state: 'offline', count: at.unsent };
  return at.connected ? { state: 'online', count: 0 } : { state: 'offline', count: 0 };
}
