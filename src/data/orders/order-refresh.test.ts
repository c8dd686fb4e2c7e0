import { afterEach, describe, expect, it } from 'vitest';
import { writeOrder } from '#contract/wire/orders.ts';
import { orderStatuses } from '#domain/order.ts';
import { buildOrder, buildStore } from '#testing/builders.ts';
import { openOrderEngine } from '#testing/order-engine.ts';
import { currentOrder } from './orders.ts';
import { refreshMs, refreshOrder } from './order-refresh.ts';
import { useEngine } from '#data/outbox/store-engine.ts';

const store = buildStore();
const order = buildOrder({ id: 1, number: 1, uid: '01939b1e-0000-7000-8000-000000000001', status: 'ACCEPTED', ver: 2 });
const shown = () => currentOrder(order.uid) ?? undefined;

afterEach(() => {
  useEngine.setState({ current: null });
});

const wire = (ver: number) => Promise.resolve(writeOrder({ ...order, ver, billings_count: ver }, store.currency));

describe('an open order', () => {
  it('is read again every 30 s while it is accepted, every 60 s on its way, else by its feed alone (B-49, D-28)', () => {
    expect(orderStatuses.map((status) => [status, refreshMs(status)])).toEqual([
      ['PAYING', null],
      ['PENDING', null],
      ['ACCEPTED', 30_000],
      ['DELIVER', 60_000],
      ['COMPLETE', null],
      ['REJECTED', null],
    ]);
    expect(refreshMs(null)).toBeNull();
  });

  it('shows what the server says of it, never an older version, and keeps what it has without an answer (I8)', async () => {
    await openOrderEngine(store.id, [order]);
    await refreshOrder(store, 1, () => wire(5));
    expect(shown()).toMatchObject({ ver: 5, billings_count: 5 });
    await refreshOrder(store, 1, () => wire(3));
    await refreshOrder(store, 1, () => Promise.reject(new Error('offline')));
    expect(shown()).toMatchObject({ ver: 5, billings_count: 5 });
  });

  it('of a store that was left meanwhile is shown nowhere', async () => {
    await openOrderEngine(store.id + 1, []);
    await refreshOrder(store, 1, () => wire(5));
    expect(useEngine.getState().current?.engine.getView().entities.size).toBe(0);
  });
});
