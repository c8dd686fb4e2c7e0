import type { Money } from './money.ts';

/** Degrees, WGS 84. */
export interface Geolocation {
  readonly lat: number;
  readonly lng: number;
}

/**
 * The cost and conditions of a delivery to an address (K-52). fee_free null: never free; order_minimum null: none
 * (N-40).
 */
export interface ShippingCost {
  readonly fee_base: Money;
  readonly fee_free: Money | null;
  readonly order_minimum: Money | null;
  readonly raining: boolean;
  readonly high_wait: boolean;
}

/** A delivery zone with its cost. `area` is a polygon; its last corner connects to its first. */
export interface DeliveryZone extends ShippingCost {
  readonly id: number;
  readonly area: readonly Geolocation[];
}

/** The order minimum that the subtotal before the general discount does not reach; null if it does (K-54, N-40). */
export const missedMinimum = (cost: Pick<ShippingCost, 'order_minimum'>, subtotal: Money): Money | null =>
  cost.order_minimum !== null && subtotal < cost.order_minimum ? cost.order_minimum : null;

/** Whether a point lies inside a polygon: a ray to the east crosses the border an odd number of times. */
export function isInside({ lat, lng }: Geolocation, area: readonly Geolocation[]): boolean {
  let inside = false;
  area.forEach((a, index) => {
    const b = area[(index + 1) % area.length] ?? a;
    if (a.lat > lat === b.lat > lat) return;
    if (lng < a.lng + ((lat - a.lat) / (b.lat - a.lat)) * (b.lng - a.lng)) inside = !inside;
  });
  return inside;
}

/** The cheapest zone that contains the point, on a tie the lowest id; null: the store does not deliver there. */
export const zoneAt = (zones: readonly DeliveryZone[], at: Geolocation): DeliveryZone | null =>
  zones.filter((z) => isInside(at, z.area)).toSorted((a, b) => a.fee_base - b.fee_base || a.id - b.id)[0] ?? null;
