import { and, desc, eq, gt, inArray, lt, or } from 'drizzle-orm';
import type { OrderSubmission } from '#contract/order-submission.ts';
import { longestAwayMs } from '#domain/limits.ts';
import { after, type Instant } from '#domain/time.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { type additionals, type discounts, formerPrices, type items } from '#server/db/schema/catalog.ts';
import type { deliveryZones } from '#server/db/schema/stores.ts';
import { discountRuleOf } from '#server/modules/catalog/catalog-store.ts';
import type { FormerPrice } from '#server/modules/orders/submission/former-prices.ts';

/** A device saw at most this many price lists while it was away. */
const changesMax = 500;

/** `before` holds the whole row as JSON, as its table had it (migration 0018). */
function formerPriceOf({ kind, entity_id: id, before, until }: typeof formerPrices.$inferSelect): FormerPrice {
  switch (kind) {
    case 'items':
    case 'additionals':
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return { kind, id, until, before: (before as (typeof items | typeof additionals)['$inferSelect']).price };
    case 'discounts': {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const rule = before as typeof discounts.$inferSelect | null;
      return { kind, id, until, before: rule && discountRuleOf(rule) };
    }
    case 'delivery_zones':
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return { kind, id, until, before: before as typeof deliveryZones.$inferSelect };
  }
}

/** What was changed since `since` of the prices that these lines depend on, newest first. */
export async function readFormerPrices(
  tx: Tx,
  storeId: number,
  lines: OrderSubmission['items'],
  since: Instant,
): Promise<readonly FormerPrice[]> {
  const items = lines.map((line) => line.id);
  const additionals = lines.flatMap((line) => line.additionals.map((a) => a.id));
  const rows = await tx
    .select()
    .from(formerPrices)
    .where(
      and(
        eq(formerPrices.store_id, storeId),
        gt(formerPrices.until, since),
        or(
          inArray(formerPrices.kind, ['discounts', 'delivery_zones']),
          and(eq(formerPrices.kind, 'items'), inArray(formerPrices.entity_id, items)),
          and(eq(formerPrices.kind, 'additionals'), inArray(formerPrices.entity_id, additionals)),
        ),
      ),
    )
    .orderBy(desc(formerPrices.until), desc(formerPrices.id))
    .limit(changesMax);
  return rows.map(formerPriceOf);
}

/** Deletes the prices that no sale can refer to any more. */
export async function dropOldPrices(db: Database, now: Instant): Promise<void> {
  await db.direct.delete(formerPrices).where(lt(formerPrices.until, after(now, -longestAwayMs)));
}
