import { lazy, Suspense, useState } from 'react';
import { changeCart, laterInCart } from '#data/cart/cart-store.ts';
import type { StoreMenu } from '#data/cart/cart-totals.ts';
import { importWithRetry } from '#data/device/lazy-import.ts';
import type { Cart } from '#domain/cart.ts';
import { withDiscount, withPromocode } from '#domain/cart.ts';
import { allowsDiscount, allowsPromocode } from '#domain/cart-pricing.ts';
import type { Totals } from '#domain/pricing.ts';
import type { GeneralDiscount } from '#domain/promocode.ts';
import { Button } from '#ui/action/button.tsx';
import { IconDiscount, IconTicket } from '#ui/icons.tsx';
import { toast, tellMissing } from '#ui/toast/toast.ts';
import styles from './cart-panel.module.css';
import { discountTexts } from './texts.ts';

const DiscountDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./discount-dialog.tsx'), tellMissing)).DiscountDialog,
}));
const PromoDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./promo-dialog.tsx'), tellMissing)).PromoDialog,
}));

interface DiscountActionsProps {
  readonly profile: StoreMenu;
  readonly cart: Cart;
  readonly totals: Totals;
  readonly locked: boolean;
}

/**
 * Two ways to give a general discount, for users with that permission; never for a table order
 * (K-13, K-14, K-16, K-17). Anybody else can ask for a manual one, which somebody's PIN allows when the order is taken.
 */
export function DiscountActions({ profile, cart, totals, locked }: DiscountActionsProps) {
  const [open, setOpen] = useState<'discount' | 'promo' | null>(null);
  const { store } = profile;
  if (cart.code?.group === true || cart.lines.length === 0) return null;
  const may = allowsDiscount(cart, store.abilities);
  const { promocode, discount } = cart;
  const close = (): void => setOpen(null);

  const apply = (given: GeneralDiscount | null): void => {
    changeCart((c) => withDiscount(c, given));
    if (promocode && given !== null) toast.show({ kind: 'info', text: discountTexts.replacedPromo(promocode.code) });
  };
  const withoutPromo = (): void => {
    if (!promocode) return;
    const undo = laterInCart();
    changeCart((c) => withPromocode(c, null));
    toast.undo({
      text: discountTexts.promoRemoved(promocode.code),
      onUndo: () => undo((c) => withPromocode(c, promocode)),
    });
  };
  const withoutDiscount = (): void => {
    const undo = laterInCart();
    changeCart((c) => withDiscount(c, null));
    toast.undo({ text: discountTexts.removed, onUndo: () => undo((c) => withDiscount(c, discount)) });
  };

  return (
    <div className={styles['discounts']}>
      {cart.byCustomer === true ? null : (
        <Button
          disabled={locked}
          icon={<IconDiscount size={20} />}
          size="sm"
          variant="secondary"
          onClick={() => setOpen('discount')}
        >
          {may ? discountTexts.apply : discountTexts.byPin}
        </Button>
      )}
      {!allowsPromocode(cart, store.abilities) ? null : promocode ? (
        <Button disabled={locked} icon={<IconTicket size={20} />} size="sm" variant="secondary" onClick={withoutPromo}>
          {discountTexts.promoRemove}
        </Button>
      ) : (
        <Button
          disabled={locked}
          icon={<IconTicket size={20} />}
          size="sm"
          variant="secondary"
          onClick={() => setOpen('promo')}
        >
          {discountTexts.promoTitle}
        </Button>
      )}
      {discount ? (
        <Button disabled={locked} size="sm" variant="ghost" onClick={withoutDiscount}>
          {discountTexts.remove}
        </Button>
      ) : null}
      <Suspense>
        {open === 'discount' ? (
          <DiscountDialog
            currency={store.currency}
            discount={discount}
            subtotal={totals.subtotal}
            onApply={apply}
            onClose={close}
          />
        ) : null}
        {open === 'promo' ? <PromoDialog cart={cart} store={store} onClose={close} /> : null}
      </Suspense>
    </div>
  );
}
