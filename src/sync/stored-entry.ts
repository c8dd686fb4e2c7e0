import type { Entry, RejectedCommand } from './entry.ts';

/**
 * A command as IndexedDB holds it. The names on disk are older than the names in memory, and queues of shipped versions
 * use them: they stay as they are.
 */
export type StoredEntry = Omit<Entry, 'enqueuedAt' | 'dependsOn'> & {
  readonly bornAt: number;
  /** Missing in what earlier versions of the app queued. */
  readonly dependsOn?: string | null;
};

/** The store's key path needs the command's id at the top. */
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

/** Version 1 of a rejection did not say what the server had found. */
export const rejectionOf = ({ entry, kind, code, message, found, by, at }: StoredRejection): RejectedCommand => ({
  entry: entryOf(entry),
  kind,
  code,
  message,
  found: found ?? null,
  by,
  at,
});

/** The key of the engine time in the store `meta`. */
export const engineTimeKey = 'lived';
