import { add, type Money } from '#domain/money.ts';
import type { Order, OrderDetailRow, OrderLine, PaymentRow } from '#domain/order.ts';
import type { orders, payments, StoredLine } from '#server/db/schema/orders.ts';

export type OrderRow = typeof orders.$inferSelect;
export type PaymentDbRow = typeof payments.$inferSelect;

/** The parts of an order that other tables hold. */
export interface OrderJoins {
  readonly code: Order['code'];
  readonly user: Order['user'];
  readonly seller: Order['seller'];
  readonly payments: readonly PaymentDbRow[];
}

const lineOf = ({ row: _row, additionals, ...line }: StoredLine): OrderLine => ({
  ...line,
  additionals: additionals.map(({ row: _number, ...additional }) => additional),
});

const noMoney: Money = add();

/** One row for the line, then one for each of its additionals (B-54, D-22). */
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

const paymentOf = ({
  store_id: _store,
  order_id: _order,
  order_group_id: _group,
  ...payment
}: PaymentDbRow): PaymentRow => payment;

/** An order's row joined with the parts from other tables; the remaining columns already have the domain's names. */
export function orderOf(
  row: OrderRow,
  { payments, ...joins }: OrderJoins,
): Order & { readonly id: number; readonly number: number } {
  const {
    store_id: _store,
    submission: _submission,
    lines,
    code_id: _code,
    user_id: _user,
    seller_id: _seller,
    created_by: _creator,
    status_by: _mover,
    status_at: _movedAt,
    ...own
  } = row;
  return {
    ...own,
    ...joins,
    items: lines.map(lineOf),
    order_detail: lines.flatMap(detailOf),
    payments: payments.map(paymentOf),
  };
}

export type StoredOrder = ReturnType<typeof orderOf>;
