import * as z from 'zod/mini';
import { receiptStages } from '#domain/alerts.ts';
import { receiptsMax } from '#domain/limits.ts';
import { id, pathId, text, timestamp } from './fields.ts';
import { procedure } from './procedure.ts';

const stage = z.enum(receiptStages);

const receipt = z.object({ order_id: id, stage, at: timestamp });

/**
 * A device that the order reached, with the first time of each stage; null: not reached. `device` is its user agent.
 */
const seenBy = z.object({
  user: z.object({ id, fullname: z.string() }),
  device: z.string(),
  received: z.nullable(timestamp),
  displayed: z.nullable(timestamp),
  sounded: z.nullable(timestamp),
  acknowledged: z.nullable(timestamp),
});

/** `push`: whether the server really sends pushes, or has no push service. */
export const receiptsOfOrder = z.object({
  devices: z.array(seenBy),
  pushed_at: z.nullable(timestamp),
  owner_told_at: z.nullable(timestamp),
  push: z.enum(['beams', 'sandbox']),
});

const pushUser = z.object({ user_id: text(20) });
const pushToken = z.object({ token: z.string() });

export const alerts = {
  /**
   * Idempotent: only the first report of (order, session, stage) counts. Orders of other stores are ignored; 404 if
   * none is left.
   */
  report: procedure(
    'board.view',
    'POST',
    '/store/{store_id}/orders/receipts',
    'Which pending orders this device saw',
    204,
  )
    .input(
      z.object({
        store_id: pathId,
        receipts: z.array(receipt).check(z.minLength(1), z.maxLength(receiptsMax)),
      }),
    )
    .output(z.void()),
  receipts: procedure('board.view', 'GET', '/store/{store_id}/orders/{id}/receipts', 'Who saw an order')
    .input(z.object({ store_id: pathId, id: pathId }))
    .output(receiptsOfOrder),
  /** A token for this device's push registration. Error: forbidden for another user's id. */
  pushToken: procedure('user', 'POST', '/me/pusher/beams-auth', 'A token for push notifications')
    .input(pushUser)
    .output(pushToken),
  /** The same token in the form that the push SDK's token provider requests (D-17). */
  pushTokenByQuery: procedure('user', 'GET', '/me/pusher/beams-auth', 'A token for push notifications, by query')
    .input(pushUser)
    .output(pushToken),
};
