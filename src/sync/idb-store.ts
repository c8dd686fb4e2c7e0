import type { IDBPDatabase } from '#platform/idb.ts';
import { allRequestsMade, openDatabase } from '#platform/idb.ts';
import type { OutboxReport } from '#domain/outbox-balance.ts';
import type { Entry, Snapshot } from './entry.ts';
import type { OutboxSchema, StoreName } from './idb-schema.ts';
import { outboxKey, schemaVersion, upgradeSchema, withdrawnKey } from './idb-schema.ts';
import type { Withdrawn } from './numbers.ts';
import { withdrawnWith, withoutExplained } from './numbers.ts';
import { isUnsent } from './store.ts';
import type { EnqueuePlan, EnqueueScope, OutboxRead, OutboxStore, Stored, StoredCommands } from './store.ts';
import type { StoredEntry } from './stored-entry.ts';
import { engineTimeKey, entryOf, rejectionOf, storedEntry, storedRejection } from './stored-entry.ts';

/** IndexedDB behind the engine; strict durability where a person's tap depends on it. */
export async function openIdbStore(name: string): Promise<OutboxStore> {
  const database = await openDatabase<OutboxSchema>(name, schemaVersion, upgradeSchema);
  const write = <T>(
    stores: StoreName[],
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
    commands: () => database.use((db) => readCommands(db.transaction(['outbox', 'review']))),

    enqueue: (scope, plan) =>
      write(['outbox', 'entities', 'review', 'meta'], async (tx) => {
        const [disk, engineTime] = await Promise.all([readOutbox(tx, scope), readCount(tx, engineTimeKey)]);
        const planned = plan(disk);
        const last = planned.put.at(-1);
        const dismissed = await readRejected(tx, planned.dismiss);
        await withdraw(tx, [...planned.remove, ...dismissed], last ? last.seq + 1 : disk.nextSeq);
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
      write(['outbox', 'entities', 'review', 'meta'], async (tx) => {
        await withdraw(tx, dropped);
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
      write(['outbox', 'meta'], async (tx) => {
        const outbox = tx.objectStore('outbox');
        const found = await Promise.all(cmdIds.map((id) => outbox.index('cmdId').get(id)));
        const gone: StoredEntry[] = [];
        for (const entry of found) {
          if (!entry) continue;
          const next = change(entryOf(entry));
          if (next) quietly(outbox.put(storedEntry(next)));
          else gone.push(entry);
        }
        await withdraw(tx, gone);
        for (const entry of gone) quietly(outbox.delete(entry.seq));
      }),

    saveEngineTime: (engineTime) =>
      write(
        ['meta'],
        async (tx) => {
          if (((await readCount(tx, engineTimeKey)) ?? 0) < engineTime)
            quietly(tx.objectStore('meta').put(engineTime, engineTimeKey));
        },
        'relaxed',
      ),

    dismiss: (cmdIds) =>
      write(['review', 'meta'], async (tx) => {
        await withdraw(tx, await readRejected(tx, cmdIds));
        for (const cmdId of cmdIds) quietly(tx.objectStore('review').delete(cmdId));
      }),

    identify: (fresh) =>
      write(['meta'], async (tx) => {
        const meta = tx.objectStore('meta');
        const [id, nextSeq] = await Promise.all([meta.get(outboxKey), readCount(tx, 'nextSeq')]);
        if (typeof id === 'string') return id;
        quietly(meta.put(fresh, outboxKey));
        // Earlier versions numbered commands under another id, and did not note what was withdrawn.
        if (nextSeq !== undefined) quietly(meta.put({ since: nextSeq - 1, numbers: [] }, withdrawnKey));
        return fresh;
      }),

    numbers: () => database.use((db) => readNumbers(db)),

    explained: (upTo) =>
      write(['meta'], async (tx) => {
        const fewer = withoutExplained(await readWithdrawn(tx), upTo);
        if (fewer) quietly(tx.objectStore('meta').put(fewer, withdrawnKey));
      }),

    close: () => database.close(),
  };
}

/** Everything that the engine needs at its start. */
async function readAll(db: IDBPDatabase<OutboxSchema>): Promise<Stored> {
  const tx = db.transaction(['outbox', 'entities', 'review', 'cursor', 'meta'], 'readonly');
  const [commands, snapshots, cursorNames, cursorValues, engineTime] = await Promise.all([
    readCommands(tx),
    tx.objectStore('entities').getAll(),
    tx.objectStore('cursor').getAllKeys(),
    tx.objectStore('cursor').getAll(),
    readCount(tx, engineTimeKey),
  ]);
  const cursors = Object.fromEntries(cursorNames.map((key, i) => [key, cursorValues[i] ?? 0]));
  return { ...commands, snapshots, cursors, engineTime: engineTime ?? 0 };
}

async function readCommands(tx: Commands): Promise<StoredCommands> {
  const [entries, rejected] = await Promise.all([tx.objectStore('outbox').getAll(), tx.objectStore('review').getAll()]);
  return { entries: entries.map(entryOf), rejected: rejected.map(rejectionOf) };
}

/** What became of the numbers of the commands. */
async function readNumbers(db: IDBPDatabase<OutboxSchema>): Promise<OutboxReport> {
  const tx = db.transaction(['outbox', 'review', 'meta'], 'readonly');
  const [held, rejected, nextSeq, { since, numbers }] = await Promise.all([
    tx.objectStore('outbox').getAllKeys(),
    tx.objectStore('review').getAll(),
    readCount(tx, 'nextSeq'),
    readWithdrawn(tx),
  ]);
  return {
    minted: (nextSeq ?? 1) - 1,
    since,
    held,
    rejected: rejected.map(({ entry }) => entry.seq),
    withdrawn: numbers,
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
const transaction = (db: IDBPDatabase<OutboxSchema>, stores: StoreName[]) => db.transaction(stores, 'readwrite');

/** A transaction that reads the commands. */
interface Commands {
  objectStore(name: 'outbox'): { getAll(): Promise<OutboxSchema['outbox']['value'][]> };
  objectStore(name: 'review'): { getAll(): Promise<OutboxSchema['review']['value'][]> };
}

interface Meta {
  objectStore(name: 'meta'): { get(key: string): Promise<number | Withdrawn | string | undefined> };
}

async function readCount(tx: Meta, key: string): Promise<number | undefined> {
  const count = await tx.objectStore('meta').get(key);
  return typeof count === 'number' ? count : undefined;
}

async function readWithdrawn(tx: Meta): Promise<Withdrawn> {
  const known = await tx.objectStore('meta').get(withdrawnKey);
  return typeof known === 'object' ? known : { since: 0, numbers: [] };
}

/** Notes that these commands were given up on this device. `nextSeq`: the number of the next command. */
async function withdraw(
  tx: Tx,
  gone: readonly Pick<Entry, 'seq'>[],
  nextSeq = Number.POSITIVE_INFINITY,
): Promise<void> {
  if (gone.length === 0) return;
  const more = withdrawnWith(await readWithdrawn(tx), gone, nextSeq);
  if (more) quietly(tx.objectStore('meta').put(more, withdrawnKey));
}

/** The commands of these rejections. */
async function readRejected(tx: Tx, cmdIds: readonly string[]): Promise<Pick<Entry, 'seq'>[]> {
  const found = await Promise.all(cmdIds.map((id) => tx.objectStore('review').get(id)));
  return found.flatMap((item) => (item ? [item.entry] : []));
}

async function readOutbox(
  tx: Tx,
  { lanes, entities }: EnqueueScope,
): Promise<OutboxRead & { readonly snapshots: readonly Snapshot[] }> {
  const names = [...new Set(lanes)];
  const [nextSeq, queues, found] = await Promise.all([
    readCount(tx, 'nextSeq'),
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
