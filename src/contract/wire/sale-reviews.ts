import type * as z from 'zod/mini';
import type { saleReview } from '#contract/sale-reviews.ts';
import type { Currency } from '#domain/money.ts';
import type { SaleReview } from '#domain/sale-reviews.ts';
import { readInstant, readMoney, writeInstant, writeMoney } from './amounts.ts';

type WireSaleReview = z.infer<typeof saleReview>;

export const readSaleReview = (wire: WireSaleReview, currency: Currency): SaleReview => ({
  ...wire,
  sold_total: readMoney(wire.sold_total, currency),
  own_total: readMoney(wire.own_total, currency),
  requested_at: readInstant(wire.requested_at),
});

export const writeSaleReview = (review: SaleReview, currency: Currency): WireSaleReview => ({
  ...review,
  sold_total: writeMoney(review.sold_total, currency),
  own_total: writeMoney(review.own_total, currency),
  requested_at: writeInstant(review.requested_at),
});
