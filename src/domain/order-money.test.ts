import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCode, buildLine, buildOrder, pesos } from '#testing/builders.ts';
import { add, money, zero } from './money.ts';
import { boardStatuses, orderStatuses, type PaymentRow } from './order.ts';
import { amountsWithLines, confidenceLevel, confidencePercent, paymentsGap, totalOf } from './order-money.ts';
import { paymentsRefusal, itemsRefusal, takesPayments } from './order-status.ts';

const priced = (...prices: number[]) => prices.map((price) => ({ price: pesos(price) }));

describe('what an order costs after its lines changed (money rules 7 and 9)', () => {
  const percent = (value: number) => [{ code: 'DIEZ', type: 'PERCENTAGE' as const, value }];
  it.each([
    ['nothing taken off', [100, 50], { discount: 0, promocodes: [] }, [150, 0, 150]],
    ['an amount stays', [100, 50], { discount: 30, promocodes: [] }, [150, 30, 120]],
    ['an amount is capped at what is left', [20], { discount: 30, promocodes: [] }, [20, 20, 0]],
    ['a percent follows the lines', [100, 50], { discount: 99, promocodes: percent(10) }, [150, 15, 135]],
    ['a percent rounds half away from zero', [0.25], { discount: 0, promocodes: percent(10) }, [0.25, 0.03, 0.22]],
    [
      'an amount of a code stays as it was taken off, and is capped',
      [700],
      { discount: 1_000, promocodes: [{ code: 'MIL', type: 'AMOUNT' as const, value: pesos(1_000) }] },
      [700, 700, 0],
    ],
  ])('%s', (_what, prices, { discount, promocodes }, [subtotal = 0, off = 0, total = 0]) => {
    const order = { discount: pesos(discount), delivery_amount: zero, promocodes };
    expect(amountsWithLines(order, priced(...prices))).toEqual({
      subtotal: pesos(subtotal),
      discount: pesos(off),
      delivery_amount: zero,
      total: pesos(total),
    });
  });

  it('the delivery stays as it was told', () => {
    const order = { discount: pesos(500), delivery_amount: pesos(900), promocodes: [] };
    expect(amountsWithLines(order, priced(100))).toMatchObject({ discount: pesos(100), total: pesos(900) });
  });

  it('a total is never below nothing, and a discount never above the subtotal, whatever they are', () => {
    const cents = fc.integer({ min: 0, max: 1_000_000 }).map(money);
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 8 }), cents, cents, fc.nat(100), (prices, discount, delivery, value) => {
        for (const promocodes of [[], percent(value)]) {
          const amounts = amountsWithLines(
            { discount, delivery_amount: delivery, promocodes },
            prices.map((price) => ({ price })),
          );
          expect(amounts.subtotal).toBe(add(zero, ...prices));
          expect(amounts.discount).toBeLessThanOrEqual(amounts.subtotal);
          expect(amounts.total).toBe(amounts.subtotal - amounts.discount + delivery);
          expect(totalOf(amounts)).toBe(amounts.total);
        }
      }),
    );
  });

  it('is what the order already costs when no line went', () => {
    const order = buildOrder({ items: [buildLine(), buildLine({ quantity: 3 })], discount: pesos(10) });
    expect(amountsWithLines(order, order.items)).toMatchObject({ subtotal: order.subtotal, total: order.total });
  });
});

describe('what may change when', () => {
  it('rows and payments while the order is worked on, and not while it is being paid', () => {
    expect(orderStatuses.filter((s) => itemsRefusal(s) === null)).toEqual(boardStatuses);
    expect(orderStatuses.filter((s) => paymentsRefusal(s) === null)).toEqual(boardStatuses);
    expect(itemsRefusal('PAYING')).toBe('items-while-paying');
  });

  it('an order of a table has no payments of its own (Y-10)', () => {
    expect(takesPayments({ code: buildCode({ group: true }) })).toBe(false);
    expect(takesPayments({ code: buildCode({ group: false }) })).toBe(true);
    expect(takesPayments({ code: null })).toBe(true);
  });
});

describe('payments against the total (Y-09, N-26)', () => {
  const paid = (amount: number, status: PaymentRow['status'] = 'APPROVED'): PaymentRow => ({
    id: 1,
    method: 'cash',
    amount: pesos(amount),
    option: 'cash',
    type: 'exact',
    value: null,
    can_modify: true,
    status,
  });
  it.each([
    ['none', [], null],
    ['equal', [paid(600), paid(400)], null],
    ['lower', [paid(900)], -100],
    ['higher', [paid(1_100)], 100],
    ['a refused one pays nothing', [paid(1_000, 'REJECTED'), paid(900)], -100],
    ['only a refused one', [paid(1_000, 'REJECTED')], null],
  ])('%s', (_what, payments, gap) => {
    expect(paymentsGap({ payments, total: pesos(1_000) })).toBe(gap === null ? null : pesos(gap));
  });
});

describe('confidence', () => {
  it('is a bar of ten percent a point (A-54)', () => {
    expect([0, 5, 8.5, 10, 11, -1].map(confidencePercent)).toEqual([0, 50, 85, 100, 100, 0]);
  });

  it('is green from 7, yellow from 5, red below (A-55)', () => {
    expect([10, 7, 6.9, 5, 4.9, 0].map(confidenceLevel)).toEqual(['high', 'high', 'medium', 'medium', 'low', 'low']);
  });
});
