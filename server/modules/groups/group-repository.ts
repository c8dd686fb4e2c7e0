import type { Uuid } from '#domain/ids.ts';
import type { Money } from '#domain/money.ts';
import type { MovableOrder } from '#domain/moved-lines.ts';
import type { PaymentRow } from '#domain/order.ts';
import type { GroupData, GroupStatus, OrderGroup, OrderGroupDetail } from '#domain/order-group.ts';
import type { Code, StorePaymentMethod } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import type { groupMoves, orderGroups, StoredLine } from '#server/db/schema/orders.ts';
import type { OrderRepository } from '#server/modules/orders/order-repository.ts';
import type { OrderRow } from '#server/modules/orders/order-rows.ts';
import type { GroupEvent } from '#server/realtime/announce.ts';
import type { FollowedLine } from './printed-lines-store.ts';

export type GroupRow = typeof orderGroups.$inferSelect;
export type MoveRow = typeof groupMoves.$inferSelect;
export type StoredGroup = OrderGroup & Pick<OrderGroupDetail, 'tip'> & { readonly id: number };

/** The columns of a new group that the database does not set. */
export interface NewGroup extends GroupData {
  readonly uid: string;
  readonly code_id: number;
  readonly seller_id: number | null;
  readonly created_by: number;
  readonly created_at: Instant;
}

/** A change; absent fields stay. */
export interface GroupChange {
  readonly status?: GroupStatus;
  readonly discount?: Money;
  readonly code_id?: number;
  readonly tip?: Money;
  readonly people?: number;
  readonly childrens?: boolean;
  /** All payments, in order, as for an order. */
  readonly payments?: readonly PaymentRow[];
  /** The person who changed it; null = not a person. */
  readonly by: number | null;
  readonly at: Instant;
}

/**
 * Storage for the rules about groups, inside one transaction of one store. Lock a group before its orders: an order that
 * joins it holds the group, and an order that changes never locks it.
 */
export interface GroupRepository {
  /** The group's orders. Their changes announce neither code nor group. */
  readonly orders: OrderRepository;
  /** The store's code; null when it has none with this id, or it is removed. */
  code(id: number): Promise<Code | null>;
  isStaff(userId: number): Promise<boolean>;
  paymentMethods(): Promise<readonly StorePaymentMethod[]>;
  ofUid(uid: string): Promise<GroupRow | null>;
  /** The new group's id; null when its uid exists, or when the code has an active group. */
  insert(group: NewGroup): Promise<number | null>;
  lock(id: number): Promise<GroupRow | null>;
  lockOrders(id: number): Promise<readonly OrderRow[]>;
  /** The group as of the last event that this transaction announced about it. */
  read(id: number): Promise<OrderGroupDetail>;
  save(id: number, change: GroupChange): Promise<void>;
  /** Whether another group is active at the code. */
  isOccupied(codeId: number, id: number): Promise<boolean>;
  /** Moves the group's orders to another code. */
  moveOrders(id: number, codeId: number): Promise<void>;
  /** Keys for lines that are cut in two. */
  rows(count: number): Promise<readonly number[]>;
  /** Puts an order, with these lines and its payments, at another table. */
  moveOrder(order: Pick<OrderRow, 'id' | 'lines'>, to: Pick<GroupRow, 'id' | 'code_id'>): Promise<void>;
  /** Stores lines of an order as an order of their own at another table, in the same status. Returns its id. */
  splitOrder(from: OrderRow, part: MovableOrder<StoredLine>, to: Pick<GroupRow, 'id' | 'code_id'>): Promise<number>;
  /** What the kitchen has on paper of these lines goes with them. */
  followPrinted(to: number, lines: readonly FollowedLine[]): Promise<void>;
  /** Deletes an order whose lines went back. */
  removeOrder(id: number): Promise<void>;
  /** Moves these payments, or all, from one group to another. Returns the ids of those that went. */
  movePayments(from: number, to: number, ids: readonly number[] | null): Promise<readonly number[]>;
  noteMove(move: Omit<MoveRow, 'id' | 'store_id'>): Promise<void>;
  /** A move that is not undone; null: the store has none with this id. */
  move(id: number): Promise<MoveRow | null>;
  forgetMove(id: number): Promise<void>;
  appliedAnswer(command: Uuid): Promise<unknown>;
  nameOf(userId: number): Promise<string | null>;
  audit(note: {
    readonly action: string;
    readonly groupId: number;
    readonly before: unknown;
    readonly after: unknown;
  }): void;
  /**
   * Books what the group brought to the register; tells the waiting orders of these codes, then the group. Call it last,
   * after all locks.
   */
  announce(id: number, name: GroupEvent, codeIds: readonly number[]): Promise<void>;
}
