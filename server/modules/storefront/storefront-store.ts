import { and, asc, between, inArray, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { nearbyStore } from '#contract/storefront.ts';
import { writeHours, writeStatus } from '#contract/wire/stores.ts';
import { metresBetween, nearMetres } from '#domain/customer.ts';
import { nearStoresMax } from '#domain/limits.ts';
import { type Geolocation, zoneAt } from '#domain/shipping.ts';
import { enabledServices } from '#domain/store.ts';
import type { Database } from '#server/db/database.ts';
import { deliveryZones, stores } from '#server/db/schema/stores.ts';
import { publicStatus, storeStatusOf } from '#server/modules/stores/stores-store.ts';

type NearbyStore = z.infer<typeof nearbyStore>;

const metresPerDegree = 111_320;

/** The box of `nearMetres` around a point, in degrees. Near a pole it is the whole circle. */
function boxAround({ lat, lng }: Geolocation) {
  const north = nearMetres / metresPerDegree;
  const east = Math.min(360, north / Math.max(1e-6, Math.cos((lat * Math.PI) / 180)));
  return { lat: [lat - north, lat + north], lng: [lng - east, lng + east] } as const;
}

/**
 * The stores within `nearMetres` that a customer can order from, the nearest first (Z-05). Nobody of the public sees when
 * a store is about to close.
 */
export async function findNearbyStores({ direct }: Pick<Database, 'direct'>, at: Geolocation): Promise<NearbyStore[]> {
  const box = boxAround(at);
  const rows = await direct
    .select()
    .from(stores)
    .where(and(between(stores.lat, ...box.lat), between(stores.lng, ...box.lng)))
    .orderBy(asc(sql`power(${stores.lat} - ${at.lat}, 2) + power(${stores.lng} - ${at.lng}, 2)`), asc(stores.id))
    .limit(nearStoresMax * 2);
  const near = rows
    .flatMap((row) => {
      const { lat, lng } = row;
      if (lat === null || lng === null) return [];
      const place = { lat, lng };
      const distance = metresBetween(at, place);
      const sells = enabledServices(row).some((type) => type !== 'LOCAL');
      return sells && distance <= nearMetres ? [{ row, place, distance }] : [];
    })
    .toSorted((a, b) => a.distance - b.distance || a.row.id - b.row.id)
    .slice(0, nearStoresMax);
  const zones = await direct
    .select()
    .from(deliveryZones)
    .where(
      inArray(
        deliveryZones.store_id,
        near.map(({ row }) => row.id),
      ),
    );
  return near.map(({ row, place, distance }) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    logo_url: row.logo_url,
    cover: row.cover,
    address: { small: row.address_small, complete: row.address_complete },
    geolocation: place,
    timezone: row.timezone,
    hours: writeHours(row.hours),
    services: row.services.map((s) => ({ ...s, options: [...s.options] })),
    status: writeStatus(publicStatus(storeStatusOf(row))),
    distance: Math.round(distance),
    delivers:
      enabledServices(row).includes('DELIVERY') &&
      zoneAt(
        zones.filter((zone) => zone.store_id === row.id),
        at,
      ) !== null,
  }));
}
