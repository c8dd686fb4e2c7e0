import { add, type Money } from '#domain/money.ts';
import type { Order, OrderDetailRow, OrderLine, PaymentRow } from '#domain/order.ts';
import type { orders, payments, StoredLine } from '#server/db/schema/orders.ts';

export type OrderRow = typeof orders.$inferSelect;
export type PaymentDbRow = typeof payments.$inferSelect;

/** What an order shows of other tables. */
export interface OrderJoins {
  readonly code: Order['code'];
  readonly user: Order['user'];
  readonly seller: Order['seller'];
  readonly payments: readonly PaymentDbRow[];
}

const lineOf = (line: StoredLine): OrderLine => ({
  id: line.id,
  name: line.name,
  quantity: line.quantity,
  unit_price: line.unit_price,
  discount: line.discount,
  comments: line.comments,
  additionals: line.additionals.map((a) => ({ id: a.id, name: a.name, quantity: a.quantity, price: a.price })),
  price: line.price,
});

const noMoney: Money = add();

/** A line's row, then one row for each of its additionals (B-54, D-22). */
const detailOf = (line: StoredLine): OrderDetailRow[] => [
  {
    id: line.row,
    ref: null,
    name: line.name,
    quantity: line.quantity,
    unit_price: line.unit_price,
    discount: line.discount,
    comments: line.comments,
  },
  ...line.additionals.map((a) => ({
    id: a.row,
    ref: line.row,
    name: a.name,
    quantity: a.quantity,
    unit_price: a.price,
    discount: noMoney,
    comments: null,
  })),
];

const paymentOf = (row: PaymentDbRow): PaymentRow => ({
  id: row.id,
  method: row.method,
  amount: row.amount,
  option: row.option,
  type: row.type,
  value: row.value,
  can_modify: row.can_modify,
  status: row.status,
});

export const orderOf = (
  row: OrderRow,
  joins: OrderJoins,
): Order & { readonly id: number; readonly number: number } => ({
  id: row.id,
  uid: row.uid,
  number: row.number,
  type: row.type,
  status: row.status,
  code: joins.code,
  user: joins.user,
  seller: joins.seller,
  origin: row.origin,
  description: row.description,
  phone: row.phone,
  comments: row.comments,
  address: row.address,
  items: row.lines.map(lineOf),
  order_detail: row.lines.flatMap(detailOf),
  payments: joins.payments.map(paymentOf),
  shipping: row.shipping,
  subtotal: row.subtotal,
  discount: row.discount,
  delivery_amount: row.delivery_amount,
  total: row.total,
  billings_count: row.billings_count,
  promocodes: row.promocodes,
  created_at: row.created_at,
  updated_at: row.updated_at,
  ready_by: row.ready_by,
  is_scheduled: row.is_scheduled,
  order_group_id: row.order_group_id,
  reject_reason: row.reject_reason,
  rejected_reason_message: row.rejected_reason_message,
  price_difference: row.price_difference,
  ver: row.ver,
  status_rev: row.status_rev,
  money_rev: row.money_rev,
});

export type StoredOrder = ReturnType<typeof orderOf>;
