import type { Cart } from '#domain/cart.ts';
import type { MissingPart } from '#domain/checkout.ts';
import { minimumOf } from '#domain/checkout.ts';
import type { Money } from '#domain/money.ts';
import { formatMoney } from '#domain/money.ts';
import type { Store } from '#domain/store.ts';
import { takesNoOrders } from '#domain/store.ts';
import type { Totals } from '#domain/pricing.ts';
import { errorTexts } from '#texts/errors.ts';
import { minimumText } from '#texts/order-taking.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { checkoutTexts } from './texts.ts';

interface CheckoutNoticesProps {
  readonly cart: Cart;
  readonly totals: Totals;
  readonly store: Pick<Store, 'currency' | 'cashbox'>;
  readonly missing: readonly MissingPart[];
  readonly taking: {
    readonly refusal: string | null;
    readonly refusedTotal: Money | null;
    readonly doubt: boolean;
  };
  /** Opens the register's screen; null: this person may not. */
  readonly onCashbox: (() => void) | null;
}

/**
 * Above the form: a closed register (N-09), the server's refusal with the new total, the missing parts, and the minimum of a delivery
 * (K-54, K-66).
 */
export function CheckoutNotices({ cart, totals, store, missing, taking, onCashbox }: CheckoutNoticesProps) {
  const { currency } = store;
  const { refusal, refusedTotal, doubt } = taking;
  const minimum = minimumOf(cart, totals.subtotal);
  const closed = takesNoOrders(store);
  const changed = refusedTotal !== null && refusedTotal !== totals.total;
  return (
    <>
      {closed ? (
        <Notice
          action={
            onCashbox ? (
              <Button size="sm" variant="secondary" onClick={onCashbox}>
                {checkoutTexts.openCashbox}
              </Button>
            ) : undefined
          }
          tone="warning"
        >
          {errorTexts.cashbox_closed}
        </Notice>
      ) : null}
      {refusal === null || (closed && refusal === errorTexts.cashbox_closed) ? null : (
        <Notice tone="error">
          {refusal}
          {changed ? (
            <> {checkoutTexts.totalChanged(formatMoney(refusedTotal, currency), formatMoney(totals.total, currency))}</>
          ) : null}
        </Notice>
      )}
      {doubt && cart.byCustomer ? <Notice tone="warning">{checkoutTexts.doubt}</Notice> : null}
      {missing.length > 0 ? <Notice tone="warning">{checkoutTexts.missing(missing)}</Notice> : null}
      {minimum === null ? null : <Notice tone="warning">{minimumText(minimum, currency)}</Notice>}
    </>
  );
}
