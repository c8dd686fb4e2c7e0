import type { ReactNode } from 'react';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { User } from '#contract/account.ts';
import type { Profile } from '#contract/wire/stores.ts';
import { useCartTotals } from '#data/cart/cart-totals.ts';
import { useShippingCost } from '#data/cart/shipping-cost.ts';
import { useNetwork } from '#data/device/device.ts';
import { importWithRetry } from '#data/device/lazy-import.ts';
import { useOnlineCharging } from '#data/api/server-facts.ts';
import type { Cart } from '#domain/cart.ts';
import { unitsIn } from '#domain/cart.ts';
import { hasBrokenLines } from '#domain/cart-pricing.ts';
import { cardAmount, missingParts, takesPayment } from '#domain/checkout.ts';
import { formatMoney } from '#domain/money.ts';
import { cardAccountOf } from '#domain/offered-payments.ts';
import { destinationLine, orderTakingTexts, productCount } from '#texts/order-taking.ts';
import { Button } from '#ui/action/button.tsx';
import { IconButton } from '#ui/action/icon-button.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { IconBack } from '#ui/icons.tsx';
import { BottomBar, Screen, ScreenHeader } from '#ui/layout/screen.tsx';
import { hasOpenOverlay } from '#ui/overlay/overlay-stack.ts';
import { announce } from '#ui/toast/announcer.tsx';
import { tellMissing } from '#ui/toast/toast.ts';
import { AddressBlock } from './address-block.tsx';
import { CheckoutNotices } from './checkout-notices.tsx';
import styles from './checkout-page.module.css';
import { CustomerBlock } from './customer-block.tsx';
import { PaymentBlock } from './payments/payment-block.tsx';
import { WhenBlock } from './schedule/when-block.tsx';
import { checkoutTexts } from './texts.ts';
import { useMissingParts } from './use-missing-parts.ts';
import { useTakeOrder } from './use-take-order.ts';

const CardDrawer = lazy(async () => ({
  default: (await importWithRetry(() => import('./card/card-drawer.tsx'), tellMissing)).CardDrawer,
}));

interface CheckoutPageProps {
  readonly profile: Profile;
  readonly cart: Cart;
  readonly user: User;
  readonly onBack: () => void;
  readonly onAddress: () => void;
  /** Opens the register's screen; null: this person may not. */
  readonly onCashbox: (() => void) | null;
  readonly onTaken: Parameters<typeof useTakeOrder>[0]['onTaken'];
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
  onCashbox,
  onTaken,
  cartPanel,
  headerActions,
}: CheckoutPageProps) {
  const { store } = profile;
  const totals = useCartTotals(profile, cart);
  const shipping = useShippingCost(cart, store);
  const taking = useTakeOrder({ profile, cart, user, onTaken });
  const { sending, phoneIsWrong, refusal } = taking;
  const lacking = missingParts(cart, { totals, brokenLines: hasBrokenLines(cart, profile.catalog) });
  const { missing, tell, top, aside, address, phone, when, payment } = useMissingParts(lacking);

  const online = useNetwork((n) => n.online);
  const charging = useOnlineCharging();
  const account = charging && cardAccountOf(store);
  /** The drawer asks for the card. */
  const [asking, setAsking] = useState(false);
  const toCharge = cardAmount(cart, totals.total);

  const finish = async (): Promise<void> => {
    if (tell()) {
      taking.forgetProblems();
      announce(checkoutTexts.missing(lacking), 'assertive');
      return;
    }
    // The card is asked last: it is charged with the order, and kept nowhere.
    if (online && account && cardAmount(cart, totals.total) !== null) setAsking(true);
    else await taking.send();
  };
  useEffect(() => {
    if (phoneIsWrong) phone.current?.focus();
  }, [phoneIsWrong, phone]);
  useEffect(() => {
    if (refusal !== null) top.current?.focus();
  }, [refusal, top]);
  useFinishKey(() => void finish());

  const finishButton = (className: string | undefined): ReactNode => (
    <FinishButton className={className} sending={sending} onClick={() => void finish()} />
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
            <CheckoutNotices
              cart={cart}
              missing={missing}
              store={store}
              taking={taking}
              totals={totals}
              onCashbox={onCashbox}
            />
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
      {asking && account && toCharge !== null ? (
        <Suspense>
          <CardDrawer
            account={account}
            amount={toCharge}
            doubt={taking.doubt}
            sandbox={charging.sandbox}
            store={store}
            onClose={() => setAsking(false)}
            onPay={taking.send}
          />
        </Suspense>
      ) : null}
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

interface FinishButtonProps {
  readonly className: string | undefined;
  readonly sending: boolean;
  readonly onClick: () => void;
}

function FinishButton({ className, sending, onClick }: FinishButtonProps) {
  return (
    <Button
      aria-busy={sending || undefined}
      className={className}
      icon={sending ? <Spinner size={20} /> : undefined}
      onClick={onClick}
    >
      {sending ? orderTakingTexts.sending : orderTakingTexts.finish}
    </Button>
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
