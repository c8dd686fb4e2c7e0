import type * as z from 'zod/mini';
import type { Currency } from '#domain/money.ts';
import type { Promocode } from '#domain/promocode.ts';
import type { ShippingCost } from '#domain/shipping.ts';
import type { promocode, shippingCost } from '#contract/ordering.ts';
import { readMoney, readOptional, writeMoney } from './amounts.ts';

export type WirePromocode = z.infer<typeof promocode>;
export type WireShippingCost = z.infer<typeof shippingCost>;

export const readPromocode = ({ code, type, value }: WirePromocode, currency: Currency): Promocode =>
  type === 'PERCENTAGE' ? { code, type, value } : { code, type, value: readMoney(value, currency) };

export const writePromocode = (promo: Promocode, currency: Currency): WirePromocode => ({
  code: promo.code,
  type: promo.type,
  value: promo.type === 'PERCENTAGE' ? promo.value : writeMoney(promo.value, currency),
});

export const readShippingCost = (wire: WireShippingCost, currency: Currency): ShippingCost => ({
  fee_base: readMoney(wire.fee_base, currency),
  fee_free: readOptional(wire.fee_free, (value) => readMoney(value, currency)),
  order_minimum: readOptional(wire.order_minimum, (value) => readMoney(value, currency)),
  raining: wire.raining,
  high_wait: wire.high_wait,
});

export const writeShippingCost = (cost: ShippingCost, currency: Currency): WireShippingCost => ({
  fee_base: writeMoney(cost.fee_base, currency),
  fee_free: readOptional(cost.fee_free, (amount) => writeMoney(amount, currency)),
  order_minimum: readOptional(cost.order_minimum, (amount) => writeMoney(amount, currency)),
  raining: cost.raining,
  high_wait: cost.high_wait,
});
