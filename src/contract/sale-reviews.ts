import * as z from 'zod/mini';
import { decimal, id, pathId, timestamp } from './fields.ts';
import { procedure } from './procedure.ts';

export const saleReview = z.object({
  order_id: id,
  uid: z.uuid(),
  number: id,
  seller: z.nullable(z.string()),
  sold_total: decimal,
  own_total: decimal,
  requested_at: timestamp,
});

const storePath = { store_id: pathId };

export const saleReviewsContract = {
  /** Newest first; only those without a review. */
  list: procedure('sale.review', 'GET', '/store/{store_id}/sale-reviews', 'Sales at prices that the store never had')
    .input(z.object(storePath))
    .output(z.array(saleReview)),
  /** `id`: of the order. Reviewing twice changes nothing. */
  close: procedure('sale.review', 'PATCH', '/store/{store_id}/sale-reviews/{id}/close', 'Mark a sale as reviewed')
    .input(z.object({ ...storePath, id: pathId }))
    .output(z.object({ order_id: id })),
};
