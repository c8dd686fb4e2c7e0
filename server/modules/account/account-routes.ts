import { mayHear, parseChannel, publicChannel } from '#contract/events.ts';
import { normalEmail } from '#domain/fields.ts';
import { refusal } from '#server/http/errors.ts';
import { answer, publicProcedures, signedIn } from '#server/http/recipe.ts';
import { socialSignInRoutes } from './social/social-sign-in.ts';
import { findStoreMember } from '#server/http/access-store.ts';
import { codeRoutes } from '#server/modules/account/codes/code-routes.ts';
import { createCodeSender } from '#server/modules/account/codes/code-sender.ts';
import { passwordMatches } from './passwords.ts';
import { userProfileRoutes } from '#server/modules/account/profile/profile-routes.ts';
import { clearRefreshCookie, readRefreshCookie } from './refresh-cookie.ts';
import { closeSession, rotate } from './sessions-store.ts';
import { tokenHash } from '#server/http/access-store.ts';
import type { SignInGuard } from './sign-in-guard.ts';
import { signUpRoutes } from '#server/modules/account/profile/sign-up-routes.ts';
import { limitTokens, signInOn, tokensOf, tooMany } from './signed-in.ts';
import { findAccount, readUser } from './users-store.ts';

export const accountRoutes = (attempt: SignInGuard) => ({
  signIn: publicProcedures.account.signIn.handler(async ({ input, context }) => {
    const email = normalEmail(input.email);
    limitTokens(context, tokenHash(email));
    const account = await findAccount(context.deps.db, email);
    const result = await attempt(email, context.request.ip, () =>
      passwordMatches(account?.passwordHash ?? null, input.password),
    );
    if (result === 'crowded') throw tooMany(10);
    if (result === 'refused' || !account) throw refusal({ code: 'invalid_credentials' });
    return signInOn(context, account.id);
  }),

  refresh: publicProcedures.account.refresh.handler(async ({ context }) => {
    const token = readRefreshCookie(context.request);
    if (token === null) throw refusal({ code: 'unauthenticated' });
    limitTokens(context, tokenHash(token));
    const rotated = await rotate(context.deps.db, token, context.deps);
    if (!rotated.ok) clearRefreshCookie(context.reply);
    return tokensOf(context, answer(rotated));
  }),

  signOut: signedIn.account.signOut.handler(async ({ context: { deps, actor, reply } }) => {
    await closeSession(deps.db, actor.sessionId, deps.clock.now());
    clearRefreshCookie(reply);
  }),

  me: signedIn.account.me.handler(({ context }) => readUser(context.deps.db, context.actor.userId)),

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

  ...signUpRoutes,
  ...socialSignInRoutes,
  ...codeRoutes(createCodeSender()),
  ...userProfileRoutes,
});
