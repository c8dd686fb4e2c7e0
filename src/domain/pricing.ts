import type { GeneralDiscount } from './promocode.ts';
import type { Item, Selection } from './catalog.ts';
import type { DiscountContext, DiscountRule } from './discounts.ts';
import { lineDiscounts } from './discounts.ts';
import type { Money } from './money.ts';
import { add, atLeastZero, percentOf, smaller, subtract, times, zero } from './money.ts';
import type { OrderAdditional, OrderLine } from './order.ts';
import type { ShippingCost } from './shipping.ts';

export interface PricedLineInput {
  readonly item: Item;
  readonly quantity: number;
  readonly selection: Selection;
  readonly comments: string | null;
  readonly seat?: number | undefined;
}

export interface Totals {
  readonly lines: readonly OrderLine[];
  readonly subtotal: Money;
  readonly discount: Money;
  readonly delivery_amount: Money;
  readonly total: Money;
}

/** The selected additionals of one unit, in the catalog's order. */
export const chosenAdditionals = (item: Item, selection: Selection): OrderAdditional[] =>
  item.groups.flatMap((g) =>
    g.additionals.flatMap((a) => {
      const quantity = selection[a.id] ?? 0;
      return quantity > 0 ? [{ id: a.id, name: a.name, quantity, price: a.price }] : [];
    }),
  );

/** (price + additionals price × quantity) × quantity − line discount (M-04, money rules 1 and 2). */
export const lineTotal = (
  unit: Money,
  additionals: readonly OrderAdditional[],
  quantity: number,
  discount: Money,
): Money => subtract(times(add(unit, ...additionals.map((a) => times(a.price, a.quantity))), quantity), discount);

/** fee_base, or 0 if the subtotal reaches fee_free (K-53, N-40). */
export const deliveryFee = (cost: Pick<ShippingCost, 'fee_base' | 'fee_free'>, subtotal: Money): Money =>
  cost.fee_free !== null && subtotal >= cost.fee_free ? zero : cost.fee_base;

export function generalDiscount(discount: GeneralDiscount | null, subtotal: Money): Money {
  if (discount === null) return zero;
  return smaller(discount.type === 'PERCENTAGE' ? percentOf(subtotal, discount.value) : discount.value, subtotal);
}

/** Prices an order. Tablet and server run the same function, so both get the same minor unit (N-15, money rules). */
export function priceOrder(
  inputs: readonly PricedLineInput[],
  rules: readonly DiscountRule[],
  at: DiscountContext,
  extras: { readonly discount: GeneralDiscount | null; readonly delivery: Money } = { discount: null, delivery: zero },
): Totals {
  const discounts = lineDiscounts(inputs, rules, at);
  const lines = inputs.map((input, index): OrderLine => {
    const additionals = chosenAdditionals(input.item, input.selection);
    const discount = discounts[index] ?? zero;
    return {
      id: input.item.id,
      name: input.item.name,
      quantity: input.quantity,
      unit_price: input.item.price,
      discount,
      comments: input.comments,
      additionals,
      price: lineTotal(input.item.price, additionals, input.quantity, discount),
      ...(input.seat !== undefined && { seat: input.seat }),
    };
  });
  const subtotal = add(...lines.map((l) => l.price));
  const discount = generalDiscount(extras.discount, subtotal);
  return {
    lines,
    subtotal,
    discount,
    delivery_amount: extras.delivery,
    total: atLeastZero(add(subtract(subtotal, discount), extras.delivery)),
  };
}
