// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeOrder } from '#contract/wire/orders.ts';
import { useEngine } from '#data/outbox/store-engine.ts';
import { buildOrder, buildStore } from '#testing/builders.ts';
import { openOrderEngine } from '#testing/order-engine.ts';
import { useOrderRefresh } from './order-refresh.ts';

const asked = vi.hoisted(() => vi.fn());
vi.mock('#data/api/api.ts', () => ({ api: { orders: { get: asked } } }));

const store = buildStore();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => {
  useEngine.setState({ current: null });
  vi.useRealTimers();
  vi.unstubAllGlobals();
  asked.mockReset();
});

it.each([
  ['ACCEPTED', 30_000],
  ['DELIVER', 60_000],
] as const)('a screen that shows an order in %s asks for it every %i ms (B-49, D-28)', async (status, ms) => {
  const order = buildOrder({ id: 1, uid: '01939b1e-0000-7000-8000-000000000001', status });
  await openOrderEngine(store.id, [order]);
  asked.mockResolvedValue(writeOrder(order, store.currency));
  const Screen = () => {
    useOrderRefresh(order.uid, store);
    return null;
  };
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Screen />));
  const passed = (wait: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(wait));
  await passed(ms - 1);
  expect(asked).not.toHaveBeenCalled();
  await passed(1);
  await passed(ms);
  expect(asked.mock.calls).toEqual([[{ store_id: store.id, id: 1 }], [{ store_id: store.id, id: 1 }]]);
  await act(async () => root.unmount());
  await passed(ms);
  expect(asked).toHaveBeenCalledTimes(2);
});
