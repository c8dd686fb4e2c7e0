import { and, eq, isNull, notInArray, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { PaymentRow } from '#domain/order.ts';
import { type Instant, isoFromInstant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { orders, payments as paymentRows } from '#server/db/schema/orders.ts';
import { paymentColumns } from '#server/modules/orders/order-rows.ts';
import type { OrderRepository } from '#server/modules/orders/order-repository.ts';

/** Saves the amounts, and the lines and payments if given. Raises `ver` and `money_rev`. */
export async function saveMoney(
  tx: Tx,
  storeId: number,
  id: number,
  { subtotal, discount, delivery_amount, total, lines, payments, by, at }: Parameters<OrderRepository['saveMoney']>[1],
): Promise<void> {
  if (payments) await savePayments(tx, storeId, { order_id: id, order_group_id: null }, { rows: payments, by, at });
  await tx
    .update(orders)
    .set({
      subtotal,
      discount,
      delivery_amount,
      total,
      ...(lines && { lines: [...lines] }),
      updated_at: at,
      ver: sql`${orders.ver} + 1`,
      money_rev: sql`${orders.money_rev} + 1`,
    })
    .where(and(eq(orders.store_id, storeId), eq(orders.id, id)));
}

/** What a payment pays: an order, or a group. */
type Payable = Pick<typeof paymentRows.$inferSelect, 'order_id' | 'order_group_id'>;

interface PaymentsSave {
  /** All payments of an order or a group, in order. */
  readonly rows: readonly PaymentRow[];
  /** Who saves them, and when; null: not a person. */
  readonly by: number | null;
  readonly at: Instant;
}

/**
 * A kept payment keeps its row and id, so references stay valid, and as long as its method and amount are the same, who
 * recorded it.
 */
export async function savePayments(
  tx: Tx,
  storeId: number,
  payable: Payable,
  { rows, by, at }: PaymentsSave,
): Promise<void> {
  const { order_id, order_group_id } = payable;
  const ofPayable = and(
    eq(paymentRows.store_id, storeId),
    order_id === null ? isNull(paymentRows.order_id) : eq(paymentRows.order_id, order_id),
    order_group_id === null ? isNull(paymentRows.order_group_id) : eq(paymentRows.order_group_id, order_group_id),
  );
  const kept = rows.flatMap((p) => p.id ?? []);
  await tx.delete(paymentRows).where(kept.length > 0 ? and(ofPayable, notInArray(paymentRows.id, kept)) : ofPayable);
  for (const { id, ...row } of rows)
    if (id !== null)
      await tx
        .update(paymentRows)
        .set({
          ...paymentColumns(row),
          recorded_by: unlessSame(row, paymentRows.recorded_by, by),
          recorded_at: unlessSame(row, paymentRows.recorded_at, isoFromInstant(at)),
        })
        .where(and(ofPayable, eq(paymentRows.id, id)));
  const added = rows.flatMap(({ id, ...row }) =>
    id === null ? [{ ...paymentColumns(row), ...payable, store_id: storeId, recorded_by: by, recorded_at: at }] : [],
  );
  if (added.length > 0) await tx.insert(paymentRows).values(added);
}

/** What the column has, unless the row gets another method or amount. */
const unlessSame = (
  { method, amount }: Pick<PaymentRow, 'method' | 'amount'>,
  column: AnyPgColumn,
  value: number | string | null,
) =>
  sql`case when ${paymentRows.method} = ${method} and ${paymentRows.amount} = ${amount} then ${column}
    else ${value}::${sql.raw(column.getSQLType())} end`;
