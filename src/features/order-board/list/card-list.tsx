import { defaultRangeExtractor, useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import type { Range, Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { usePainted } from '#data/device/lazy-import.ts';
import styles from './card-list.module.css';

const gapPx = 8;
/** Room for the focus ring of the first card. */
const ringPx = 6;

interface VirtualListProps<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly estimatePx: (item: T) => number;
  /** Keys that stay mounted out of view: the focused card and the dragged one. */
  readonly keep?: readonly (string | null)[];
  /** True for an item without content that keeps the height of the item that was in its place. */
  readonly isGap?: (item: T) => boolean;
  readonly children: (item: T) => ReactNode;
}

/** Visible indexes plus the kept ones, sorted, so that the tab order is the reading order. */
export function rangeWith(range: Range, kept: readonly number[]): number[] {
  const inView = defaultRangeExtractor(range);
  const more = kept.filter((i) => i >= 0 && i < range.count && !inView.includes(i));
  return more.length === 0 ? inView : [...new Set([...inView, ...more])].toSorted((a, b) => a - b);
}

/** Rows beyond the visible ones. They come after the first paint, because nobody sees them yet. */
const useOverscan = (): number => (usePainted() ? 3 : 0);

function optionsOf<T>({ items, keyOf, estimatePx, keep = [] }: VirtualListProps<T>, overscan: number) {
  const keyAt = (index: number): string => {
    const item = items[index];
    return item === undefined ? String(index) : keyOf(item);
  };
  const kept = keep.flatMap((key) => (key === null ? [] : [items.findIndex((item) => keyOf(item) === key)]));
  return {
    count: items.length,
    gap: gapPx,
    overscan,
    getItemKey: keyAt,
    estimateSize: (index: number): number => {
      const item = items[index];
      return item === undefined ? 0 : estimatePx(item);
    },
    rangeExtractor: (range: Range): number[] => rangeWith(range, kept),
  };
}

/** For the first render: measuring an empty list first would lay out the page twice. */
const oneScreen = () => ({ width: 0, height: window.innerHeight });

/** A virtualized list with its own scrollbar. */
export function ScrollingList<T>(props: VirtualListProps<T>) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    ...optionsOf(props, useOverscan()),
    paddingStart: ringPx,
    paddingEnd: gapPx,
    initialRect: oneScreen(),
    getScrollElement: () => scroller.current,
  });
  return (
    <div ref={scroller} className={styles['scroller']}>
      <Rows list={props} virtualizer={virtualizer} />
    </div>
  );
}

/** A virtualized list in a scrolling page (phone). */
export function PageList<T>(props: VirtualListProps<T>) {
  const box = useRef<HTMLDivElement>(null);
  const top = usePageOffset(box);
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    ...optionsOf(props, useOverscan()),
    initialRect: oneScreen(),
    scrollMargin: top,
  });
  return (
    <div ref={box}>
      <Rows list={props} virtualizer={virtualizer} />
    </div>
  );
}

/** Offset from the top of the page, measured again when content above it grows (a notice, a wrapped header). */
function usePageOffset(box: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void => {
      const element = box.current;
      if (element) setTop(Math.round(element.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [box]);
  return top;
}

interface RowsProps<T> {
  readonly list: VirtualListProps<T>;
  readonly virtualizer: Virtualizer<HTMLDivElement, HTMLLIElement> | Virtualizer<Window, HTMLLIElement>;
}

function Rows<T>({ list: { items, children, isGap }, virtualizer }: RowsProps<T>) {
  return (
    // Safari drops the list role of a list without bullets.
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles
    <ol className={styles['rows']} role="list" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map((row) => {
        const item = items[row.index];
        if (item === undefined) return null;
        // Not a transform: each one is a layer to sort for every frame.
        const place = { top: row.start - virtualizer.options.scrollMargin };
        if (isGap?.(item))
          return (
            <li
              key={row.key}
              aria-hidden="true"
              className={styles['row']}
              data-index={row.index}
              style={{ ...place, height: row.size }}
            />
          );
        return (
          <li
            key={row.key}
            ref={virtualizer.measureElement}
            aria-posinset={row.index + 1}
            aria-setsize={items.length}
            className={styles['row']}
            data-index={row.index}
            style={place}
          >
            {children(item)}
          </li>
        );
      })}
    </ol>
  );
}
