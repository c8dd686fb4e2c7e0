import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { minutes } from '#domain/time.ts';
import { type Answer, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { cookieOf } from './accounts.ts';
import { startFacebook } from './facebook.ts';
import { type OpenidProvider, startOpenidProvider } from './openid-provider.ts';

export type SocialName = 'google' | 'facebook';

interface SocialWorld {
  readonly server: TestServer;
  readonly google: OpenidProvider;
  readonly facebook: Awaited<ReturnType<typeof startFacebook>>;
}

let running: SocialWorld | null = null;

/** Starts a server with both providers for the tests of this file; an hour passes before each, so no limit is near. */
export function useSocialWorld(): void {
  beforeAll(async () => {
    const google = await startOpenidProvider(['http://localhost/api/auth/google/callback']);
    const facebook = await startFacebook();
    const server = await startTestServer(inject('postgresUrl'), {
      social: {
        google: google.client,
        facebook: { clientId: 'fb', clientSecret: 'fb secret of the tests', endpoint: facebook.endpoint },
      },
    });
    running = { server, google, facebook };
  });
  beforeEach(() => socialWorld().server.clock.jump(minutes(61)));
  afterAll(async () => {
    const { server, google, facebook } = socialWorld();
    await server.close();
    await google.close();
    await facebook.close();
    running = null;
  });
}

export function socialWorld(): SocialWorld {
  if (!running) throw new Error('useSocialWorld() was not called in this file');
  return running;
}

let people = 0;
/** A new person at Google, with a verified address. */
export function stranger(more: object = {}) {
  people += 1;
  const person = {
    sub: `g-${people}`,
    email: `g${people}@gmail.ejemplo`,
    email_verified: true,
    name: `Gente ${people}`,
    ...more,
  };
  socialWorld().google.setPerson(person);
  return person;
}

export const startSocial = (provider: SocialName, other = socialWorld().server): Promise<Answer> =>
  other.ask(null, `/auth/${provider}`);

/** What the browser asks when the provider sends the person back. */
export const returnToApp = (url: URL, cookie: string): Promise<Answer> =>
  socialWorld().server.ask(null, `${url.pathname.replace('/api', '')}${url.search}`, { headers: { cookie } });

export const fragmentOf = (answer: Answer): URLSearchParams =>
  new URLSearchParams(String(answer.headers['location']).split('#')[1] ?? '');

export const exchangeTokens = (token: string, cookie: string, provider: string = 'google'): Promise<Answer> =>
  socialWorld().server.ask(null, `/tokens/social/${provider}`, {
    method: 'POST',
    body: { access_token: token },
    headers: { cookie },
  });

/** Walks to the provider and back, until the app has its exchange token. */
export async function walkSocial(provider: SocialName = 'google') {
  const { google, facebook } = socialWorld();
  const started = await startSocial(provider);
  const cookie = cookieOf(started, 'marche_social');
  const from = String(started.headers['location']);
  const url = provider === 'google' ? await google.walk(from) : facebook.agree(from);
  const returned = await returnToApp(url, cookie);
  const fragment = fragmentOf(returned);
  return { cookie, url, returned, token: fragment.get('access_token') ?? '', error: fragment.get('error') };
}
