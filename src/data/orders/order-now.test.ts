import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeOrder } from '#contract/wire/orders.ts';
import type { Cart } from '#domain/cart.ts';
import type { Order } from '#domain/order.ts';
import { discountContext } from '#domain/discounts.ts';
import { payingStartMs } from '#domain/limits.ts';
import { priceOrder } from '#domain/pricing.ts';
import { ApiFailure, noAnswer } from '#sync/failure.ts';
import { buildOrder, buildStore, pesos, testNow } from '#testing/builders.ts';
import { emptyCart } from '#testing/builders-cart.ts';
import { takeOrderNow } from './order-now.ts';

const create = vi.hoisted(() => vi.fn());
vi.mock('#data/api/api.ts', () => ({ api: { orders: { create } } }));

const store = buildStore();
const byQr: Cart = {
  ...emptyCart,
  type: 'TAKEAWAY',
  code: null,
  payments: [{ key: 1, method: 'mercadopago-qr', amount: 'rest', type: null, value: null, can_modify: true }],
};
const totals = priceOrder([], [], discountContext(byQr, testNow, store.timezone));
const answer = () => Promise.resolve({ order: writeOrder(buildOrder({ type: 'TAKEAWAY' }), store.currency) });
const take = (cart: Cart) => takeOrderNow(cart, totals, store, null, null, () => {});
/** The uid and the key of each call. */
const sent = () => create.mock.calls.map(([body, { context }]) => `${body.uid} ${context.idempotencyKey}`);

beforeEach(() => {
  vi.useFakeTimers();
  create.mockReset().mockImplementation(answer);
});
afterEach(() => void vi.useRealTimers());

it('an order by QR whose answer is lost is asked for again for 30 s, and never queued (Y-56)', async () => {
  create.mockImplementation(() => Promise.reject(noAnswer(0)));
  const end = take(byQr);
  await vi.advanceTimersByTimeAsync(payingStartMs + 5_000);
  expect(await end).toMatchObject({ kind: 'refused', code: 'no_response' });
  expect(sent().length).toBeGreaterThan(5);
  expect(new Set(sent()).size).toBe(1);
});

it('taken again after a lost answer it is the same order: the server has it, or another one under its uid', async () => {
  const cart = { ...byQr, uid: '01939b1e-0000-7000-8000-00000000000a' };
  expect(await take(cart)).toMatchObject({ kind: 'taken', uid: cart.uid });
  const stored = (more: Partial<Order>) => {
    const current = writeOrder(
      buildOrder({ type: 'TAKEAWAY', items: [], total: totals.total, uid: cart.uid, number: 12, ...more }),
      store.currency,
    );
    create.mockImplementation(() =>
      Promise.reject(new ApiFailure(409, 'conflict', '', { code: 'conflict', current }, null, 0)),
    );
  };
  stored({});
  expect(await take(cart)).toMatchObject({ kind: 'taken', uid: cart.uid, order: { number: 12 } });
  stored({ total: pesos(5) });
  expect(await take(cart)).toMatchObject({ kind: 'other', order: { number: 12 } });
  expect(sent().map((call) => call.split(' ')[0])).toEqual([cart.uid, cart.uid, cart.uid]);
});
