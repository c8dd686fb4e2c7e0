import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '#domain/errors.ts';
import type { Deps } from '#server/deps.ts';
import { errorBody, statusOf } from './errors.ts';
import { createRateLimiter } from './rate-limits.ts';

/*
 * What a route outside the contract needs to answer as the others do.
 */

/** Answers with the failure's status and the common error body (N-17). */
export const sendFailure = (reply: FastifyReply, failure: Failure): FastifyReply =>
  reply.status(statusOf(failure)).send(errorBody(failure));

/**
 * Counts the requests of each address. The returned function answers 429 with Retry-After, and returns true, when an
 * address exceeds the requests of a minute; else it returns false and answers nothing.
 */
export function addressLimit({ config, clock }: Pick<Deps, 'config' | 'clock'>) {
  const limiter = createRateLimiter();
  return (request: FastifyRequest, reply: FastifyReply): boolean => {
    const verdict = limiter.take(request.ip, config.limits.requestsPerMinute, clock.now());
    if (verdict.allowed) return false;
    void reply.header('retry-after', String(verdict.retryAfterSeconds));
    sendFailure(reply, { code: 'too_many_requests' });
    return true;
  };
}
