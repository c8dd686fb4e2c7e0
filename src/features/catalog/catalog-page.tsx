import type { KeyboardEvent, ReactNode } from 'react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Profile } from '#contract/wire/stores.ts';
import { cartOf, changeCart, tapCart } from '#data/cart/cart-store.ts';
import { useCartTotals, useDiscountContext } from '#data/cart/cart-totals.ts';
import type { Cart, CartLine } from '#domain/cart.ts';
import { unitsIn, unitsOf } from '#domain/cart.ts';
import { withItem, withLinesBack, withoutUnit } from '#domain/cart-lines.ts';
import { hasBrokenLines, itemsById } from '#domain/cart-pricing.ts';
import type { Item } from '#domain/catalog.ts';
import { needsChoice } from '#domain/catalog.ts';
import { filledSections } from '#domain/catalog-sections.ts';
import { canFinish } from '#domain/checkout.ts';
import { ruleFor } from '#domain/discounts.ts';
import { formatMoney } from '#domain/money.ts';
import { orderTakingTexts, productCount } from '#texts/order-taking.ts';
import { Button } from '#ui/action/button.tsx';
import { IconButton } from '#ui/action/icon-button.tsx';
import { EmptyState } from '#ui/feedback/panels.tsx';
import { IconChecks, IconSearch, IconStore } from '#ui/icons.tsx';
import { BottomBar } from '#ui/layout/screen.tsx';
import { announce } from '#ui/toast/announcer.tsx';
import { toast } from '#ui/toast/toast.ts';
import { CatalogHeader } from './catalog-header.tsx';
import type { Jump } from './catalog-list.tsx';
import { CatalogList } from './catalog-list.tsx';
import styles from './catalog-page.module.css';
import { useCatalogSearch, useNextKey, useSearchKeys } from './catalog-search.ts';
import { ItemDetail } from './item-detail.tsx';
import type { CardActions } from './product-card.tsx';
import { ProductCard } from './product-card.tsx';
import { useScanner } from './scanner.ts';
import { catalogTexts } from './texts.ts';

interface CatalogPageProps {
  readonly profile: Profile;
  readonly cart: Cart;
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

/** Reads the store, not the rendered props: two quick taps may come before a render. */
const linesIn = (storeId: number): readonly CartLine[] => cartOf(storeId)?.lines ?? [];
const unitsHere = (storeId: number, itemId: number): number => {
  const cart = cartOf(storeId);
  return cart ? unitsOf(cart, itemId) : 0;
};

/** A text whose first hit is to be added; `alone`: only when it is the single hit. */
interface Wanted {
  readonly text: string;
  readonly alone: boolean;
}

interface Detail {
  readonly item: Item;
  /** Initial selection: the last line of the same item. */
  readonly like: CartLine | null;
}

/** Adding products by search, sections and cards; it needs no network (C-01 to C-26). */
export function CatalogPage({ profile, cart, submitting = false, ...props }: CatalogPageProps) {
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

  const { onOpenCart, onNext } = props;
  const latest = useRef({ submitting, onOpenCart, onNext });
  useEffect(() => {
    latest.current = { submitting, onOpenCart, onNext };
  });
  const actions = useMemo((): CardActions => {
    const linesOf = (item: Item): CartLine[] => linesIn(store.id).filter((l) => l.item_id === item.id);
    // While the order is being sent its cart is about to be cleared: an added product would be lost.
    const locked = (): boolean => latest.current.submitting;
    const open = (item: Item): void => {
      if (!locked()) setDetail({ item, like: linesOf(item).at(-1) ?? null });
    };
    return {
      open,
      add: (item) => {
        if (locked()) return;
        if (needsChoice(item) || (unitsHere(store.id, item.id) > 0 && item.groups.length > 0)) return open(item);
        tapCart((c) => withItem(c, item));
        announce(catalogTexts.inCart(item.name, unitsHere(store.id, item.id)));
      },
      take: (item) => {
        if (locked()) return;
        const lines = linesOf(item);
        // Several lines have this item with different options; only the user knows which one to reduce.
        if (lines.length > 1) return latest.current.onOpenCart(item.id);
        if (lines.length === 0) return;
        tapCart((c) => withoutUnit(c, item.id));
        announce(catalogTexts.inCart(item.name, unitsHere(store.id, item.id)));
      },
    };
  }, [store.id]);

  useSearchKeys(box);
  useNextKey(() => {
    const { submitting: busy, onNext: next } = latest.current;
    if (linesIn(store.id).length > 0 && !busy) next();
  });
  /** Requests made before all products had loaded. */
  const early = useRef<Wanted[]>([]);
  const addFound = (wanted: Wanted): void => {
    if (catalog.isFirstPart) {
      early.current.push(wanted);
      return;
    }
    const hits = search.find(wanted.text);
    const [hit] = hits;
    if (hit && (hits.length === 1 || !wanted.alone)) actions.add(hit);
  };
  useEffect(() => {
    if (!catalog.isFirstPart) for (const wanted of early.current.splice(0)) addFound(wanted);
  });
  useScanner((text) => {
    setQuery(text);
    addFound({ text, alone: true });
  }, box);

  const onSearchKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const text = event.currentTarget.value;
    if (event.key === 'Escape') {
      setQuery('');
      event.currentTarget.blur();
    } else if (event.key === 'Enter' || event.key === 'PageUp') {
      addFound({ text, alone: false });
    } else if (event.key === 'PageDown') {
      const [first] = search.find(text);
      if (first && !submitting && unitsHere(store.id, first.id) > 0) {
        tapCart((c) => withoutUnit(c, first.id));
        announce(catalogTexts.inCart(first.name, unitsHere(store.id, first.id)));
      }
    } else return;
    event.preventDefault();
  };

  const toSection = useCallback((id: number): void => {
    setQuery('');
    setCurrent(id);
    setJump((was) => ({ section: id, turn: (was?.turn ?? 0) + 1 }));
  }, []);
  const tags = useMemo(() => sections.map((s) => s.section), [sections]);
  const clear = (): void => {
    const lines = linesIn(store.id);
    changeCart((c) => ({ ...c, lines: [] }));
    toast.undo({ text: orderTakingTexts.cleared, onUndo: () => changeCart((c) => withLinesBack(c, lines, lines)) });
  };

  const edited = props.editLine == null ? undefined : cart.lines.find((l) => l.key === props.editLine);
  const editedItem = edited && itemsById(catalog).get(edited.item_id);
  const count = productCount(unitsIn(cart));
  const subtotal = formatMoney(totals.subtotal, store.currency);
  const empty = cart.lines.length === 0;
  const ready = canFinish(cart, { totals, brokenLines: hasBrokenLines(cart, catalog) });
  const onFinish = props.onFinish && ready ? props.onFinish : null;
  const firstHit = search.results?.[0]?.id;
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
        sections={tags}
        subtotal={subtotal}
        onClear={clear}
        onFinish={onFinish}
        onQuery={setQuery}
        onSearchKey={onSearchKey}
        onSection={toSection}
      />
      {sections.length === 0 ? (
        <div className={styles['message']}>
          <EmptyState icon={<IconStore size={32} />} title={catalogTexts.empty} />
        </div>
      ) : null}
      {search.results?.length === 0 && sections.length > 0 && !catalog.isFirstPart ? (
        <div className={styles['message']}>
          <EmptyState
            action={
              <Button
                variant="secondary"
                onClick={() => {
                  setQuery('');
                  box.current?.focus();
                }}
              >
                {catalogTexts.clearSearch}
              </Button>
            }
            icon={<IconSearch size={32} />}
            title={catalogTexts.noResults}
          />
        </div>
      ) : null}
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
      <aside className={styles['aside']}>{props.cartPanel}</aside>
      <BottomBar className={styles['bottom']}>
        <button className={styles['summary']} type="button" onClick={() => props.onOpenCart()}>
          <span className="visually-hidden">{catalogTexts.openCart}</span>
          <b>{subtotal}</b>
          <span>{count}</span>
        </button>
        {onFinish ? (
          <IconButton
            disabled={submitting}
            icon={<IconChecks />}
            label={orderTakingTexts.finish}
            variant="outline"
            onClick={onFinish}
          />
        ) : null}
        <Button className={styles['next']} disabled={empty || submitting} onClick={props.onNext}>
          {orderTakingTexts.next}
        </Button>
      </BottomBar>
      {detail ? (
        <ItemDetail
          key={`new-${detail.item.id}`}
          at={at}
          cart={cart}
          item={detail.item}
          like={detail.like}
          line={null}
          profile={profile}
          onClose={() => setDetail(null)}
        />
      ) : null}
      {edited && editedItem ? (
        <ItemDetail
          key={edited.key}
          at={at}
          cart={cart}
          item={editedItem}
          like={edited}
          line={edited}
          profile={profile}
          onClose={() => props.onLineEdited?.()}
        />
      ) : null}
    </div>
  );
}
