import type { Result, TransitionRefusal } from './errors.ts';
import { ok, refuseTransition } from './errors.ts';
import type { GroupMove } from './group-moves.ts';
import type { Money } from './money.ts';
import { add, atLeastZero, smaller, subtract, zero } from './money.ts';
import type { OrderAmounts } from './order-money.ts';
import type { Order, OrderDetailRow, OrderStatus, PaymentRow } from './order.ts';
import type { Code, Seller } from './store.ts';
import type { Instant } from './time.ts';

/** G-27. */
export const groupStatuses = ['OPENED', 'PAYING', 'COMPLETE', 'REJECTED'] as const;
export type GroupStatus = (typeof groupStatuses)[number];

/** The people at the table: at least one (G-45), and whether there are children among them (G-46). */
export interface GroupData {
  readonly people: number;
  readonly childrens: boolean;
}

/** What every device knows of a table from its opening to its end (G-29). */
export interface OrderGroup extends OrderAmounts {
  /** The server's id; null while the group is only on this device. */
  readonly id: number | null;
  /** The device that opened the table makes it. */
  readonly uid: string;
  readonly code: NonNullable<Order['code']>;
  readonly status: GroupStatus;
  readonly seller: Seller | null;
  readonly data: GroupData;
  readonly billings_count: number;
  /** Its PENDING orders. */
  readonly waiting_count: number;
  readonly created_at: Instant;
  readonly ver: number;
  /** What a change compares. Only changes of the group raise it, not those of its orders. */
  readonly rev: number;
}

/** A row of one of the group's orders (B-54). */
export interface GroupDetailRow extends OrderDetailRow {
  readonly order_id: number;
}

/** An order of the group: who took it and when. */
export type GroupOrder = Pick<Order, 'uid' | 'status' | 'total' | 'created_at' | 'seller'> & {
  readonly id: number;
  readonly number: number;
};

/** A group with its orders and payments (G-32, G-33). Rejected orders are listed without rows (N-11). */
export interface OrderGroupDetail extends OrderGroup {
  readonly id: number;
  readonly orders: readonly GroupOrder[];
  readonly items: readonly GroupDetailRow[];
  readonly payments: readonly PaymentRow[];
  /** On top of `total`; in no subtotal, and no discount touches it. */
  readonly tip: Money;
  /** What can be undone; null: nothing. */
  readonly last_move: GroupMove | null;
}

/** A code has at most one group with this status (G-28). */
export const isActiveGroup = (status: GroupStatus): boolean => status === 'OPENED' || status === 'PAYING';

/** The group that occupies a code; null when the table is free (G-28). */
export const activeGroup = (groups: Iterable<OrderGroup>, codeId: number): OrderGroup | null => {
  for (const group of groups) if (group.code.id === codeId && isActiveGroup(group.status)) return group;
  return null;
};

/** From -> to, by an admin. A payment alone sets and ends PAYING (architecture, Orders). */
export const groupTargets: Readonly<Record<GroupStatus, readonly GroupStatus[]>> = {
  OPENED: ['COMPLETE', 'REJECTED'],
  PAYING: ['REJECTED'],
  COMPLETE: ['REJECTED'],
  REJECTED: ['COMPLETE'],
};

/** Why a group in `from` cannot change to `to`; null if it can. */
export function groupRefusal(from: GroupStatus, to: GroupStatus): TransitionRefusal | null {
  if (groupTargets[from].includes(to)) return null;
  if (from === to) return 'group-unchanged';
  return from === 'PAYING' ? 'group-paying' : 'group-reopen';
}

/** Why a table takes no orders, no other code and no deletion; null while it is open. */
export const openRefusal = (status: GroupStatus): TransitionRefusal | null =>
  status === 'OPENED' ? null : status === 'PAYING' ? 'group-paying' : 'group-ended';

/** Why payments and discount of a group cannot change; null while it is open, and when it is finished again. */
export const groupMoneyRefusal = (status: GroupStatus): TransitionRefusal | null =>
  status === 'PAYING' ? 'group-paying' : status === 'COMPLETE' ? 'group-ended' : null;

export const groupWithStatus = <T extends Pick<OrderGroup, 'status'>>(group: T, to: GroupStatus): Result<T> => {
  const refusal = groupRefusal(group.status, to);
  return refusal === null ? ok({ ...group, status: to }) : refuseTransition(refusal);
};

interface GroupedOrder {
  readonly status: OrderStatus;
  readonly reject_reason: Order['reject_reason'];
  readonly status_at: Instant;
}

/**
 * The new status of an order of a group that changes to `to`; null: it stays. With COMPLETE, what is still worked on is
 * COMPLETE. With REJECTED, every order that counts is REJECTED by_store. A rejected group that is finished after all
 * takes back the orders that were rejected with it, at `since` (N-11).
 */
export function orderStatusInGroup(
  order: GroupedOrder,
  to: 'COMPLETE' | 'REJECTED',
  group: { readonly status: GroupStatus; readonly since: Instant },
): 'COMPLETE' | 'REJECTED' | null {
  if (to === 'REJECTED') return order.status === 'REJECTED' ? null : 'REJECTED';
  if (order.status === 'REJECTED')
    return group.status === 'REJECTED' && order.reject_reason === 'by_store' && order.status_at === group.since
      ? 'COMPLETE'
      : null;
  return order.status === 'COMPLETE' ? null : 'COMPLETE';
}

/** The sum of the orders that are not rejected (N-11). */
export const groupSubtotal = (orders: readonly Pick<Order, 'status' | 'total'>[]): Money =>
  add(zero, ...orders.filter((o) => o.status !== 'REJECTED').map((o) => o.total));

/** The amounts of a group. Its discount counts up to the sum of its orders. */
export function groupAmounts(subtotal: Money, given: Money): OrderAmounts {
  const discount = smaller(given, subtotal);
  return { subtotal, discount, delivery_amount: zero, total: atLeastZero(subtract(subtotal, discount)) };
}

/** How a code is shown: red, blue, green, neutral (G-08, G-16, G-17). */
export type PlaceState = 'waiting' | 'paying' | 'open' | 'free';

/** `waiting`: orders that nobody has accepted. They come first: somebody is waiting (G-08). */
export function placeState(waiting: number, group: Pick<OrderGroup, 'status'> | null): PlaceState {
  if (waiting > 0) return 'waiting';
  if (group?.status === 'PAYING') return 'paying';
  return group?.status === 'OPENED' ? 'open' : 'free';
}

/** The state of several codes together: the first of these that one of them has (G-17). */
export const stateOfAll = (states: readonly PlaceState[]): PlaceState =>
  (['waiting', 'paying', 'open'] as const).find((state) => states.includes(state)) ?? 'free';

/** Where a tap on a code leads (G-22 to G-26, H-49). */
export type CodeFlow =
  | { readonly to: 'order' }
  | { readonly to: 'open' }
  | { readonly to: 'add'; readonly group: OrderGroup }
  | { readonly to: 'detail'; readonly group: OrderGroup }
  | { readonly to: 'paying'; readonly group: OrderGroup }
  /** It is being paid, and the person may not manage it. */
  | { readonly to: 'wait' };

export function codeFlow(code: Pick<Code, 'group'>, group: OrderGroup | null, isAdmin: boolean): CodeFlow {
  if (!code.group) return { to: 'order' };
  if (group === null) return { to: 'open' };
  if (group.status === 'PAYING') return isAdmin ? { to: 'paying', group } : { to: 'wait' };
  return isAdmin ? { to: 'detail', group } : { to: 'add', group };
}
