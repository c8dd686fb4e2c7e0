import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Money } from '#domain/money.ts';
import type { SaleReview } from '#domain/sale-reviews.ts';
import type { Instant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { orders, saleReviews } from '#server/db/schema/orders.ts';

const listedMax = 200;

interface Requested {
  readonly storeId: number;
  readonly order: { readonly id: number; readonly total: Money };
  /** The total at the store's prices. */
  readonly own: Money;
  readonly at: Instant;
}

/** Written with the order, in its transaction. */
export function insertReview(tx: Tx, { storeId, order, own, at }: Requested): void {
  const review = { order_id: order.id, store_id: storeId, sold_total: order.total, own_total: own, requested_at: at };
  tx.behind(tx.insert(saleReviews).values(review).execute());
}

/** The sales without a review, newest first. */
export function readReviews(tx: Tx, storeId: number): Promise<SaleReview[]> {
  return tx
    .select({
      order_id: saleReviews.order_id,
      uid: orders.uid,
      number: orders.number,
      seller: users.fullname,
      sold_total: saleReviews.sold_total,
      own_total: saleReviews.own_total,
      requested_at: saleReviews.requested_at,
    })
    .from(saleReviews)
    .innerJoin(orders, eq(orders.id, saleReviews.order_id))
    .leftJoin(users, eq(users.id, orders.seller_id))
    .where(and(eq(saleReviews.store_id, storeId), isNull(saleReviews.reviewed_at)))
    .orderBy(desc(saleReviews.requested_at), desc(saleReviews.order_id))
    .limit(listedMax);
}

/** Marks the sale as reviewed. 'unknown': the store has no such sale to review; 'already': it was reviewed before. */
export async function closeReview(
  tx: Tx,
  storeId: number,
  orderId: number,
  { userId, at }: { readonly userId: number; readonly at: Instant },
): Promise<'closed' | 'already' | 'unknown'> {
  const ofSale = and(eq(saleReviews.store_id, storeId), eq(saleReviews.order_id, orderId));
  const [row] = await tx.select().from(saleReviews).where(ofSale).for('update');
  if (!row) return 'unknown';
  if (row.reviewed_at !== null) return 'already';
  await tx.update(saleReviews).set({ reviewed_at: at, reviewed_by: userId }).where(ofSale);
  return 'closed';
}
