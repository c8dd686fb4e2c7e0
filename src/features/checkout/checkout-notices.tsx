import type { Cart } from '#domain/cart.ts';
import type { MissingPart } from '#domain/checkout.ts';
import { minimumOf } from '#domain/checkout.ts';
import type { Currency, Money } from '#domain/money.ts';
import { formatMoney } from '#domain/money.ts';
import type { Totals } from '#domain/pricing.ts';
import { minimumText } from '#texts/order-taking.ts';
import { Notice } from '#ui/feedback/panels.tsx';
import { checkoutTexts } from './texts.ts';

interface CheckoutNoticesProps {
  readonly cart: Cart;
  readonly totals: Totals;
  readonly currency: Currency;
  readonly missing: readonly MissingPart[];
  readonly taking: { readonly refusal: string | null; readonly refusedTotal: Money | null };
}

/**
 * Above the form: the server's refusal with the new total, the missing parts, and the minimum of a delivery
 * (K-54, K-66).
 */
export function CheckoutNotices({ cart, totals, currency, missing, taking }: CheckoutNoticesProps) {
  const { refusal, refusedTotal } = taking;
  const minimum = minimumOf(cart, totals.subtotal);
  const changed = refusedTotal !== null && refusedTotal !== totals.total;
  return (
    <>
      {refusal === null ? null : (
        <Notice tone="error">
          {refusal}
          {changed ? (
            <> {checkoutTexts.totalChanged(formatMoney(refusedTotal, currency), formatMoney(totals.total, currency))}</>
          ) : null}
        </Notice>
      )}
      {missing.length > 0 ? <Notice tone="warning">{checkoutTexts.missing(missing)}</Notice> : null}
      {minimum === null ? null : <Notice tone="warning">{minimumText(minimum, currency)}</Notice>}
    </>
  );
}
