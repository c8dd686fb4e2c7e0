import type { Currency } from '#domain/money.ts';
import { formatMoney } from '#domain/money.ts';
import type { OrderGroup, PlaceState } from '#domain/order-group.ts';
import { placeState, stateOfAll } from '#domain/order-group.ts';
import type { Code, FloorMap } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { openForText } from './texts.ts';

/** A code as the map and its list show it. */
export interface ShownPlace {
  readonly code: Code;
  readonly state: PlaceState;
  readonly waiting: number;
  readonly total: string | null;
  /** How long the table has been open; null without one. */
  readonly openFor: string | null;
}

export function shownPlaces(
  codes: readonly Code[],
  groups: ReadonlyMap<number, OrderGroup>,
  currency: Currency,
  now: Instant,
): ReadonlyMap<number, ShownPlace> {
  return new Map(
    codes.map((code) => {
      const group = groups.get(code.id) ?? null;
      const waiting = group?.waiting_count ?? code.waiting_count;
      const total = group === null ? null : formatMoney(group.total, currency);
      // The server's clock may be ahead of this one.
      const minutesOpen = group === null ? 0 : Math.max(0, Math.floor((now - group.created_at) / 60_000));
      const openFor = group === null ? null : openForText(minutesOpen);
      return [code.id, { code, state: placeState(waiting, group), waiting, total, openFor }];
    }),
  );
}

/** The places of a map in reading order. Older versions stored maps without `tables`. */
export const placesOnMap = (map: FloorMap, places: ReadonlyMap<number, ShownPlace>): ShownPlace[] =>
  (map.tables ?? []).flatMap((id) => places.get(id) ?? []);

/** The state of a map: that of its places together, and how many are in it (G-17). */
export function stateOfMap(places: readonly ShownPlace[]): { readonly state: PlaceState; readonly count: number } {
  const state = stateOfAll(places.map((p) => p.state));
  return { state, count: places.filter((p) => p.state === state).length };
}
