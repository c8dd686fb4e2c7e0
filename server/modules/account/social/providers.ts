import * as oauth from 'openid-client';
import * as z from 'zod/mini';
import type { SocialProvider } from '#domain/account.ts';
import type { SocialClient } from '#server/access-settings.ts';

/**
 * A person as the provider identifies them. `subject` never changes; an unverified address proves nothing
 * (docs/threats.md T6).
 */
export interface SocialIdentity {
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly fullname: string | null;
}

/** The values against which the provider's answer is checked. */
export interface OAuthAttempt {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** The PKCE code verifier. */
  readonly verifier: string;
}

export interface ProviderPort {
  /** URL of the provider's login page. */
  start(attempt: OAuthAttempt): Promise<URL>;
  /** Exchanges the returned code for the person's identity. Rejects when any check fails. */
  identify(answered: URLSearchParams, attempt: OAuthAttempt): Promise<SocialIdentity>;
}

const timeoutSeconds = 10;

/** Plain http is allowed only for a provider on this machine, as in the tests. */
const isLocal = (address: URL): boolean =>
  address.protocol === 'http:' && (address.hostname === 'localhost' || address.hostname === '127.0.0.1');

async function authorizationUrl(
  config: oauth.Configuration,
  { redirectUri, state, verifier }: OAuthAttempt,
  more: Readonly<Record<string, string>>,
): Promise<URL> {
  return oauth.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    response_type: 'code',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  });
}

const answeredAt = ({ redirectUri }: OAuthAttempt, answered: URLSearchParams): URL => {
  const url = new URL(redirectUri);
  url.search = answered.toString();
  return url;
};

/** Google or another OpenID provider. The library checks state, nonce, PKCE, signature, issuer and audience. */
export function createGoogle({ clientId, clientSecret, endpoint }: SocialClient): ProviderPort {
  const issuer = new URL(endpoint ?? 'https://accounts.google.com');
  let known: Promise<oauth.Configuration> | null = null;

  function configuration(): Promise<oauth.Configuration> {
    known ??= oauth
      .discovery(issuer, clientId, clientSecret, undefined, {
        timeout: timeoutSeconds,
        execute: isLocal(issuer) ? [oauth.allowInsecureRequests] : [],
      })
      .catch((error: unknown) => {
        // Retried at the next login: the provider may have been down.
        known = null;
        throw error;
      });
    return known;
  }

  return {
    start: async (attempt) =>
      authorizationUrl(await configuration(), attempt, {
        scope: 'openid email profile',
        nonce: attempt.nonce,
        // Tablets are shared, so Google asks for the account. Other providers may not support this prompt.
        ...(endpoint === null && { prompt: 'select_account' }),
      }),
    async identify(answered, attempt) {
      const config = await configuration();
      const tokens = await oauth.authorizationCodeGrant(config, answeredAt(attempt, answered), {
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        pkceCodeVerifier: attempt.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('no id token');
      const profile =
        claims['email'] === undefined ? await oauth.fetchUserInfo(config, tokens.access_token, claims.sub) : claims;
      const { email, email_verified, name } = z.parse(googleClaims, profile);
      return {
        subject: claims.sub,
        email: email ?? null,
        emailVerified: email_verified === true,
        fullname: name ?? null,
      };
    },
  };
}

const googleClaims = z.object({
  email: z.optional(z.string()),
  email_verified: z.optional(z.boolean()),
  name: z.optional(z.string()),
});

const facebookVersion = 'v23.0';

/**
 * Facebook speaks OAuth without OpenID: no discovery, no id token. Its graph API returns the identity for the access
 * token that was issued to this client for this code. It does not say whether the address was verified, so the address
 * counts as unverified.
 */
export function createFacebook({ clientId, clientSecret, endpoint }: SocialClient): ProviderPort {
  const dialog = endpoint ?? `https://www.facebook.com/${facebookVersion}`;
  const graph = endpoint ?? `https://graph.facebook.com/${facebookVersion}`;
  const config = new oauth.Configuration(
    {
      issuer: endpoint ?? 'https://www.facebook.com',
      authorization_endpoint: `${dialog}/dialog/oauth`,
      token_endpoint: `${graph}/oauth/access_token`,
    },
    clientId,
    clientSecret,
  );
  config.timeout = timeoutSeconds;
  if (isLocal(new URL(graph))) oauth.allowInsecureRequests(config);

  return {
    start: (attempt) => authorizationUrl(config, attempt, { scope: 'public_profile,email' }),
    async identify(answered, attempt) {
      const tokens = await oauth.authorizationCodeGrant(config, answeredAt(attempt, answered), {
        expectedState: attempt.state,
        pkceCodeVerifier: attempt.verifier,
      });
      const me = new URL(`${graph}/me?fields=id,name,email`);
      const answer = await oauth.fetchProtectedResource(config, tokens.access_token, me, 'GET');
      if (!answer.ok) throw new Error(`the graph answered ${answer.status}`);
      const { id, name, email } = z.parse(facebookPerson, await answer.json());
      return { subject: id, email: email ?? null, emailVerified: false, fullname: name ?? null };
    },
  };
}

const facebookPerson = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.optional(z.string()),
  email: z.optional(z.string()),
});

const makers: Readonly<Record<SocialProvider, (client: SocialClient) => ProviderPort>> = {
  google: createGoogle,
  facebook: createFacebook,
};

/** The configured providers; null = not configured. */
export function providersOf(
  clients: Readonly<Record<SocialProvider, SocialClient | null>>,
): Readonly<Record<SocialProvider, ProviderPort | null>> {
  const of = (name: SocialProvider): ProviderPort | null => (clients[name] ? makers[name](clients[name]) : null);
  return { google: of('google'), facebook: of('facebook') };
}
