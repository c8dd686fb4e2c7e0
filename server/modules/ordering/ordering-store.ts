import { and, eq } from 'drizzle-orm';
import { money } from '#domain/money.ts';
import type { KnownPromocode } from '#domain/promocode.ts';
import type { DeliveryZone } from '#domain/shipping.ts';
import type { Tx } from '#server/db/database.ts';
import { deliveryZones, promocodes } from '#server/db/schema/stores.ts';

export const readZones = (tx: Tx, storeId: number): Promise<DeliveryZone[]> =>
  tx
    .select({
      id: deliveryZones.id,
      area: deliveryZones.area,
      fee_base: deliveryZones.fee_base,
      fee_free: deliveryZones.fee_free,
      order_minimum: deliveryZones.order_minimum,
      raining: deliveryZones.raining,
      high_wait: deliveryZones.high_wait,
    })
    .from(deliveryZones)
    .where(eq(deliveryZones.store_id, storeId))
    .orderBy(deliveryZones.id);

/** The store's promo code, expired or not; `code` is normalised. */
export async function loadPromocode(tx: Tx, storeId: number, code: string): Promise<KnownPromocode | null> {
  const [row] = await tx
    .select()
    .from(promocodes)
    .where(and(eq(promocodes.store_id, storeId), eq(promocodes.code, code)));
  if (!row) return null;
  const { type, value, expires_at, services } = row;
  return {
    promocode: type === 'PERCENTAGE' ? { code, type, value } : { code, type, value: money(value) },
    expires_at,
    services,
  };
}
