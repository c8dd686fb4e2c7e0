import { plainSubmission } from '#testing/submission.ts';
import { describe, expect, it } from 'vitest';
import type { OrderSubmission } from '#contract/order-submission.ts';
import { abilitiesOf, type Pivot, type Role } from '#domain/roles.ts';
import { buildCode, buildGroup, buildItem, buildStore, pesos, testNow } from '#testing/builders.ts';
import { acceptSubmission } from './order-submission.ts';
import type { SubmissionContext } from './submission-context.ts';

const coffee = buildItem({ id: 1, name: 'Café', price: pesos(100.05) });
const burger = buildItem({
  id: 2,
  name: 'Hamburguesa',
  price: pesos(1_000),
  groups: [
    buildGroup({
      id: 5,
      name: 'Punto',
      constraints: { min: 1, max: 1 },
      options: [
        ['Jugoso', 0],
        ['Cocido', 0],
      ],
    }),
    buildGroup({
      id: 6,
      name: 'Agregados',
      constraints: { min: 0, max: 2 },
      options: [
        ['Panceta', 150],
        ['Queso', 100],
      ],
    }),
  ],
});
const onlyLocal = buildItem({ id: 3, name: 'Vino', price: pesos(500), catalogs: ['LOCAL'] });
const bar = buildCode({ id: 1 });
const table = buildCode({ id: 2, description: 'Mesa 1', group: true, default: false });
const openTable = {
  id: 1,
  uid: '01939b1e-0000-7000-8000-0000000000aa',
  status: 'OPENED',
  seller_id: null,
  seller_name: null,
  opened_by: 1,
  opener_name: 'Ana',
} as const;
const online = buildCode({ id: 3, description: 'Retiro', type: 'ONLINE', default: false });

const pivotOf = (role: Role, canDiscount?: boolean): Pivot => ({
  role,
  owner: role === 'owner',
  config: { vatCategory: 1, canDiscount },
});

const contextOf = (pivot: Pivot = pivotOf('owner'), more: Partial<SubmissionContext> = {}): SubmissionContext => ({
  fingerprint: 'x',
  store: buildStore({ pivot, abilities: abilitiesOf(pivot) }),
  items: [coffee, burger, onlyLocal],
  rules: [],
  code: null,
  chargeFor: () => null,
  group: null,
  promocode: null,
  zones: [],
  customer: null,
  phone: null,
  sellerIsStaff: false,
  userId: 4,
  mayDiscount: abilitiesOf(pivot).canDiscount,
  takenOffline: false,
  formerPrices: [],
  now: testNow,
  ...more,
});

type Line = OrderSubmission['items'][number];
const lineOf = (id: number, quantity: number, additionals: Line['additionals'] = []): Line => ({
  id,
  name: 'as the device knew it',
  quantity,
  unit_price: 0,
  discount: 0,
  comments: null,
  additionals,
  price: 0,
});
const extra = (id: number, quantity = 1): Line['additionals'][number] => ({ id, name: 'x', quantity, price: 0 });

const submit = (total: number, items: Line[], more: Partial<OrderSubmission> = {}): OrderSubmission =>
  plainSubmission([], {
    uid: '01939b1e-0000-7000-8000-000000000001',
    type: 'LOCAL',
    items,
    subtotal: total,
    total,
    ...more,
  });

const outcome = (order: OrderSubmission, context = contextOf()): string => {
  const code = [bar, table, online].find((c) => c.id === order.code) ?? null;
  const group = code?.group ? openTable : null;
  const result = acceptSubmission(order, { ...context, code, group });
  return result.ok ? 'accepted' : result.failure.code;
};

describe('acceptSubmission (N-15)', () => {
  it('prices by the catalog, whatever names and prices the device sent', () => {
    const result = acceptSubmission(submit(300.15, [lineOf(1, 3)]), contextOf());
    expect(result.ok && result.value.order).toMatchObject({
      total: 30_015,
      lines: [{ name: 'Café', unit_price: 10_005, price: 30_015 }],
    });
  });

  it('(price + additionals × quantity) × quantity (M-04)', () => {
    expect(outcome(submit(2_700, [lineOf(2, 2, [extra(50), extra(60), extra(61, 2)])]))).toBe('validation');
    expect(outcome(submit(2_500, [lineOf(2, 2, [extra(50), extra(60), extra(61)])]))).toBe('accepted');
    expect(outcome(submit(2_500.01, [lineOf(2, 2, [extra(50), extra(60), extra(61)])]))).toBe('total_mismatch');
  });

  it('looks the item up in the catalog of the code, ONLINE without one (C-47)', () => {
    const wine = [lineOf(3, 1)];
    expect(outcome(submit(500, wine, { code: 1 }))).toBe('accepted');
    expect(outcome(submit(500, wine, { code: 3 }))).toBe('item_unavailable');
    expect(outcome(submit(500, wine))).toBe('item_unavailable');
    expect(outcome(submit(500, wine, { type: 'TAKEAWAY' }))).toBe('item_unavailable');
  });

  it('applies the discount rule of the day in the zone of the store (M-07, N-08)', () => {
    const friday = {
      id: 1,
      name: 'Viernes',
      catalogs: ['ONLINE' as const],
      from: null,
      to: null,
      days: [5 as const],
      target: null,
      type: 'PERCENTAGE' as const,
      value: 10,
    };
    const half = submit(90.04, [{ ...lineOf(1, 1), discount: 10.01 }]);
    expect(outcome(half, contextOf(undefined, { rules: [friday] }))).toBe('accepted');
    expect(outcome(half, contextOf(undefined, { rules: [{ ...friday, days: [6] }] }))).toBe('total_mismatch');
  });

  it.each<[Role, boolean | undefined, string]>([
    ['owner', undefined, 'accepted'],
    ['operator', undefined, 'accepted'],
    ['seller', undefined, 'forbidden'],
    ['seller', true, 'accepted'],
    ['consultant', true, 'accepted'],
    ['consultant', false, 'forbidden'],
  ])('a manual discount of a %s with canDiscount %s: %s (N-28)', (role, may, expected) => {
    const order = submit(100.05, [lineOf(1, 1)], { discount: 10, total: 90.05 });
    expect(outcome(order, contextOf(pivotOf(role, may)))).toBe(expected);
  });

  it('of a seller is allowed by somebody’s PIN; a promo code is not', () => {
    const allowed = contextOf(pivotOf('seller'), { mayDiscount: true });
    const order = submit(100.05, [lineOf(1, 1)], { discount: 10, total: 90.05 });
    expect(outcome(order, allowed)).toBe('accepted');
    expect(outcome({ ...order, promocode: 'DIEZ' }, allowed)).toBe('forbidden');
  });

  it('never on a table, never beyond the subtotal, never with a third decimal (D-24)', () => {
    const order = (discount: number, more: Partial<OrderSubmission> = {}) =>
      submit(100.05, [lineOf(1, 1)], { discount, total: 100.05 - discount, ...more });
    expect(outcome(order(10, { code: 2 }))).toBe('validation');
    expect(outcome(order(100.06, { total: 0 }))).toBe('validation');
    expect(outcome(order(0.005))).toBe('validation');
    expect(outcome(order(100.05, { total: 0 }))).toBe('accepted');
  });

  it('a seller sells for themselves, an admin for anybody of the staff', () => {
    const sold = (seller_id: number | null, role: Role) => {
      const result = acceptSubmission(
        submit(100.05, [lineOf(1, 1)], { seller_id }),
        contextOf(pivotOf(role), { sellerIsStaff: seller_id === 1 || seller_id === 4 }),
      );
      return result.ok ? result.value.order.seller_id : result.failure.code;
    };
    expect([sold(null, 'seller'), sold(4, 'seller'), sold(1, 'seller')]).toEqual([4, 4, 'forbidden']);
    expect([sold(null, 'owner'), sold(1, 'owner'), sold(9, 'owner')]).toEqual([null, 1, 'validation']);
  });
});
