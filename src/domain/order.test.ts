import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instant } from './time.ts';
import type { OrderDetailRow, OrderStatus } from './order.ts';
import { byReadiness, finishable, finishedOrders, ordersInColumn } from './order-columns.ts';
import { cardTimer } from './order-timer.ts';
import {
  delayChoices,
  delayedUntil,
  delayMaximumMinutes,
  delayParts,
  delayRefusal,
  orderDelayed,
} from './order-delay.ts';
import { rejectionRefusal, orderRejected } from './order-rejection.ts';
import { nestedRows, orderStatuses, rejectReasons } from './order.ts';
import { nextStatus, orderWithStatus, statusTargets } from './order-status.ts';
import { orderProgress, shippingProgress } from './order-progress.ts';
import { zero } from './money.ts';

const at = { now: instant(1_000_000), delayMinutes: 15 };
const order = (status: OrderStatus, more: { ready_by?: number; is_scheduled?: boolean } = {}) => ({
  status,
  ready_by: more.ready_by === undefined ? null : instant(more.ready_by),
  is_scheduled: more.is_scheduled ?? false,
  reject_reason: status === 'REJECTED' ? ('closed' as const) : null,
  rejected_reason_message: status === 'REJECTED' ? 'La tienda ya cerró y no puede tomar tu pedido.' : null,
});

/** The table of D-19, written out. */
const allowed: Record<OrderStatus, string> = {
  PAYING: '',
  PENDING: 'ACCEPTED DELIVER COMPLETE',
  ACCEPTED: 'PENDING DELIVER COMPLETE',
  DELIVER: 'PENDING ACCEPTED COMPLETE',
  COMPLETE: 'PENDING ACCEPTED DELIVER',
  REJECTED: 'PENDING ACCEPTED DELIVER COMPLETE',
};

describe('the status table', () => {
  for (const from of orderStatuses)
    for (const to of orderStatuses)
      it(`${from} -> ${to} is ${allowed[from].split(' ').includes(to) ? 'allowed' : 'refused'} (B-57, D-19)`, () => {
        const result = orderWithStatus(order(from), to, at);
        expect(result.ok).toBe(allowed[from].split(' ').includes(to));
        if (result.ok) expect(result.value.status).toBe(to);
        else expect(result.failure.code).toBe('invalid_transition');
      });

  it.each([
    ['ACCEPTED', 'ACCEPTED', 'unchanged'],
    ['PAYING', 'ACCEPTED', 'paying'],
    ['ACCEPTED', 'PAYING', 'to-paying'],
    ['ACCEPTED', 'REJECTED', 'needs-reason'],
  ] as const)('says why %s -> %s is refused: %s (D-19)', (from, to, reason) => {
    const result = orderWithStatus(order(from), to, at);
    expect(result.ok || [result.failure.code, result.failure.transition]).toEqual(['invalid_transition', reason]);
  });

  it('never offers the present status as a target (B-57)', () => {
    for (const from of orderStatuses) expect(statusTargets[from]).not.toContain(from);
  });

  it('sets ready_by to now + the store delay at the first acceptance of an immediate order (N-04)', () => {
    const accepted = orderWithStatus(order('PENDING'), 'ACCEPTED', at);
    expect(accepted.ok && accepted.value.ready_by).toBe(1_000_000 + 15 * 60_000);
    const again = orderWithStatus(order('DELIVER', { ready_by: 5 }), 'ACCEPTED', at);
    expect(again.ok && again.value.ready_by).toBe(5);
    const scheduled = orderWithStatus(order('PENDING', { is_scheduled: true }), 'ACCEPTED', at);
    expect(scheduled.ok && scheduled.value.ready_by).toBeNull();
  });

  it('clears the reason when an order leaves REJECTED', () => {
    const back = orderWithStatus(order('REJECTED'), 'PENDING', at);
    expect(back.ok && back.value).toMatchObject({ reject_reason: null, rejected_reason_message: null });
  });

  it('has one next step per board column', () => {
    expect(orderStatuses.map(nextStatus)).toEqual([null, 'ACCEPTED', 'DELIVER', 'COMPLETE', null, null]);
  });

  it('lists the twelve reject reasons (B-63)', () => {
    expect(rejectReasons).toHaveLength(12);
  });
});

describe('rejecting', () => {
  it('is offered for every order but a rejected one (B-58)', () => {
    expect(orderStatuses.filter((status) => rejectionRefusal(status) !== null)).toEqual(['REJECTED']);
  });

  for (const from of orderStatuses)
    it(`${from} -> REJECTED is ${from === 'REJECTED' ? 'refused' : 'allowed'} (B-58, B-62, architecture, Orders)`, () => {
      const before = { ...order(from, { ready_by: 5 }), total: zero };
      const result = orderRejected(before, 'much_demand', 'Hay mucha demanda en este momento.');
      if (from === 'REJECTED') expect(result.ok || result.failure.code).toBe('invalid_transition');
      else
        expect(result.ok && result.value).toEqual({
          ...before,
          status: 'REJECTED',
          reject_reason: 'much_demand',
          rejected_reason_message: 'Hay mucha demanda en este momento.',
        });
    });
});

describe('delaying', () => {
  it('offers 5, 10, 15 and 30 minutes (B-60)', () => {
    expect(delayChoices).toEqual([5, 10, 15, 30]);
  });

  for (const from of orderStatuses) {
    const finished = from === 'COMPLETE' || from === 'REJECTED';
    it(`${from} may ${finished ? 'not ' : ''}be delayed (B-60, architecture, Orders)`, () => {
      const result = orderDelayed(order(from), 5, at);
      expect(result.ok || result.failure.code).toBe(finished ? 'invalid_transition' : true);
      expect(delayRefusal(from)).toBe(finished ? 'delay-after-end' : null);
    });
  }

  it('makes up every step of 5 minutes from the four delays, and none of 0 (M-14, B-60, B-61)', () => {
    expect([0, 5, 10, 15, 30].map(delayParts)).toEqual([[], [5], [10], [15], [30]]);
    expect([20, 25, 45, 60].map(delayParts)).toEqual([
      [15, 5],
      [15, 10],
      [30, 15],
      [30, 30],
    ]);
    for (let total = 0; total <= delayMaximumMinutes; total += 5)
      expect(delayParts(total).reduce<number>((sum, part) => sum + part, 0)).toBe(total);
  });

  it('tells beforehand when a delayed order is ready (N-04)', () => {
    const now = instant(1_000_000);
    expect(delayedUntil({ ready_by: instant(60_000) }, 20, now)).toBe(60_000 + 20 * 60_000);
    expect(delayedUntil({ ready_by: null }, 20, now)).toBe(1_000_000 + 20 * 60_000);
  });

  it('adds to ready_by, or to now when nothing was promised, and changes nothing else (N-04)', () => {
    const promised = order('ACCEPTED', { ready_by: 7 });
    const later = orderDelayed(promised, 15, at);
    expect(later.ok && later.value).toEqual({ ...promised, ready_by: 7 + 15 * 60_000 });
    const first = orderDelayed(order('PENDING'), 30, at);
    expect(first.ok && first.value.ready_by).toBe(at.now + 30 * 60_000);
  });
});

describe('progress', () => {
  it('of orders: 20, 20, 50, 80, 100, 100 percent (M-16)', () => {
    expect(orderStatuses.map((s) => orderProgress[s])).toEqual([20, 20, 50, 80, 100, 100]);
  });

  it('of riders (M-17, B-72, B-73, B-74, B-75, B-76, B-77)', () => {
    expect(shippingProgress).toEqual({
      CANCELLEDBYUSER: 0,
      CANCELLEDBYSTORE: 0,
      CANCELLEDBYPROVIDER: 0,
      PENDING: 5,
      ARRIVING: 20,
      INSTORE: 40,
      SENDING: 60,
      DELIVERED: 100,
    });
  });
});

describe('the board', () => {
  const placed = (id: number | null, created: number, ready: number | null, status: OrderStatus = 'PENDING') => ({
    id,
    created_at: instant(created),
    ready_by: ready === null ? null : instant(ready),
    status,
  });

  it('orders a column by ready_by, an empty one counting as created_at, then by id (B-42, N-49)', () => {
    const orders = [placed(3, 10, 50), placed(2, 40, null), placed(1, 10, 50), placed(null, 40, null)];
    expect(ordersInColumn(orders, 'PENDING').map((o) => o.id)).toEqual([2, null, 1, 3]);
  });

  it('has a total order, whatever the orders (B-42)', () => {
    const any = fc.record({ id: fc.option(fc.nat(9)), created: fc.nat(9), ready: fc.option(fc.nat(9)) });
    fc.assert(
      fc.property(any, any, any, (x, y, z) => {
        const [a, b, c] = [x, y, z].map((o) => placed(o.id, o.created, o.ready));
        if (!a || !b || !c) return;
        expect(Math.sign(byReadiness(a, b))).toBe(-Math.sign(byReadiness(b, a)) + 0);
        if (byReadiness(a, b) <= 0 && byReadiness(b, c) <= 0) expect(byReadiness(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('puts each order into its own column (B-03, B-04, B-05)', () => {
    const orders = orderStatuses.map((status, i) => placed(i, i, null, status));
    expect(ordersInColumn(orders, 'PENDING').map((o) => o.status)).toEqual(['PENDING']);
    expect(ordersInColumn(orders, 'ACCEPTED').map((o) => o.status)).toEqual(['ACCEPTED']);
    expect(ordersInColumn(orders, 'DELIVER').map((o) => o.status)).toEqual(['DELIVER']);
  });

  it('lists as finished what is not on the board, newest first (B-41, D-20)', () => {
    const orders = orderStatuses.map((status, i) => placed(i, i, null, status));
    expect(finishedOrders(orders).map((o) => o.status)).toEqual(['REJECTED', 'COMPLETE', 'PAYING']);
  });

  it('would finish the accepted and to-be-delivered orders of one type (B-36)', () => {
    const orders = orderStatuses.flatMap((status) => [
      { status, type: 'LOCAL' as const },
      { status, type: 'DELIVERY' as const },
    ]);
    expect(finishable(orders, 'LOCAL').map((o) => o.status)).toEqual(['ACCEPTED', 'DELIVER']);
  });
});

describe('the card timer', () => {
  const timed = (status: OrderStatus, ready: number | null, is_scheduled = false) => ({
    status,
    is_scheduled,
    created_at: instant(0),
    ready_by: ready === null ? null : instant(ready),
  });
  const min = 60_000;

  it.each([
    [
      'a scheduled pending order shows its target (B-46)',
      timed('PENDING', 90 * min, true),
      0,
      { kind: 'target', at: 90 * min },
    ],
    [
      'a pending order shows the time since creation (B-47)',
      timed('PENDING', null),
      150_000,
      { kind: 'since', minutes: 2 },
    ],
    [
      'a clock that runs behind the server shows 0, not less (B-47)',
      timed('PENDING', null),
      -5_000,
      { kind: 'since', minutes: 0 },
    ],
    [
      'an accepted order shows the time left (B-48)',
      timed('ACCEPTED', 10 * min),
      30_000,
      { kind: 'left', minutes: 10 },
    ],
    ['exactly on time nothing is late (B-48)', timed('DELIVER', 10 * min), 10 * min, { kind: 'left', minutes: 0 }],
    ['a passed time is late (B-48)', timed('DELIVER', 10 * min), 14 * min, { kind: 'late', minutes: 4 }],
    ['without a ready time it is not known (K-84)', timed('ACCEPTED', null), 0, { kind: 'unknown' }],
  ])('%s', (_, o, now, expected) => {
    expect(cardTimer(o, instant(now))).toEqual(expected);
  });
});

it('hangs rows with a ref under their parent (B-54, D-22)', () => {
  const row = (id: number, ref: number | null): OrderDetailRow => ({
    id,
    ref,
    name: String(id),
    quantity: 1,
    unit_price: zero,
    discount: zero,
    comments: null,
  });
  const nested = nestedRows([row(1, null), row(2, 1), row(3, null), row(4, 1)]);
  expect(nested.map((n) => [n.row.id, n.additionals.map((a) => a.id)])).toEqual([
    [1, [2, 4]],
    [3, []],
  ]);
});
