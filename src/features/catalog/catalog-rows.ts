import type { Item, Section } from '#domain/catalog.ts';
import type { FilledSection } from '#domain/catalog-sections.ts';

/** A row of the virtualized list: a heading, or the cards of one row. */
export type CatalogRow =
  | { readonly kind: 'heading'; readonly key: string; readonly section: Section }
  | { readonly kind: 'items'; readonly key: string; readonly items: readonly Item[] };

const itemRows = (items: readonly Item[], columns: number, prefix: string): CatalogRow[] =>
  Array.from({ length: Math.ceil(items.length / columns) }, (_, row) => ({
    kind: 'items',
    key: `${prefix}-${row}`,
    items: items.slice(row * columns, (row + 1) * columns),
  }));

export const sectionRows = (sections: readonly FilledSection[], columns: number): CatalogRow[] =>
  sections.flatMap(({ section, items }) => [
    { kind: 'heading' as const, key: `section-${section.id}`, section },
    ...itemRows(items, columns, `items-${section.id}`),
  ]);

export const resultRows = (items: readonly Item[], columns: number): CatalogRow[] =>
  itemRows(items, columns, 'results');

/** The section at scroll position `line`; `starts` are the tops of the headings, ascending. */
export function sectionAt(
  starts: readonly { readonly id: number; readonly top: number }[],
  line: number,
): number | null {
  return (starts.findLast((s) => s.top <= line) ?? starts[0])?.id ?? null;
}
