import type { ReactNode } from 'react';
import { useId } from 'react';
import type { StoreMenu } from '#data/cart/cart-totals.ts';
import { useCartTotals } from '#data/cart/cart-totals.ts';
import { clearLines } from '#data/cart/clear-lines.ts';
import type { Cart, CartLine } from '#domain/cart.ts';
import { orderTakingTexts } from '#texts/order-taking.ts';
import { Button } from '#ui/action/button.tsx';
import { IconButton } from '#ui/action/icon-button.tsx';
import { IconTrash } from '#ui/icons.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { toast } from '#ui/toast/toast.ts';
import { CartLines } from './cart-lines.tsx';
import styles from './cart-panel.module.css';
import { CartSums } from './cart-sums.tsx';
import { Destination } from './destination.tsx';
import { DiscountActions } from './discount-actions.tsx';
import { PricesChanged } from './prices-changed.tsx';
import { cartTexts } from './texts.ts';

interface CartContentProps {
  readonly profile: StoreMenu;
  readonly cart: Cart;
  /** Opens the detail of a line; without it, a line offers only its counter. */
  readonly onEditLine?: (line: CartLine) => void;
  /** Opens the address screen of a delivery. */
  readonly onAddress?: () => void;
  /** True while the order is being sent: disables every change. */
  readonly locked?: boolean;
}

interface NextProps {
  /** Goes to the next screen; without it the panel is a summary. */
  readonly onNext?: () => void;
  readonly nextLabel?: string;
  /** Below the sums, in place of «Siguiente». */
  readonly foot?: ReactNode;
}

/**
 * 'Detalle del pedido' beside the catalog and the checkout: the lines scroll, the total stays visible (K-08 to K-12).
 */
export function CartPanel({
  onNext,
  nextLabel = orderTakingTexts.next,
  foot,
  ...content
}: CartContentProps & NextProps) {
  const titleId = useId();
  const { profile, cart, locked = false } = content;
  const totals = useCartTotals(profile, cart);
  return (
    <section aria-labelledby={titleId} className={styles['panel']}>
      <header className={styles['head']}>
        <h2 className={styles['title']} id={titleId}>
          {orderTakingTexts.cart}
        </h2>
      </header>
      <Destination cart={cart} locked={locked} onAddress={content.onAddress} />
      <PricesChanged cart={cart} profile={profile} />
      <div className={styles['lines']}>
        <CartLines {...content} />
      </div>
      <DiscountActions cart={cart} locked={locked} profile={profile} totals={totals} />
      <CartSums cart={cart} currency={profile.store.currency} totals={totals} />
      {onNext ? (
        <Button disabled={cart.lines.length === 0 || locked} fullWidth onClick={onNext}>
          {nextLabel}
        </Button>
      ) : null}
      {foot}
    </section>
  );
}

interface CartSheetProps extends CartContentProps, NextProps {
  readonly open: boolean;
  /** Marks the lines of this item and focuses the first of them. */
  readonly focusItem?: number | undefined;
  readonly onClose: () => void;
}

/** The cart panel as a sheet on the phone and as a modal elsewhere (K-15). */
export function CartSheet({ open, onClose, ...rest }: CartSheetProps) {
  return open ? <OpenCartSheet {...rest} onClose={onClose} /> : null;
}

function OpenCartSheet({
  onClose,
  onNext,
  nextLabel = orderTakingTexts.next,
  foot,
  focusItem,
  ...content
}: Omit<CartSheetProps, 'open'>) {
  const { profile, cart, locked = false } = content;
  const totals = useCartTotals(profile, cart);
  const empty = cart.lines.length === 0;
  return (
    <Overlay
      actions={
        empty ? null : (
          <IconButton
            disabled={locked}
            icon={<IconTrash />}
            label={cartTexts.clear}
            onClick={() => toast.undo({ text: orderTakingTexts.cleared, onUndo: clearLines(cart.lines) })}
          />
        )
      }
      footer={
        <div className={styles['sums']}>
          <DiscountActions cart={cart} locked={locked} profile={profile} totals={totals} />
          <CartSums cart={cart} currency={profile.store.currency} totals={totals} />
          {onNext ? (
            <Button
              disabled={empty || locked}
              fullWidth
              onClick={() => {
                onClose();
                onNext();
              }}
            >
              {nextLabel}
            </Button>
          ) : null}
          {foot}
        </div>
      }
      open
      title={orderTakingTexts.cart}
      onClose={onClose}
    >
      <div className={styles['sheet']}>
        <Destination
          cart={cart}
          locked={locked}
          onAddress={
            content.onAddress &&
            (() => {
              onClose();
              content.onAddress?.();
            })
          }
        />
        <PricesChanged cart={cart} profile={profile} />
        <CartLines {...content} focusItem={focusItem} />
      </div>
    </Overlay>
  );
}
