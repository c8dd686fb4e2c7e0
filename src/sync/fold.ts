import type { Command } from './command.ts';
import type { Entry, Snapshot } from './entry.ts';

export type SyncState = 'synced' | 'queued' | 'sending';

/** What the screen shows of one thing: the server's word with the pending commands on top (SYNC, principle 8). */
export interface Folded<B> {
  readonly body: B;
  readonly sync: SyncState;
}

export const keyOf = (type: string, id: string): string => `${type}:${id}`;

/** Pending commands of one entity on top of its snapshot; null when there is nothing to show. Pure. */
export function foldEntity<B>(
  snapshot: Snapshot<B> | null,
  pending: readonly Entry[],
  commands: ReadonlyMap<string, Command<B>>,
): Folded<B> | null {
  let body = snapshot?.body ?? null;
  for (const entry of pending) body = commands.get(entry.type)?.apply(body, entry.body) ?? body;
  if (body === null) return null;
  const sync = pending.some((e) => e.state === 'sending') ? 'sending' : pending.length > 0 ? 'queued' : 'synced';
  return { body, sync };
}
