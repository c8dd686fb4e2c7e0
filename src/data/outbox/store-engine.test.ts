// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubLocalStorage } from '#testing/memory-storage.ts';
import type { DiskError } from './store-engine.ts';
import { closeStoreEngine, openStoreEngine, useEngine } from './store-engine.ts';

const startEngine = vi.hoisted(() => vi.fn());
vi.mock('./start-engine.ts', () => ({ startEngine }));

interface Started {
  readonly storeId: number;
  /** The disk has answered. */
  readonly ready: () => void;
  readonly fail: (error: Error) => void;
  readonly close: () => Promise<void>;
  readonly tell: (error: DiskError | null) => void;
}

let started: Started[];

/** The engine of that store, as soon as it is being started. */
const start = (storeId: number): Promise<Started> =>
  vi.waitFor(() => {
    const one = started.findLast((s) => s.storeId === storeId);
    if (!one) throw new Error('not started yet');
    return one;
  });
const shown = (): number | null => useEngine.getState().current?.storeId ?? null;

beforeEach(async () => {
  stubLocalStorage();
  await closeStoreEngine();
  started = [];
  startEngine.mockReset().mockImplementation(
    (userId: number, storeId: number, tell: Started['tell']) =>
      new Promise((resolve, reject) => {
        const close = vi.fn(() => Promise.resolve());
        const ready = (): void => resolve({ userId, storeId, database: `store ${storeId}`, engine: {}, close });
        started.push({ storeId, ready, fail: reject, close, tell });
      }),
  );
});

describe('one store is open at a time', () => {
  it('starts one engine for all who ask for the same store, and shows it when its disk has answered', async () => {
    const both = [openStoreEngine(1, 1), openStoreEngine(1, 1)];
    const { ready } = await start(1);
    expect(shown()).toBeNull();
    ready();
    await Promise.all([...both, openStoreEngine(1, 1)]);
    expect([shown(), started.length]).toEqual([1, 1]);
  });

  it.each(['first', 'second'])(
    'shows the store that was asked for last when the %s one is ready first',
    async (one) => {
      const first = openStoreEngine(1, 1);
      const slow = await start(1);
      const second = openStoreEngine(1, 2);
      const fast = await start(2);
      for (const engine of one === 'first' ? [slow, fast] : [fast, slow]) engine.ready();
      await expect(first).rejects.toThrow('left before');
      await second;
      expect(shown()).toBe(2);
      expect([slow.close, fast.close].map((close) => vi.mocked(close).mock.calls.length)).toEqual([1, 0]);
    },
  );

  it('closes an engine that becomes ready after the session has ended', async () => {
    const opening = openStoreEngine(1, 1);
    const { ready, close } = await start(1);
    await closeStoreEngine();
    ready();
    await expect(opening).rejects.toThrow('left before');
    expect(close).toHaveBeenCalledOnce();
    expect(shown()).toBeNull();
  });

  it('tries again after a disk that could not be opened, and says why it could not', async () => {
    const refused = openStoreEngine(1, 1);
    (await start(1)).fail(new DOMException('full', 'QuotaExceededError'));
    await expect(refused).rejects.toThrow('full');
    expect(useEngine.getState().diskError).toBe('full');
    const again = openStoreEngine(1, 1);
    await vi.waitFor(() => expect(started).toHaveLength(2));
    started[1]?.ready();
    await again;
    expect([shown(), useEngine.getState().diskError]).toEqual([1, null]);
  });

  it('hears of no disk but that of the open store', async () => {
    const first = openStoreEngine(1, 1);
    const left = await start(1);
    left.ready();
    await first;
    const second = openStoreEngine(1, 2);
    (await start(2)).ready();
    await second;
    left.tell('full');
    expect([vi.mocked(left.close).mock.calls.length, useEngine.getState().diskError]).toEqual([1, null]);
  });
});
