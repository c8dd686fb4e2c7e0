import * as z from 'zod/mini';
import { id, requiredText } from '#contract/fields.ts';
import { type Address, shippingStatuses } from '#domain/order.ts';

/** What a shipping provider says of an order's rider, in the answer to a call or in a webhook. */
export const shippingNotice = z.object({
  status: z.enum(shippingStatuses),
  rider: z._default(z.nullable(z.object({ name: requiredText(100) })), null),
});

/** The body of the webhook. */
export const shippingWebhook = z.extend(shippingNotice, { order_id: id });

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

export interface ShippingSettings {
  readonly endpoint: string;
  readonly secret: string;
}
