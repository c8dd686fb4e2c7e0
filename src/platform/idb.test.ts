import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DBSchema } from './idb.ts';
import { allRequestsMade, openDatabase } from './idb.ts';

interface Schema extends DBSchema {
  things: { key: string; value: string };
}

const opened = () =>
  openDatabase<Schema>('things', 1, (db) => {
    db.createObjectStore('things');
  });

const page = new EventTarget();
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
});

describe('a page that is left', () => {
  it('aborts its open transactions, so that the next page can use the database', async () => {
    const [left, next] = [await opened(), await opened()];
    const abandoned = left.use(async (db) => {
      const tx = db.transaction('things', 'readwrite');
      await tx.store.put('half', 'a');
      page.dispatchEvent(new Event('pagehide'));
      await tx.done;
    });
    await expect(abandoned).rejects.toThrow();
    page.dispatchEvent(new Event('pageshow'));
    expect(await next.use((db) => db.getAll('things'))).toEqual([]);
  });

  it('commits a transaction that makes no further request', async () => {
    const left = await opened();
    await left.use(async (db) => {
      const tx = db.transaction('things', 'readwrite');
      const put = tx.store.put('whole', 'a');
      allRequestsMade(tx);
      page.dispatchEvent(new Event('pagehide'));
      await Promise.all([put, tx.done]);
    });
    page.dispatchEvent(new Event('pageshow'));
    expect(await left.use((db) => db.getAll('things'))).toEqual(['whole']);
  });

  it('begins none until it is shown again', async () => {
    const left = await opened();
    page.dispatchEvent(new Event('pagehide'));
    const order: string[] = [];
    const written = left.use((db) => db.put('things', 'whole', 'a')).then(() => order.push('written'));
    await opened();
    order.push('shown');
    page.dispatchEvent(new Event('pageshow'));
    await written;
    expect(order).toEqual(['shown', 'written']);
    expect(await left.use((db) => db.getAll('things'))).toEqual(['whole']);
  });
});
