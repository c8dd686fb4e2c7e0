import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '#domain/order.ts';
import { buildOrder, buildStore } from '#testing/builders.ts';
import type { MemoryOutbox } from '#testing/memory-outbox.ts';
import { openOrderEngine } from '#testing/order-engine.ts';
import {
  currentOrder,
  queueBulkStatus,
  queueOrderDelay,
  queueOrderReject,
  queueOrderStatus,
  takeBackUnsent,
} from './orders.ts';
import { useEngine } from '#data/outbox/store-engine.ts';

const store = buildStore();
const orders = [1, 2, 3].map((n) =>
  buildOrder({ id: n, number: n, uid: `01939b1e-0000-7000-8000-00000000000${n}`, status: 'PENDING' }),
);
let disk: MemoryOutbox;

beforeEach(async () => {
  disk = await openOrderEngine(store.id, orders);
});
afterEach(() => {
  useEngine.setState({ current: null });
});

const [first = buildOrder()] = orders;
const shown = (): Order | undefined => currentOrder(first.uid) ?? undefined;

describe('queueing changes of orders', () => {
  it('queues a status with the order that it is about and the status that it gets (B-33)', async () => {
    await queueOrderStatus(first, 'ACCEPTED', store);
    expect([...disk.outbox.values()]).toEqual([
      expect.objectContaining({
        type: 'order.status/1',
        entityId: first.uid,
        body: expect.objectContaining({ storeId: store.id, to: 'ACCEPTED' }),
        seen: 'PENDING',
      }),
    ]);
  });

  it('accepts many at once under one batch id, each in the lane of its order (B-34, B-36)', async () => {
    const { batchId, cmdIds } = await queueBulkStatus(orders, 'ACCEPTED', store);
    const entries = [...disk.outbox.values()];
    expect(entries.map((e) => [e.cmdId, e.batchId, e.lane])).toEqual(
      cmdIds.map((id, n) => [id, batchId, `order:${orders[n]?.uid}`]),
    );
    expect(cmdIds).toHaveLength(3);
  });

  it('takes none of them when the disk is full', async () => {
    disk.full = true;
    await expect(queueBulkStatus(orders, 'ACCEPTED', store)).rejects.toThrow('full');
    expect(disk.outbox.size).toBe(0);
    expect(shown()?.status).toBe('PENDING');
  });

  it('shows a rejection with its reason at once, based on what was seen (B-58, N-16)', async () => {
    await queueOrderReject(first, { reason: 'missing_products', sentence: 'No hay stock' }, store);
    expect(shown()).toMatchObject({ status: 'REJECTED', reject_reason: 'missing_products' });
    expect([...disk.outbox.values()][0]).toMatchObject({ base: { rev: first.status_rev }, seen: 'PENDING' });
  });

  it('delays without comparing anything; what follows depends on what was seen, not on the delay (I6)', async () => {
    await queueOrderDelay(first, 10, store);
    await queueOrderStatus(first, 'ACCEPTED', store);
    expect([...disk.outbox.values()].map((e) => e.base)).toEqual([null, { rev: first.status_rev }]);
  });

  it('cancels what had never left (B-31)', async () => {
    expect(await queueOrderStatus(first, 'ACCEPTED', store)).toBe('c1');
    const moved = shown();
    expect(moved && (await queueOrderStatus(moved, 'PENDING', store))).toBeNull();
    expect(disk.outbox.size).toBe(0);
  });

  it('takes a rejection back as long as it has not left, and nothing after that (B-58, docs/screens.md)', async () => {
    const reject = { reason: 'by_store', sentence: 'La tienda canceló el pedido.' } as const;
    const cmdId = await queueOrderReject(first, reject, store);
    expect(shown()?.status).toBe('REJECTED');
    expect(await takeBackUnsent(cmdId ?? '')).toBe(true);
    expect(shown()?.status).toBe('PENDING');
    expect(disk.outbox.size).toBe(0);
    const again = await queueOrderReject(first, reject, store);
    const [entry] = disk.outbox.values();
    if (!entry) throw new Error('nothing queued');
    disk.outbox.set(entry.seq, { ...entry, attempts: 1 });
    await useEngine.getState().current?.engine.reload();
    expect(await takeBackUnsent(again ?? '')).toBe(false);
    expect(shown()?.status).toBe('REJECTED');
  });
});
