import { beforeAll, describe, expect, it } from 'vitest';
import { minutes } from '#domain/time.ts';
import { cookieOf } from '#server/testing/access/accounts.ts';
import type { OpenidProvider } from '#server/testing/access/openid-provider.ts';
import {
  exchangeTokens,
  fragmentOf,
  returnToApp,
  socialWorld,
  startSocial,
  stranger,
  useSocialWorld,
  walkSocial,
} from '#server/testing/access/social-world.ts';
import type { TestServer } from '#server/testing/test-server.ts';

useSocialWorld();
let server: TestServer;
let google: OpenidProvider;
beforeAll(() => {
  ({ server, google } = socialWorld());
});

describe('what does not fit (T6)', () => {
  const begin = async () => {
    stranger();
    const started = await startSocial('google');
    const url = await google.walk(String(started.headers['location']));
    return { url, cookie: cookieOf(started, 'marche_social') };
  };
  const errorOf = async (url: URL, cookie: string): Promise<string | null> =>
    fragmentOf(await returnToApp(url, cookie)).get('error');

  it('the answer of one walk in another browser, or in none: the walk stays open for its own', async () => {
    const { url, cookie } = await begin();
    const other = cookieOf(await startSocial('google'), 'marche_social');
    for (const wrong of [other, '', 'marche_social=x', `marche_social=${'a'.repeat(43)}`])
      expect(await errorOf(url, wrong)).toBe('expired');
    expect(await errorOf(url, cookie)).toBeNull();
  });

  it('the same answer twice', async () => {
    const { url, cookie } = await begin();
    const answers = await Promise.all([errorOf(url, cookie), errorOf(url, cookie)]);
    expect(answers.toSorted()).toEqual(['expired', null]);
  });

  it('an answer after ten minutes', async () => {
    const { url, cookie } = await begin();
    server.clock.jump(minutes(10));
    expect(await errorOf(url, cookie)).toBe('expired');
  });

  it('another state, none, or the callback of the other provider', async () => {
    const { url, cookie } = await begin();
    for (const state of ['x', '', 'a'.repeat(43)]) {
      const changed = new URL(url);
      changed.searchParams.set('state', state);
      expect(await errorOf(changed, cookie)).toBe('expired');
    }
    const none = new URL(url);
    none.search = '';
    expect(await errorOf(none, cookie)).toBe('expired');
    const mixed = new URL(url.href.replace('/google/', '/facebook/'));
    expect(await errorOf(mixed, cookie)).toBe('expired');
  });

  it('the code of another walk: its PKCE verifier and nonce are not this one’s', async () => {
    const [mine, theirs] = [await begin(), await begin()];
    const mixed = new URL(mine.url);
    mixed.searchParams.set('code', theirs.url.searchParams.get('code') ?? '');
    expect(await errorOf(mixed, mine.cookie)).toBe('failed');
  });

  it('the answer of another issuer', async () => {
    const { url, cookie } = await begin();
    url.searchParams.set('iss', 'https://mal.ejemplo');
    expect(await errorOf(url, cookie)).toBe('failed');
  });

  it('an exchange twice, late, elsewhere, invented, or of the other provider', async () => {
    const refused = { code: 'invalid_credentials', message: 'No pudimos iniciar tu sesión. Volvé a intentarlo.' };
    const attempt = async (token: string, cookie: string, provider = 'google') => {
      const { status, body } = await exchangeTokens(token, cookie, provider);
      return [status, body];
    };
    stranger();
    const one = await walkSocial();
    expect(await attempt(one.token, '')).toEqual([401, refused]);
    expect(await attempt(one.token, (await walkSocial()).cookie)).toEqual([401, refused]);
    expect(await attempt(one.token, one.cookie, 'facebook')).toEqual([401, refused]);
    expect(await attempt('a'.repeat(43), one.cookie)).toEqual([401, refused]);
    const both = await Promise.all([exchangeTokens(one.token, one.cookie), exchangeTokens(one.token, one.cookie)]);
    expect(both.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([201, 401]);
    const two = await walkSocial();
    server.clock.jump(minutes(1));
    expect(await attempt(two.token, two.cookie)).toEqual([401, refused]);
    expect((await exchangeTokens('', two.cookie)).status).toBe(422);
  });
});
