import { afterAll, beforeAll, inject } from 'vitest';
import { ApiUser, demoPeople, password } from '#e2e/api.ts';
import { inDatabase, openAlways } from '#e2e/shop-database.ts';
import { instant } from '#domain/time.ts';

import { startTestServer, type TestOptions, type TestServer } from '#server/testing/test-server.ts';

interface ScreenServer {
  readonly server: TestServer;
  readonly origin: string;
  databaseUrl(): string;
}

/** A demo user, or an account created by a test. */
export type Account = keyof typeof demoPeople | { readonly email: string; readonly password: string };

let running: ScreenServer | null = null;

/**
 * Starts the server of this file's screens: the real one with demo data, on a free port, so that its socket works too.
 * screenServer() advances its clock to the machine's.
 */
export function useScreenServer(options: TestOptions = {}): void {
  beforeAll(async () => {
    const server = await startTestServer(inject('postgresUrl'), options);
    const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
    running = { server, origin, databaseUrl: () => server.url };
    // The stores must be open at any hour of the day.
    await inDatabase(running, openAlways);
  });
  afterAll(async () => {
    await running?.server.close();
    running = null;
  });
}

export function screenServer(): ScreenServer {
  if (!running) throw new Error('useScreenServer() was not called in this file');
  const { clock } = running.server;
  const behind = instant(Date.now()) - clock.now();
  if (behind > 0) clock.jump(behind);
  return running;
}

/** A demo user who calls the API, as from another device. */
export const apiUserOf = (who: keyof typeof demoPeople): Promise<ApiUser> =>
  ApiUser.signIn(screenServer(), demoPeople[who]);

/** The browser state after a login: refresh cookie and local storage records. */
export async function newSession(
  who: Account,
): Promise<{ readonly cookie: string; readonly records: ReadonlyMap<string, string> }> {
  const { origin } = screenServer();
  const credentials =
    typeof who === 'string' ? { email: demoPeople[who], password } : { email: who.email, password: who.password };
  const response = await fetch(`${origin}/api/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  if (response.status !== 201) throw new Error(`no session: ${response.status}`);
  const { access_token } = await response.json();
  const me = await fetch(`${origin}/api/me`, { headers: { authorization: `Bearer ${access_token}` } });
  const kept = Object.entries({ boot: { user: await me.json(), lastStore: null }, 'last-email': credentials.email });
  return {
    cookie: response.headers.getSetCookie().join(),
    records: new Map(kept.map(([name, value]) => [`marche:${name}`, JSON.stringify({ v: 1, value })])),
  };
}
