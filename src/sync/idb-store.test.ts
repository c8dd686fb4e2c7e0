import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildEntry } from '#testing/builders-sync.ts';
import type { Entry, RejectedCommand, Snapshot } from './entry.ts';
import { databaseName } from './database-name.ts';
import { openIdbStore } from './idb-store.ts';
import type { EnqueuePlan, OutboxRead, OutboxStore } from './store.ts';
import { storedEntry } from './stored-entry.ts';

const name = databaseName(7, 1);
const thing = (ver: number, id = 'a'): Snapshot => ({ type: 'thing', id, ver, body: { ver } });
const refusalOf = (entry: Entry): RejectedCommand => ({
  entry,
  kind: 'refused',
  code: 'conflict',
  message: 'No',
  found: null,
  by: null,
  at: null,
});

let store: OutboxStore;
beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  store = await openIdbStore(name);
});
afterEach(() => {
  store.close();
  vi.restoreAllMocks();
});

const scope = { lanes: ['thing:a'], entities: [{ type: 'thing', id: 'a' }], unstored: [] };
const planOf = (put: Entry[], more: Partial<EnqueuePlan> = {}): EnqueuePlan => ({
  put,
  remove: [],
  beside: [],
  dismiss: [],
  ...more,
});
/** Enqueues one command of lane 'thing:a' under the next number. */
async function tapped(on: OutboxStore, cmdId: string, more: Partial<Entry> = {}): Promise<Entry> {
  const { put } = await on.enqueue(scope, (disk) =>
    planOf([{ ...buildEntry(disk.nextSeq, 'thing:a'), cmdId, ...more }]),
  );
  const [entry] = put;
  if (!entry) throw new Error('nothing was put');
  return entry;
}
const queue = async (): Promise<string[]> => (await store.load()).entries.map((e) => `${e.seq} ${e.cmdId}`);
const versions = async (): Promise<number[]> => (await store.load()).snapshots.map((s) => s.ver);
const merged = (snapshots: Snapshot[]) => store.merge({ snapshots, removed: [], cursor: null });

/** The durability of every transaction that `work` writes with. */
async function durabilities(work: () => Promise<unknown>): Promise<(string | undefined)[]> {
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await work();
  const used = begun.mock.calls.flatMap(([, mode, options]) => (mode === 'readwrite' ? [options?.durability] : []));
  begun.mockRestore();
  return used;
}

describe('a tap on disk (offline engine, principle 1)', () => {
  it('is there for the next page, with its number and its age', async () => {
    const entry = await tapped(store, 'c1', { enqueuedAt: 40 });
    store.close();
    store = await openIdbStore(name);
    const { entries, engineTime } = await store.load();
    expect([entries, engineTime]).toEqual([[entry], 40]);
  });

  it('is accepted only once it is durable; only what the server also has may be relaxed', async () => {
    const entry = await tapped(store, 'c0');
    expect(await durabilities(() => tapped(store, 'c1'))).toEqual(['strict']);
    expect(await durabilities(() => store.markSending({ ...entry, attempts: 1 }))).toEqual(['strict']);
    expect(await durabilities(() => store.reject([refusalOf(entry)], [], []))).toEqual(['strict']);
    expect(await durabilities(() => store.revise(['c1'], () => null))).toEqual(['strict']);
    expect(await durabilities(() => merged([thing(1)]))).toEqual(['relaxed']);
    expect(await durabilities(() => store.saveEngineTime(5))).toEqual(['relaxed']);
  });

  it('takes the entity along, which a relaxed merge may not have made durable', async () => {
    await merged([thing(3)]);
    const written = vi.spyOn(IDBObjectStore.prototype, 'put');
    await tapped(store, 'c1');
    expect(written.mock.calls.map(([value]: unknown[]) => value)).toContainEqual(thing(3));
  });

  it('leaves an order that only a relaxed merge wrote on disk durably with its answer, also when that is older (I8)', async () => {
    const entry = await tapped(store, 'c1');
    await merged([thing(3)]);
    const written = vi.spyOn(IDBObjectStore.prototype, 'put');
    expect(await durabilities(() => store.ack(entry, [thing(2)]))).toEqual(['strict']);
    expect(written.mock.calls.map(([value]: unknown[]) => value)).toContainEqual(thing(3));
  });

  it('two tabs get two numbers', async () => {
    const other = await openIdbStore(name);
    await Promise.all([tapped(store, 'c1'), tapped(other, 'c2'), tapped(store, 'c3')]);
    other.close();
    const numbers = (await queue()).map((text) => text.split(' ')[0]);
    expect(numbers).toEqual(['1', '2', '3']);
  });

  it('reads its lanes and its entities, and numbers go on after everything was sent', async () => {
    await merged([thing(2)]);
    const first = await tapped(store, 'c1');
    await tapped(store, 'c2', { lane: 'thing:b' });
    let seen: OutboxRead | null = null;
    await store.enqueue(scope, (disk) => {
      seen = disk;
      return planOf([]);
    });
    const disk = seen as OutboxRead | null;
    expect([disk?.lane('thing:a'), disk?.snapshot({ type: 'thing', id: 'a' }), disk?.nextSeq]).toEqual([
      [first],
      thing(2),
      3,
    ]);
    await store.ack(first, []);
    expect((await tapped(store, 'c3')).seq).toBe(3);
  });

  it('is there as a whole or not at all: a plan that fails leaves the disk as it was', async () => {
    await tapped(store, 'c1');
    const twice = planOf([
      { ...buildEntry(2), cmdId: 'c2' },
      { ...buildEntry(3), cmdId: 'c2' },
    ]);
    await expect(store.enqueue(scope, () => twice)).rejects.toThrow();
    expect(await queue()).toEqual(['1 c1']);
  });
});

it('a tap stores its entity with it where the disk refused that before, and replaces no newer one', async () => {
  await store.enqueue({ ...scope, unstored: [thing(3)] }, () => planOf([{ ...buildEntry(1), cmdId: 'c1' }]));
  expect([await queue(), await versions()]).toEqual([['1 c1'], [3]]);
  await store.enqueue({ ...scope, unstored: [thing(2)] }, () => planOf([{ ...buildEntry(2), cmdId: 'c2' }]));
  expect(await versions()).toEqual([3]);
});

describe('what the server says (I8)', () => {
  it('an older snapshot never replaces a newer one, in a merge, an acknowledgement or a rejection', async () => {
    const [a, b] = [await tapped(store, 'c1'), await tapped(store, 'c2')];
    await merged([thing(5)]);
    await merged([thing(4)]);
    await store.ack(a, [thing(3)]);
    await store.reject([refusalOf(b)], [], [thing(2)]);
    expect(await versions()).toEqual([5]);
    await merged([thing(6)]);
    expect(await versions()).toEqual([6]);
  });

  it('a cursor goes back only by a reset', async () => {
    const at = (seq: number, reset = false) =>
      store.merge({ snapshots: [], removed: [], cursor: { name: 'admin', seq, reset } });
    await at(9);
    await at(4);
    expect((await store.load()).cursors).toEqual({ admin: 9 });
    await at(4, true);
    expect((await store.load()).cursors).toEqual({ admin: 4 });
  });

  it('the engine time never goes back', async () => {
    await store.saveEngineTime(90);
    await store.saveEngineTime(30);
    await tapped(store, 'c1', { enqueuedAt: 20 });
    expect((await store.load()).engineTime).toBe(90);
  });

  it('a removed entity is gone', async () => {
    await merged([thing(1), thing(1, 'b')]);
    await store.merge({ snapshots: [], removed: [{ type: 'thing', id: 'a' }], cursor: null });
    expect((await store.load()).snapshots).toEqual([thing(1, 'b')]);
  });
});

describe('two tabs on one outbox (I1)', () => {
  it('a command that the other tab has replaced may not leave', async () => {
    const entry = await tapped(store, 'c1');
    await store.enqueue(scope, () => planOf([{ ...buildEntry(2), cmdId: 'c2' }], { remove: [entry] }));
    expect(await store.markSending({ ...entry, attempts: 1 })).toBe(false);
    expect(await queue()).toEqual(['2 c2']);
  });

  it('the other tab’s discard survives a later note of a try', async () => {
    const entry = await tapped(store, 'c1');
    await store.revise(['c1'], (e) => ({ ...e, settling: 'discarded' }));
    await store.markSending({ ...entry, attempts: 1 });
    await store.save([{ ...entry, attempts: 2 }]);
    expect((await store.load()).entries).toMatchObject([{ attempts: 2, settling: 'discarded' }]);
  });

  it('an expiry is refused when the other tab has sent one of the commands', async () => {
    const [a, b] = [await tapped(store, 'c1'), await tapped(store, 'c2')];
    await store.markSending({ ...b, attempts: 1 });
    expect(await store.expire([refusalOf(a), refusalOf(b)])).toBe(false);
    expect(await queue()).toEqual(['1 c1', '2 c2']);
    expect(await store.expire([refusalOf(a)])).toBe(true);
    const { rejected } = await store.load();
    expect([await queue(), rejected.map((r) => r.entry.cmdId)]).toEqual([['2 c2'], ['c1']]);
  });

  it('rejected and discarded commands leave the outbox; only the rejected are listed, until they are dismissed', async () => {
    const [a, b] = [await tapped(store, 'c1'), await tapped(store, 'c2')];
    await store.reject([refusalOf(a)], [b], []);
    expect([await queue(), (await store.load()).rejected]).toEqual([[], [refusalOf(a)]]);
    await store.dismiss(['c1']);
    expect((await store.load()).rejected).toEqual([]);
  });
});

describe('a database of its time', () => {
  it('each person and store has their own', () => {
    const names = [databaseName(1, 2), databaseName(2, 1), databaseName(1, 1), databaseName(12, 1)];
    expect(new Set(names).size).toBe(4);
  });

  it('a lost connection is opened again, as iOS needs it', async () => {
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await tapped(store, 'c1');
    for (const connection of begun.mock.contexts) if (connection instanceof IDBDatabase) connection.close();
    await tapped(store, 'c2');
    expect(await queue()).toEqual(['1 c1', '2 c2']);
  });

  it('of version 1 is upgraded with its queue, each command with its age', async () => {
    store.close();
    globalThis.indexedDB = new IDBFactory();
    const { bornAt: _, held: _held, settling: _settling, ...old } = storedEntry(buildEntry(4));
    await new Promise<void>((resolve) => {
      const request = indexedDB.open(name, 1);
      request.addEventListener('upgradeneeded', () => {
        const outbox = request.result.createObjectStore('outbox', { keyPath: 'seq' });
        outbox.createIndex('cmdId', 'cmdId', { unique: true });
        request.result.createObjectStore('entities', { keyPath: ['type', 'id'] });
        request.result.createObjectStore('review', { keyPath: 'cmdId' });
        request.result.createObjectStore('cursor');
        request.result.createObjectStore('meta');
        outbox.put({ ...old, ageMs: 900 });
      });
      request.addEventListener('success', () => {
        request.result.close();
        resolve();
      });
    });
    store = await openIdbStore(name);
    expect((await store.load()).entries).toMatchObject([{ seq: 4, enqueuedAt: -900, held: null, settling: null }]);
  });

  it('of a newer version is not opened', async () => {
    store.close();
    await new Promise((resolve) => {
      indexedDB.open(name, 99).addEventListener('success', resolve);
    });
    await expect(openIdbStore(name)).rejects.toMatchObject({ name: 'VersionError' });
  });
});
