import * as z from 'zod/mini';
import { receiptStages } from '#domain/alerts.ts';
import { receiptsMax } from '#domain/limits.ts';
import { id, pathId, text, timestamp } from './fields.ts';
import { procedure } from './procedure.ts';

const stage = z.enum(receiptStages);

const receipt = z.object({ order_id: id, stage, at: timestamp });

/** One device that an order reached: when each stage was first passed, null = not. `device` is its user agent. */
const seenBy = z.object({
  user: z.object({ id, fullname: z.string() }),
  device: z.string(),
  received: z.nullable(timestamp),
  displayed: z.nullable(timestamp),
  sounded: z.nullable(timestamp),
  acknowledged: z.nullable(timestamp),
});

/** `push`: whether pushes really leave, or this server has none to send them with. */
export const receiptsOfOrder = z.object({
  devices: z.array(seenBy),
  pushed_at: z.nullable(timestamp),
  owner_told_at: z.nullable(timestamp),
  push: z.enum(['beams', 'sandbox']),
});

const pushUser = z.object({ user_id: text(20) });
const pushToken = z.object({ token: z.string() });

export const alerts = {
  /** Naturally idempotent: the first of (order, session, stage) stays. Orders that are not the store's are left out; 404 when none is. */
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
  /** Signs this device's push registration to its user; errors: forbidden for anybody else's id. */
  pushToken: procedure('user', 'POST', '/me/pusher/beams-auth', 'A token for push notifications')
    .input(pushUser)
    .output(pushToken),
  /** The same, as the push SDK's own token provider asks (D-17). */
  pushTokenByQuery: procedure('user', 'GET', '/me/pusher/beams-auth', 'A token for push notifications, by query')
    .input(pushUser)
    .output(pushToken),
};
