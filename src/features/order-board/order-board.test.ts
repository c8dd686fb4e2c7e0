import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { actionsAt } from '#data/orders/order-action.ts';
import type { Folded } from '#data/orders/orders.ts';
import { nextZoom } from '#domain/order-columns.ts';
import type { Order, OrderStatus } from '#domain/order.ts';
import { instant } from '#domain/time.ts';
import { buildLine, buildOrder, buildStore } from '#testing/builders.ts';
import {
  boardColumns,
  cardEstimatePx,
  cardInPlaceOf,
  cardTarget,
  dataAgeSeconds,
  finishedList,
  keptColumns,
  neighbourStatus,
  swipeTarget,
  whoIsIt,
} from './board-columns.ts';
import { onMinute } from './card-clock.ts';
import { rangeWith } from './list/card-list.tsx';
import { boardActions } from './actions/order-actions.tsx';
import { moveTexts } from './actions/move-texts.ts';

/** A pending order by default; higher numbers arrived later. */
const order = (number: number, change: Partial<Order> = {}): Order =>
  buildOrder({
    id: number,
    uid: `uid-${number}`,
    number,
    type: 'TAKEAWAY',
    code: null,
    created_at: instant(number * 1000),
    ...change,
  });

const shown = (...orders: Order[]): Folded<Order>[] => orders.map((body) => ({ body, sync: 'synced' }));
const numbers = (cards: readonly Folded<Order>[]): (number | null)[] => cards.map((c) => c.body.number);
const everything = new Set<never>();

describe('columns', () => {
  const orders = shown(
    order(5, { ready_by: instant(9_000) }),
    order(4, { ready_by: instant(9_000) }),
    order(3),
    order(2, { status: 'ACCEPTED', type: 'DELIVERY' }),
    order(1, { status: 'DELIVER', type: 'LOCAL' }),
    order(8, { status: 'COMPLETE' }),
    order(9, { status: 'REJECTED' }),
    order(7, { status: 'PAYING' }),
  );

  it('keeps the arrays of columns that have the same cards, so that they are not rendered again', () => {
    const before = boardColumns(orders, everything);
    expect(keptColumns(before, boardColumns([...orders], everything))).toBe(before);
    const moved = orders.map((o) => (o.body.number === 3 ? { ...o, body: order(3, { status: 'ACCEPTED' }) } : o));
    const now = boardColumns(moved, everything);
    const kept = keptColumns(before, now);
    expect(kept).toEqual(now);
    expect([kept.PENDING, kept.ACCEPTED]).toEqual([now.PENDING, now.ACCEPTED]);
    expect(kept.DELIVER).toBe(before.DELIVER);
    const renamed = orders.map((o) => (o.body.number === 1 ? { ...o, sync: 'sending' as const } : o));
    expect(keptColumns(before, boardColumns(renamed, everything)).DELIVER).toMatchObject([{ sync: 'sending' }]);
  });

  it('holds PENDING, ACCEPTED and DELIVER, by ready time and then id (B-03, B-04, B-05, B-42)', () => {
    const columns = boardColumns(orders, everything);
    expect(numbers(columns.PENDING)).toEqual([3, 4, 5]);
    expect(numbers(columns.ACCEPTED)).toEqual([2]);
    expect(numbers(columns.DELIVER)).toEqual([1]);
  });

  it('leaves out the types that the filter hides (B-08)', () => {
    const columns = boardColumns(orders, new Set(['DELIVERY', 'LOCAL'] as const));
    expect([columns.PENDING.length, columns.ACCEPTED.length, columns.DELIVER.length]).toEqual([3, 0, 0]);
  });

  it('lists the rest newest first with those being paid on top (B-41, B-12, D-20)', () => {
    expect(finishedList(orders, everything).map((o) => o.number)).toEqual([7, 9, 8]);
  });

  it('offers every status but the present one, and never PAYING or REJECTED (B-57, D-19)', () => {
    const targets = (status: OrderStatus) =>
      actionsAt(boardActions, 'card', order(1, { status }), buildStore()).moves.map(({ to }) => to);
    expect(targets('PENDING')).toEqual(['ACCEPTED', 'DELIVER', 'COMPLETE']);
    expect(targets('DELIVER')).toEqual(['PENDING', 'ACCEPTED', 'COMPLETE']);
    expect(targets('PAYING')).toEqual([]);
  });
});

describe('keys', () => {
  const columns = boardColumns(
    shown(order(1), order(2), order(3), order(11, { status: 'DELIVER' }), order(12, { status: 'DELIVER' })),
    everything,
  );

  it.each([
    ['uid-1', 'ArrowDown', 'uid-2'],
    ['uid-3', 'ArrowDown', null],
    ['uid-1', 'ArrowUp', null],
    ['uid-2', 'Home', 'uid-1'],
    ['uid-2', 'End', 'uid-3'],
    ['uid-2', 'ArrowRight', 'uid-12'],
    ['uid-3', 'ArrowRight', 'uid-12'],
    ['uid-11', 'ArrowLeft', 'uid-1'],
    ['uid-12', 'ArrowRight', null],
    ['uid-1', 'x', null],
    ['gone', 'ArrowDown', null],
  ])('leads from %s with %s to %s, over empty columns', (from, key, to) => {
    expect(cardTarget(columns, from, key)).toBe(to);
  });

  it('gives the focus to the card that takes the place of one that left', () => {
    const without = (...gone: number[]) =>
      boardColumns(
        shown(
          ...[order(1), order(2), order(3), order(11, { status: 'DELIVER' })].filter((o) => !gone.includes(o.id ?? 0)),
        ),
        everything,
      );
    expect(cardInPlaceOf(columns, without(2), 'uid-2', 'board')).toBe('uid-3');
    expect(cardInPlaceOf(columns, without(3), 'uid-3', 'board')).toBe('uid-2');
    expect(cardInPlaceOf(columns, without(1, 2, 3), 'uid-1', 'board')).toBe('uid-11');
    expect(cardInPlaceOf(columns, without(1, 2, 3), 'uid-1', 'column')).toBeNull();
  });

  it('moves to the column beside, and stops at the edges', () => {
    expect([neighbourStatus('PENDING', 1), neighbourStatus('DELIVER', -1)]).toEqual(['ACCEPTED', 'ACCEPTED']);
    expect([neighbourStatus('PENDING', -1), neighbourStatus('DELIVER', 1), neighbourStatus('COMPLETE', -1)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('changes the tab for a long, flat swipe only', () => {
    expect(swipeTarget('PENDING', -80, 10)).toBe('ACCEPTED');
    expect(swipeTarget('ACCEPTED', 80, -10)).toBe('PENDING');
    expect(swipeTarget('PENDING', 80, 0)).toBeNull();
    expect(swipeTarget('PENDING', -40, 0)).toBeNull();
    expect(swipeTarget('PENDING', -80, 60)).toBeNull();
  });
});

describe('lists', () => {
  it('keeps mounted what has the focus or is being dragged, in reading order', () => {
    const range = { startIndex: 10, endIndex: 12, overscan: 1, count: 100 };
    expect(rangeWith(range, [])).toEqual([9, 10, 11, 12, 13]);
    expect(rangeWith(range, [50, 2, 11, -1, 400])).toEqual([2, 9, 10, 11, 12, 13, 50]);
  });

  it('expects more of an order with more lines and larger letters', () => {
    const line = buildLine();
    const one = cardEstimatePx({ items: [line], comments: null }, 1);
    expect(one).toBeGreaterThan(150);
    expect(cardEstimatePx({ items: [line, line], comments: 'Sin sal' }, 1)).toBeGreaterThan(one);
    expect(cardEstimatePx({ items: [line], comments: null }, 1.5)).toBeGreaterThan(one);
    expect(cardEstimatePx({ items: Array.from({ length: 60 }, () => line), comments: null }, 1)).toBe(
      cardEstimatePx({ items: Array.from({ length: 7 }, () => line), comments: null }, 1),
    );
  });

  it('walks the sizes of the cards and stops at both ends', () => {
    expect([nextZoom(100, 1), nextZoom(100, -1), nextZoom(175, 1), nextZoom(85, -1), nextZoom(110, 1)]).toEqual([
      115,
      85,
      null,
      null,
      115,
    ]);
  });

  it('names the customer, else the seller, else nobody', () => {
    const seller = { id: 3, fullname: 'Sol' };
    const user = { id: 4, fullname: 'Lucía Benítez', confidence: 8 };
    expect(whoIsIt({ description: 'Mesa del fondo', user, seller })).toEqual({
      kind: 'customer',
      name: 'Mesa del fondo',
    });
    expect(whoIsIt({ description: null, user, seller })).toEqual({ kind: 'customer', name: 'Lucía Benítez' });
    expect(whoIsIt({ description: '', user: null, seller })).toEqual({ kind: 'seller', name: 'Sol' });
    expect(whoIsIt({ description: null, user: null, seller: null })).toBeNull();
  });
});

describe('age of the data', () => {
  const facts = { confirmedAt: null, knownAt: null, openedAt: 0, mono: 0, wall: 1_000_000, online: true };
  it.each([
    ['confirmed just now', { confirmedAt: 100_000, mono: 100_000 }, null],
    ['confirmed within the last heads', { confirmedAt: 100_000, mono: 139_999 }, null],
    ['40 s', { confirmedAt: 100_000, mono: 140_000 }, 40],
    ['twelve minutes', { confirmedAt: 100_000, mono: 820_000 }, 720],
    ['not yet, but the page has just opened', { knownAt: 400_000, mono: 3_000 }, null],
    ['before this page, and no answer came', { knownAt: 400_000, mono: 3_001 }, 600],
    ['before this page, at once without a network', { knownAt: 999_000, online: false }, 1],
    ['never', { mono: 3_001 }, -1],
    ['by a clock that was set back', { knownAt: 1_000_001, mono: 3_001 }, -1],
    ['in this page, whatever the wall clock says', { confirmedAt: 0, knownAt: 5, mono: 50_000, wall: -8 }, 50],
  ])('says how old it is: %s (offline engine, What people see)', (_case, change, age) => {
    expect(dataAgeSeconds({ ...facts, ...change })).toBe(age);
  });
});

describe('timer of the cards', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('refreshes every 60 s on one interval for all cards, and stops with the last one (B-45, D-28)', () => {
    const first = vi.fn();
    const second = vi.fn();
    const stops = [onMinute(first), onMinute(second)];
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(59_999);
    expect(first).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
    for (const stop of stops) stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('notices', () => {
  it('announces a move with the column that it ended in', () => {
    expect(moveTexts.moved(248, 'ACCEPTED')).toBe('Pedido 248 pasó a Aceptados');
    expect(moveTexts.moved(248, 'COMPLETE')).toBe('Pedido 248 finalizado');
    expect(moveTexts.moved(null, 'PENDING')).toBe('Pedido nuevo pasó a Pendientes');
  });
});
