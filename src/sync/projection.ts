import type { OfflineCommand } from './command.ts';
import type { Settled } from './engine-types.ts';
import type { View } from './view.ts';
import type { Entry, FeedEpoch, Snapshot } from './entry.ts';
import type { Folded } from './view.ts';
import { foldEntity, keyIn, keyOf } from './fold.ts';
import type { EntityKey } from './store.ts';

/**
 * The data of the screen: server snapshots with the pending commands applied, refolded only where something changed.
 */
export class Projection {
  #commands: ReadonlyMap<string, OfflineCommand>;
  #snapshots = new Map<string, Snapshot>();
  /** By type of entity: the first `ver` of the server's epoch. */
  #epochs = new Map<string, number>();
  #view: View = { entities: new Map(), pending: [], rejected: [], cursors: {} };
  #listeners = new Set<() => void>();
  #discarded = new Set<string>();

  constructor(commands: ReadonlyMap<string, OfflineCommand>) {
    this.#commands = commands;
  }

  readonly getView = (): View => this.#view;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  snapshot(type: string, id: string): Snapshot | null {
    return this.#snapshots.get(keyOf(type, id)) ?? null;
  }

  /** The displayed body of the command's entity. */
  shown({ entityType, entityId }: Entry): unknown {
    return this.#view.entities.get(entityType)?.get(entityId)?.body ?? null;
  }

  /** Resolves when the command has ended, here or in another tab. */
  settled(cmdId: string): Promise<Settled> {
    return new Promise((resolve) => {
      const look = (): boolean => {
        const { pending, rejected } = this.#view;
        if (pending.some((e) => e.cmdId === cmdId)) return false;
        const item = rejected.find((r) => r.entry.cmdId === cmdId);
        if (item) resolve({ kind: 'refused', item });
        else resolve({ kind: this.#discarded.has(cmdId) ? 'discarded' : 'applied' });
        return true;
      };
      if (look()) return;
      const stop = this.subscribe(() => {
        if (look()) stop();
      });
    });
  }

  /** Marks commands that the person discarded: they end without an effect. */
  discard(cmdIds: readonly string[]): void {
    for (const id of cmdIds) this.#discarded.add(id);
  }

  /** Takes snapshots that are newer than the known ones (I8); returns the keys that changed. */
  remember(snapshots: readonly Snapshot[]): Set<string> {
    const touched = new Set<string>();
    for (const next of snapshots) {
      const key = keyOf(next.type, next.id);
      const known = this.#snapshots.get(key);
      if (this.isGone(next)) continue;
      if (known && known.ver >= next.ver) continue;
      this.#snapshots.set(key, next);
      touched.add(key);
    }
    return touched;
  }

  forget(keys: readonly EntityKey[]): Set<string> {
    return new Set(keys.map(({ type, id }) => keyOf(type, id)).filter((key) => this.#snapshots.delete(key)));
  }

  /** Forgets every snapshot whose key fails `isKept`; returns the forgotten keys. */
  keep(isKept: (key: string) => boolean): Set<string> {
    return new Set([...this.#snapshots.keys()].filter((key) => !isKept(key) && this.#snapshots.delete(key)));
  }

  /** From now on nothing older than the epoch is remembered. */
  enter({ from, types }: FeedEpoch): void {
    if (from > 0) for (const type of types) this.#epochs.set(type, from);
  }

  /** Forgets the snapshots older than the epoch, unless a command waits for them; returns their keys. */
  sweep(pending: readonly Entry[]): Set<string> {
    if (this.#epochs.size === 0) return new Set();
    return this.keep((key) => {
      const known = this.#snapshots.get(key);
      return !known || !this.isGone(known) || pending.some((e) => keyOf(e.entityType, e.entityId) === key);
    });
  }

  /** Whether the snapshot is of a state that the server has gone back from. */
  isGone({ type, ver }: Snapshot): boolean {
    return ver < (this.#epochs.get(type) ?? 0);
  }

  /**
   * Refolds the touched entities and notifies the listeners. All other entities keep their identity, so their cards do
   * not rerender.
   */
  show(touched: ReadonlySet<string>, pending: readonly Entry[], more: Partial<View> = {}): void {
    const entities = this.#folded(touched, pending);
    this.#view = { ...this.#view, ...more, entities, pending };
    for (const listener of this.#listeners) listener();
  }

  #folded(touched: ReadonlySet<string>, pending: readonly Entry[]): View['entities'] {
    const behind = new Map<string, Entry[]>();
    if (touched.size > 0)
      for (const e of pending) {
        const key = keyOf(e.entityType, e.entityId);
        if (!touched.has(key)) continue;
        const known = behind.get(key);
        if (known) known.push(e);
        else behind.set(key, [e]);
      }
    const next = new Map<string, Map<string, Folded>>();
    for (const key of touched) {
      const { type, id } = keyIn(key);
      const folded = foldEntity(this.#snapshots.get(key) ?? null, behind.get(key) ?? [], this.#commands);
      const shown = this.#view.entities.get(type)?.get(id);
      if (folded?.body === shown?.body && folded?.sync === shown?.sync) continue;
      const all = next.get(type) ?? new Map(this.#view.entities.get(type));
      next.set(type, all);
      if (folded) all.set(id, folded);
      else all.delete(id);
    }
    return next.size === 0 ? this.#view.entities : new Map([...this.#view.entities, ...next]);
  }
}

/** Keys of the entities whose pending commands differ between two outboxes. */
export function changedKeys(before: readonly Entry[], after: readonly Entry[]): Set<string> {
  const touched = new Set<string>();
  if (before === after) return touched;
  const was = new Set(before);
  for (const e of after) if (!was.delete(e)) touched.add(keyOf(e.entityType, e.entityId));
  for (const e of was) touched.add(keyOf(e.entityType, e.entityId));
  return touched;
}

export const newestCursors = (
  a: Readonly<Record<string, number>>,
  b: Readonly<Record<string, number>>,
): Record<string, number> => {
  const all: Record<string, number> = { ...a };
  for (const [name, seq] of Object.entries(b)) all[name] = Math.max(all[name] ?? 0, seq);
  return all;
};
