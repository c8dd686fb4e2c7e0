import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { memo, useEffect, useRef } from 'react';
import type { Section } from '#domain/catalog.ts';
import { destinationLine, orderTakingTexts } from '#texts/order-taking.ts';
import { ChipRow, SectionTag } from '#ui/action/chip.tsx';
import { IconButton } from '#ui/action/icon-button.tsx';
import { SearchBox } from '#ui/form/search-box.tsx';
import { IconChecks, IconTrash } from '#ui/icons.tsx';
import type { Cart } from '#domain/cart.ts';
import styles from './catalog-page.module.css';
import { catalogTexts } from './texts.ts';

interface CatalogHeaderProps {
  /** In place of the catalog's title and the order's destination. */
  readonly title: string | undefined;
  /** There is no order: its sums are left out. */
  readonly readOnly: boolean;
  readonly cart: Cart;
  readonly count: string;
  readonly subtotal: string;
  readonly box: RefObject<HTMLInputElement | null>;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly onSearchKey: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly sections: readonly Section[];
  readonly current: number | null;
  readonly onSection: (id: number) => void;
  readonly onClear: () => void;
  /** Non-null only while the order can be finished from the catalog (C-07). */
  readonly onFinish: (() => void) | null;
  readonly locked: boolean;
  readonly actions: ReactNode;
}

/** Title, search, and the section tags with a summary of the cart (C-02 to C-08, C-13). */
export function CatalogHeader({
  title,
  readOnly,
  cart,
  count,
  subtotal,
  box,
  query,
  sections,
  current,
  onSection,
  ...on
}: CatalogHeaderProps) {
  const empty = cart.lines.length === 0;
  return (
    <>
      <header className={styles['head']}>
        <div className={styles['titles']}>
          <h1 className={styles['title']}>{title ?? catalogTexts.title}</h1>
          {title === undefined ? <p className={styles['where']}>{destinationLine(cart)}</p> : null}
        </div>
        <div className={styles['search']}>
          <SearchBox
            ref={box}
            aria-keyshortcuts="/"
            label={catalogTexts.search}
            placeholder={catalogTexts.searchPlaceholder}
            value={query}
            onChange={on.onQuery}
            onKeyDown={on.onSearchKey}
          />
        </div>
        {on.actions ? <div className={styles['actions']}>{on.actions}</div> : null}
      </header>
      <div className={styles['bar']}>
        <Tags current={current} sections={sections} onSection={onSection} />
        {readOnly ? null : (
          <div className={styles['order']}>
            <p className={styles['figures']}>
              <b>{subtotal}</b>
              <span>{count}</span>
            </p>
            {on.onFinish ? (
              <IconButton
                disabled={on.locked}
                icon={<IconChecks />}
                label={orderTakingTexts.finish}
                variant="outline"
                onClick={on.onFinish}
              />
            ) : null}
            <IconButton
              disabled={empty || on.locked}
              icon={<IconTrash />}
              label={catalogTexts.clear}
              onClick={on.onClear}
            />
          </div>
        )}
      </div>
    </>
  );
}

interface TagsProps {
  readonly sections: readonly Section[];
  readonly current: number | null;
  readonly onSection: (id: number) => void;
}

/**
 * Scrolls its row so that the current section's tag is visible. Memoized: a large store has hundreds of tags, and a
 * keystroke must not render them.
 */
const Tags = memo(function Tags({ sections, current, onSection }: TagsProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = box.current?.firstElementChild;
    const tag = current === null ? null : row?.querySelector<HTMLElement>(`[data-tag="${current}"]`);
    if (!(row instanceof HTMLElement) || !tag) return;
    const start = tag.offsetLeft - row.offsetLeft;
    if (start < row.scrollLeft || start + tag.offsetWidth > row.scrollLeft + row.clientWidth)
      row.scrollLeft = start - (row.clientWidth - tag.offsetWidth) / 2;
  }, [current]);
  return (
    <div ref={box} className={styles['tags']}>
      <ChipRow label={catalogTexts.sections}>
        {sections.map((section) => (
          <SectionTag
            key={section.id}
            current={section.id === current}
            data-tag={section.id}
            onSelect={() => onSection(section.id)}
          >
            {section.name}
          </SectionTag>
        ))}
      </ChipRow>
    </div>
  );
});
