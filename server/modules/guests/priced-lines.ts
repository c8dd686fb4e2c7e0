import { ok, type Result } from '#domain/errors.ts';
import { priceOrder, type Totals } from '#domain/pricing.ts';
import { catalogTypeOf, type Code } from '#domain/store.ts';
import { type Instant, wallTime } from '#domain/time.ts';
import { type ChosenLines, inputsOf } from '#server/modules/orders/submission/submitted-lines.ts';
import type { storeFacts } from '#server/modules/orders/store-facts.ts';

/**
 * What a table's order costs now, by the store's catalog and discounts. Fails with item_unavailable for what the
 * catalog of the table no longer has, and with validation for additionals that break their group's limits, at the line.
 */
export async function pricedLines(
  facts: Pick<ReturnType<typeof storeFacts>, 'store' | 'items' | 'rules'>,
  code: Code,
  lines: ChosenLines['items'],
  now: Instant,
): Promise<Result<Totals>> {
  const [{ timezone }, items, rules] = await Promise.all([
    facts.store(),
    facts.items(lines.map(({ id }) => id)),
    facts.rules(),
  ]);
  const catalogType = catalogTypeOf('LOCAL', code);
  const inputs = inputsOf({ items: [...lines] }, items, catalogType);
  if (!inputs.ok) return inputs;
  return ok(priceOrder(inputs.value, rules, { type: 'LOCAL', catalogType, wall: wallTime(now, timezone) }));
}
