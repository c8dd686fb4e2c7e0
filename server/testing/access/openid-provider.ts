import { createServer, type Server } from 'node:http';
import Provider, { type Context } from 'oidc-provider';
import type { SocialClient } from '#server/access-settings.ts';

export interface Known {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

export const portOfServer = (server: Server): number => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

const listen = (server: Server): Promise<void> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve()));

export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });

/**
 * A real OpenID provider on this machine, in place of Google. Every login is `person`, without a prompt; null = the
 * person declines.
 */
export async function startOpenidProvider(redirectUris: readonly string[]) {
  let handle: ReturnType<Provider['callback']> | null = null;
  let finish: Provider['interactionFinished'] | null = null;
  const known = new Map<string, Known>();
  let person: Known | null = null;
  const http = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/'))
      void finish?.(request, response, person ? { login: { accountId: person.sub } } : { error: 'access_denied' });
    else void handle?.(request, response);
  });
  await listen(http);
  const issuer = `http://localhost:${portOfServer(http)}`;
  const client: SocialClient = { clientId: 'marche', clientSecret: 'a secret of the tests, long', endpoint: issuer };
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.clientId, client_secret: client.clientSecret, redirect_uris: redirectUris }],
    clientAuthMethods: ['client_secret_post'],
    clientDefaults: { token_endpoint_auth_method: 'client_secret_post' },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // As with Google, the id token carries the claims about the person.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => known.get(sub) ?? { sub } }),
    async loadExistingGrant({ oidc }: Context) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  finish = provider.interactionFinished.bind(provider);
  handle = provider.callback();

  return {
    client,
    issuer,
    /** Sets the person of the following logins. */
    setPerson(next: Known | null): void {
      person = next;
      if (next) known.set(next.sub, next);
    },
    /**
     * Follows the redirects from the authorisation URL until they lead back, as a browser with its own cookies would.
     */
    async walk(from: string): Promise<URL> {
      const cookies = new Map<string, string>();
      let url = new URL(from);
      for (let steps = 0; steps < 10; steps += 1) {
        const cookie = [...cookies].map(([k, v]) => `${k}=${v}`).join('; ');
        const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
        for (const set of answer.headers.getSetCookie()) {
          const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          cookies.set(key, value);
        }
        const location = answer.headers.get('location');
        if (location === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
        url = new URL(location, url);
        if (url.origin !== issuer) return url;
      }
      throw new Error('the provider leads nowhere');
    },
    close: () => closeServer(http),
  };
}

export type OpenidProvider = Awaited<ReturnType<typeof startOpenidProvider>>;
