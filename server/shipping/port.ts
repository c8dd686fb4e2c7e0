import type * as z from 'zod/mini';
import type { shippingNotice } from '#contract/shipping.ts';
import type { Address } from '#domain/order.ts';

export type ShippingNotice = z.infer<typeof shippingNotice>;

/** An order that a rider can fetch. */
export interface ReadyOrder {
  /** The same at every try: the provider does not send two riders. */
  readonly key: string;
  readonly orderId: number;
  readonly number: number;
  /** The provider, as the gateway names it. */
  readonly service: string;
  readonly customer: string | null;
  readonly phone: string | null;
  readonly address: Address | null;
}

/** Tells shipping providers that orders are ready: over HTTP, or a sandbox that only logs it. */
export interface ShippingPort {
  /** What the provider says of the rider, or null. Rejects when it did not accept the call. */
  orderReady(order: ReadyOrder): Promise<ShippingNotice | null>;
  /** Secret that signs the provider's webhooks; null: none are accepted. */
  readonly webhookSecret: string | null;
}
