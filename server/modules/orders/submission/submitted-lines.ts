import type { OrderSubmission } from '#contract/order-submission.ts';
import { isGroupSatisfied, isInCatalog, type Item, type Selection, selectedInGroup } from '#domain/catalog.ts';
import { fail, ok, type Result } from '#domain/errors.ts';
import type { PricedLineInput } from '#domain/pricing.ts';
import type { CatalogType } from '#domain/store.ts';
import { invalidField } from '#server/http/validation.ts';

/** The parts of a submission that are looked up in the catalog. */
export interface ChosenLines extends Pick<OrderSubmission, 'code'> {
  readonly items: readonly (Pick<OrderSubmission['items'][number], 'id' | 'quantity' | 'comments' | 'seat'> & {
    readonly additionals: readonly Chosen[];
  })[];
}

type Chosen = Pick<OrderSubmission['items'][number]['additionals'][number], 'id' | 'quantity'>;

/** Lines with their catalog items. Fails with item_unavailable for an item that the catalog no longer has. */
export function inputsOf(
  order: ChosenLines,
  known: readonly Item[],
  catalogType: CatalogType,
): Result<PricedLineInput[]> {
  const items = new Map(known.filter((i) => isInCatalog(i, catalogType)).map((i) => [i.id, i]));
  const inputs: PricedLineInput[] = [];
  for (const [index, line] of order.items.entries()) {
    const item = items.get(line.id);
    if (!item) return fail('item_unavailable', { fields: { [`items.${index}`]: [{ rule: 'invalid' }] } });
    const selection = selectionOf(item, line.additionals, index);
    if (!selection.ok) return selection;
    inputs.push({
      item,
      quantity: line.quantity,
      selection: selection.value,
      comments: line.comments?.trim() || null,
      seat: order.code === undefined ? undefined : line.seat,
    });
  }
  return ok(inputs);
}

/**
 * The additionals as a selection. An unknown additional is refused, as is a number that breaks its group's limits
 * (C-32, C-33, C-39).
 */
function selectionOf(item: Item, chosen: readonly Chosen[], line: number): Result<Selection> {
  const selection: Record<number, number> = {};
  const known = new Map(item.groups.flatMap((g) => g.additionals).map((a) => [a.id, a]));
  for (const [index, { id, quantity }] of chosen.entries()) {
    const additional = known.get(id);
    const field = `items.${line}.additionals.${index}`;
    if (!additional) return fail('item_unavailable', { fields: { [field]: [{ rule: 'invalid' }] } });
    selection[id] = (selection[id] ?? 0) + quantity;
    if ((selection[id] ?? 0) > additional.max) return invalidField(`${field}.quantity`);
  }
  const unmet = item.groups.find((g) => !isGroupSatisfied(g, selection));
  if (!unmet) return ok(selection);
  return invalidField(`items.${line}.additionals`, selectedInGroup(unmet, selection) === 0 ? 'required' : 'invalid');
}
