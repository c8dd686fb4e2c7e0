import type { OrderSubmission } from '#contract/order-submission.ts';
import { fail, ok, type Result } from '#domain/errors.ts';
import { type Currency, formatMoney, type Money, moneyFromDecimal, subtract, zero } from '#domain/money.ts';
import { can } from '#domain/permissions.ts';
import { deliveryFee, generalDiscount, priceOrder, type Totals } from '#domain/pricing.ts';
import { type GeneralDiscount, promocodeRefusal, type Promocode } from '#domain/promocode.ts';
import { type DeliveryZone, missedMinimum } from '#domain/shipping.ts';
import { catalogTypeOf, type Code } from '#domain/store.ts';
import { wallTime } from '#domain/time.ts';
import { promocodeRefusals } from '#texts/order-taking.ts';
import { wereOwnPrices } from './former-prices.ts';
import { soldLines, soldTotals } from './sold-totals.ts';
import type { SubmissionContext } from './submission-context.ts';
import { inputsOf } from './submitted-lines.ts';
import { invalidField } from '#server/http/validation.ts';

/** The first amount that the store's currency cannot represent; null = none (N-14). */
function oddAmount(order: OrderSubmission, currency: Currency): string | null {
  const { subtotal, discount, delivery_amount, total } = order;
  const amounts: [string, number][] = Object.entries({ subtotal, discount, delivery_amount, total });
  for (const [index, line] of order.items.entries()) {
    const at = `items.${index}`;
    amounts.push([`${at}.unit_price`, line.unit_price], [`${at}.discount`, line.discount], [`${at}.price`, line.price]);
    for (const [place, { price }] of line.additionals.entries())
      amounts.push([`${at}.additionals.${place}.price`, price]);
  }
  return amounts.find(([, value]) => moneyFromDecimal(value, currency) === null)?.[0] ?? null;
}

/**
 * Prices the order by the store's own catalog, zones and promo codes (N-15). An offline sale keeps its sold amounts,
 * with their difference; a seller without the right to discounts who sold at prices that the store never had is
 * reviewed. `shipping` null = no delivery.
 */
export function amountsOf(
  order: OrderSubmission,
  code: Code | null,
  shipping: DeliveryZone | null,
  context: SubmissionContext,
): Result<{
  /** The totals that are stored. */
  readonly totals: Totals;
  /** Sold total minus the store's own total; null when equal. */
  readonly difference: Money | null;
  /** The store's own total, when nothing explains the sold prices; else null. */
  readonly toReview: Money | null;
  readonly promocodes: readonly Promocode[];
}> {
  const { store, rules, now, takenOffline } = context;
  const { currency } = store;
  const odd = oddAmount(order, currency);
  if (odd !== null) return invalidField(odd);
  const catalogType = catalogTypeOf(order.type, code);
  const inputs = inputsOf(order, context.items, catalogType);
  if (!inputs.ok) return inputs;
  const at = { type: order.type, catalogType, wall: wallTime(now, store.timezone) };
  const plain = priceOrder(inputs.value, rules, at);
  const sold = takenOffline ? soldLines(order, plain.lines, currency) : ok(plain);
  if (!sold.ok) return sold;
  const given = discountOf(order, sold.value.subtotal, code, context);
  if (!given.ok) return given;
  const { own: ownDiscount, counting: discount, promocodes } = given.value;
  const feeOf = (subtotal: Money): Money => (shipping ? deliveryFee(shipping, subtotal) : zero);
  const own = priceOrder(inputs.value, rules, at, { discount: ownDiscount, delivery: feeOf(plain.subtotal) });
  // An offline sale keeps the delivery fee that the customer was told.
  const soldFee = shipping ? moneyFromDecimal(order.delivery_amount, currency) : zero;
  const counting = takenOffline ? soldTotals(sold.value, discount, soldFee ?? zero) : own;
  const minimum = shipping && missedMinimum(shipping, counting.subtotal);
  if (minimum !== null)
    return fail('order_minimum', {
      params: { amount: formatMoney(minimum, currency) },
      fields: { subtotal: [{ rule: 'invalid' }] },
    });
  const same = (wire: number, amount: Money): boolean => moneyFromDecimal(wire, currency) === amount;
  const matches =
    same(order.subtotal, counting.subtotal) &&
    same(order.discount, counting.discount) &&
    same(order.delivery_amount, counting.delivery_amount) &&
    same(order.total, counting.total);
  if (!matches) return fail('total_mismatch');
  const difference = counting.total === own.total ? null : subtract(counting.total, own.total);
  const explained =
    !takenOffline ||
    can('order.discount', store) ||
    wereOwnPrices(counting, {
      inputs: inputs.value,
      rules,
      zone: shipping,
      at,
      timezone: store.timezone,
      now,
      former: context.formerPrices,
    });
  return ok({ totals: counting, difference, toReview: explained ? null : own.total, promocodes });
}

interface GivenDiscount {
  /** The discount that the store would grant now. */
  readonly own: GeneralDiscount | null;
  /** The discount that was granted. */
  readonly counting: Money;
  readonly promocodes: readonly Promocode[];
}

/**
 * No discount, a manual one or a promo code, given by a seller with the right; never on a table (N-15, N-28, D-23,
 * D-24). Somebody's PIN can allow a manual one.
 */
function discountOf(
  { discount: wire, promocode, type }: OrderSubmission,
  subtotal: Money,
  code: Code | null,
  { store, mayDiscount, promocode: known, takenOffline, now }: SubmissionContext,
): Result<GivenDiscount> {
  const { currency } = store;
  const discount = moneyFromDecimal(wire, currency);
  if (discount === null || discount > subtotal) return invalidField('discount');
  const manual: GeneralDiscount | null = discount === zero ? null : { type: 'AMOUNT', value: discount };
  if (manual === null && promocode === undefined) return ok({ own: null, counting: zero, promocodes: [] });
  if (!(promocode === undefined ? mayDiscount : can('promocode.use', store))) return fail('forbidden');
  if (promocode === undefined)
    return code?.group === true ? invalidField('discount') : ok({ own: manual, counting: discount, promocodes: [] });
  const refused = promocodeRefusal(known, { type, code }, now);
  if (known !== null && refused === null) {
    const { promocode: promo } = known;
    // An offline sale keeps its discount; an online sale gets the code's current value.
    const counting = takenOffline ? discount : generalDiscount(promo, subtotal);
    return ok({ own: promo, counting, promocodes: [promo] });
  }
  if (takenOffline && code?.group !== true) return ok({ own: null, counting: discount, promocodes: [] });
  return fail('promocode_invalid', {
    params: { sentence: promocodeRefusals[refused ?? 'unknown'] },
    fields: { promocode: [{ rule: 'invalid' }] },
  });
}
