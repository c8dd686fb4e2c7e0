import { memo, useRef, useState } from 'react';
import { useCart } from '#data/cart/cart-store.ts';
import { unitsOf } from '#domain/cart.ts';
import type { Item } from '#domain/catalog.ts';
import type { DiscountRule } from '#domain/discounts.ts';
import { finalPrice } from '#domain/discounts.ts';
import type { Currency } from '#domain/money.ts';
import { formatMoney } from '#domain/money.ts';
import { cx } from '#ui/class-names.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { IconMinus, IconPlus } from '#ui/icons.tsx';
import styles from './product-card.module.css';
import { catalogTexts, discountBadge } from './texts.ts';

/** What a card can do; the same object for every card and every render. */
export interface CardActions {
  add(item: Item): void;
  take(item: Item): void;
  open(item: Item): void;
}

interface ProductCardProps {
  readonly item: Item;
  /** The one rule of the item now. */
  readonly rule: DiscountRule | null;
  readonly currency: Currency;
  /** The first result while searching: what Enter adds. */
  readonly outlined: boolean;
  readonly actions: CardActions;
}

/** A product of the catalog; with units in the cart its picture turns into a counter (C-19 to C-26). */
export const ProductCard = memo(function ProductCard({ item, rule, currency, outlined, actions }: ProductCardProps) {
  // Each card looks for itself: a tap renders the one that it changed.
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
                // The counter is about to turn back into the picture, which takes the focus over.
                if (units === 1) add.current?.focus();
              }}
            >
              <IconMinus size={22} />
            </button>
          </>
        ) : null}
        {/* One and the same button as picture and as «+»: it keeps the focus when the card turns. */}
        <button
          ref={add}
          aria-label={catalogTexts.addOne(item.name)}
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

/** The item's picture; its initial on a tint when there is none or it does not load. */
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
      // Another product's picture never stands in while its own is loaded.
      key={src}
      alt=""
      className={styles['image']}
      decoding="async"
      height={85}
      loading="lazy"
      src={src}
      width={85}
      onError={() => setFailed(src)}
    />
  );
}
