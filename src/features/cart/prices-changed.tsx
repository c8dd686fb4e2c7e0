import { changeCart } from '#data/cart/cart-store.ts';
import type { StoreMenu } from '#data/cart/cart-totals.ts';
import type { Cart } from '#domain/cart.ts';
import { repricedBy, withPricesSeen } from '#domain/cart-pricing.ts';
import { formatMoney, money } from '#domain/money.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { cartTexts } from './texts.ts';

/** Tells how much the prices of the cart's products have changed, until the user confirms it. */
export function PricesChanged({ profile, cart }: { readonly profile: StoreMenu; readonly cart: Cart }) {
  const { lines, amount } = repricedBy(cart, profile.catalog);
  if (lines === 0) return null;
  const difference = formatMoney(money(Math.abs(amount)), profile.store.currency);
  return (
    <Notice
      action={
        <Button size="sm" variant="ghost" onClick={() => changeCart((c) => withPricesSeen(c, profile.catalog))}>
          {cartTexts.pricesSeen}
        </Button>
      }
      tone="warning"
    >
      {cartTexts.pricesChanged(lines, cartTexts.difference(difference, amount > 0))}
    </Notice>
  );
}
