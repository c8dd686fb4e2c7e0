import type { AuthToken } from '#contract/account.ts';
import type { RequestContext } from '#server/http/context.ts';
import { refusal } from '#server/http/errors.ts';
import { setRefreshCookie } from './refresh-cookie.ts';
import { accessTokenSeconds, openSession, type TokenPair } from './sessions-store.ts';

const longestDevice = 200;

export const tooMany = (seconds: number) =>
  refusal({ code: 'too_many_requests' }, {}, { 'retry-after': String(seconds) });

/** Allows 10 requests a minute per address and target. */
export function limitTokens({ deps, limiter, request }: RequestContext, target: string): void {
  const verdict = limiter.take(`tokens:${request.ip}:${target}`, deps.config.limits.signInPerMinute, deps.clock.now());
  if (!verdict.allowed) throw tooMany(verdict.retryAfterSeconds);
}

const deviceOf = (userAgent: string | undefined): string =>
  (userAgent ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, longestDevice);

/** The answer that signs a device in. Sets the refresh token as a cookie. */
export function tokensOf({ reply }: RequestContext, pair: TokenPair): AuthToken {
  setRefreshCookie(reply, pair.refresh);
  return { token_type: 'Bearer', access_token: pair.access, expires_in: accessTokenSeconds };
}

/** Opens a session on the requesting device. */
export async function signInOn(context: RequestContext, userId: number): Promise<AuthToken> {
  const device = deviceOf(context.request.headers['user-agent']);
  return tokensOf(context, await openSession(context.deps.db, userId, device, context.deps));
}
