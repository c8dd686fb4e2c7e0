import type { Entry, RejectedCommand } from './entry.ts';

/**
 * A command as stored in IndexedDB. The names on disk are older than those in memory, and queues of shipped versions
 * use them, so they stay.
 */
export type StoredEntry = Omit<Entry, 'enqueuedAt' | 'dependsOn'> & {
  readonly bornAt: number;
  /** Missing in commands that earlier versions of the app queued. */
  readonly dependsOn?: string | null;
};

/** The key path of the object store needs the command's id at the top level. */
export type StoredRejection = Omit<RejectedCommand, 'entry'> & { readonly cmdId: string; readonly entry: StoredEntry };

export const storedEntry = ({ enqueuedAt, ...entry }: Entry): StoredEntry => ({ ...entry, bornAt: enqueuedAt });

export const entryOf = ({ bornAt, dependsOn, ...entry }: StoredEntry): Entry => ({
  ...entry,
  dependsOn: dependsOn ?? null,
  enqueuedAt: bornAt,
});

export const storedRejection = (item: RejectedCommand): StoredRejection => ({
  ...item,
  entry: storedEntry(item.entry),
  cmdId: item.entry.cmdId,
});

/** Version 1 of a rejection had no `found`. */
export const rejectionOf = ({ entry, kind, code, message, found, by, at }: StoredRejection): RejectedCommand => ({
  entry: entryOf(entry),
  kind,
  code,
  message,
  found: found ?? null,
  by,
  at,
});

/** Key of the engine time in the object store `meta`. */
export const engineTimeKey = 'lived';
