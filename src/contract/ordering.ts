import * as z from 'zod/mini';
import { date, geolocation, hour, pathId, positiveDecimal, promocodeText, promoType, serviceType } from './fields.ts';
import { address } from './order-submission.ts';
import { procedure } from './procedure.ts';

/** K-30. `value` is a percentage, or major units for AMOUNT. */
export const promocode = z.object({ code: z.string(), type: promoType, value: positiveDecimal });

/** K-39; `date_for_humans` is 'Viernes 5 de junio'. */
export const scheduleOption = z.object({
  date,
  date_for_humans: z.string(),
  hours: z.array(z.object({ from: hour, to: hour })),
});

/** K-52. fee_free null: never free; order_minimum null: none (N-40). */
export const shippingCost = z.object({
  fee_base: positiveDecimal,
  fee_free: z.nullable(positiveDecimal),
  order_minimum: z.nullable(positiveDecimal),
  raining: z.boolean(),
  high_wait: z.boolean(),
});

/** Reads for taking an order. They change nothing, so they need no Idempotency-Key. */
export const ordering = {
  /** Errors: promocode_invalid (N-39), forbidden without canDiscount. */
  checkPromocode: procedure('promocode.use', 'POST', '/store/{store_id}/promocode/check', 'Check a promo code')
    .input(z.object({ store_id: pathId, code: promocodeText }))
    .output(z.object({ data: promocode })),
  /** The days with at least one free slot. Error: service_unavailable (K-38). */
  scheduleOptions: procedure(
    'catalog.read',
    'POST',
    '/store/{store_id}/schedule/options',
    'When an order may be scheduled',
  )
    .input(z.object({ store_id: pathId, type: serviceType, geolocation: z.optional(geolocation) }))
    .output(z.array(scheduleOption)),
  /** Errors: out_of_zone, service_unavailable (K-52). */
  shippingCost: procedure('catalog.read', 'POST', '/store/{store_id}/shipping/cost', 'What a delivery costs')
    .input(z.extend(address, { store_id: pathId }))
    .output(shippingCost),
};
