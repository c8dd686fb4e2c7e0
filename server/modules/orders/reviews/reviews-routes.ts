import { writeSaleReview } from '#contract/wire/sale-reviews.ts';
import { refusal } from '#server/http/errors.ts';
import { inStore } from '#server/http/recipe.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import { closeReview, readReviews } from './reviews-store.ts';

export const saleReviewsRoutes = {
  list: inStore.saleReviews.list.handler(({ context: { deps, member } }) =>
    deps.db.store(member.storeId, 'snapshot', async (tx) =>
      (await readReviews(tx, member.storeId)).map((review) => writeSaleReview(review, member.currency)),
    ),
  ),

  close: inStore.saleReviews.close.handler(({ input: { id: order_id }, context: { deps, actor, member } }) =>
    deps.db.store(member.storeId, 'write', async (tx) => {
      const { storeId } = member;
      const at = deps.clock.now();
      const outcome = await closeReview(tx, storeId, order_id, { userId: actor.userId, at });
      if (outcome === 'unknown') throw refusal({ code: 'not_found' });
      const what = { action: 'sale.review', entity: 'order', entityId: order_id, before: null, after: null };
      if (outcome === 'closed') appendAudit(tx, { storeId, actor, ...what, command: null, at });
      return { order_id };
    }),
  ),
};
