import { and, eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { payableTypes } from '#domain/paying.ts';
import { paymentAttempts } from '#server/db/schema/payments.ts';
import type { Deps } from '#server/deps.ts';
import { parseBody } from '#server/http/key-routes.ts';
import { addressLimit, sendFailure } from '#server/http/plain-routes.ts';
import { askSoon, pursueAttempt } from './charging.ts';

interface Resolved {
  Params: { type: string; id: string };
}

const what = z.object({ status: z.enum(['APPROVED', 'REJECTED']) });
const path = z.object({
  type: z.enum(payableTypes),
  id: z.coerce.number().check(z.int(), z.gte(1), z.lte(2_147_483_647)),
});

/**
 * POST /api/dev/payments/{type}/{id}/resolve: does at the sandbox what the person who pays would do, then asks about it.
 * 409 not_paying before the sandbox knows the payment. Only with the sandbox, where no money moves.
 */
export function mountDevPayments(app: FastifyInstance, deps: Deps): void {
  const simulate = deps.payments?.simulate ?? null;
  if (simulate === null) return;
  const limited = addressLimit(deps);
  app.post<Resolved>('/api/dev/payments/:type/:id/resolve', async (request, reply) => {
    if (limited(request, reply)) return reply;
    const named = parseBody(path, request.params);
    if (!named.ok) return sendFailure(reply, { code: 'not_found' });
    const read = parseBody(what, request.body);
    if (!read.ok) return sendFailure(reply, read.failure);
    const { type, id } = named.value;
    const ofPayable = and(eq(paymentAttempts.payable_type, type), eq(paymentAttempts.payable_id, id));
    const [attempt] = await deps.db.direct
      .select({ id: paymentAttempts.id, order: paymentAttempts.provider_order_id })
      .from(paymentAttempts)
      .where(and(ofPayable, sql`${paymentAttempts.status} = 'PENDING'`));
    if (!attempt?.order) return sendFailure(reply, { code: 'not_paying' });
    await simulate(attempt.order, read.value.status === 'APPROVED' ? 'pays' : 'is-refused');
    await askSoon(deps, attempt.order);
    await pursueAttempt(deps, attempt.id);
    return reply.status(204).send();
  });
}
