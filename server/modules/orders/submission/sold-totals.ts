import type { OrderSubmission } from '#contract/order-submission.ts';
import { fail, ok, type Result } from '#domain/errors.ts';
import { add, atLeastZero, type Currency, type Money, moneyFromDecimal, subtract } from '#domain/money.ts';
import type { OrderLine } from '#domain/order.ts';
import type { Totals } from '#domain/pricing.ts';

/** A line with its sold amounts and the catalog's names; null when its amounts do not add up. */
function soldLine(line: OrderSubmission['items'][number], own: OrderLine, currency: Currency): OrderLine | null {
  const unit_price = moneyFromDecimal(line.unit_price, currency);
  const discount = moneyFromDecimal(line.discount, currency);
  const price = moneyFromDecimal(line.price, currency);
  if (unit_price === null || discount === null || price === null || price < 0) return null;
  const additionals: OrderLine['additionals'][number][] = [];
  let unit: number = unit_price;
  for (const { id, name, quantity, price: wire } of line.additionals) {
    const each = moneyFromDecimal(wire, currency);
    if (each === null) return null;
    unit += each * quantity;
    additionals.push({ id, name: own.additionals.find((a) => a.id === id)?.name ?? name, quantity, price: each });
  }
  // Plain numbers suffice: a sum beyond the exact integers exceeds every price, so the line is refused anyway.
  if (unit * line.quantity - discount !== price) return null;
  return { ...own, unit_price, discount, additionals, price };
}

/** The lines as sold and their sum (N-15). Fails with total_mismatch when a line does not add up. */
export function soldLines(
  order: OrderSubmission,
  own: readonly OrderLine[],
  currency: Currency,
): Result<{ readonly lines: readonly OrderLine[]; readonly subtotal: Money }> {
  const lines: OrderLine[] = [];
  for (const [index, line] of order.items.entries()) {
    const priced = own[index];
    const sold = priced ? soldLine(line, priced, currency) : null;
    if (!sold) return fail('total_mismatch');
    lines.push(sold);
  }
  return ok({ lines, subtotal: add(...lines.map((l) => l.price)) });
}

/** Totals of the sold lines with their discount and delivery fee; they count when the sale was made offline. */
export const soldTotals = (
  { lines, subtotal }: { readonly lines: readonly OrderLine[]; readonly subtotal: Money },
  discount: Money,
  delivery_amount: Money,
): Totals => ({
  lines,
  subtotal,
  discount,
  delivery_amount,
  total: atLeastZero(add(subtract(subtotal, discount), delivery_amount)),
});
