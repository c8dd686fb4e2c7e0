import type { OrderSubmission } from '#contract/order-submission.ts';
import type { ResumeChange } from '#domain/customer.ts';
import type { Uuid } from '#domain/ids.ts';
import type { Money } from '#domain/money.ts';
import type { Order, OrderStatus, PaymentRow, StoredOrder } from '#domain/order.ts';
import type { Instant } from '#domain/time.ts';
import type { OrderAnnouncement } from './announce-order.ts';
import type { FormerPrice } from './submission/former-prices.ts';
import type { StartedPayment } from './submission/payment-rows.ts';
import type { SubmissionContext } from './submission/submission-context.ts';
import type { GroupStatus } from '#domain/order-group.ts';
import type { OrderAmounts } from '#domain/order-money.ts';
import type { ChargeFor } from '#domain/paying.ts';
import type { Payable } from '#server/modules/attempts/attempts-store.ts';
import type { StorePaymentMethod } from '#domain/store.ts';
import type { StoredLine } from '#server/db/schema/orders.ts';
import type { AcceptedOrder, OrderRow } from './order-rows.ts';

export interface OrderStatusChange {
  readonly status: OrderStatus;
  readonly ready_by: Instant | null;
  readonly reject_reason: Order['reject_reason'];
  readonly rejected_reason_message: string | null;
  /** The person who changed it; null = not a person. */
  readonly by: number | null;
  readonly at: Instant;
}

export interface AuditNote {
  readonly action: string;
  readonly orderId: number;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Storage for the rules about orders, inside one transaction of one store: PostgreSQL in the server, memory in the
 * simulator. It commits together with the command.
 */
export interface OrderRepository {
  /**
   * The group of an order, locked against being finished, moved or deleted until the transaction ends; null without one.
   * Call it before `lock`: a group is locked before its orders.
   */
  holdTable(orderId: number): Promise<{ readonly id: number; readonly status: GroupStatus } | null>;
  /** The current order, locked until the transaction ends; null when the store has no such order. */
  lock(id: number): Promise<OrderRow | null>;
  /** Throws when the store has no such order. */
  read(id: number): Promise<StoredOrder>;
  /** The stored answer of an applied command; null when the command was refused or is unknown. */
  appliedAnswer(command: Uuid): Promise<unknown>;
  /** Raises `ver` and `status_rev`. */
  saveStatus(id: number, change: OrderStatusChange): void;
  /** Raises `ver` only, so a delay never conflicts with a status change. */
  saveReadyBy(id: number, change: { readonly ready_by: Instant; readonly at: Instant }): void;
  /**
   * Raises `ver` and `money_rev`. Absent `lines` and `payments` stay unchanged. `payments` are all of them, in order: a
   * known id keeps its row, null inserts one, all other rows are deleted.
   */
  saveMoney(
    id: number,
    change: OrderAmounts & {
      readonly lines?: readonly StoredLine[];
      readonly payments?: readonly PaymentRow[];
      /** The person who changed it; null = not a person. */
      readonly by: number | null;
      readonly at: Instant;
    },
  ): Promise<void>;
  /** Who last changed the order's amounts, and when; null when they are unchanged since the order was taken. */
  lastMoneyChange(id: number): Promise<{ readonly by: number | null; readonly at: Instant } | null>;
  /** The store's payment methods. */
  paymentMethods(): Promise<readonly StorePaymentMethod[]>;
  /** How the store charges each method online, now. */
  chargeFor(): Promise<ChargeFor>;
  /**
   * Stores that a provider is to charge a stored payment; it is asked after the commit. `before`: the status of a taken
   * order, which it has again when the payment has ended.
   */
  startPayment(payable: Payable, payment: PaymentRow, started: StartedPayment, before?: OrderStatus): void;
  /**
   * For a locked order or group that is rejected: what is in progress is called off, what was charged is given back.
   * Returns whether a payment was in progress.
   */
  withdrawPayments(payable: Payable): Promise<boolean>;
  /** Tells how a payment ended, after the event of what it paid. */
  announcePayment(payable: Payable, status: 'APPROVED' | 'REJECTED'): void;
  /** Numbers and stores an order with its payments. Needs `saleFacts` before it. */
  insert(order: AcceptedOrder): Promise<StoredOrder>;
  /** The existing order with this uid. A second command with the same uid waits here for the first. */
  orderOfUid(uid: string): Promise<{ readonly id: number; readonly submission: string } | null>;
  nameOf(userId: number): Promise<string | null>;
  /** Adds to the counts of an order's customer. */
  addToResume(userId: number, change: ResumeChange): void;
  delayMinutes(): Promise<number>;
  /** The prices of these lines, the discount rules and the delivery fees that were changed since, newest first. */
  formerPrices(lines: OrderSubmission['items'], since: Instant): Promise<readonly FormerPrice[]>;
  /** Asks the admins to look at a sale whose total would have been `own` at the store's prices. */
  requestReview(order: Pick<StoredOrder, 'id' | 'total'>, own: Money): void;
  /** The facts against which a new order is checked. */
  saleFacts(
    submission: OrderSubmission,
  ): Promise<
    Pick<
      SubmissionContext,
      | 'store'
      | 'items'
      | 'rules'
      | 'code'
      | 'group'
      | 'promocode'
      | 'zones'
      | 'customer'
      | 'sellerIsStaff'
      | 'chargeFor'
    >
  >;
  audit(note: AuditNote): void;
  /** Books what the order brought to the register, and tells its change. Call it last, after all locks. */
  announce(event: Pick<OrderAnnouncement, 'name' | 'order' | 'waitingChanged' | 'groupChanged'>): Promise<void>;
}
