import type { DBSchema, IDBPObjectStore, openDatabase } from '#platform/idb.ts';
import type { Snapshot } from './entry.ts';
import type { Withdrawn } from './numbers.ts';
import type { StoredEntry, StoredRejection } from './stored-entry.ts';

export interface OutboxSchema extends DBSchema {
  outbox: { key: number; value: StoredEntry; indexes: { cmdId: string; lane: string } };
  entities: { key: [string, string]; value: Snapshot };
  review: { key: string; value: StoredRejection };
  cursor: { key: string; value: number };
  /** Counters by name; the id of the outbox; what was withdrawn. */
  meta: { key: string; value: number | Withdrawn | string };
}

/** Version 2: age by engine time, an index by lane. Never lowered: a queue may be older or newer than the app. */
export const schemaVersion = 2;

export type StoreName = 'outbox' | 'entities' | 'review' | 'cursor' | 'meta';

/** Keys in the object store `meta`: the outbox's own id, and what was withdrawn. */
export const outboxKey = 'outbox';
export const withdrawnKey = 'withdrawn';

/** Creates the stores, or upgrades those of an older version. */
export const upgradeSchema: Parameters<typeof openDatabase<OutboxSchema>>[2] = (db, from, _to, tx) => {
  if (from < 1) {
    const outbox = db.createObjectStore('outbox', { keyPath: 'seq' });
    outbox.createIndex('cmdId', 'cmdId', { unique: true });
    db.createObjectStore('entities', { keyPath: ['type', 'id'] });
    db.createObjectStore('review', { keyPath: 'cmdId' });
    db.createObjectStore('cursor');
    db.createObjectStore('meta');
  }
  if (from < 2) {
    tx.objectStore('outbox').createIndex('lane', 'lane');
    void modernise(tx.objectStore('outbox'));
  }
};

/**
 * Upgrades from version 1, where each command counted its own age. A failure aborts the whole upgrade and leaves the
 * queue unchanged.
 */
async function modernise(outbox: UpgradedOutbox): Promise<void> {
  for (const entry of await outbox.getAll())
    await outbox.put({ ...entry, bornAt: -ageOf(entry), held: null, settling: null });
}

type UpgradedOutbox = IDBPObjectStore<OutboxSchema, StoreName[], 'outbox', 'versionchange'>;

const ageOf = (entry: object): number => ('ageMs' in entry && typeof entry.ageMs === 'number' ? entry.ageMs : 0);
