import type { Folded } from './view.ts';
import type { OfflineCommand } from './command.ts';
import type { Entry, Snapshot } from './entry.ts';
import type { EntityKey } from './store.ts';

export const keyOf = (type: string, id: string): string => `${type}:${id}`;

/** A type's name contains no colon; an id may. */
export function keyIn(key: string): EntityKey {
  const at = key.indexOf(':');
  return { type: key.slice(0, at), id: key.slice(at + 1) };
}

/** Applies an entity's pending commands to its snapshot; null when there is nothing to show. Pure. */
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

/**
 * Applies one command. An unforeseen body from disk must not keep the store from opening, so an error changes nothing;
 * the server will decide.
 */
function applied(body: unknown, entry: Entry, commands: ReadonlyMap<string, OfflineCommand>): unknown {
  const command = commands.get(entry.type);
  // The name belongs to a command of another entity type: this version cannot interpret it.
  if (command?.entity !== entry.entityType) return body;
  try {
    return command.apply(body, entry.body) ?? body;
  } catch {
    return body;
  }
}
