import type { CatalogType } from '#domain/store.ts';

/** A menu as written by hand; prices in major units. */
export interface MenuGroup {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** Name, price, and how many one unit may have (default 1). */
  readonly options: readonly (readonly [name: string, price: number, max?: number])[];
}

export interface SeedItem {
  readonly name: string;
  readonly price: number;
  readonly description?: string;
  /** A file of public/pictures, without its extension. */
  readonly picture?: string;
  readonly groups?: readonly MenuGroup[];
  readonly catalogs?: readonly CatalogType[];
  readonly assembly?: string;
}

export interface MenuSection {
  readonly name: string;
  readonly items: readonly SeedItem[];
}

export const choice = (name: string, ...options: MenuGroup['options'][number][]): MenuGroup => ({
  name,
  min: 1,
  max: 1,
  options,
});
export const optional = (name: string, max: number, ...options: MenuGroup['options'][number][]): MenuGroup => ({
  name,
  min: 0,
  max,
  options,
});
