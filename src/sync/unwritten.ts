import type { Entry } from './entry.ts';

/** Ids of commands for which memory is ahead of the disk. A read of the disk must not revert them. */
export class Unwritten {
  /** Applied or rejected. */
  readonly settling = new Set<string>();
  /** Held, or asked about. */
  readonly saving = new Set<string>();
  /** Dismissed by the person: they leave the rejected list. */
  readonly dismissing = new Set<string>();
  #onWritten: () => void;

  constructor(onWritten: () => void) {
    this.#onWritten = onWritten;
  }

  while(kind: 'settling' | 'saving' | 'dismissing', cmdIds: readonly string[], written: Promise<void>): void {
    const ids = this[kind];
    for (const id of cmdIds) ids.add(id);
    written
      .then(() => this.#onWritten())
      .catch(() => {})
      .finally(() => {
        for (const id of cmdIds) ids.delete(id);
      });
  }
}

export const idsOf = (entries: readonly Pick<Entry, 'cmdId'>[]): string[] => entries.map((e) => e.cmdId);
