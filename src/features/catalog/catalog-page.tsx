import type { ComponentProps, ReactNode } from 'react';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { StoreMenu } from '#data/cart/cart-totals.ts';
import { useCartTotals, useDiscountContext } from '#data/cart/cart-totals.ts';
import { clearLines } from '#data/cart/clear-lines.ts';
import type { Cart, CartLine } from '#domain/cart.ts';
import { unitsIn } from '#domain/cart.ts';
import { hasBrokenLines, itemsById } from '#domain/cart-pricing.ts';
import type { Item } from '#domain/catalog.ts';
import { filledSections } from '#domain/catalog-sections.ts';
import { canFinish, cardAmount } from '#domain/checkout.ts';
import { ruleFor } from '#domain/discounts.ts';
import { formatMoney } from '#domain/money.ts';
import { orderTakingTexts, productCount } from '#texts/order-taking.ts';
import { Button } from '#ui/action/button.tsx';
import { IconButton } from '#ui/action/icon-button.tsx';
import { EmptyState } from '#ui/feedback/panels.tsx';
import { IconChecks, IconSearch, IconStore } from '#ui/icons.tsx';
import { BottomBar } from '#ui/layout/screen.tsx';
import { toast } from '#ui/toast/toast.ts';
import { linesIn } from './cart-changes.ts';
import { CatalogHeader } from './catalog-header.tsx';
import type { Jump } from './catalog-list.tsx';
import { CatalogList } from './catalog-list.tsx';
import styles from './catalog-page.module.css';
import { useCatalogSearch, useNextKey, useSearchKeys } from './catalog-search.ts';
import { ItemDetail } from './item-detail.tsx';
import { ProductCard } from './product-card.tsx';
import { SeatRow } from './seat-row.tsx';
import { catalogTexts } from './texts.ts';
import { useCardActions } from './use-card-actions.ts';
import { useQuickAdd } from './use-quick-add.ts';

interface CatalogPageProps {
  readonly profile: StoreMenu;
  readonly cart: Cart;
  /** How many people at the cart's table can be told apart; without it, none. */
  readonly people?: number;
  /** In place of «Catálogo» and the order's destination. */
  readonly title?: string;
  readonly nextLabel?: string;
  /** The catalog is only looked at: there is no order. */
  readonly readOnly?: boolean;
  readonly onNext: () => void;
  /** Finishes the order without the checkout; offered while the order is complete (C-07). */
  readonly onFinish?: () => void;
  /** Opens the cart; with an item id, at that item's lines. */
  readonly onOpenCart: (itemId?: number) => void;
  /** The cart beside the catalog, on screens of at least 768 px. */
  readonly cartPanel: ReactNode;
  /** Rendered at the end of the header on screens of at least 768 px. */
  readonly headerActions?: ReactNode;
  /** True while the order is being sent. */
  readonly submitting?: boolean;
  /** Key of a cart line to edit in the detail. */
  readonly editLine?: string | null;
  readonly onLineEdited?: () => void;
}

interface Detail {
  readonly item: Item;
  /** Initial selection: the last line of the same item. */
  readonly like: CartLine | null;
}

/** Adding products by search, sections and cards; it needs no network (C-01 to C-26). */
export function CatalogPage({
  profile,
  cart,
  people = 0,
  title,
  readOnly = false,
  submitting = false,
  ...props
}: CatalogPageProps) {
  const { catalog, discounts, store } = profile;
  const [query, setQuery] = useState('');
  const [current, setCurrent] = useState<number | null>(null);
  const [jump, setJump] = useState<Jump | null>(null);
  const [detail, setDetail] = useState<Detail | null>(null);
  const box = useRef<HTMLInputElement>(null);
  const at = useDiscountContext(profile, cart);
  const totals = useCartTotals(profile, cart);
  const sections = useMemo(() => filledSections(catalog, cart.catalogType), [catalog, cart.catalogType]);
  const items = useMemo(() => sections.flatMap((s) => s.items), [sections]);
  const search = useCatalogSearch(items, query);

  const actions = useCardActions(store.id, {
    locked: submitting,
    readOnly,
    onOpenCart: props.onOpenCart,
    onDetail: (item, like) => setDetail({ item, like }),
  });
  const onSearchKey = useQuickAdd({
    storeId: store.id,
    box,
    search,
    loading: catalog.isFirstPart === true,
    locked: submitting || readOnly,
    onAdd: (item) => actions.add(item),
    onQuery: setQuery,
  });
  useSearchKeys(box, () => setQuery(''));
  useNextKey(() => {
    if (linesIn(store.id).length > 0 && !submitting) props.onNext();
  });

  const toSection = useCallback((id: number): void => {
    setQuery('');
    setCurrent(id);
    setJump((was) => ({ section: id, turn: (was?.turn ?? 0) + 1 }));
  }, []);
  const tags = useMemo(() => sections.map((s) => s.section), [sections]);
  const count = productCount(unitsIn(cart));
  const subtotal = formatMoney(totals.subtotal, store.currency);
  // A customer looks at the whole order before they send it, and a card is asked for at the checkout.
  const ready =
    !cart.byCustomer &&
    cardAmount(cart, totals.total) === null &&
    canFinish(cart, { totals, brokenLines: hasBrokenLines(cart, catalog) });
  const onFinish = props.onFinish && ready ? props.onFinish : null;
  const firstHit = search.results?.[0]?.id;
  const priced = { at, cart, people, profile, readOnly };
  const shownSection = search.results ? null : (current ?? sections[0]?.section.id ?? null);

  return (
    <div className={styles['page']}>
      <CatalogHeader
        actions={props.headerActions}
        box={box}
        cart={cart}
        count={count}
        current={shownSection}
        locked={submitting}
        query={query}
        readOnly={readOnly}
        sections={tags}
        subtotal={subtotal}
        title={title}
        onClear={() => toast.undo({ text: orderTakingTexts.cleared, onUndo: clearLines(linesIn(store.id)) })}
        onFinish={onFinish}
        onQuery={setQuery}
        onSearchKey={onSearchKey}
        onSection={toSection}
      />
      <SeatRow cart={cart} people={people} />
      <CatalogMessage
        empty={sections.length === 0}
        noHits={search.results?.length === 0 && !catalog.isFirstPart}
        onClear={() => {
          setQuery('');
          box.current?.focus();
        }}
      />
      <CatalogList
        renderCard={(item, key) => (
          <ProductCard
            key={key}
            actions={actions}
            currency={store.currency}
            item={item}
            outlined={item.id === firstHit}
            rule={ruleFor(discounts, item.id, at)}
          />
        )}
        jump={jump}
        results={search.results}
        sections={sections}
        onSection={setCurrent}
      />
      {props.cartPanel ? <aside className={styles['aside']}>{props.cartPanel}</aside> : null}
      {readOnly ? null : (
        <OrderBar
          count={count}
          locked={submitting}
          nextLabel={props.nextLabel}
          subtotal={subtotal}
          onFinish={onFinish}
          onNext={cart.lines.length > 0 ? props.onNext : null}
          onOpenCart={() => props.onOpenCart()}
        />
      )}
      {detail ? (
        <ItemDetail
          key={`new-${detail.item.id}`}
          {...priced}
          item={detail.item}
          like={detail.like}
          line={null}
          onClose={() => setDetail(null)}
        />
      ) : null}
      {props.editLine == null ? null : (
        <EditedLine {...priced} lineKey={props.editLine} onClose={() => props.onLineEdited?.()} />
      )}
    </div>
  );
}

type EditedLineProps = Omit<ComponentProps<typeof ItemDetail>, 'item' | 'like' | 'line'> & {
  readonly lineKey: string;
};

/** The detail of a cart line; nothing when the cart no longer has it. */
function EditedLine({ lineKey, ...props }: EditedLineProps) {
  const line = props.cart.lines.find((l) => l.key === lineKey);
  const item = line && itemsById(props.profile.catalog).get(line.item_id);
  return item ? <ItemDetail key={line.key} {...props} item={item} like={line} line={line} /> : null;
}

interface CatalogMessageProps {
  readonly empty: boolean;
  readonly noHits: boolean;
  readonly onClear: () => void;
}

/** Instead of products: the catalog has none, or the search finds none. */
function CatalogMessage({ empty, noHits, onClear }: CatalogMessageProps) {
  if (!empty && !noHits) return null;
  return (
    <div className={styles['message']}>
      {empty ? (
        <EmptyState icon={<IconStore size={32} />} title={catalogTexts.empty} />
      ) : (
        <EmptyState
          action={
            <Button variant="secondary" onClick={onClear}>
              {catalogTexts.clearSearch}
            </Button>
          }
          icon={<IconSearch size={32} />}
          title={catalogTexts.noResults}
        />
      )}
    </div>
  );
}

interface OrderBarProps {
  readonly subtotal: string;
  readonly count: string;
  readonly locked: boolean;
  readonly nextLabel: string | undefined;
  readonly onOpenCart: () => void;
  /** null while the order is incomplete. */
  readonly onFinish: (() => void) | null;
  /** null while the cart is empty. */
  readonly onNext: (() => void) | null;
}

/** The phone's bar: the cart's sum, «Finalizar» and «Siguiente». */
function OrderBar({
  subtotal,
  count,
  locked,
  nextLabel = orderTakingTexts.next,
  onOpenCart,
  onFinish,
  onNext,
}: OrderBarProps) {
  return (
    <BottomBar className={styles['bottom']}>
      <button className={styles['summary']} type="button" onClick={onOpenCart}>
        <span className="visually-hidden">{catalogTexts.openCart}</span>
        <b>{subtotal}</b>
        <span>{count}</span>
      </button>
      {onFinish ? (
        <IconButton
          disabled={locked}
          icon={<IconChecks />}
          label={orderTakingTexts.finish}
          variant="outline"
          onClick={onFinish}
        />
      ) : null}
      <Button className={styles['next']} disabled={onNext === null || locked} onClick={onNext ?? undefined}>
        {nextLabel}
      </Button>
    </BottomBar>
  );
}
