import { add, type Money } from '#domain/money.ts';
import type { Order, OrderDetailRow, OrderLine, PaymentCard, PaymentRow, StoredOrder } from '#domain/order.ts';
import type { orders, payments, StoredLine } from '#server/db/schema/orders.ts';

export type OrderRow = typeof orders.$inferSelect;

/** A line with the VAT of its product; absent: the country's usual rate. */
export type SoldLine = OrderLine & Pick<StoredLine, 'vat'>;

/**
 * An order that passed the checks, with what the database does not set. `submission` is the fingerprint of what the
 * device sent; `status_at` is created_at when it is absent.
 */
export type AcceptedOrder = Omit<
  OrderRow,
  | 'id'
  | 'store_id'
  | 'number'
  | 'lines'
  | 'billings_count'
  | 'status_by'
  | 'status_at'
  | 'updated_at'
  | 'ver'
  | 'status_rev'
  | 'money_rev'
> & {
  readonly lines: readonly SoldLine[];
  readonly payments: readonly Omit<PaymentRow, 'id'>[];
  readonly status_at?: OrderRow['status_at'];
};

export const orderLineOf = ({ row: _row, vat: _vat, additionals, ...line }: StoredLine): OrderLine => ({
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
    ...(line.seat !== undefined && { seat: line.seat }),
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

export const paymentOf = ({
  store_id: _store,
  order_id: _order,
  order_group_id: _group,
  recorded_by: _recorder,
  recorded_at: _recordedAt,
  card,
  ...payment
}: typeof payments.$inferSelect): PaymentRow => ({ ...payment, ...card });

/** The columns of a payment. */
export function paymentColumns<Row extends Omit<PaymentRow, 'id'>>({
  gateway,
  installments,
  last_four_digits,
  ...payment
}: Row) {
  const isCard = gateway !== undefined && installments !== undefined && last_four_digits !== undefined;
  const card: PaymentCard | null = isCard ? { gateway, installments, last_four_digits } : null;
  return { ...payment, card };
}

/** An order's row joined with the parts from other tables; the remaining columns already have the domain's names. */
export function orderOf(row: OrderRow, joined: Pick<Order, 'code' | 'user' | 'seller' | 'payments'>): StoredOrder {
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
  return { ...own, ...joined, items: lines.map(orderLineOf), order_detail: lines.flatMap(detailOf) };
}
