import { eq } from 'drizzle-orm';
import type { User } from '#contract/account.ts';
import { mayHear, parseChannel, publicChannel } from '#contract/events.ts';
import { normalEmail } from '#domain/fields.ts';
import { users } from '#server/db/schema/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { answer, open, type RequestContext, signedIn } from '#server/http/recipe.ts';
import { refusal } from '#server/http/errors.ts';
import { findStoreMember } from './access-store.ts';
import { passwordMatches } from './passwords.ts';
import { clearedRefreshCookie, readRefreshCookie, refreshCookie } from './refresh-cookie.ts';
import {
  accessTokenSeconds,
  closeSession,
  findAccount,
  openSession,
  rotate,
  tokenHash,
  type TokenPair,
} from './sessions-store.ts';
import type { SignInGuard } from './sign-in-guard.ts';

const longestDevice = 200;

const tooMany = (seconds: number) => refusal({ code: 'too_many_requests' }, {}, { 'retry-after': String(seconds) });

/** 10 a minute for one address and target (API §1). */
function limitTokens({ deps, limiter, request }: RequestContext, target: string): void {
  const verdict = limiter.take(`tokens:${request.ip}:${target}`, deps.config.limits.signInPerMinute, deps.clock.now());
  if (!verdict.allowed) throw tooMany(verdict.retryAfterSeconds);
}

const deviceOf = (userAgent: string | undefined): string =>
  (userAgent ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, longestDevice);

/** The answer that signs a device in; the refresh token goes along as a cookie. */
export function tokensOf({ reply }: RequestContext, pair: TokenPair) {
  reply.header('set-cookie', refreshCookie(pair.refresh));
  return { token_type: 'Bearer' as const, access_token: pair.access, expires_in: accessTokenSeconds };
}

async function readUser({ db }: Deps, id: number): Promise<User> {
  const [row] = await db.direct.select().from(users).where(eq(users.id, id));
  if (!row) throw refusal({ code: 'unauthenticated' });
  return {
    id: row.id,
    fullname: row.fullname,
    email: row.email,
    phone: row.phone,
    phone_verified: row.phone_verified,
    avatar: row.avatar,
    notification_types: row.notification_types,
    notification_channels: row.notification_channels,
    confidence: row.confidence,
    orders_resume: { success: { count: row.success_count }, false_order: { count: row.false_order_count } },
  };
}

export const accountRoutes = (attempt: SignInGuard) => ({
  signIn: open.account.signIn.handler(async ({ input, context }) => {
    const email = normalEmail(input.email);
    limitTokens(context, tokenHash(email));
    const account = await findAccount(context.deps.db, email);
    const result = await attempt(email, context.request.ip, () =>
      passwordMatches(account?.passwordHash ?? null, input.password),
    );
    if (result === 'crowded') throw tooMany(10);
    if (result === 'refused' || !account) throw refusal({ code: 'invalid_credentials' });
    const pair = await openSession(
      context.deps.db,
      account.id,
      deviceOf(context.request.headers['user-agent']),
      context.deps,
    );
    return tokensOf(context, pair);
  }),

  refresh: open.account.refresh.handler(async ({ context }) => {
    const token = readRefreshCookie(context.request.headers.cookie);
    if (token === null) throw refusal({ code: 'unauthenticated' });
    limitTokens(context, tokenHash(token));
    const rotated = await rotate(context.deps.db, token, context.deps);
    if (!rotated.ok) context.reply.header('set-cookie', clearedRefreshCookie);
    return tokensOf(context, answer(rotated));
  }),

  signOut: signedIn.account.signOut.handler(async ({ context: { deps, actor, reply } }) => {
    await closeSession(deps.db, actor.sessionId, deps.clock.now());
    reply.header('set-cookie', clearedRefreshCookie);
  }),

  me: signedIn.account.me.handler(({ context }) => readUser(context.deps, context.actor.userId)),

  authorizeChannel: signedIn.account.authorizeChannel.handler(async ({ input, context: { deps, actor } }) => {
    const channel = parseChannel(input.channel_name);
    const member = channel && (await findStoreMember(deps.db, actor, channel.storeId));
    const allowed = member && mayHear(channel.audience, member.pivot.role);
    if (!allowed || input.channel_name === publicChannel) throw refusal({ code: 'forbidden' });
    return deps.publish.authorize(input.socket_id, input.channel_name, {
      user_id: String(actor.userId),
      session_id: actor.sessionId,
    });
  }),
});
