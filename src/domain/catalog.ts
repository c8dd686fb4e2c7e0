import { folded } from './search.ts';
import type { Money } from './money.ts';
import type { CatalogType } from './store.ts';
import type { VatRate } from './vat.ts';

export interface Additional {
  readonly id: number;
  readonly name: string;
  readonly price: Money;
  /** The maximum quantity per unit of the item. */
  readonly max: number;
  readonly group_id: number;
}

export interface OptionGroup {
  readonly id: number;
  readonly name: string;
  readonly constraints: { readonly min: number; readonly max: number };
  readonly additionals: readonly Additional[];
}

export interface Item {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly price: Money;
  readonly image_sm: string | null;
  readonly image_md: string | null;
  readonly section_id: number;
  readonly groups: readonly OptionGroup[];
  /** null: in every catalog. */
  readonly catalogs: readonly CatalogType[] | null;
  readonly assembly_id: number | null;
  /** Absent: the country's usual rate. */
  readonly vat_rate?: VatRate | undefined;
}

export interface Section {
  readonly id: number;
  readonly name: string;
}

export interface Catalog {
  readonly id: number;
  readonly sections: readonly Section[];
  readonly items: readonly Item[];
  /** The catalog has only the items of the first screen; the rest is loading. */
  readonly isFirstPart?: true;
}

/** Additional id -> quantity, for one unit of the item. */
export type Selection = Readonly<Record<number, number>>;

export const emptySelection: Selection = {};

export const selectedInGroup = (group: OptionGroup, selection: Selection): number =>
  group.additionals.reduce((sum, a) => sum + (selection[a.id] ?? 0), 0);

/** Whether the number of selected additionals lies between the group's min and max (C-32, C-33). */
export function isGroupSatisfied(group: OptionGroup, selection: Selection): boolean {
  const count = selectedInGroup(group, selection);
  return count >= group.constraints.min && count <= group.constraints.max;
}

export const firstUnmetGroup = (groups: readonly OptionGroup[], selection: Selection): OptionGroup | null =>
  groups.find((g) => !isGroupSatisfied(g, selection)) ?? null;

export type GroupHint =
  | { readonly kind: 'between'; readonly min: number; readonly max: number }
  | { readonly kind: 'exactly'; readonly count: number }
  | { readonly kind: 'up-to'; readonly max: number }
  | { readonly kind: 'complete' };

/** 'complete' at the maximum, else what the group still needs (C-35 to C-38). */
export function groupHint(group: OptionGroup, selection: Selection): GroupHint {
  const { min, max } = group.constraints;
  if (selectedInGroup(group, selection) >= max) return { kind: 'complete' };
  if (min === 0) return { kind: 'up-to', max };
  return min === max ? { kind: 'exactly', count: min } : { kind: 'between', min, max };
}

/** Adds one only while the group and the additional have room, and removes one only above 0 (C-39, C-41). */
export function withAdditional(
  group: OptionGroup,
  selection: Selection,
  additionalId: number,
  step: 1 | -1,
): Selection {
  const additional = group.additionals.find((a) => a.id === additionalId);
  if (!additional) return selection;
  const count = selection[additionalId] ?? 0;
  const room = Math.min(additional.max - count, group.constraints.max - selectedInGroup(group, selection));
  if (step === 1 ? room <= 0 : count <= 0) return selection;
  return { ...selection, [additionalId]: count + step };
}

/** An item with a mandatory option group cannot be added with one tap (C-26). */
export const needsChoice = (item: Item): boolean => item.groups.some((g) => g.constraints.min > 0);

export const isInCatalog = (item: Item, type: CatalogType): boolean =>
  item.catalogs === null || item.catalogs.includes(type);

export interface SearchEntry {
  readonly item: Item;
  readonly text: string;
}

/** Sorted by name, one entry per id. Built once, after the first paint (C-18). */
export function searchIndex(items: readonly Item[]): SearchEntry[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return [...byId.values()]
    .map((item) => ({ item, name: folded(item.name), text: folded(`${item.name} ${item.description ?? ''}`) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.item.id - b.item.id))
    .map(({ item, text }) => ({ item, text }));
}

function matching(entries: readonly SearchEntry[], text: string): readonly SearchEntry[] {
  const words = text.split(/\s+/).filter(Boolean);
  return words.length === 0 ? entries : entries.filter((e) => words.every((w) => e.text.includes(w)));
}

/** Finds items with every word in name or description, in any order. Keeps the index's order (C-17, C-18). */
export const searchItems = (index: readonly SearchEntry[], query: string): Item[] =>
  matching(index, folded(query)).map((e) => e.item);

/** `searchItems` for a search field: when the query gets longer, it searches only the previous results. */
export function typedSearch(index: readonly SearchEntry[]): (query: string) => Item[] {
  let last = { text: '', entries: index };
  return (query) => {
    const text = folded(query).trim();
    const among = text.startsWith(last.text) ? last.entries : index;
    if (text !== last.text) last = { text, entries: matching(among, text) };
    return last.entries.map((e) => e.item);
  };
}
