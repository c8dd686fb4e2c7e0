import type { Folded } from '#data/orders/orders.ts';
import type { BoardStatus, Order, OrderStatus } from '#domain/order.ts';
import { boardStatuses, isOnBoard } from '#domain/order.ts';
import { byReadiness, finishedOrders } from '#domain/order-columns.ts';
import type { ServiceType } from '#domain/store.ts';

/** The board's pure functions, without a screen. */

export type Columns = Readonly<Record<BoardStatus, readonly Folded<Order>[]>>;

/** PENDING, ACCEPTED and DELIVER by ready time, then id (B-03 to B-05, B-42, N-49), without the hidden types (B-08). */
export function boardColumns(orders: readonly Folded<Order>[], hidden: ReadonlySet<ServiceType>): Columns {
  const column = (status: BoardStatus): Folded<Order>[] =>
    orders
      .filter(({ body }) => body.status === status && !hidden.has(body.type))
      .toSorted((a, b) => byReadiness(a.body, b.body));
  return { PENDING: column('PENDING'), ACCEPTED: column('ACCEPTED'), DELIVER: column('DELIVER') };
}

/** `now`, with each column of `before` that has the same cards; `before` itself when all have. */
export function keptColumns(before: Columns, now: Columns): Columns {
  const isSame = (status: BoardStatus): boolean =>
    before[status].length === now[status].length &&
    before[status].every((shown, index) => shown === now[status][index]);
  if (boardStatuses.every(isSame)) return before;
  const column = (status: BoardStatus) => (isSame(status) ? before : now)[status];
  return { PENDING: column('PENDING'), ACCEPTED: column('ACCEPTED'), DELIVER: column('DELIVER') };
}

/** Orders being paid on top, then newest first (B-41, D-20). */
export function finishedList(orders: readonly Folded<Order>[], hidden: ReadonlySet<ServiceType>): readonly Order[] {
  const finished = finishedOrders(orders.flatMap(({ body }) => (hidden.has(body.type) ? [] : [body])));
  return [...finished.filter((o) => o.status === 'PAYING'), ...finished.filter((o) => o.status !== 'PAYING')];
}

export const columnOf = (columns: Columns, uid: string): BoardStatus | null =>
  boardStatuses.find((status) => columns[status].some((o) => o.body.uid === uid)) ?? null;

export const findCard = (columns: Columns, uid: string): Folded<Order> | null => {
  const status = columnOf(columns, uid);
  return status === null ? null : (columns[status].find((o) => o.body.uid === uid) ?? null);
};

export const firstCard = (columns: Columns): string | null =>
  boardStatuses.flatMap((status) => columns[status].slice(0, 1))[0]?.body.uid ?? null;

const uidAt = (column: readonly Folded<Order>[], index: number): string | null =>
  column[Math.max(0, Math.min(index, column.length - 1))]?.body.uid ?? null;

/** The card that an arrow key, Home or End reaches; empty columns are skipped. null when there is none. */
export function cardTarget(columns: Columns, uid: string, key: string): string | null {
  const status = columnOf(columns, uid);
  if (status === null) return null;
  const column = columns[status];
  const index = column.findIndex((o) => o.body.uid === uid);
  switch (key) {
    case 'ArrowDown':
      return column[index + 1]?.body.uid ?? null;
    case 'ArrowUp':
      return column[index - 1]?.body.uid ?? null;
    case 'Home':
      return uidAt(column, 0);
    case 'End':
      return uidAt(column, column.length - 1);
    case 'ArrowRight':
    case 'ArrowLeft': {
      const place = boardStatuses.indexOf(status);
      const beyond = key === 'ArrowRight' ? boardStatuses.slice(place + 1) : boardStatuses.slice(0, place).toReversed();
      const next = beyond.find((s) => columns[s].length > 0);
      return next === undefined ? null : uidAt(columns[next], index);
    }
    default:
      return null;
  }
}

/**
 * The card to focus in place of a removed one: the next in its column, else the previous one. With `within` 'board' it
 * may be any card; null without one.
 */
export function cardInPlaceOf(before: Columns, after: Columns, uid: string, within: 'column' | 'board'): string | null {
  const status = columnOf(before, uid);
  const any = within === 'board' ? firstCard(after) : null;
  if (status === null) return any;
  const index = before[status].findIndex((o) => o.body.uid === uid);
  return uidAt(after[status], index) ?? any;
}

/** Alt+arrow: the adjacent column; null at the edges. */
export function neighbourStatus(status: OrderStatus, direction: 1 | -1): BoardStatus | null {
  if (!isOnBoard(status)) return null;
  return boardStatuses[boardStatuses.indexOf(status) + direction] ?? null;
}

/** Lines on a card before «+4 más». */
export const cardLinesMax = 6;

/** The customer's name, else the seller's. */
export function whoIsIt(
  order: Pick<Order, 'description' | 'user' | 'seller'>,
): { readonly kind: 'customer' | 'seller'; readonly name: string } | null {
  const customer = order.description || order.user?.fullname;
  if (customer) return { kind: 'customer', name: customer };
  return order.seller ? { kind: 'seller', name: order.seller.fullname } : null;
}

/** Estimated height in pixels before a card is measured; a good estimate keeps the scrollbar still. */
export function cardEstimatePx(order: Pick<Order, 'items' | 'comments'>, scale: number): number {
  const lines = order.items.slice(0, cardLinesMax);
  const notes =
    lines.reduce((sum, l) => sum + l.additionals.length + (l.comments ? 1 : 0), 0) + (order.comments ? 2 : 0);
  const more = order.items.length > cardLinesMax ? 1 : 0;
  return Math.round(88 + (58 + 24 * (lines.length + more) + 22 * notes) * scale);
}

/** The tab that a swipe opens; null for a short or mostly vertical one. */
export function swipeTarget(from: BoardStatus, dx: number, dy: number): BoardStatus | null {
  if (Math.abs(dx) < 56 || Math.abs(dx) < Math.abs(dy) * 2) return null;
  return neighbourStatus(from, dx < 0 ? 1 : -1);
}

/** Seconds after which the age of the data turns amber (offline engine, What people see). */
export const oldDataSeconds = 120;
/** The server confirms every 30 s: a younger confirmation shows no age. */
const quietSeconds = 40;
const firstAnswerMs = 3_000;

export interface DataAgeFacts {
  /** Monotonic ms of this page's last confirmation; null before the first. */
  readonly confirmedAt: number | null;
  /** Wall clock ms of the last confirmation before this page; null without one. */
  readonly knownAt: number | null;
  readonly openedAt: number;
  readonly mono: number;
  readonly wall: number;
  readonly online: boolean;
}

/**
 * Seconds since the server last confirmed the board. null: nothing to show. -1: unknown, because this device never had
 * a confirmation or its clock was set back.
 */
export function dataAgeSeconds({ confirmedAt, knownAt, openedAt, mono, wall, online }: DataAgeFacts): number | null {
  if (confirmedAt !== null) {
    const seconds = Math.floor((mono - confirmedAt) / 1_000);
    return seconds < quietSeconds ? null : seconds;
  }
  // Offline there is no first answer to wait for.
  if (online && mono - openedAt <= firstAnswerMs) return null;
  return knownAt === null || knownAt > wall ? -1 : Math.floor((wall - knownAt) / 1_000);
}
