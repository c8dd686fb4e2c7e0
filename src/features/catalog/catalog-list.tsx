import type { Rect, Virtualizer } from '@tanstack/react-virtual';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode, RefObject } from 'react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Item } from '#domain/catalog.ts';
import type { FilledSection } from '#domain/catalog-sections.ts';
import { scrollOffsetPx } from '#domain/limits.ts';
import { usePainted } from '#data/device/lazy-import.ts';
import styles from './catalog-page.module.css';
import { resultRows, sectionAt, sectionRows } from './catalog-rows.ts';
import { glide } from './glide.ts';
import { catalogTexts } from './texts.ts';

/**
 * Estimated heights. The virtualizer measures the rows after the first paint: it renders again when a row is higher than
 * this. They are in flow, so that such a row pushes the next ones.
 */
const rowPx = 130;
const headingPx = 46;

/** A tap on a section tag; `turn` distinguishes two taps on the same tag. */
export interface Jump {
  readonly section: number;
  readonly turn: number;
}

interface CatalogListProps {
  readonly sections: readonly FilledSection[];
  /** Search results; they replace the sections. */
  readonly results: readonly Item[] | null;
  readonly jump: Jump | null;
  readonly onSection: (id: number) => void;
  /** `key`: during a search the card's position, so that a keystroke updates mounted cards; otherwise the item's id. */
  readonly renderCard: (item: Item, key: number) => ReactNode;
}

/**
 * A virtualized list: only visible rows exist, so 20,000 products scroll like twenty. CSS decides the cards per row
 * (--columns) and the first row's offset under the tags (--list-top); the code reads both.
 */
export function CatalogList({ sections, results, jump, onSection, renderCard }: CatalogListProps) {
  const pane = useRef<HTMLDivElement>(null);
  const { columns, listTop, top, height } = usePaneLayout(pane);
  const rows = useMemo(
    () => (results ? resultRows(results, columns) : sectionRows(sections, columns)),
    [results, sections, columns],
  );
  const painted = usePainted();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => pane.current,
    estimateSize: (index) => (rows[index]?.kind === 'heading' ? (index === 0 ? 0 : headingPx) : rowPx),
    getItemKey: (index) => rows[index]?.key ?? index,
    paddingStart: listTop,
    // Rows outside the window come after the first paint, because nobody sees them yet.
    overscan: painted ? 2 : 0,
    // For the first render: measuring an empty list first would lay out the page twice.
    initialRect: { width: 0, height },
    observeElementRect: watchSize,
  });
  const headingRows = useMemo(
    () => rows.flatMap((row, index) => (row.kind === 'heading' ? [{ id: row.section.id, index }] : [])),
    [rows],
  );
  /** Known or estimated tops of the headings. */
  const headings = (): { id: number; top: number }[] =>
    headingRows.map(({ id, index }) => ({ id, top: virtual.measurementsCache[index]?.start ?? 0 }));
  /** A jump ends with the heading this far below the pane's top: 160 px below the window's (C-13). */
  const anchor = Math.max(-scrollOffsetPx - top, 0);
  const searching = results !== null;
  const restingAt = useRef<number | null>(null);
  const jumped = useRef(0);

  const follow = (): void => {
    const at = pane.current?.scrollTop ?? 0;
    if (searching || (restingAt.current !== null && Math.abs(at - restingAt.current) < 2)) return;
    restingAt.current = null;
    const section = sectionAt(headings(), at + anchor + 1);
    if (section !== null) onSection(section);
  };

  useKeptScroll(pane, results, jump !== null && jump.turn !== jumped.current);

  const topOf = useRef<(section: number) => number>(() => 0);
  useEffect(() => {
    topOf.current = (section) => Math.max((headings().find((h) => h.id === section)?.top ?? 0) - anchor, 0);
  });
  useEffect(() => {
    const element = pane.current;
    if (!jump || jump.turn === jumped.current || searching || !element) return;
    jumped.current = jump.turn;
    return glide(
      element,
      () => topOf.current(jump.section),
      (at) => {
        restingAt.current = at;
      },
    );
  }, [jump, searching]);

  const shown = virtual.getVirtualItems();
  const total = virtual.getTotalSize();
  const lastHeading = headings().at(-1)?.top ?? 0;
  // Space below the last section, so that it can scroll up to the anchor too.
  const room = !searching && total > height ? Math.max(height - anchor - (total - lastHeading), 0) : 0;

  return (
    <div ref={pane} className={styles['list']} onScroll={follow}>
      <div style={{ height: total + room, paddingTop: shown[0]?.start }}>
        {shown.map(({ index, key }) => {
          const row = rows[index];
          return (
            <div key={key} ref={painted ? virtual.measureElement : null} data-index={index}>
              {row?.kind === 'heading' ? (
                <h2 className={index === 0 ? 'visually-hidden' : styles['section']} data-section={row.section.id}>
                  {row.section.name}
                </h2>
              ) : (
                <div className={styles['cards']}>
                  {index === 0 ? <h2 className="visually-hidden">{catalogTexts.results}</h2> : null}
                  {row?.items.map((item, place) => renderCard(item, searching ? place : item.id))}
                </div>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/**
 * Tells the list's size after its first layout. One that is told before, as the library does by itself, renders the list
 * and runs the effects of the whole screen again before the first paint.
 */
function watchSize({ scrollElement }: Virtualizer<HTMLDivElement, Element>, tell: (size: Rect) => void) {
  if (!scrollElement) return;
  const observer = new ResizeObserver(() => {
    tell({ width: scrollElement.offsetWidth, height: scrollElement.offsetHeight });
  });
  observer.observe(scrollElement);
  return () => observer.disconnect();
}

interface PaneLayout {
  /** Cards per row. */
  readonly columns: number;
  readonly listTop: number;
  readonly top: number;
  readonly height: number;
}

/** What CSS decides by the window's width; known before the list is there. */
function cssLayout(): Pick<PaneLayout, 'columns' | 'listTop'> {
  const style = getComputedStyle(document.documentElement);
  const px = (name: string): number => Number.parseInt(style.getPropertyValue(name), 10) || 0;
  return { columns: px('--columns') || 1, listTop: px('--list-top') };
}

/** As `watchSize`: what the first render does not know comes after its layout. */
function usePaneLayout(pane: RefObject<HTMLDivElement | null>): PaneLayout {
  const [layout, setLayout] = useState<PaneLayout>(() => ({ ...cssLayout(), top: 0, height: window.innerHeight }));
  useLayoutEffect(() => {
    const element = pane.current;
    if (!element) return;
    const read = (): void => {
      const now = { ...cssLayout(), top: element.getBoundingClientRect().top, height: element.clientHeight };
      setLayout((was) =>
        was.columns === now.columns && was.listTop === now.listTop && was.top === now.top && was.height === now.height
          ? was
          : now,
      );
    };
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [pane]);
  return layout;
}

/** Each search starts at its first result; closing it restores the catalog's scroll position (C-10). */
function useKeptScroll(pane: RefObject<HTMLDivElement | null>, results: readonly Item[] | null, moving: boolean): void {
  const left = useRef<number | null>(null);
  useLayoutEffect(() => {
    const element = pane.current;
    if (!element) return;
    if (results !== null) {
      left.current ??= element.scrollTop;
      element.scrollTo({ top: 0 });
    } else if (left.current !== null) {
      if (!moving) element.scrollTo({ top: left.current });
      left.current = null;
    }
  }, [pane, results, moving]);
}
