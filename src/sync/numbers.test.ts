import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { buildEntry } from '#testing/builders-sync.ts';
import { MemoryOutbox } from '#testing/memory-outbox.ts';
import { databaseName } from './database-name.ts';
import type { Entry, RejectedCommand } from './entry.ts';
import { openIdbStore } from './idb-store.ts';
import { withoutExplained } from './numbers.ts';
import type { EnqueuePlan, OutboxStore } from './store.ts';

const refusalOf = (entry: Entry): RejectedCommand => ({
  entry,
  kind: 'refused',
  code: 'conflict',
  message: 'No',
  found: null,
  by: null,
  at: null,
});

const opened: readonly (readonly [string, () => Promise<OutboxStore>])[] = [
  [
    'IndexedDB',
    () => {
      globalThis.indexedDB = new IDBFactory();
      return openIdbStore(databaseName(7, 1));
    },
  ],
  ['the disk of the simulator', () => Promise.resolve(new MemoryOutbox())],
];

/** Stores `count` commands; returns them. */
async function tapped(store: OutboxStore, count: number, more: Partial<EnqueuePlan> = {}): Promise<Entry[]> {
  const { put } = await store.enqueue({ lanes: [], entities: [], unstored: [] }, ({ nextSeq }) => ({
    put: Array.from({ length: count }, (_, n) => buildEntry(nextSeq + n, 'thing:a')),
    remove: [],
    beside: [],
    dismiss: [],
    ...more,
  }));
  return [...put];
}

describe.each(opened)('the numbers of an outbox on %s (offline engine, Numbers)', (_name, open) => {
  it('say what waits and what is to be read; an answered command needs no explanation', async () => {
    const store = await open();
    expect(await store.numbers()).toEqual({ minted: 0, since: 0, held: [], rejected: [], withdrawn: [] });
    const [first, second, third] = await tapped(store, 4);
    if (!first || !second || !third) throw new Error('not stored');
    await store.ack(first, []);
    await store.reject([refusalOf(second)], [], []);
    await store.expire([refusalOf(third)]);
    expect(await store.numbers()).toEqual({ minted: 4, since: 0, held: [4], rejected: [2, 3], withdrawn: [] });
  });

  it('say what was given up: replaced, discarded, dropped, dismissed, repeated', async () => {
    const store = await open();
    const [replaced, discarded, dropped, dismissed, repeated] = await tapped(store, 5);
    if (!replaced || !discarded || !dropped || !dismissed || !repeated) throw new Error('not stored');
    await tapped(store, 1, { remove: [replaced] });
    await store.revise([discarded.cmdId], () => null);
    await store.reject([refusalOf(dismissed), refusalOf(repeated)], [dropped], []);
    await store.dismiss([dismissed.cmdId, 'unknown']);
    await tapped(store, 1, { dismiss: [repeated.cmdId] });
    const { minted, held, rejected, withdrawn } = await store.numbers();
    expect([minted, held, rejected, withdrawn.toSorted((a, b) => a - b)]).toEqual([7, [6, 7], [], [1, 2, 3, 4, 5]]);
  });

  it('give the number of a tap again that was undone before it was stored', async () => {
    const store = await open();
    await tapped(store, 0, { remove: [buildEntry(1, 'thing:a')] });
    expect(await store.numbers()).toMatchObject({ minted: 0, withdrawn: [] });
    const [again] = await tapped(store, 1);
    expect(again?.seq).toBe(1);
  });

  it('belong to one id, whichever page asks first', async () => {
    const store = await open();
    expect(await store.identify('one')).toBe('one');
    expect(await store.identify('other')).toBe('one');
  });

  it('forget the oldest that the server has explained, in large steps, and never those that it has not', async () => {
    const store = await open();
    const entries = await tapped(store, 300);
    await store.revise(
      entries.map((e) => e.cmdId),
      () => null,
    );
    await store.explained(150);
    expect(await store.numbers()).toMatchObject({ since: 0, withdrawn: { length: 300 } });
    await store.explained(280);
    const { since, withdrawn } = await store.numbers();
    expect([since, withdrawn.length, Math.min(...withdrawn)]).toEqual([180, 120, 181]);
  });
});

it('a queue of an earlier version begins its own numbers: what that one withdrew is not known', async () => {
  globalThis.indexedDB = new IDBFactory();
  const store = await openIdbStore(databaseName(7, 1));
  await tapped(store, 3);
  await store.identify('new');
  expect(await store.numbers()).toMatchObject({ minted: 3, since: 3, held: [1, 2, 3] });
});

it('keeps everything while the server has explained little', () => {
  expect(withoutExplained({ since: 0, numbers: [1, 2, 3] }, 3)).toBeNull();
});
