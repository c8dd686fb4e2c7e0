import { customerOfChannel, mayHear, parseChannel, publicChannel } from '#contract/events.ts';
import { normalEmail } from '#domain/fields.ts';
import { refusal } from '#server/http/errors.ts';
import { isForeign } from '#server/realtime/origin.ts';
import { answer, publicProcedures, signedIn } from '#server/http/recipe.ts';
import { socialSignInRoutes } from './social/social-sign-in.ts';
import { findStoreMember } from '#server/http/access-store.ts';
import { codeRoutes } from '#server/modules/account/codes/code-routes.ts';
import { createCodeSender } from '#server/modules/account/codes/code-sender.ts';
import { passwordMatches } from './passwords.ts';
import { userProfileRoutes } from '#server/modules/account/profile/profile-routes.ts';
import { clearRefreshCookie, readRefreshCookie } from './refresh-cookie.ts';
import { closeSession, closeSessionOf, rotate } from './sessions-store.ts';
import { findActor, tokenHash } from '#server/http/access-store.ts';
import { bearerToken } from '#server/http/context.ts';
import type { SignInGuard } from './sign-in-guard.ts';
import { signUpRoutes } from '#server/modules/account/profile/sign-up-routes.ts';
import { limitTokens, signInOn, tokensOf, tooMany } from './signed-in.ts';
import { findAccount, readUser } from './users-store.ts';

export const accountRoutes = (attempt: SignInGuard) => ({
  signIn: publicProcedures.account.signIn.handler(async ({ input, context }) => {
    const email = normalEmail(input.email);
    await limitTokens(context, tokenHash(email));
    const account = await findAccount(context.deps.db, email);
    const result = await attempt(email, context.request.ip, () =>
      passwordMatches(account?.passwordHash ?? null, input.password),
    );
    if (result === 'crowded') throw tooMany(10);
    if (result === 'refused' || !account) throw refusal({ code: 'invalid_credentials' });
    return signInOn(context, account.id);
  }),

  refresh: publicProcedures.account.refresh.handler(async ({ context }) => {
    const { deps, request } = context;
    const token = readRefreshCookie(request);
    // A page of another origin must not rotate the token, whatever SameSite means to the browser (docs/threats.md T3).
    if (isForeign(request.headers, deps.config.publicOrigin)) throw refusal({ code: 'forbidden' });
    if (token === null) throw refusal({ code: 'unauthenticated' });
    await limitTokens(context, tokenHash(token));
    const rotated = await rotate(deps.db, token, deps);
    if (!rotated.ok) clearRefreshCookie(context);
    return tokensOf(context, answer(rotated));
  }),

  signOut: publicProcedures.account.signOut.handler(async ({ context }) => {
    const { deps, request } = context;
    const now = deps.clock.now();
    const bearer = bearerToken(request);
    const actor = bearer === null ? null : await findActor(deps.db, tokenHash(bearer), now);
    if (actor) {
      await closeSession(deps.db, actor.sessionId, now);
      return void clearRefreshCookie(context);
    }
    if (isForeign(request.headers, deps.config.publicOrigin)) throw refusal({ code: 'forbidden' });
    const cookie = readRefreshCookie(request);
    if (cookie === null) throw refusal({ code: 'unauthenticated' });
    await limitTokens(context, tokenHash(cookie));
    // The cookie stays as it is: this answer may arrive after the one of a new login, whose cookie it would take.
    await closeSessionOf(deps.db, cookie, now);
  }),

  me: signedIn.account.me.handler(({ context }) => readUser(context.deps.db, context.actor.userId)),

  authorizeChannel: signedIn.account.authorizeChannel.handler(async ({ input, context: { deps, actor } }) => {
    const channel = parseChannel(input.channel_name);
    const member = channel && (await findStoreMember(deps.db, actor, channel.storeId));
    const allowed = channel
      ? member && mayHear(channel.audience, member.pivot.role)
      : customerOfChannel(input.channel_name) === actor.userId;
    if (!allowed || input.channel_name === publicChannel) throw refusal({ code: 'forbidden' });
    return deps.publish.authorize(input.socket_id, input.channel_name, {
      user_id: String(actor.userId),
      session_id: actor.sessionId,
    });
  }),

  ...signUpRoutes,
  ...socialSignInRoutes,
  ...codeRoutes(createCodeSender()),
  ...userProfileRoutes,
});
