import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import type { Actor, StoreMember } from './access-store.ts';
import { refusal } from './errors.ts';
import type { RateLimiter, Verdict } from './rate-limits.ts';

/** The initial context of every route. */
export interface RequestContext {
  readonly deps: Deps;
  readonly limiter: RateLimiter;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface UserContext extends RequestContext {
  readonly actor: Actor;
}

export interface StoreContext extends UserContext {
  readonly member: StoreMember;
}

export const bearerToken = (request: FastifyRequest): string | null =>
  /^bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

/** Throws 429 with Retry-After unless the limit allows the request. */
export function heedLimit(verdict: Verdict): void {
  if (!verdict.allowed)
    throw refusal({ code: 'too_many_requests' }, {}, { 'retry-after': String(verdict.retryAfterSeconds) });
}

/** Throws 429 when `key` exceeds the requests of a minute. */
export const limitKey = ({ deps, limiter }: RequestContext, key: string): void =>
  heedLimit(limiter.take(key, deps.config.limits.requestsPerMinute, deps.clock.now()));

/**
 * Whether a cookie of this answer may be Secure: the request came by https, or people reach the server by https. Over
 * http a Secure cookie is lost: no browser stores it on a local network, and Safari not even on localhost.
 */
export const isSecure = (
  { request }: FastifyReply,
  { publicOrigin }: Pick<RequestContext['deps']['config'], 'publicOrigin'>,
): boolean => request.protocol === 'https' || publicOrigin?.startsWith('https:') === true;
