import * as z from 'zod/mini';
import { geolocation, id, pathId } from './fields.ts';
import { degrees } from './geo.ts';
import { order } from './orders.ts';
import { procedure } from './procedure.ts';
import { store, storeStatus } from './stores.ts';

const { name, description, logo_url, cover, address, hours, timezone, services } = store.shape;

/** A store in a customer's list (Z-07). */
export const nearbyStore = z.object({
  id,
  name,
  description,
  logo_url,
  cover,
  address,
  geolocation,
  timezone,
  hours,
  services,
  status: storeStatus,
  /** Metres from the location. */
  distance: z.int(),
  /** Whether the location is in one of its delivery zones. */
  delivers: z.boolean(),
});

/** The calls of a customer. */
export const storefrontContract = {
  /** The stores near a location that a customer can order from, the nearest first; at most 50 (Z-05). */
  search: procedure('user', 'GET', '/stores/search', 'Stores near a location')
    .input(z.object({ type: z.literal('by_coordinates'), lat: degrees(90), lng: degrees(180) }))
    .output(z.object({ stores: z.array(nearbyStore), expires_in: z.int() })),
  /** The caller's newest order in that store that has not ended, as its customer; null without one (Z-10). */
  activeOrder: procedure('user', 'GET', '/me/active_order', 'The own active order in a store')
    .input(z.object({ store_id: pathId }))
    .output(z.nullable(order)),
};
