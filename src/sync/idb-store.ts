import type { DBSchema, IDBPDatabase, IDBPObjectStore } from '#platform/idb.ts';
import { allRequestsMade, openDatabase } from '#platform/idb.ts';
import type { Entry, Snapshot } from './entry.ts';
import { isUnsent } from './store.ts';
import type { EnqueuePlan, EnqueueScope, OutboxRead, OutboxStore, Stored } from './store.ts';
import type { StoredEntry, StoredRejection } from './stored-entry.ts';
import { engineTimeKey, entryOf, rejectionOf, storedEntry, storedRejection } from './stored-entry.ts';

interface Schema extends DBSchema {
  outbox: { key: number; value: StoredEntry; indexes: { cmdId: string; lane: string } };
  entities: { key: [string, string]; value: Snapshot };
  review: { key: string; value: StoredRejection };
  cursor: { key: string; value: number };
  meta: { key: string; value: number };
}

/** Version 2: age by engine time, an index by lane. Never lowered: a queue may be older or newer than the app. */
const version = 2;

type Stores = 'outbox' | 'entities' | 'review' | 'cursor' | 'meta';

/** IndexedDB behind the engine; strict durability where a person's tap depends on it. */
export async function openIdbStore(name: string): Promise<OutboxStore> {
  const database = await openDatabase<Schema>(name, version, upgrade);
  const write = <T>(
    stores: Stores[],
    work: (tx: Tx) => Promise<T>,
    durability: IDBTransactionDurability = 'strict',
  ): Promise<T> =>
    database.use(async (db) => {
      const tx = db.transaction(stores, 'readwrite', { durability });
      const working = work(tx).then((value) => {
        allRequestsMade(tx);
        return value;
      });
      const [value] = await Promise.all([working, tx.done]);
      return value;
    });

  return {
    load: () => database.use((db) => readAll(db)),

    enqueue: (scope, plan) =>
      write(['outbox', 'entities', 'review', 'meta'], async (tx) => {
        const meta = tx.objectStore('meta');
        const [disk, engineTime] = await Promise.all([readOutbox(tx, scope), meta.get(engineTimeKey)]);
        const planned = plan(disk);
        putPlanned(tx, planned, engineTime ?? 0);
        // A crash may lose what a relaxed merge wrote, and a command without its entity could not be sent.
        for (const snapshot of disk.snapshots) quietly(tx.objectStore('entities').put(snapshot));
        await putNewer(tx, scope.unstored);
        return planned;
      }),

    markSending: (entry) => write(['outbox'], (tx) => putKnown(tx, entry)),

    save: (entries) =>
      write(['outbox'], async (tx) => {
        for (const entry of entries) await putKnown(tx, entry);
      }),

    ack: (entry, snapshots) =>
      write(['outbox', 'entities'], async (tx) => {
        quietly(tx.objectStore('outbox').delete(entry.seq));
        await putNewer(tx, snapshots);
      }),

    reject: (items, dropped, snapshots) =>
      write(['outbox', 'entities', 'review'], async (tx) => {
        for (const entry of dropped) quietly(tx.objectStore('outbox').delete(entry.seq));
        for (const item of items) {
          quietly(tx.objectStore('outbox').delete(item.entry.seq));
          quietly(tx.objectStore('review').put(storedRejection(item)));
        }
        await putNewer(tx, snapshots);
      }),

    expire: (items) =>
      write(['outbox', 'review'], async (tx) => {
        const outbox = tx.objectStore('outbox');
        const known = await Promise.all(items.map(({ entry }) => outbox.get(entry.seq)));
        if (!items.every(({ entry }, n) => isUnsent(known[n], entry))) return false;
        for (const item of items) {
          quietly(outbox.delete(item.entry.seq));
          quietly(tx.objectStore('review').put(storedRejection(item)));
        }
        return true;
      }),

    merge: ({ snapshots, removed, cursor }) =>
      write(
        ['entities', 'cursor'],
        async (tx) => {
          for (const { type, id } of removed) quietly(tx.objectStore('entities').delete([type, id]));
          if (cursor) {
            const cursors = tx.objectStore('cursor');
            if (cursor.reset || ((await cursors.get(cursor.name)) ?? -1) < cursor.seq)
              quietly(cursors.put(cursor.seq, cursor.name));
          }
          await putNewer(tx, snapshots);
        },
        // The server has this state, so a lost merge is fetched again.
        'relaxed',
      ),

    revise: (cmdIds, change) =>
      write(['outbox'], async (tx) => {
        const outbox = tx.objectStore('outbox');
        const found = await Promise.all(cmdIds.map((id) => outbox.index('cmdId').get(id)));
        for (const entry of found) {
          if (!entry) continue;
          const next = change(entryOf(entry));
          if (next) quietly(outbox.put(storedEntry(next)));
          else quietly(outbox.delete(entry.seq));
        }
      }),

    saveEngineTime: (engineTime) =>
      write(
        ['meta'],
        async (tx) => {
          const meta = tx.objectStore('meta');
          if (((await meta.get(engineTimeKey)) ?? 0) < engineTime) quietly(meta.put(engineTime, engineTimeKey));
        },
        'relaxed',
      ),

    dismiss: (cmdIds) =>
      write(['review'], async (tx) => {
        for (const cmdId of cmdIds) quietly(tx.objectStore('review').delete(cmdId));
      }),

    close: () => database.close(),
  };
}

/** Creates the stores, or upgrades those of an older version. */
const upgrade: Parameters<typeof openDatabase<Schema>>[2] = (db, from, _to, tx) => {
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

/** Everything that the engine needs at its start. */
async function readAll(db: IDBPDatabase<Schema>): Promise<Stored> {
  const tx = db.transaction(['outbox', 'entities', 'review', 'cursor', 'meta'], 'readonly');
  const [entries, snapshots, rejected, cursorNames, cursorValues, engineTime] = await Promise.all([
    tx.objectStore('outbox').getAll(),
    tx.objectStore('entities').getAll(),
    tx.objectStore('review').getAll(),
    tx.objectStore('cursor').getAllKeys(),
    tx.objectStore('cursor').getAll(),
    tx.objectStore('meta').get(engineTimeKey),
  ]);
  const cursors = Object.fromEntries(cursorNames.map((key, i) => [key, cursorValues[i] ?? 0]));
  return {
    entries: entries.map(entryOf),
    snapshots,
    rejected: rejected.map(rejectionOf),
    cursors,
    engineTime: engineTime ?? 0,
  };
}

/** Writes what a tap adds, replaces and removes. */
function putPlanned(tx: Tx, { put, remove, dismiss }: EnqueuePlan, engineTime: number): void {
  const outbox = tx.objectStore('outbox');
  const meta = tx.objectStore('meta');
  for (const gone of remove) quietly(outbox.delete(gone.seq));
  for (const cmdId of dismiss) quietly(tx.objectStore('review').delete(cmdId));
  for (const entry of put) quietly(outbox.add(storedEntry(entry)));
  const last = put.at(-1);
  if (last) {
    quietly(meta.put(last.seq + 1, 'nextSeq'));
    quietly(meta.put(Math.max(engineTime, last.enqueuedAt), engineTimeKey));
  }
}

/** Writes a command that is still in the queue; returns whether it is. */
async function putKnown(tx: Tx, entry: Entry): Promise<boolean> {
  const outbox = tx.objectStore('outbox');
  const known = await outbox.get(entry.seq);
  if (known?.cmdId !== entry.cmdId) return false;
  // A decision that another tab made meanwhile (a discard) is kept.
  quietly(outbox.put(storedEntry({ ...entry, state: 'queued', settling: known.settling ?? entry.settling })));
  return true;
}

type Tx = ReturnType<typeof transaction>;
const transaction = (db: IDBPDatabase<Schema>, stores: Stores[]) => db.transaction(stores, 'readwrite');

async function readOutbox(
  tx: Tx,
  { lanes, entities }: EnqueueScope,
): Promise<OutboxRead & { readonly snapshots: readonly Snapshot[] }> {
  const names = [...new Set(lanes)];
  const [nextSeq, queues, found] = await Promise.all([
    tx.objectStore('meta').get('nextSeq'),
    Promise.all(names.map((lane) => tx.objectStore('outbox').index('lane').getAll(lane))),
    Promise.all(entities.map(({ type, id }) => tx.objectStore('entities').get([type, id]))),
  ]);
  const byLane = new Map(names.map((lane, i) => [lane, queues[i] ?? []]));
  const snapshots = found.filter((s) => s !== undefined);
  return {
    snapshots,
    lane: (lane) => (byLane.get(lane) ?? []).map(entryOf),
    snapshot: (key) => snapshots.find((s) => s.type === key.type && s.id === key.id) ?? null,
    nextSeq: nextSeq ?? 1,
  };
}

/** Ignores a request's rejection: a failed request aborts its transaction, which reports the error. */
const quietly = (request: Promise<unknown>): void => void request.catch(() => {});

/**
 * Upgrades from version 1, where each command counted its own age. A failure aborts the whole upgrade and leaves the
 * queue unchanged.
 */
async function modernise(outbox: UpgradedOutbox): Promise<void> {
  for (const entry of await outbox.getAll())
    await outbox.put({ ...entry, bornAt: -ageOf(entry), held: null, settling: null });
}

type UpgradedOutbox = IDBPObjectStore<Schema, Stores[], 'outbox', 'versionchange'>;

const ageOf = (entry: object): number => ('ageMs' in entry && typeof entry.ageMs === 'number' ? entry.ageMs : 0);

/** Writes the known snapshot again where it is newer: a relaxed transaction wrote it, and this one may be strict. */
async function putNewer(tx: Tx, snapshots: readonly Snapshot[]): Promise<void> {
  const entities = tx.objectStore('entities');
  await Promise.all(
    snapshots.map(async (next) => {
      const known = await entities.get([next.type, next.id]);
      quietly(entities.put(known && known.ver > next.ver ? known : next));
    }),
  );
}
