import type { Catalog, Item, Section } from './catalog.ts';
import { isInCatalog } from './catalog.ts';
import { catalogTypes, type CatalogType } from './store.ts';

export interface FilledSection {
  readonly section: Section;
  readonly items: readonly Item[];
}

/** The sections that have items in this catalog, in the store's order (C-47). */
export function filledSections(catalog: Catalog, type: CatalogType): FilledSection[] {
  const bySection = new Map<number, Item[]>(catalog.sections.map((s) => [s.id, []]));
  for (const item of catalog.items) if (isInCatalog(item, type)) bySection.get(item.section_id)?.push(item);
  return catalog.sections.flatMap((section) => {
    const items = bySection.get(section.id) ?? [];
    return items.length > 0 ? [{ section, items }] : [];
  });
}

/** As many cards as the largest screen shows without scrolling. */
const firstCards = 60;

/**
 * The part of a catalog that the first screen needs for any type of order: the first cards, and one item of every
 * section, so that its tag appears. Null if that is at least half of the catalog.
 */
export function firstPart(catalog: Catalog): Catalog | null {
  const first = new Set<Item>();
  for (const type of catalogTypes) {
    const sections = filledSections(catalog, type);
    for (const item of sections.flatMap((s) => s.items).slice(0, firstCards)) first.add(item);
    for (const { items } of sections) for (const item of items.slice(0, 1)) first.add(item);
  }
  if (first.size >= catalog.items.length / 2) return null;
  return { ...catalog, items: catalog.items.filter((item) => first.has(item)), isFirstPart: true };
}
