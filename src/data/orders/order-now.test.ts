import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeOrder } from '#contract/wire/orders.ts';
import type { Cart } from '#domain/cart.ts';
import { discountContext } from '#domain/discounts.ts';
import { payingStartMs } from '#domain/limits.ts';
import { priceOrder } from '#domain/pricing.ts';
import { noAnswer } from '#sync/failure.ts';
import { buildOrder, buildStore, testNow } from '#testing/builders.ts';
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

it('taking the same again after a lost answer is the same order; another one, or the next one, is not', async () => {
  create.mockImplementation(() => Promise.reject(noAnswer(0)));
  const lost = take(byQr);
  await vi.advanceTimersByTimeAsync(payingStartMs + 5_000);
  await lost;
  const [first] = sent();
  create.mockClear().mockImplementation(answer);
  for (const cart of [byQr, byQr, { ...byQr, description: 'Otra persona' }])
    expect(await take(cart)).toMatchObject({ kind: 'taken' });
  expect(new Set(sent()).size).toBe(3);
  expect(sent()[0]).toBe(first);
});
