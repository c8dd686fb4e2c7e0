import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Failure } from '#domain/errors.ts';
import { type Instant, minutes } from '#domain/time.ts';
import { orders } from '#server/db/schema/orders.ts';
import { gateways } from '#server/db/schema/stores.ts';
import type { Deps } from '#server/deps.ts';
import { parseBody } from '#server/http/key-routes.ts';
import { addressLimit, sendFailure } from '#server/http/plain-routes.ts';
import { shippingWebhook } from '#server/shipping/port.ts';
import { moveShipping } from './move-shipping.ts';

/** A signature of another time is refused, so that a recorded webhook cannot be sent again later. */
const signedWithinMs = minutes(5);

/** `t=<seconds>,v1=<HMAC-SHA-256 of "t.body" in hex>`. */
export const shippingSignature = (secret: string, body: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;

function isSigned(header: unknown, secret: string, body: string, now: Instant): boolean {
  const given = typeof header === 'string' ? header : '';
  const seconds = Number(/^t=(\d{1,12}),v1=[\da-f]{64}$/.exec(given)?.[1] ?? Number.NaN);
  if (!(Math.abs(now - seconds * 1000) <= signedWithinMs)) return false;
  const expected = shippingSignature(secret, body, seconds);
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

interface Named {
  Params: { provider: string };
}

/**
 * POST /api/webhooks/shipping/{provider}: what the provider says of a rider, signed in `x-signature`. 404 for an order of
 * a store without that provider. A repeat changes nothing. Without a provider's secret the route is not mounted.
 */
export function mountShippingWebhook(app: FastifyInstance, deps: Deps): void {
  const { db, clock, shipping } = deps;
  const { webhookSecret } = shipping;
  if (webhookSecret === null) return;
  const limited = addressLimit(deps);
  void app.register((scope, _options, done) => {
    // The signature covers the bytes of the body.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, body),
    );
    scope.post<Named>('/api/webhooks/shipping/:provider', async (request, reply) => {
      if (limited(request, reply)) return reply;
      const refuse = (failure: Failure) => sendFailure(reply, failure);
      const text = typeof request.body === 'string' ? request.body : '';
      if (!isSigned(request.headers['x-signature'], webhookSecret, text, clock.now()))
        return refuse({ code: 'unauthenticated' });
      const read = parseBody(shippingWebhook, jsonOf(text));
      if (!read.ok) return refuse(read.failure);
      const { order_id: orderId, ...notice } = read.value;
      const { provider: service } = request.params;
      const [found] = await db.direct
        .select({ storeId: orders.store_id })
        .from(orders)
        .innerJoin(gateways, and(eq(gateways.store_id, orders.store_id), eq(gateways.service, service)))
        .where(and(eq(orders.id, orderId), eq(gateways.type, 'shipping')));
      if (!found) return refuse({ code: 'not_found' });
      const { storeId } = found;
      await db.store(storeId, 'write', (tx) =>
        moveShipping(tx, { storeId, orderId, service, at: clock.now() }, notice),
      );
      return reply.status(204).send();
    });
    done();
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
