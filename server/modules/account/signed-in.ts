import type { AuthToken } from '#contract/account.ts';
import type { RequestContext } from '#server/http/context.ts';
import { refusal } from '#server/http/errors.ts';
import { limitGuesses } from '#server/http/guess-limits.ts';
import { setRefreshCookie } from './refresh-cookie.ts';
import { accessTokenSeconds, openSession, type TokenPair } from './sessions-store.ts';

const longestDevice = 200;

export const tooMany = (seconds: number) =>
  refusal({ code: 'too_many_requests' }, {}, { 'retry-after': String(seconds) });

/** Allows 10 requests a minute per address and target. */
export const limitTokens = (context: RequestContext, target: string): Promise<void> =>
  limitGuesses(context, `tokens:${context.request.ip}:${target}`);

/** The device's name: its user agent, in ASCII. */
export const deviceOf = (userAgent: string | undefined): string =>
  (userAgent ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, longestDevice);

/** The answer that signs a device in. Sets the refresh token as a cookie. */
export function tokensOf(context: RequestContext, pair: TokenPair): AuthToken {
  setRefreshCookie(context, pair.refresh);
  return { token_type: 'Bearer', access_token: pair.access, expires_in: accessTokenSeconds };
}

/** Opens a session on the requesting device. */
export async function signInOn(context: RequestContext, userId: number): Promise<AuthToken> {
  const device = deviceOf(context.request.headers['user-agent']);
  return tokensOf(context, await openSession(context.deps.db, userId, device, context.deps));
}
