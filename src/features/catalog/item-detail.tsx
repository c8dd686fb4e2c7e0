import type { KeyboardEvent } from 'react';
import { useRef, useState } from 'react';
import { changeCart } from '#data/cart/cart-store.ts';
import type { StoreMenu } from '#data/cart/cart-totals.ts';
import type { Cart, CartLine } from '#domain/cart.ts';
import { unitsOf } from '#domain/cart.ts';
import { withItem, withLineReplaced } from '#domain/cart-lines.ts';
import type { Item, Selection } from '#domain/catalog.ts';
import { emptySelection, firstUnmetGroup, groupHint } from '#domain/catalog.ts';
import type { DiscountContext } from '#domain/discounts.ts';
import { ruleFor } from '#domain/discounts.ts';
import { clarificationMaxChars, lineQuantityMax } from '#domain/limits.ts';
import { formatMoney, zero } from '#domain/money.ts';
import { priceOrder } from '#domain/pricing.ts';
import { Button } from '#ui/action/button.tsx';
import { TextArea } from '#ui/form/text-area.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { NumberStepper } from '#ui/stepper/number-stepper.tsx';
import { announce } from '#ui/toast/announcer.tsx';
import { useMedia } from '#ui/use-media.ts';
import { PriceAndDiscount } from './discount-note.tsx';
import styles from './item-detail.module.css';
import { OptionGroupField, OptionList } from './option-group.tsx';
import { SeatChips } from './seat-row.tsx';
import { catalogTexts, productTexts, groupHintText } from './texts.ts';

const counterFromChars = 80;

interface ItemDetailProps {
  readonly item: Item;
  /** The line to edit; null adds a new one. */
  readonly line: CartLine | null;
  /** The line whose selection is copied as the initial one. */
  readonly like: CartLine | null;
  readonly profile: StoreMenu;
  readonly cart: Cart;
  readonly at: DiscountContext;
  /** How many people at the table can be told apart. */
  readonly people: number;
  /** It is only looked at: nothing can be chosen or added. */
  readonly readOnly: boolean;
  readonly onClose: () => void;
}

/** Options, clarification and quantity of a product (C-27 to C-42). */
export function ItemDetail({ item, line, like, profile, cart, at, people, readOnly, onClose }: ItemDetailProps) {
  const { store, discounts } = profile;
  const [selection, setSelection] = useState<Selection>(() => stillOffered(item, like?.selection ?? emptySelection));
  const [quantity, setQuantity] = useState(line?.quantity ?? 1);
  const [comments, setComments] = useState(line?.comments ?? '');
  const [seat, setSeat] = useState(line ? line.seat : cart.seat);
  const [tried, setTried] = useState(false);
  const unmet = useRef<HTMLFieldSetElement>(null);
  const size = useDetailSize();
  const missing = firstUnmetGroup(item.groups, selection);
  const total = priceOrder([{ item, quantity, selection, comments: null }], discounts, at).lines[0]?.price ?? zero;
  const image = item.image_md ?? item.image_sm;

  const add = (): void => {
    if (missing) {
      setTried(true);
      unmet.current?.scrollIntoView({ block: 'start' });
      unmet.current?.focus({ preventScroll: true });
      announce(`${missing.name}. ${groupHintText(groupHint(missing, selection))}`);
      return;
    }
    const text = comments.trim() || null;
    changeCart((c) =>
      line
        ? withLineReplaced(c, line.key, item, { quantity, selection, comments: text, seat })
        : { ...withItem({ ...c, seat }, item, quantity, selection, text), seat: c.seat },
    );
    const others = unitsOf(cart, item.id) - (line?.quantity ?? 0);
    announce(catalogTexts.inCart(item.name, others + quantity));
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (readOnly) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      add();
      return;
    }
    const typing = event.target instanceof HTMLTextAreaElement;
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+') setQuantity((n) => Math.min(n + 1, lineQuantityMax));
    if (event.key === '-') setQuantity((n) => Math.max(n - 1, 1));
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keyboard shortcuts of its content
    <div onKeyDown={onKeyDown}>
      <Overlay
        bodyClassName={styles['body']}
        dirty={comments.trim() !== (line?.comments ?? '')}
        footer={
          readOnly ? undefined : (
            <div className={styles['foot']}>
              <NumberStepper
                hideLabel
                label={productTexts.quantity}
                max={lineQuantityMax}
                min={1}
                value={quantity}
                onChange={setQuantity}
              />
              <Button
                className={styles['add']}
                {...(item.groups.length === 0 ? { 'data-autofocus': '' } : {})}
                onClick={add}
              >
                <span className={styles['addWords']}>
                  <span>{line ? productTexts.save : productTexts.add}</span>
                  <span>{formatMoney(total, store.currency)}</span>
                </span>
              </Button>
            </div>
          )
        }
        open
        size={image === null && size === 'xl' ? 'md' : size}
        title={item.name}
        onClose={onClose}
      >
        {image === null ? null : (
          <img
            alt=""
            className={styles['image']}
            decoding="async"
            src={image}
            onError={(e) => (e.currentTarget.hidden = true)}
          />
        )}
        <div className={styles['content']}>
          <PriceAndDiscount currency={store.currency} price={item.price} rule={ruleFor(discounts, item.id, at)} />
          <p className={styles['description']}>{item.description || catalogTexts.noDescription}</p>
          {item.groups.map((group, index) =>
            readOnly ? (
              <OptionList key={group.id} currency={store.currency} group={group} />
            ) : (
              <OptionGroupField
                key={group.id}
                ref={group === missing ? unmet : null}
                currency={store.currency}
                first={index === 0}
                group={group}
                selection={selection}
                tried={tried}
                onChange={setSelection}
              />
            ),
          )}
          {people === 0 ? null : <SeatChips people={people} seat={seat} onChange={setSeat} />}
          {readOnly ? null : (
            <TextArea
              counterFrom={counterFromChars}
              label={productTexts.clarification}
              maxLength={clarificationMaxChars}
              rows={2}
              value={comments}
              onChange={setComments}
            />
          )}
        </div>
      </Overlay>
    </div>
  );
}

/** The part of an earlier selection that the catalog still offers. */
function stillOffered(item: Item, selection: Selection): Selection {
  const ids = new Set(item.groups.flatMap((g) => g.additionals.map((a) => a.id)));
  return Object.fromEntries(Object.entries(selection).filter(([id]) => ids.has(Number(id))));
}

/** Full screen on the phone, 560 px on the tablet, picture and options side by side on wide screens. */
function useDetailSize(): 'full' | 'md' | 'xl' {
  const phone = useMedia('(width < 768px)');
  const wide = useMedia('(width >= 1600px)');
  return phone ? 'full' : wide ? 'xl' : 'md';
}
