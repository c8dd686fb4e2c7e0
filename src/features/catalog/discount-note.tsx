import { useId, useState } from 'react';
import type { DiscountRule } from '#domain/discounts.ts';
import { finalPrice } from '#domain/discounts.ts';
import type { Currency, Money } from '#domain/money.ts';
import { formatMoney } from '#domain/money.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import styles from './item-detail.module.css';
import { discountLines } from './discount-texts.ts';
import { productTexts, discountBadge } from './texts.ts';

interface PriceAndDiscountProps {
  readonly price: Money;
  readonly rule: DiscountRule | null;
  readonly currency: Currency;
}

/**
 * The current price, the original one struck through, and a badge that explains the discount when tapped
 * (C-27, M-09 to M-12).
 */
export function PriceAndDiscount({ price, rule, currency }: PriceAndDiscountProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const now = finalPrice(price, rule);
  return (
    <div className={styles['prices']}>
      <p className={styles['price']}>
        <span className="visually-hidden">{productTexts.finalPrice}</span>
        {formatMoney(now, currency)}
      </p>
      {now === price ? null : (
        <p className={styles['original']}>
          <span className="visually-hidden">{productTexts.originalPrice}</span>
          <s>{formatMoney(price, currency)}</s>
        </p>
      )}
      {rule ? (
        <button
          aria-controls={id}
          aria-expanded={open}
          aria-label={productTexts.aboutDiscount(discountBadge(rule))}
          className={styles['badge']}
          type="button"
          onClick={() => setOpen((was) => !was)}
        >
          <Badge tone="ready">{discountBadge(rule)}</Badge>
        </button>
      ) : null}
      {rule ? (
        <ul className={styles['explanation']} hidden={!open} id={id}>
          {discountLines(rule).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
