import type { OrderSubmission } from '#contract/orders.ts';
import type { Uuid } from '#domain/ids.ts';
import type { Money } from '#domain/money.ts';
import type { Order, OrderLine, OrderStatus, PaymentRow } from '#domain/order.ts';
import type { Promocode } from '#domain/promocode.ts';
import type { Instant } from '#domain/time.ts';
import type { OrderAnnouncement } from './announce-order.ts';
import type { SubmissionContext } from './submission/submission-context.ts';
import type { OrderAmounts } from '#domain/order-money.ts';
import type { StorePaymentMethod } from '#domain/store.ts';
import type { StoredLine } from '#server/db/schema/orders.ts';
import type { OrderRow, StoredOrder } from './order-rows.ts';

/** Everything of a new order that is not the database's to give. */
export type NewOrder = Pick<
  Order,
  | 'uid'
  | 'type'
  | 'status'
  | 'origin'
  | 'description'
  | 'phone'
  | 'comments'
  | 'address'
  | 'shipping'
  | 'subtotal'
  | 'discount'
  | 'delivery_amount'
  | 'total'
  | 'ready_by'
  | 'is_scheduled'
  | 'reject_reason'
  | 'rejected_reason_message'
  | 'created_at'
> & {
  readonly submission: string;
  readonly code_id: number | null;
  readonly user_id: number | null;
  readonly seller_id: number | null;
  readonly created_by: number | null;
  readonly lines: readonly OrderLine[];
  readonly payments: readonly Omit<PaymentRow, 'id'>[];
  /** null unless told. */
  readonly price_difference?: Money | null;
  /** None unless told. */
  readonly promocodes?: Promocode[];
  /** When the status was set; created_at unless told. */
  readonly status_at?: Instant;
};

export interface OrderStatusChange {
  readonly status: OrderStatus;
  readonly ready_by: Instant | null;
  readonly reject_reason: Order['reject_reason'];
  readonly rejected_reason_message: string | null;
  /** null = no person. */
  readonly by: number | null;
  readonly at: Instant;
}

/** The new amounts of an order; absent `lines` and `payments` stay as they are. */
export interface MoneyChange extends OrderAmounts {
  readonly lines?: readonly StoredLine[];
  /** All payments, in order: a known id keeps its row, null inserts one, every other row is deleted. */
  readonly payments?: readonly PaymentRow[];
  /** null = no person. */
  readonly by: number | null;
  readonly at: Instant;
}

export interface AuditNote {
  readonly action: string;
  readonly orderId: number;
  readonly before: unknown;
  readonly after: unknown;
}

export type SaleFacts = Pick<
  SubmissionContext,
  'store' | 'items' | 'rules' | 'code' | 'promocode' | 'zones' | 'sellerIsStaff'
>;

/**
 * What the rules about orders need of storage, inside one transaction of one store: PostgreSQL in the server, memory in
 * the simulator. All of it commits with the command or none does.
 */
export interface OrderRepository {
  /** The order as it is, locked until the transaction ends; null when the store has no such order. */
  lock(id: number): Promise<OrderRow | null>;
  /** Throws when the store has no such order. */
  read(id: number): Promise<StoredOrder>;
  /** The stored body of a command that was applied; null when it was refused or is not known. */
  appliedAnswer(command: Uuid): Promise<unknown>;
  /** Raises `ver` and `status_rev`. */
  saveStatus(id: number, change: OrderStatusChange): Promise<void>;
  /** Raises `ver` alone: a delay is never a conflict for a status. */
  saveReadyBy(id: number, change: { readonly ready_by: Instant; readonly at: Instant }): Promise<void>;
  /** Raises `ver` and `money_rev`. */
  saveMoney(id: number, change: MoneyChange): Promise<void>;
  /** Who changed the order's amounts last, and when; null when they are as the order was taken. */
  lastMoneyChange(id: number): Promise<{ readonly by: number | null; readonly at: Instant } | null>;
  /** What the store takes. */
  paymentMethods(): Promise<readonly StorePaymentMethod[]>;
  /** Numbers and writes an order with its payments; answers its id. */
  insert(order: NewOrder): Promise<number>;
  /** The order already made under this uid; a second command with the same uid waits here for the first. */
  orderOfUid(uid: string): Promise<{ readonly id: number; readonly submission: string } | null>;
  nameOf(userId: number): Promise<string | null>;
  delayMinutes(): Promise<number>;
  /** What a new order is judged against. */
  saleFacts(submission: OrderSubmission): Promise<SaleFacts>;
  audit(note: AuditNote): Promise<void>;
  /** Call it last, after every lock. */
  announce(event: Pick<OrderAnnouncement, 'name' | 'order' | 'waitingChanged'>): Promise<void>;
}
