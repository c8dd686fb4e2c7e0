import type { DBSchema, IDBPDatabase } from '#platform/idb.ts';
import { openDatabase } from '#platform/idb.ts';
import type { Entry, ReviewItem, Snapshot } from './entry.ts';
import type { OutboxStore, Stored } from './store.ts';

interface Schema<B> extends DBSchema {
  outbox: { key: number; value: Entry; indexes: { cmdId: string } };
  entities: { key: [string, string]; value: Snapshot<B> };
  review: { key: string; value: ReviewItem & { cmdId: string } };
  cursor: { key: string; value: number };
  meta: { key: string; value: number };
}

const version = 1;

/** `${user}:${store}` has its own database: what one person queued is never sent as another. */
export const databaseName = (userId: number, storeId: number): string => `marche:${userId}:${storeId}`;

type Stores = 'outbox' | 'entities' | 'review' | 'cursor' | 'meta';

/** IndexedDB under the engine; strict durability where a person's tap depends on it. */
export async function openIdbStore<B>(name: string): Promise<OutboxStore<B>> {
  const database = await openDatabase<Schema<B>>(name, version, (db) => {
    const outbox = db.createObjectStore('outbox', { keyPath: 'seq' });
    outbox.createIndex('cmdId', 'cmdId', { unique: true });
    db.createObjectStore('entities', { keyPath: ['type', 'id'] });
    db.createObjectStore('review', { keyPath: 'cmdId' });
    db.createObjectStore('cursor');
    db.createObjectStore('meta');
  });

  const write = <T>(stores: Stores[], work: (tx: Tx<B>) => Promise<T>): Promise<T> =>
    database.use(async (db) => {
      const tx = db.transaction(stores, 'readwrite', { durability: 'strict' });
      const [value] = await Promise.all([work(tx), tx.done]);
      return value;
    });

  return {
    load: () =>
      database.use(async (db): Promise<Stored<B>> => {
        const tx = db.transaction(['outbox', 'entities', 'review', 'cursor'], 'readonly');
        const [entries, snapshots, review, cursorNames, cursorValues] = await Promise.all([
          tx.objectStore('outbox').getAll(),
          tx.objectStore('entities').getAll(),
          tx.objectStore('review').getAll(),
          tx.objectStore('cursor').getAllKeys(),
          tx.objectStore('cursor').getAll(),
        ]);
        const cursors = Object.fromEntries(cursorNames.map((key, i) => [key, cursorValues[i] ?? 0]));
        return { entries, snapshots, review, cursors };
      }),

    mint: (plan) =>
      write(['outbox', 'meta'], async (tx) => {
        const outbox = tx.objectStore('outbox');
        const meta = tx.objectStore('meta');
        const entries = await outbox.getAll();
        const nextSeq = (await meta.get('nextSeq')) ?? 1;
        const planned = plan(entries, nextSeq);
        for (const gone of planned.remove) void outbox.delete(gone.seq);
        if (planned.put) {
          void outbox.add(planned.put);
          void meta.put(nextSeq + 1, 'nextSeq');
        }
        return planned;
      }),

    markSending: (entry) =>
      write(['outbox'], async (tx) => {
        const outbox = tx.objectStore('outbox');
        const known = await outbox.get(entry.seq);
        if (!known) return false;
        void outbox.put({ ...entry, state: 'queued' });
        return true;
      }),

    save: (entry) =>
      write(['outbox'], async (tx) => {
        const outbox = tx.objectStore('outbox');
        if (await outbox.get(entry.seq)) void outbox.put({ ...entry, state: 'queued' });
      }),

    ack: (entry, snapshots) =>
      write(['outbox', 'entities'], async (tx) => {
        void tx.objectStore('outbox').delete(entry.seq);
        await putNewer(tx, snapshots);
      }),

    reject: (items, snapshots) =>
      write(['outbox', 'entities', 'review'], async (tx) => {
        for (const item of items) {
          void tx.objectStore('outbox').delete(item.entry.seq);
          void tx.objectStore('review').put({ ...item, cmdId: item.entry.cmdId });
        }
        await putNewer(tx, snapshots);
      }),

    merge: ({ snapshots, removed, cursor }) =>
      write(['entities', 'cursor'], async (tx) => {
        for (const { type, id } of removed) void tx.objectStore('entities').delete([type, id]);
        if (cursor) {
          const cursors = tx.objectStore('cursor');
          if (((await cursors.get(cursor.name)) ?? -1) < cursor.seq) void cursors.put(cursor.seq, cursor.name);
        }
        await putNewer(tx, snapshots);
      }),

    dismiss: (cmdIds) =>
      write(['review'], async (tx) => {
        for (const cmdId of cmdIds) void tx.objectStore('review').delete(cmdId);
      }),

    close: () => database.close(),
  };
}

type Tx<B> = ReturnType<typeof transaction<B>>;
const transaction = <B>(db: IDBPDatabase<Schema<B>>, stores: Stores[]) => db.transaction(stores, 'readwrite');

async function putNewer<B>(tx: Tx<B>, snapshots: readonly Snapshot<B>[]): Promise<void> {
  const entities = tx.objectStore('entities');
  await Promise.all(
    snapshots.map(async (next) => {
      const known = await entities.get([next.type, next.id]);
      if (!known || next.ver >= known.ver) void entities.put(next);
    }),
  );
}
