import { isSocialProvider } from '#domain/account.ts';
import { refusal } from '#server/http/errors.ts';
import { publicProcedures } from '#server/http/recipe.ts';
import { tokenHash } from '#server/http/access-store.ts';
import { limitTokens, signInOn } from '#server/modules/account/signed-in.ts';
import { accountTexts } from '#server/modules/account/texts.ts';
import { clearSocialCookie, readSocialCookie } from './social-cookie.ts';
import { takeExchange } from './social-store.ts';

export const socialSignInRoutes = {
  ways: publicProcedures.account.ways.handler(({ context: { deps } }) => ({
    google: deps.config.social.google !== null,
    facebook: deps.config.social.facebook !== null,
    code_length: deps.config.otpLength,
  })),

  socialSignIn: publicProcedures.account.socialSignIn.handler(async ({ input, context }) => {
    const { deps, request } = context;
    const { provider } = input;
    if (!isSocialProvider(provider) || deps.config.social[provider] === null) throw refusal({ code: 'not_found' });
    await limitTokens(context, tokenHash(input.access_token));
    const cookie = readSocialCookie(request);
    const now = deps.clock.now();
    const userId =
      cookie === null ? null : await takeExchange(deps.db, { provider, exchange: input.access_token, cookie, now });
    if (userId === null)
      throw refusal({ code: 'invalid_credentials', params: { sentence: accountTexts.socialFailed } });
    clearSocialCookie(context);
    return signInOn(context, userId);
  }),
};
