import type { DiscountContext, DiscountRule } from '#domain/discounts.ts';
import { longestAwayMs } from '#domain/limits.ts';
import type { Money } from '#domain/money.ts';
import type { OrderLine } from '#domain/order.ts';
import { deliveryFee, type PricedLineInput, priceOrder, type Totals } from '#domain/pricing.ts';
import type { DeliveryZone, ShippingCost } from '#domain/shipping.ts';
import { after, type Instant, wallTime } from '#domain/time.ts';

/** What counted before a change of the store's prices; `before` null = it did not exist. */
export type FormerPrice = { readonly id: number; readonly until: Instant } & (
  | { readonly kind: 'items' | 'additionals'; readonly before: Money }
  | { readonly kind: 'discounts'; readonly before: DiscountRule | null }
  | { readonly kind: 'delivery_zones'; readonly before: Pick<ShippingCost, 'fee_base' | 'fee_free'> }
);

/** The store's prices at one time, as far as an order needs them. */
interface PriceList {
  readonly inputs: readonly PricedLineInput[];
  readonly rules: readonly DiscountRule[];
  readonly fee: Pick<ShippingCost, 'fee_base' | 'fee_free'> | null;
}

const dayMs = 24 * 3_600_000;

function undo(list: PriceList, { kind, id, before }: FormerPrice, zoneId: number | null): PriceList {
  switch (kind) {
    case 'items':
      return {
        ...list,
        inputs: list.inputs.map((i) => (i.item.id === id ? { ...i, item: { ...i.item, price: before } } : i)),
      };
    case 'additionals':
      return {
        ...list,
        inputs: list.inputs.map((input) => ({
          ...input,
          item: {
            ...input.item,
            groups: input.item.groups.map((g) => ({
              ...g,
              additionals: g.additionals.map((a) => (a.id === id ? { ...a, price: before } : a)),
            })),
          },
        })),
      };
    case 'discounts': {
      const others = list.rules.filter((rule) => rule.id !== id);
      return { ...list, rules: before === null ? others : [...others, before] };
    }
    case 'delivery_zones':
      return id === zoneId ? { ...list, fee: before } : list;
  }
}

/** The price list of now and those before each change, the newest first. */
function* listsBack(now: PriceList, former: readonly FormerPrice[], zoneId: number | null): Generator<PriceList> {
  yield now;
  let list = now;
  for (const [index, change] of former.entries()) {
    list = undo(list, change, zoneId);
    // Changes of one transaction are one change.
    if (former[index + 1]?.until !== change.until) yield list;
  }
}

const sameLine = (sold: OrderLine, own: OrderLine): boolean =>
  sold.unit_price === own.unit_price &&
  sold.discount === own.discount &&
  sold.additionals.every((a) => own.additionals.find((o) => o.id === a.id)?.price === a.price);

interface Sale {
  readonly inputs: readonly PricedLineInput[];
  readonly rules: readonly DiscountRule[];
  /** null = no delivery. */
  readonly zone: DeliveryZone | null;
  readonly at: DiscountContext;
  readonly timezone: string;
  readonly now: Instant;
  /** Newest first, not older than `longestAwayMs`. */
  readonly former: readonly FormerPrice[];
}

/**
 * Whether each line and the delivery fee of an offline sale cost what the store asked for it at some time within
 * `longestAwayMs` (N-15). Discounts depend on the day, so each day since then is tried.
 */
export function wereOwnPrices(sold: Totals, { inputs, rules, zone, at, timezone, now, former }: Sale): boolean {
  const days: DiscountContext[] = [];
  for (let ago = 0; ago <= longestAwayMs; ago += dayMs)
    days.push({ ...at, wall: wallTime(after(now, -ago), timezone) });
  const unexplained = new Set(sold.lines.keys());
  let feeExplained = false;
  for (const list of listsBack({ inputs, rules, fee: zone }, former, zone?.id ?? null)) {
    feeExplained ||= sold.delivery_amount === (list.fee ? deliveryFee(list.fee, sold.subtotal) : 0);
    for (const day of days) {
      if (unexplained.size === 0) break;
      const own = priceOrder(list.inputs, list.rules, day).lines;
      for (const index of unexplained) {
        const [line, listed] = [sold.lines[index], own[index]];
        if (line && listed && sameLine(line, listed)) unexplained.delete(index);
      }
    }
    if (feeExplained && unexplained.size === 0) return true;
  }
  return false;
}
