import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { User } from '#contract/account.ts';
import type { Profile } from '#contract/wire/stores.ts';
import { useCartTotals } from '#data/cart-totals.ts';
import type { Cart, MissingPart } from '#domain/cart.ts';
import { missingParts, takesPayment, unitsIn } from '#domain/cart.ts';
import { formatMoney } from '#domain/money.ts';
import { destinationLabel, orderTakingTexts, productCount } from '#texts/order-taking.ts';
import { Button } from '#ui/action/button.tsx';
import { IconButton } from '#ui/action/icon-button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { IconBack } from '#ui/icons.tsx';
import { BottomBar, Screen, ScreenHeader } from '#ui/layout/screen.tsx';
import { hasOpenOverlay } from '#ui/overlay/overlay-stack.ts';
import { announce } from '#ui/toast/announcer.tsx';
import styles from './checkout-page.module.css';
import { CustomerBlock } from './customer-block.tsx';
import { PaymentBlock } from './payment-block.tsx';
import { checkoutTexts } from './texts.ts';
import { useTakeOrder } from './use-take-order.ts';
import { WhenBlock } from './when-block.tsx';

interface CheckoutPageProps {
  readonly profile: Profile;
  readonly cart: Cart;
  readonly user: User;
  readonly onBack: () => void;
  readonly onTaken: (order: { readonly kind: 'taken' | 'saved'; readonly uid: string }) => void;
  /** The summary: beside the form from 768 px on, under it on the phone. */
  readonly cartPanel?: ReactNode;
  /** At the end of the header, from 768 px on. */
  readonly headerActions?: ReactNode;
}

/** Who, how and when; 'Finalizar' can always be tapped and says what is missing (K-57 to K-86). */
export function CheckoutPage({ profile, cart, user, onBack, onTaken, cartPanel, headerActions }: CheckoutPageProps) {
  const { store } = profile;
  const totals = useCartTotals(profile, cart);
  const taking = useTakeOrder({ profile, cart, user, onTaken });
  const { sending, phoneIsWrong, refusal } = taking;
  const [told, setTold] = useState<readonly MissingPart[]>([]);
  // Said once, kept true: what has been filled in meanwhile is no longer missing.
  const missing = missingParts(cart).filter((part) => told.includes(part));
  const top = useRef<HTMLDivElement>(null);
  const phone = useRef<HTMLInputElement>(null);
  const when = useRef<HTMLElement>(null);
  const payment = useRef<HTMLElement>(null);

  const finish = async (): Promise<void> => {
    const parts = missingParts(cart);
    setTold(parts);
    if (parts.length > 0) {
      taking.forgetProblems();
      announce(checkoutTexts.missing(parts), 'assertive');
      return;
    }
    await taking.send();
  };
  useEffect(() => {
    const [part] = told;
    if (part === undefined) return;
    const place = part === 'when' ? when : part === 'payment' ? payment : top;
    const field = place.current?.querySelector<HTMLElement>('input:not(:disabled)') ?? place.current;
    place.current?.scrollIntoView({ block: 'nearest' });
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

  return (
    <Screen className={styles['screen']}>
      <ScreenHeader
        actions={
          <span className={styles['headActions']}>
            {headerActions}
            {finishButton(styles['headFinish'])}
          </span>
        }
        filters={<span className={styles['where']}>{destinationLabel(cart)}</span>}
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
            {refusal === null ? null : <Notice tone="error">{refusal}</Notice>}
            {missing.length > 0 ? <Notice tone="warning">{checkoutTexts.missing(missing)}</Notice> : null}
          </div>
          <fieldset className={styles['blocks']} disabled={sending}>
            <CustomerBlock
              cart={cart}
              phoneError={phoneIsWrong ? checkoutTexts.invalidPhone : undefined}
              phoneRef={phone}
              sellers={store.abilities.canChooseSeller ? profile.sellers : null}
              onPhone={taking.forgetProblems}
            />
            <div className={styles['column']}>
              {takesPayment(cart) ? <PaymentBlock ref={payment} cart={cart} offered={store.payment_methods} /> : null}
              <WhenBlock ref={when} cart={cart} store={store} />
            </div>
          </fieldset>
        </div>
        {cartPanel ? (
          // A line changed while the order leaves would be lost with its cart.
          <aside className={styles['aside']} inert={sending}>
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

/** Ctrl/Cmd+Enter finishes from anywhere on the page. */
function useFinishKey(finish: () => void): void {
  const latest = useRef(finish);
  useEffect(() => {
    latest.current = finish;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || hasOpenOverlay()) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
