import * as z from 'zod/mini';
import type { OrderEvent } from '#domain/order-history.ts';
import { orderStatuses, rejectReasons } from '#domain/order.ts';
import { decimal, id, paymentMethod, timestamp } from './fields.ts';

/**
 * The schema of order events, with exchangeable schemas for amounts and moments: the wire's here, the audit's in the
 * server.
 */
export function orderEventSchema<A extends z.ZodMiniType, M extends z.ZodMiniType>(amount: A, moment: M) {
  const amounts = z.object({ subtotal: amount, discount: amount, delivery_amount: amount, total: amount });
  const paid = z.extend(amounts, { payments: z.array(z.object({ method: paymentMethod, amount })) });
  /** Without a time: it was audited before times were. */
  const readyBy = z.optional(z.nullable(moment));
  const inStatus = z.object({ status: z.enum(orderStatuses), ready_by: readyBy });
  const item = z.object({ name: z.string(), quantity: z.int(), price: amount });
  return z.discriminatedUnion('action', [
    z.object({ action: z.literal('create'), before: z.null(), after: z.object({ total: amount }) }),
    z.object({ action: z.literal('status'), before: inStatus, after: inStatus }),
    z.object({
      action: z.literal('reject'),
      before: inStatus,
      after: z.object({ reject_reason: z.nullable(z.enum(rejectReasons)), ready_by: readyBy }),
    }),
    z.object({
      action: z.literal('delay'),
      before: z.object({ ready_by: z.nullable(moment) }),
      after: z.object({ ready_by: moment }),
    }),
    z.object({ action: z.literal('remove-item'), before: z.extend(amounts, { item }), after: amounts }),
    z.object({ action: z.literal('money'), before: paid, after: paid }),
    z.object({
      action: z.literal('table'),
      before: z.object({ place: z.string() }),
      after: z.object({ place: z.string() }),
    }),
    z.object({
      action: z.literal('split'),
      before: z.object({ place: z.string(), number: z.int() }),
      after: z.object({ total: amount }),
    }),
    z.object({
      action: z.enum(['items-away', 'items-back']),
      before: z.object({ total: amount }),
      after: z.object({
        total: amount,
        place: z.string(),
        items: z.array(z.object({ name: z.string(), quantity: z.int() })),
      }),
    }),
    z.object({
      action: z.literal('refund'),
      before: z.null(),
      after: z.object({ method: paymentMethod, amount, reason: z.string() }),
    }),
    z.object({ action: z.literal('remove'), before: z.object({ total: amount }), after: z.null() }),
    /** A change that this version of the server does not know. */
    z.object({ action: z.literal('unknown'), before: z.null(), after: z.null() }),
  ]);
}

/** A person has an id and a device. The system, a timer and a provider's webhook have neither, only a Spanish name. */
const stamp = z.object({
  at: timestamp,
  actor: z.object({ id: z.nullable(id), fullname: z.string() }),
  device: z.nullable(z.string()),
  /** Full name of whoever allowed it, by their PIN; absent: nobody had to. */
  authorised_by: z.optional(z.string()),
});
const event: z.ZodMiniType<OrderEvent<number, string>> = orderEventSchema(decimal, timestamp);

/** A change of an order: who made it, on which device (a readable name), when, and the values before and after. */
export const historyEntry = z.intersection(stamp, event);
