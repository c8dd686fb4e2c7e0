import type { OfflineCommand } from './command.ts';
import type { Entry, Snapshot } from './entry.ts';

export type SyncState = 'synced' | 'queued' | 'sending';

/** What the screen shows of one thing: the server's word with the pending commands on top (docs/offline-engine.md, principle 8). */
export interface Folded<B> {
  readonly body: B;
  readonly sync: SyncState;
}

export const keyOf = (type: string, id: string): string => `${type}:${id}`;

/** Pending commands of one entity on top of its snapshot; null when there is nothing to show. Pure. */
export function foldEntity<B>(
  snapshot: Snapshot<B> | null,
  pending: readonly Entry[],
  commands: ReadonlyMap<string, OfflineCommand<B>>,
): Folded<B> | null {
  let body: B | null = snapshot?.body ?? null;
  for (const entry of pending) body = applied(body, entry, commands);
  if (body === null) return null;
  const sync = pending.some((e) => e.state === 'sending') ? 'sending' : pending.length > 0 ? 'queued' : 'synced';
  return { body, sync };
}

/** A body from disk that no rule foresaw must not keep the whole store from opening: the server will judge it. */
function applied<B>(body: B | null, entry: Entry, commands: ReadonlyMap<string, OfflineCommand<B>>): B | null {
  try {
    return commands.get(entry.type)?.apply(body, entry.body) ?? body;
  } catch {
    return body;
  }
}
