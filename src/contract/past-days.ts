import * as z from 'zod/mini';
import { orderStatuses } from '#domain/order.ts';
import { moneyEntry } from './cashbox.ts';
import { date, decimal, id, pathId, positiveDecimal, serviceType, timestamp } from './fields.ts';
import { historyEntry } from './order-history.ts';
import { procedure } from './procedure.ts';

const pastOrder = z.object({
  id,
  number: z.int(),
  type: serviceType,
  /** Who or what it was taken for. */
  name: z.nullable(z.string()),
  place: z.nullable(z.string()),
  created_at: timestamp,
  /** When it was deleted; null: it is still there. */
  removed_at: z.nullable(timestamp),
  /** As they are now, or were when it was deleted. */
  status: z.enum(orderStatuses),
  ready_by: z.nullable(timestamp),
  total: decimal,
  /** Oldest first. */
  changes: z.array(historyEntry),
});

const pastRegister = z.object({
  id,
  opened_at: timestamp,
  opened_by: z.string(),
  closed_at: z.nullable(timestamp),
  closed_by: z.nullable(z.string()),
  open_amount: positiveDecimal,
  counted: z.nullable(positiveDecimal),
  /** Whether payouts to riders count as cash. */
  payouts: z.boolean(),
  /** Up to the day's end, oldest first; null: an open register that keeps its sums back. */
  entries: z.nullable(z.array(moneyEntry)),
});

/** A day lasts from 05:00 to 05:00 in the store's time zone. */
export const pastDay = z.object({
  from: timestamp,
  to: timestamp,
  /** Orders taken in the day or the week before it that were not finished when it began; at most 3,000, oldest first. */
  orders: z.array(pastOrder),
  /** Whether `orders` are all. */
  complete: z.boolean(),
  /** Registers that were open in it, oldest first. */
  registers: z.array(pastRegister),
});

export const pastDaysContract = {
  /** A day of the store with everything that happened in it. */
  read: procedure('past.view', 'GET', '/store/{store_id}/days/{day}', 'A past day of the store')
    .input(z.object({ store_id: pathId, day: date }))
    .output(pastDay),
};
