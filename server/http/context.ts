import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import type { Actor, StoreMember } from './access-store.ts';
import { refusal } from './errors.ts';
import type { RateLimiter } from './rate-limits.ts';

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

/** Throws 429 when `key` exceeds `perMinute` requests in a minute. */
export function limitKey(
  { deps, limiter }: RequestContext,
  key: string,
  perMinute = deps.config.limits.requestsPerMinute,
): void {
  const verdict = limiter.take(key, perMinute, deps.clock.now());
  if (!verdict.allowed)
    throw refusal({ code: 'too_many_requests' }, {}, { 'retry-after': String(verdict.retryAfterSeconds) });
}

/**
 * Whether a cookie of this answer may be Secure: the request came by https, or people reach the server by https. Over
 * http a Secure cookie is lost: no browser stores it on a local network, and Safari not even on localhost.
 */
export const isSecure = (
  { request }: FastifyReply,
  { publicOrigin }: Pick<RequestContext['deps']['config'], 'publicOrigin'>,
): boolean => request.protocol === 'https' || publicOrigin?.startsWith('https:') === true;
