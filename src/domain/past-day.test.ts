import { describe, expect, it } from 'vitest';
import type { HistoryEntry, OrderEvent } from './order-history.ts';
import {
  boardAt,
  boardLoad,
  busiestMoment,
  dayOf,
  lastMoment,
  orderAt,
  type PastOrder,
  registerAt,
  spanOfDay,
} from './past-day.ts';
import { zero } from './money.ts';
import { after, instant, minutes } from './time.ts';
import { pesos, testNow } from '#testing/builders.ts';

const zone = 'America/Argentina/Buenos_Aires';
const at = (minute: number) => after(testNow, minutes(minute));
const change = (minute: number, event: OrderEvent): HistoryEntry => ({
  at: at(minute),
  actor: { id: 1, fullname: 'Ana Ferreyra' },
  device: null,
  event,
});
const amounts = (total: number) => ({
  subtotal: pesos(total),
  discount: zero,
  delivery_amount: zero,
  total: pesos(total),
});
const item = { name: 'Flan', quantity: 1, price: pesos(500) };

/** Taken at 0, accepted at 5, delayed at 7, a row less at 8, finished at 20. */
const order: PastOrder = {
  id: 1,
  number: 11,
  type: 'LOCAL',
  name: 'Lucía',
  place: 'Mesa 2',
  created_at: at(0),
  removed_at: null,
  status: 'COMPLETE',
  ready_by: at(40),
  total: pesos(1_500),
  changes: [
    change(0, { action: 'create', before: null, after: { total: pesos(2_000) } }),
    change(5, { action: 'status', before: { status: 'PENDING' }, after: { status: 'ACCEPTED' } }),
    change(7, { action: 'delay', before: { ready_by: at(30) }, after: { ready_by: at(40) } }),
    change(8, { action: 'remove-item', before: { ...amounts(2_000), item }, after: amounts(1_500) }),
    change(10, { action: 'table', before: { place: 'Mesa 1' }, after: { place: 'Mesa 2' } }),
    change(20, { action: 'status', before: { status: 'ACCEPTED' }, after: { status: 'COMPLETE' } }),
  ],
};

describe('an order at a moment', () => {
  it.each([
    [0, 'PENDING', 2_000, 30, 'Mesa 1'],
    [4, 'PENDING', 2_000, 30, 'Mesa 1'],
    [5, 'ACCEPTED', 2_000, 30, 'Mesa 1'],
    [7, 'ACCEPTED', 2_000, 40, 'Mesa 1'],
    [9, 'ACCEPTED', 1_500, 40, 'Mesa 1'],
    [10, 'ACCEPTED', 1_500, 40, 'Mesa 2'],
    [25, 'COMPLETE', 1_500, 40, 'Mesa 2'],
  ] as const)('after %d minutes', (minute, status, total, readyIn, place) => {
    expect(orderAt(order, at(minute))).toMatchObject({ status, total: pesos(total), ready_by: at(readyIn), place });
  });

  it('was not there before it was taken', () => {
    expect(orderAt(order, after(at(0), -1))).toBeNull();
  });

  it('was there until it was deleted', () => {
    const removed = { ...order, removed_at: at(15) };
    expect(orderAt(removed, at(14))?.status).toBe('ACCEPTED');
    expect(orderAt(removed, at(15))).toBeNull();
    expect(boardLoad([removed], { from: at(0), to: at(30), now: at(30) })).toEqual([1, 0]);
  });

  it('is as it is now where no change says otherwise', () => {
    expect(orderAt({ ...order, changes: [] }, at(1))).toMatchObject({ status: 'COMPLETE', total: pesos(1_500) });
  });

  it('was rejected, and went back from it', () => {
    const changes = [
      change(3, { action: 'reject', before: { status: 'PENDING' }, after: { reject_reason: 'closed' } }),
      change(6, { action: 'status', before: { status: 'REJECTED' }, after: { status: 'ACCEPTED' } }),
    ];
    const back: PastOrder = { ...order, status: 'ACCEPTED', changes };
    expect([2, 3, 6].map((minute) => orderAt(back, at(minute))?.status)).toEqual(['PENDING', 'REJECTED', 'ACCEPTED']);
  });
});

describe('the board at a moment', () => {
  const later: PastOrder = {
    ...order,
    id: 2,
    number: 12,
    created_at: at(12),
    status: 'PENDING',
    ready_by: at(20),
    changes: [],
  };

  it('has the open orders by status, those that are ready first on top, and counts those that ended', () => {
    const board = boardAt([order, { ...later, status: 'ACCEPTED' }], at(15));
    expect(board.columns.get('ACCEPTED')?.map((o) => o.number)).toEqual([12, 11]);
    expect(board.columns.get('PENDING')).toEqual([]);
    expect(boardAt([order, later], at(25))).toMatchObject({ complete: 1, rejected: 0 });
    expect(boardAt([order, later], at(5)).columns.get('ACCEPTED')).toHaveLength(1);
  });

  it('was as full as that in each quarter of an hour', () => {
    const load = boardLoad([order, later], { from: at(0), to: at(60), now: at(60) });
    expect(load).toEqual([1, 1, 1, 1]);
    expect(boardLoad([order, later], { from: at(-30), to: at(0), now: at(60) })).toEqual([0, 0]);
    // Nobody knows what comes.
    expect(boardLoad([order, later], { from: at(0), to: at(60), now: at(30) })).toEqual([1, 1, 0, 0]);
    expect(busiestMoment([0, 2, 3, 3], at(0))).toBe(at(37.5));
    expect(busiestMoment([0, 0], at(0))).toBeNull();
  });
});

describe('the register at a moment', () => {
  const entry = (minute: number, kind: 'sale' | 'movement' | 'payout' | 'tip', amount: number) => ({
    kind,
    method: kind === 'tip' ? null : ('cash' as const),
    amount: pesos(amount),
    at: at(minute),
  });
  const register = {
    id: 1,
    opened_at: at(0),
    opened_by: 'Ana Ferreyra',
    closed_at: at(100),
    closed_by: 'Ana Ferreyra',
    open_amount: pesos(1_000),
    counted: pesos(4_000),
    payouts: true,
    entries: [entry(5, 'sale', 2_000), entry(6, 'movement', -300), entry(8, 'movement', 50), entry(9, 'payout', 70)],
  };

  it.each([
    [0, 1_000],
    [5, 3_000],
    [7, 2_700],
    [8, 2_750],
    [50, 2_820],
  ])('after %d minutes it should have %d', (minute, cash) => {
    expect(registerAt([register], at(minute))?.balance?.calculated).toBe(pesos(cash));
  });

  it('is none before its opening and from its close on', () => {
    expect([at(-1), at(100)].map((moment) => registerAt([register], moment))).toEqual([null, null]);
  });

  it('says nothing of its sums while it keeps them back', () => {
    expect(registerAt([{ ...register, entries: null }], at(5))?.balance).toBeNull();
  });
});

describe('a day', () => {
  it('lasts from five to five, so that a night belongs to it', () => {
    const night = instant(Date.UTC(2026, 10, 21, 7, 59));
    expect(dayOf(night, zone)).toBe('2026-11-20');
    expect(dayOf(after(night, minutes(1)), zone)).toBe('2026-11-21');
    expect(spanOfDay('2026-11-20', zone)).toEqual({
      from: instant(Date.UTC(2026, 10, 20, 8)),
      to: instant(Date.UTC(2026, 10, 21, 8)),
    });
    expect(spanOfDay('2026-13-40', zone)).toBeNull();
  });

  it('ends with now, or with what a newer answer tells, or with its last millisecond', () => {
    const day = { to: at(60) };
    expect(lastMoment(day, at(10), [])).toBe(at(10));
    expect(lastMoment(day, at(10), [{ at: at(3) }, { at: at(9) }])).toBe(at(10));
    expect(lastMoment(day, at(10), [{ at: at(3) }, { at: at(12) }])).toBe(at(12));
    expect(lastMoment(day, at(70), [{ at: at(3) }])).toBe(at(60) - 1);
  });
});
