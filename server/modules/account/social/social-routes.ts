import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSocialProvider, type SocialError, type SocialProvider } from '#domain/account.ts';
import type { Deps } from '#server/deps.ts';
import { addressLimit, sendFailure } from '#server/http/plain-routes.ts';
import { type ProviderPort, providersOf } from './providers.ts';
import { readSocialCookie, setSocialCookie } from './social-cookie.ts';
import { offerExchange, returnAttempt, startAttempt, userOfIdentity } from './social-store.ts';

interface Named {
  Params: { provider: string };
}

/**
 * GET /api/auth/{provider} redirects to the provider; /api/auth/{provider}/callback redirects back to the app, with
 * `access_token` or `error` in the fragment (A-21 to A-23, docs/threats.md T6). These are plain routes, not procedures,
 * because the browser navigates to them.
 */
export function mountSocialLogin(app: FastifyInstance, deps: Deps): void {
  const { db, clock, ids, log, config } = deps;
  const providers = providersOf(config.social);
  const limited = addressLimit(deps);

  function back(reply: FastifyReply, provider: SocialProvider, fragment: Readonly<Record<string, string>>) {
    return reply
      .header('cache-control', 'no-store')
      .redirect(`/sellers/social/${provider}#${new URLSearchParams(fragment).toString()}`, 302);
  }

  const refused = (reply: FastifyReply, provider: SocialProvider, error: SocialError) =>
    back(reply, provider, { error });

  /** Wraps both routes: rate limit of the address, a configured provider, errors. */
  function guarded(
    work: (given: {
      provider: SocialProvider;
      port: ProviderPort;
      request: FastifyRequest<Named>;
      reply: FastifyReply;
    }) => Promise<FastifyReply>,
  ) {
    return async (request: FastifyRequest<Named>, reply: FastifyReply): Promise<FastifyReply> => {
      const { provider } = request.params;
      if (!isSocialProvider(provider)) return sendFailure(reply, { code: 'not_found' });
      if (limited(request, reply)) return reply;
      const port = providers[provider];
      if (!port) return refused(reply, provider, 'not_configured');
      try {
        return await work({ provider, port, request, reply });
      } catch (error) {
        // The error message may contain a token or a secret of the attempt, so only the error's name and code are
        // logged.
        log.warn(`${provider}: ${error instanceof Error ? `${error.name} ${codeOf(error)}` : 'failed'}`);
        return refused(reply, provider, 'failed');
      }
    };
  }

  app.get<Named>(
    '/api/auth/:provider',
    guarded(async ({ provider, port, request, reply }) => {
      const attempt = {
        redirectUri: `${originOf(request, config.publicOrigin)}/api/auth/${provider}/callback`,
        state: ids.secret(),
        nonce: ids.secret(),
        verifier: ids.secret(),
      };
      const cookie = ids.secret();
      const url = await port.start(attempt);
      await startAttempt(db, { provider, attempt, cookie, now: clock.now() });
      return setSocialCookie({ reply, deps }, cookie).header('cache-control', 'no-store').redirect(url.href, 302);
    }),
  );

  app.get<Named>(
    '/api/auth/:provider/callback',
    guarded(async ({ provider, port, request, reply }) => {
      const answered = new URL(request.url, 'http://localhost').searchParams;
      const state = answered.get('state');
      const cookie = readSocialCookie(request);
      const attempt =
        state === null || cookie === null
          ? null
          : await returnAttempt(db, { provider, state, cookie, now: clock.now() });
      if (!attempt) return refused(reply, provider, 'expired');
      if (answered.get('error') === 'access_denied') return refused(reply, provider, 'denied');
      const identity = await port.identify(answered, attempt);
      const userId = await userOfIdentity(db, provider, identity, clock.now());
      if (typeof userId !== 'number') return refused(reply, provider, userId);
      const exchange = ids.secret();
      await offerExchange(db, { state: attempt.state, userId, exchange, now: clock.now() });
      return back(reply, provider, { access_token: exchange });
    }),
  );
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

/** The origin to which the provider redirects back. The provider refuses an origin that is not registered. */
function originOf(request: FastifyRequest, publicOrigin: string | null): string {
  if (publicOrigin !== null) return publicOrigin;
  const { host = '' } = request.headers;
  if (!/^[\w.-]+(:\d{1,5})?$/.test(host)) throw new Error('no host');
  return new URL(`${request.protocol}://${host}`).origin;
}
