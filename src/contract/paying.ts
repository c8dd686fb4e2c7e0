import * as z from 'zod/mini';
import { paymentStatuses } from '#domain/order.ts';
import { paymentStandings } from '#domain/known-payments.ts';
import { payableTypes, payingSteps, paymentEnds, providerStates } from '#domain/paying.ts';
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

/**
 * Everything that is known of the payments of an order or table, oldest first: what people recorded, and every attempt
 * to charge, also those that ended or whose payment was replaced. Money in doubt is never told as paid.
 */
export const knownPayments = z.object({
  payments: z.array(
    z.object({
      method: paymentMethod,
      amount: positiveDecimal,
      standing: z.enum(paymentStandings),
      /** Since when it stands so. */
      since: timestamp,
      /** The person who recorded or started it, and when; null when that was no person of the store. */
      by: z.nullable(z.string()),
      at: timestamp,
      /** Why the money was given back, and who allowed it by their PIN. */
      reason: z.nullable(z.string()),
      authorised_by: z.nullable(z.string()),
      /** null: no provider was asked. */
      charge: z.nullable(
        z.object({
          service: z.string(),
          /** What the provider last said, and whether its last answer was lost. */
          said: z.nullable(z.enum(providerStates)),
          silent: z.boolean(),
          asked_at: z.nullable(timestamp),
          known_at: z.nullable(timestamp),
          last_four_digits: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  /** What is to be paid, with the tip; 0 for what was rejected and for an order of a table, which is paid with it. */
  total: positiveDecimal,
  /** What can be given back, by method. */
  refundable: z.array(z.object({ method: paymentMethod, amount: positiveDecimal })),
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
