import type { Folded } from './view.ts';
import type { OfflineCommand } from './command.ts';
import type { Entry, Snapshot } from './entry.ts';
import type { EntityKey } from './store.ts';

export const keyOf = (type: string, id: string): string => `${type}:${id}`;

/** The names of types hold no colon; ids may. */
export function keyIn(key: string): EntityKey {
  const at = key.indexOf(':');
  return { type: key.slice(0, at), id: key.slice(at + 1) };
}

/** Pending commands of one entity on top of its snapshot; null when there is nothing to show. Pure. */
export function foldEntity(
  snapshot: Snapshot | null,
  pending: readonly Entry[],
  commands: ReadonlyMap<string, OfflineCommand>,
): Folded | null {
  let body: unknown = snapshot?.body ?? null;
  for (const entry of pending) body = applied(body, entry, commands);
  if (body === null) return null;
  const sync = pending.some((e) => e.state === 'sending') ? 'sending' : pending.length > 0 ? 'queued' : 'synced';
  return { body, sync };
}

/** A body from disk that no rule foresaw must not keep the whole store from opening: the server will judge it. */
function applied(body: unknown, entry: Entry, commands: ReadonlyMap<string, OfflineCommand>): unknown {
  const command = commands.get(entry.type);
  // A name that another entity's command has: this version cannot know what it meant.
  if (command?.entity !== entry.entityType) return body;
  try {
    return command.apply(body, entry.body) ?? body;
  } catch {
    return body;
  }
}
