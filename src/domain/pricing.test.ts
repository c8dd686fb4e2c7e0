import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from './catalog.ts';
import type { DiscountContext, DiscountRule } from './discounts.ts';
import type { Money } from './money.ts';
import { add, money, zero } from './money.ts';
import type { PricedLineInput } from './pricing.ts';
import { chosenAdditionals, deliveryFee, generalDiscount, lineTotal, priceOrder } from './pricing.ts';

const at: DiscountContext = {
  type: 'DELIVERY',
  catalogType: 'ONLINE',
  wall: { date: '2025-06-18', weekday: 3 },
};

const item = (id: number, price: number, additional = 20_00): Item => ({
  id,
  name: `Plato ${id}`,
  description: null,
  price: money(price),
  image_sm: null,
  image_md: null,
  section_id: 1,
  groups: [
    {
      id: id * 10,
      name: 'Agregados',
      constraints: { min: 0, max: 5 },
      additionals: [
        { id: id * 100, name: 'Queso', price: money(additional), max: 3, group_id: id * 10 },
        { id: id * 100 + 1, name: 'Huevo', price: zero, max: 3, group_id: id * 10 },
      ],
    },
  ],
  catalogs: null,
  assembly_id: null,
});

const input = (of: Item, quantity: number, selection: Record<number, number> = {}): PricedLineInput => ({
  item: of,
  quantity,
  selection,
  comments: null,
});

const tenOff: DiscountRule = {
  id: 1,
  name: '10 %',
  catalogs: ['ONLINE'],
  from: null,
  to: null,
  days: null,
  target: [1],
  type: 'PERCENTAGE',
  value: 10,
};

describe('a line', () => {
  it('is (100 + 20 × 2) × 3 − 30 = 390 (M-04)', () => {
    const additionals = [{ id: 1, name: 'Queso', quantity: 2, price: money(20_00) }];
    expect(lineTotal(money(100_00), additionals, 3, money(30_00))).toBe(390_00);
  });

  it('carries the chosen additionals of one unit, in the order of the catalog (K-07)', () => {
    const of = item(1, 100_00);
    expect(chosenAdditionals(of, { 101: 1, 100: 2, 999: 4 })).toEqual([
      { id: 100, name: 'Queso', quantity: 2, price: 20_00 },
      { id: 101, name: 'Huevo', quantity: 1, price: 0 },
    ]);
    expect(priceOrder([{ ...input(of, 3, { 100: 2 }), comments: 'Sin sal' }], [tenOff], at).lines).toEqual([
      {
        id: 1,
        name: 'Plato 1',
        quantity: 3,
        unit_price: 100_00,
        discount: 30_00,
        comments: 'Sin sal',
        additionals: [{ id: 100, name: 'Queso', quantity: 2, price: 20_00 }],
        price: 390_00,
      },
    ]);
  });
});

describe('the general discount', () => {
  it.each([
    ['nothing', null, 500_00, 0],
    ['10 % of 333,33', { type: 'PERCENTAGE', value: 10 }, 333_33, 33_33],
    ['0 %', { type: 'PERCENTAGE', value: 0 }, 500_00, 0],
    ['100 %', { type: 'PERCENTAGE', value: 100 }, 500_00, 500_00],
    ['an amount as it is', { type: 'AMOUNT', value: money(50_00) }, 500_00, 50_00],
    ['an amount, capped at the subtotal', { type: 'AMOUNT', value: money(500_00) }, 300_00, 300_00],
  ] as const)('is %s (K-23, K-24, K-32)', (_, discount, subtotal, expected) => {
    expect(generalDiscount(discount, money(subtotal))).toBe(expected);
  });
});

describe('the delivery fee', () => {
  const cost = { fee_base: money(900_00), fee_free: money(10_000_00) };

  it.each([
    [9_999_99, 900_00],
    [10_000_00, 0],
    [10_000_01, 0],
  ])('for %i is %i (K-53)', (subtotal, fee) => {
    expect(deliveryFee(cost, money(subtotal))).toBe(fee);
  });

  it('is never free without a limit (K-53, N-40)', () => {
    expect(deliveryFee({ ...cost, fee_free: null }, money(99_999_99))).toBe(900_00);
  });
});

describe('an order', () => {
  it('is subtotal less discount plus delivery: 1000 − 100 + 250 = 1150 (M-03)', () => {
    const discount = { type: 'AMOUNT', value: money(100_00) } as const;
    const totals = priceOrder([input(item(5, 1000_00), 1)], [], at, { discount, delivery: money(250_00) });
    expect(totals).toMatchObject({ subtotal: 1000_00, discount: 100_00, delivery_amount: 250_00, total: 1150_00 });
  });

  it('without items costs nothing', () => {
    expect(priceOrder([], [tenOff], at)).toEqual({ lines: [], subtotal: 0, discount: 0, delivery_amount: 0, total: 0 });
  });

  const lines = fc.array(
    fc
      .record({
        id: fc.integer({ min: 1, max: 4 }),
        price: fc.nat(5_000_000),
        quantity: fc.integer({ min: 1, max: 999 }),
        cheese: fc.nat(3),
      })
      .map(({ id, price, quantity, cheese }) => input(item(id, price), quantity, { [id * 100]: cheese })),
    { maxLength: 20 },
  );
  const discount = fc.oneof(
    fc.constant(null),
    fc.nat(100).map((value) => ({ type: 'PERCENTAGE' as const, value })),
    fc.nat(9_000_000_00).map((value) => ({ type: 'AMOUNT' as const, value: money(value) })),
  );
  const delivery = fc.nat(10_000_00).map(money);

  it('adds up to the minor unit: lines to subtotal, subtotal to total (M-03, M-04)', () => {
    fc.assert(
      fc.property(lines, discount, delivery, (all, general, fee) => {
        const totals = priceOrder(all, [tenOff], at, { discount: general, delivery: fee });
        expect(totals.subtotal).toBe(add(...totals.lines.map((l) => l.price)));
        expect(totals.total).toBe(totals.subtotal - totals.discount + totals.delivery_amount);
        for (const l of totals.lines) {
          const extras = l.additionals.reduce((sum, a) => sum + a.price * a.quantity, 0);
          expect(l.price).toBe((l.unit_price + extras) * l.quantity - l.discount);
          expect(l.price).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('never discounts more than the subtotal, so the total never falls below the delivery (K-32)', () => {
    fc.assert(
      fc.property(lines, discount, delivery, (all, general, fee) => {
        const totals = priceOrder(all, [], at, { discount: general, delivery: fee });
        expect(totals.discount).toBeLessThanOrEqual(totals.subtotal);
        expect(totals.total).toBeGreaterThanOrEqual(fee);
      }),
    );
  });

  it('costs at least as much with one line more', () => {
    fc.assert(
      fc.property(lines, fc.nat(5_000_000), (all, price) => {
        const before: Money = priceOrder(all, [tenOff], at).total;
        expect(priceOrder([...all, input(item(1, price), 1)], [tenOff], at).total).toBeGreaterThanOrEqual(before);
      }),
    );
  });
});
