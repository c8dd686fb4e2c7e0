import * as z from 'zod/mini';
import { paymentStatuses } from '#domain/order.ts';
import { payableTypes, payingSteps, paymentEnds } from '#domain/paying.ts';
import { id, paymentMethod, positiveDecimal, timestamp } from './fields.ts';

/**
 * A payment in progress (Y-48, Y-49). After its end, while it is the last one of its order or group, `status` and `end`
 * say how it ended, so that a missed event is harmless; one that a person cancelled is gone.
 */
export const paymentInProgress = z.object({
  amount: positiveDecimal,
  /** The QR as a data URL; null until the provider has answered, and for a card. */
  image: z.nullable(z.string()),
  status: z.enum(paymentStatuses),
  method: paymentMethod,
  step: z.enum(payingSteps),
  end: z.nullable(z.enum(paymentEnds)),
  expires_at: timestamp,
  /** When the server last asked the provider, and when that last answered, by the server's clock: `now`. */
  asked_at: z.nullable(timestamp),
  known_at: z.nullable(timestamp),
  now: timestamp,
  /** No money moves: the provider is the sandbox. */
  sandbox: z.boolean(),
});

/** The payload of payment-pending-resolved. */
export const paymentResolved = z.object({
  payable_type: z.enum(payableTypes),
  payable_id: id,
  status: z.enum(['APPROVED', 'REJECTED']),
});
