import type { ReactNode } from 'react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { User } from '#contract/account.ts';
import type { Profile } from '#contract/wire/stores.ts';
import { useCartTotals } from '#data/cart/cart-totals.ts';
import { useShippingCost } from '#data/cart/shipping-cost.ts';
import type { Cart } from '#domain/cart.ts';
import { unitsIn } from '#domain/cart.ts';
import { hasBrokenLines } from '#domain/cart-pricing.ts';
import type { MissingPart } from '#domain/checkout.ts';
import { missingParts, takesPayment } from '#domain/checkout.ts';
import { formatMoney } from '#domain/money.ts';
import { destinationLine, orderTakingTexts, productCount } from '#texts/order-taking.ts';
import { Button } from '#ui/action/button.tsx';
import { IconButton } from '#ui/action/icon-button.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { IconBack } from '#ui/icons.tsx';
import { BottomBar, Screen, ScreenHeader } from '#ui/layout/screen.tsx';
import { hasOpenOverlay } from '#ui/overlay/overlay-stack.ts';
import { announce } from '#ui/toast/announcer.tsx';
import { AddressBlock } from './address-block.tsx';
import { CheckoutNotices } from './checkout-notices.tsx';
import styles from './checkout-page.module.css';
import { CustomerBlock } from './customer-block.tsx';
import { PaymentBlock } from './payments/payment-block.tsx';
import { WhenBlock } from './schedule/when-block.tsx';
import { checkoutTexts } from './texts.ts';
import { useTakeOrder } from './use-take-order.ts';

interface CheckoutPageProps {
  readonly profile: Profile;
  readonly cart: Cart;
  readonly user: User;
  readonly onBack: () => void;
  readonly onAddress: () => void;
  readonly onTaken: (order: { readonly kind: 'taken' | 'saved'; readonly uid: string }) => void;
  /** The cart summary: beside the form on screens of at least 768 px, under it on the phone. */
  readonly cartPanel?: ReactNode;
  /** Rendered at the end of the header on screens of at least 768 px. */
  readonly headerActions?: ReactNode;
}

/** Customer, payment and time. 'Finalizar' is always enabled and tells the missing parts (K-57 to K-86). */
export function CheckoutPage({
  profile,
  cart,
  user,
  onBack,
  onAddress,
  onTaken,
  cartPanel,
  headerActions,
}: CheckoutPageProps) {
  const { store } = profile;
  const totals = useCartTotals(profile, cart);
  const shipping = useShippingCost(cart, store);
  const taking = useTakeOrder({ profile, cart, user, onTaken });
  const { sending, phoneIsWrong, refusal } = taking;
  const [told, setTold] = useState<readonly MissingPart[]>([]);
  const lacking = missingParts(cart, { totals, brokenLines: hasBrokenLines(cart, profile.catalog) });
  // Of the parts told as missing, shows those that still are.
  const missing = lacking.filter((part) => told.includes(part));
  const top = useRef<HTMLDivElement>(null);
  const aside = useRef<HTMLElement>(null);
  const address = useRef<HTMLElement>(null);
  const phone = useRef<HTMLInputElement>(null);
  const when = useRef<HTMLElement>(null);
  const payment = useRef<HTMLElement>(null);

  const finish = async (): Promise<void> => {
    setTold(lacking);
    if (lacking.length > 0) {
      taking.forgetProblems();
      announce(checkoutTexts.missing(lacking), 'assertive');
      return;
    }
    await taking.send();
  };
  useEffect(() => {
    const [part] = told;
    if (part === undefined) return;
    const places: Readonly<Record<MissingPart, HTMLElement | null>> = {
      items: top.current,
      review: aside.current,
      address: address.current,
      shipping: address.current,
      minimum: top.current,
      phone: phone.current,
      payment: payment.current,
      amount: payment.current,
      cash: payment.current,
      when: when.current,
    };
    const place = places[part];
    // Focuses the invalid field, else the first enabled one.
    const field =
      place?.querySelector<HTMLElement>('[aria-invalid]') ??
      place?.querySelector<HTMLElement>('input:not(:disabled), button:not(:disabled)') ??
      place;
    place?.scrollIntoView({ block: 'nearest' });
    field?.focus();
  }, [told]);
  useEffect(() => {
    if (phoneIsWrong) phone.current?.focus();
  }, [phoneIsWrong]);
  useEffect(() => {
    if (refusal !== null) top.current?.focus();
  }, [refusal]);
  useFinishKey(() => void finish());

  const finishButton = (className: string | undefined): ReactNode => (
    <Button
      aria-busy={sending || undefined}
      className={className}
      icon={sending ? <Spinner size={20} /> : undefined}
      onClick={() => void finish()}
    >
      {sending ? orderTakingTexts.sending : orderTakingTexts.finish}
    </Button>
  );
  const phoneMissing = missing.includes('phone') ? checkoutTexts.required : undefined;

  return (
    <Screen className={styles['screen']}>
      <ScreenHeader
        actions={
          <span className={styles['headActions']}>
            {headerActions}
            {finishButton(styles['headFinish'])}
          </span>
        }
        filters={<span className={styles['where']}>{destinationLine(cart)}</span>}
        start={
          <IconButton
            className={styles['back']}
            disabled={sending}
            icon={<IconBack />}
            label={checkoutTexts.back}
            onClick={onBack}
          />
        }
        title={checkoutTexts.title}
      />
      <div className={styles['body']}>
        <div className={styles['form']}>
          <div ref={top} className={styles['notices']} tabIndex={-1}>
            <CheckoutNotices cart={cart} currency={store.currency} missing={missing} taking={taking} totals={totals} />
          </div>
          <fieldset className={styles['blocks']} disabled={sending}>
            <div className={styles['column']}>
              {cart.type === 'DELIVERY' ? (
                <AddressBlock
                  ref={address}
                  cart={cart}
                  currency={store.currency}
                  shipping={shipping}
                  subtotal={totals.subtotal}
                  onChange={onAddress}
                />
              ) : null}
              <CustomerBlock
                cart={cart}
                phoneError={phoneIsWrong ? checkoutTexts.invalidPhone : phoneMissing}
                phoneRef={phone}
                sellers={store.abilities.canChooseSeller ? profile.sellers : null}
                onPhone={taking.forgetProblems}
              />
            </div>
            <div className={styles['column']}>
              {takesPayment(cart) ? (
                <PaymentBlock
                  ref={payment}
                  cart={cart}
                  store={store}
                  told={missing.includes('amount') || missing.includes('cash')}
                  total={totals.total}
                />
              ) : null}
              <WhenBlock ref={when} cart={cart} store={store} />
            </div>
          </fieldset>
        </div>
        {cartPanel ? (
          // While the order is being sent its cart is about to be cleared: a change would be lost.
          <aside ref={aside} className={styles['aside']} inert={sending}>
            {cartPanel}
          </aside>
        ) : null}
      </div>
      <BottomBar>
        <p className={styles['figures']}>
          <b>{formatMoney(totals.total, store.currency)}</b>
          <span>{productCount(unitsIn(cart))}</span>
        </p>
        {finishButton(styles['barFinish'])}
      </BottomBar>
    </Screen>
  );
}

/** Ctrl/Cmd+Enter finishes the order from anywhere on the page. */
function useFinishKey(finish: () => void): void {
  const pressed = useEffectEvent(finish);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || event.repeat || !(event.ctrlKey || event.metaKey) || hasOpenOverlay()) return;
      event.preventDefault();
      pressed();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
