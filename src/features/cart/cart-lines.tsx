import { useEffect, useRef } from 'react';
import { changeCart, laterInCart } from '#data/cart/cart-store.ts';
import type { StoreMenu } from '#data/cart/cart-totals.ts';
import { useCartTotals } from '#data/cart/cart-totals.ts';
import type { Cart, CartLine } from '#domain/cart.ts';
import { withLinesBack, withQuantity } from '#domain/cart-lines.ts';
import type { LineState } from '#domain/cart-pricing.ts';
import { itemsById, lineState } from '#domain/cart-pricing.ts';
import { lineQuantityMax } from '#domain/limits.ts';
import type { Currency } from '#domain/money.ts';
import { formatMoney } from '#domain/money.ts';
import type { OrderLine } from '#domain/order.ts';
import { orderTakingTexts } from '#texts/order-taking.ts';
import { seatTexts } from '#texts/order.ts';
import { IconButton } from '#ui/action/icon-button.tsx';
import { cx } from '#ui/class-names.ts';
import { IconTrash, IconWarning } from '#ui/icons.tsx';
import { NumberStepper } from '#ui/stepper/number-stepper.tsx';
import { toast } from '#ui/toast/toast.ts';
import styles from './cart-panel.module.css';
import { cartTexts } from './texts.ts';

interface CartLinesProps {
  readonly profile: StoreMenu;
  readonly cart: Cart;
  readonly onEditLine?: (line: CartLine) => void;
  readonly locked?: boolean;
  readonly focusItem?: number | undefined;
}

/**
 * The cart's lines with their prices. A line whose product left the catalog stays visible until the user removes it.
 */
export function CartLines({ profile, cart, onEditLine, locked = false, focusItem }: CartLinesProps) {
  const { store, catalog } = profile;
  const totals = useCartTotals(profile, cart);
  const items = itemsById(catalog);
  const list = useRef<HTMLUListElement>(null);
  const focusAt = useRef<number | null>(null);

  // Removing a line would lose the focus: it moves to the next line, or to the last one.
  useEffect(() => {
    if (focusAt.current === null) return;
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
    rows[Math.min(focusAt.current, rows.length - 1)]?.focus();
    focusAt.current = null;
  });

  useEffect(() => {
    if (focusItem !== undefined) list.current?.querySelector('[data-marked]')?.scrollIntoView({ block: 'nearest' });
  }, [focusItem]);
  const wanted = cart.lines.find((l) => l.item_id === focusItem);

  if (cart.lines.length === 0) return <p className={styles['empty']}>{orderTakingTexts.noProducts}</p>;

  const remove = (line: CartLine, index: number, name: string): void => {
    focusAt.current = index;
    const before = cart.lines;
    const undo = laterInCart();
    changeCart((c) => withQuantity(c, line.key, 0));
    toast.undo({
      text: cartTexts.removed(name),
      onUndo: () => undo((c) => withLinesBack(c, [line], before)),
    });
  };

  // `totals.lines` has the cart's order, without the lines of removed products.
  let priced = 0;
  return (
    <ul ref={list} className={styles['list']}>
      {cart.lines.map((line, index) => {
        const state = lineState(line, catalog, cart.catalogType);
        const sold = state.kind === 'gone' ? undefined : totals.lines[priced++];
        const name = items.get(line.item_id)?.name ?? cartTexts.goneName;
        return (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Delete is a shortcut of the bin
          <li
            key={line.key}
            className={cx(styles['line'], line.item_id === focusItem && styles['marked'])}
            data-marked={line.item_id === focusItem ? '' : undefined}
            onKeyDown={(event) => {
              if (event.key !== 'Delete' || locked) return;
              event.preventDefault();
              remove(line, index, name);
            }}
          >
            {sold ? (
              <SoldLine
                currency={store.currency}
                sold={sold}
                state={state}
                {...(onEditLine && !locked ? { onEdit: () => onEditLine(line) } : {})}
              />
            ) : (
              <p className={styles['gone']}>
                <IconWarning size={20} />
                <span>
                  {cartTexts.units(line.quantity, name)}
                  <br />
                  {cartTexts.gone}
                </span>
              </p>
            )}
            <div className={styles['controls']}>
              {sold ? (
                <NumberStepper
                  disabled={locked}
                  hideLabel
                  label={cartTexts.quantity(name)}
                  max={lineQuantityMax}
                  min={1}
                  size="sm"
                  value={line.quantity}
                  onChange={(quantity) => changeCart((c) => withQuantity(c, line.key, quantity))}
                />
              ) : null}
              <IconButton
                data-autofocus={line === wanted ? '' : undefined}
                data-remove=""
                disabled={locked}
                icon={<IconTrash size={22} />}
                label={cartTexts.remove(name)}
                onClick={() => remove(line, index, name)}
              />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

interface SoldLineProps {
  readonly sold: OrderLine;
  readonly currency: Currency;
  readonly state: LineState;
  readonly onEdit?: () => void;
}

function SoldLine({ sold, currency, state, onEdit }: SoldLineProps) {
  const words = cartTexts.units(sold.quantity, sold.name);
  return (
    <>
      <div className={styles['row']}>
        {onEdit ? (
          <button
            aria-label={`${words}. ${cartTexts.edit(sold.name)}`}
            className={styles['name']}
            type="button"
            onClick={onEdit}
          >
            {words}
          </button>
        ) : (
          <span>{words}</span>
        )}
        <b className={styles['price']}>{formatMoney(sold.price, currency)}</b>
      </div>
      {state.kind === 'repriced' ? (
        <p className={styles['changed']}>{cartTexts.repriced(formatMoney(state.before, currency))}</p>
      ) : null}
      {state.kind === 'options' ? <p className={styles['changed']}>{cartTexts.optionsChanged}</p> : null}
      {sold.additionals.length > 0 ? (
        <ul className={styles['options']}>
          {sold.additionals.map((a) => (
            <li key={a.id}>{a.quantity > 1 ? cartTexts.units(a.quantity, a.name) : a.name}</li>
          ))}
        </ul>
      ) : null}
      {sold.seat === undefined ? null : <p className={styles['options']}>{seatTexts.seat(sold.seat)}</p>}
      {sold.comments === null ? null : <p className={styles['options']}>{sold.comments}</p>}
    </>
  );
}
