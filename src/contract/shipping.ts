import * as z from 'zod/mini';
import { shippingStatuses } from '#domain/order.ts';
import { id, requiredText } from './fields.ts';

/** What a shipping provider says of an order's rider, in the answer to a call or in a webhook. */
export const shippingNotice = z.object({
  status: z.enum(shippingStatuses),
  rider: z._default(z.nullable(z.object({ name: requiredText(100) })), null),
});

/** The body of the webhook. */
export const shippingWebhook = z.extend(shippingNotice, { order_id: id });
