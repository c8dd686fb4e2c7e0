import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Deps } from '#server/deps.ts';
import { addressLimit, sendFailure } from '#server/http/plain-routes.ts';
import { isSignedNotice } from '#server/payments/webhook-signature.ts';
import { askSoon, type Charging } from './charging.ts';

interface Notice {
  Params: { provider: string };
  Querystring: { 'data.id'?: unknown };
}

const orderId = z.string().check(z.regex(/^\w{1,64}$/));

/**
 * POST /api/webhooks/payments/{provider}. A notice is only a hint that the provider's order is worth a look: 200 at once,
 * then the order is read, and what that says counts. A wrong signature gets 401. So repeated, late, reordered and forged
 * notices change nothing. Without a secret the route is not mounted.
 */
export function mountPaymentWebhook(app: FastifyInstance, deps: Deps, charging: Charging): void {
  const { payments } = deps;
  const secret = payments?.webhookSecret ?? null;
  if (payments === null || secret === null) return;
  const limited = addressLimit(deps);
  app.post<Notice>('/api/webhooks/payments/:provider', async (request, reply) => {
    if (limited(request, reply)) return reply;
    if (request.params.provider !== payments.service) return sendFailure(reply, { code: 'not_found' });
    const id = z.safeParse(orderId, request.query['data.id']);
    const header = request.headers['x-request-id'];
    const signed = { dataId: id.success ? id.data : null, requestId: typeof header === 'string' ? header : null };
    // Some notices of a QR come without a signature: they are a hint all the same, and a wrong signature is none.
    const signature = request.headers['x-signature'];
    if (signature !== undefined && !isSignedNotice(secret, signature, signed))
      return sendFailure(reply, { code: 'unauthenticated' });
    await reply.status(200).send({});
    const attempt = id.success ? await askSoon(deps, id.data) : null;
    if (attempt !== null) charging.beginAttempt(attempt);
    return reply;
  });
}
