// @vitest-environment happy-dom
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { orderSnapshot } from '#commands/order/order-entity.ts';
import { queueOrderStatus, useOrders, useWaitingCount } from '#data/orders/orders.ts';
import { buildOrder, buildStore } from '#testing/builders.ts';
import { openOrderEngine } from '#testing/order-engine.ts';
import type { Snapshot } from '#sync/entry.ts';
import { engineNow, useEngine } from './store-engine.ts';

const store = buildStore();
const order = (n: number) =>
  buildOrder({ id: n, number: n, uid: `01939b1e-0000-7000-8000-00000000000${n}`, status: 'PENDING' });
const [one, two, three] = [order(1), order(2), order(3)];
let rendered: string[] = [];
let root: Root;

const nextFrame = () => act(async () => void vi.advanceTimersToNextFrame());
const report = (...snapshots: Snapshot[]) =>
  act(async () => {
    for (const snapshot of snapshots)
      await engineNow()?.merge({ snapshots: [snapshot], removed: [], cursor: { name: 'admin', seq: 5, reset: false } });
  });
const salted = { ...orderSnapshot({ ...two, comments: 'Sin sal' }), ver: 9 };

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'] });
  await openOrderEngine(store.id, [one, two]);
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
  useEngine.setState({ current: null });
});

async function show(component: () => null): Promise<void> {
  root = createRoot(document.createElement('div'));
  await act(async () => root.render(createElement(component)));
  rendered = [];
}

function Orders(): null {
  const orders = useOrders();
  rendered.push(orders.map((o) => `${o.body.number} ${o.body.status}`).join());
  return null;
}

function Waiting(): null {
  rendered.push(String(useWaitingCount()));
  return null;
}

it('shows a tap at once, and what the server reports once for each frame', async () => {
  await show(Orders);
  await act(() => queueOrderStatus(one, 'ACCEPTED', store));
  expect(rendered).toEqual(['1 ACCEPTED,2 PENDING']);
  await report(orderSnapshot(three), salted);
  expect(rendered).toHaveLength(1);
  await nextFrame();
  expect(rendered.slice(1)).toEqual(['1 ACCEPTED,2 PENDING,3 PENDING']);
});

it('renders nothing again whose own value stays', async () => {
  await show(Waiting);
  await report(salted);
  await nextFrame();
  expect(rendered).toEqual([]);
  await report(orderSnapshot(three));
  await nextFrame();
  expect(rendered).toEqual(['3']);
});

it('shows in a page without frames too what the server reports', async () => {
  await show(Waiting);
  vi.stubGlobal('requestAnimationFrame', () => 0);
  await report(orderSnapshot(three));
  await act(async () => void vi.advanceTimersByTime(100));
  expect(rendered).toEqual(['3']);
});
