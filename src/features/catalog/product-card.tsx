import { memo, useRef, useState } from 'react';
import { useCart } from '#data/cart/cart-store.ts';
import { unitsOf } from '#domain/cart.ts';
import type { Item } from '#domain/catalog.ts';
import type { DiscountRule } from '#domain/discounts.ts';
import { finalPrice } from '#domain/discounts.ts';
import type { Currency } from '#domain/money.ts';
import { itemImagePx } from '#domain/limits.ts';
import { formatMoney } from '#domain/money.ts';
import { cx } from '#ui/class-names.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { IconMinus, IconPlus } from '#ui/icons.tsx';
import styles from './product-card.module.css';
import { catalogTexts, discountBadge } from './texts.ts';

/** The actions of a card. One object for all cards and renders, because the card is memoized. */
export interface CardActions {
  add(item: Item): void;
  take(item: Item): void;
  open(item: Item): void;
  /** Products are only looked at: `add` opens them. */
  readonly readOnly: boolean;
}

interface ProductCardProps {
  readonly item: Item;
  /** The discount rule that applies to the item now. */
  readonly rule: DiscountRule | null;
  readonly currency: Currency;
  /** True for the first search result, which Enter adds. */
  readonly outlined: boolean;
  readonly actions: CardActions;
}

/** A product card; with units in the cart its picture becomes a counter (C-19 to C-26). */
export const ProductCard = memo(function ProductCard({ item, rule, currency, outlined, actions }: ProductCardProps) {
  // Each card selects its own count, so that a tap renders only that card.
  const units = useCart((s) => (s.cart ? unitsOf(s.cart, item.id) : 0));
  const counting = units > 0;
  const add = useRef<HTMLButtonElement>(null);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- + and − are shortcuts of its buttons
    <article
      aria-label={counting ? catalogTexts.inCart(item.name, units) : item.name}
      className={cx(styles['card'], outlined && styles['outlined'])}
      data-item={item.id}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === '+') actions.add(item);
        else if (event.key === '-' && counting) actions.take(item);
        else return;
        event.preventDefault();
      }}
    >
      {rule ? (
        <span className={styles['badge']}>
          <Badge tone="ready">{discountBadge(rule)}</Badge>
        </span>
      ) : null}
      <div className={cx(styles['media'], counting && styles['face'])}>
        {counting ? (
          <>
            <b aria-hidden="true" className={styles['count']}>
              {units}
            </b>
            <button
              aria-label={catalogTexts.takeOne(item.name)}
              className={styles['step']}
              type="button"
              onClick={() => {
                actions.take(item);
                // The counter is about to become the picture again: move the focus to the button that remains.
                if (units === 1) add.current?.focus();
              }}
            >
              <IconMinus size={22} />
            </button>
          </>
        ) : null}
        {/* The same button is the picture and the «+», so it keeps the focus when the card changes. */}
        <button
          ref={add}
          aria-label={(actions.readOnly ? catalogTexts.see : catalogTexts.addOne)(item.name)}
          className={counting ? styles['step'] : styles['picture']}
          type="button"
          onClick={() => actions.add(item)}
        >
          {counting ? <IconPlus size={22} /> : <Picture name={item.name} src={item.image_sm} />}
        </button>
      </div>
      <div className={styles['words']}>
        <h3 className={styles['heading']}>
          <button className={styles['name']} type="button" onClick={() => actions.open(item)}>
            {item.name}
          </button>
        </h3>
        <p className={styles['description']}>{item.description || catalogTexts.noDescription}</p>
        <p className={styles['price']}>{formatMoney(finalPrice(item.price, rule), currency)}</p>
      </div>
    </article>
  );
});

/** The item's picture, or its initial when it has none or the picture fails to load. */
export function Picture({ name, src }: { readonly name: string; readonly src: string | null }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (src === null || failed === src)
    return (
      <span aria-hidden="true" className={styles['initial']}>
        {Array.from(name.trim())[0]?.toUpperCase()}
      </span>
    );
  return (
    <img
      // Remounts the element: the old picture must not stay while the new one loads.
      key={src}
      alt=""
      className={styles['image']}
      decoding="async"
      height={itemImagePx}
      loading="lazy"
      src={src}
      width={itemImagePx}
      onError={() => setFailed(src)}
    />
  );
}
