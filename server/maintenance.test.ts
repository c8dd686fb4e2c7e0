import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { connectDatabase } from '#server/db/database.ts';
import { otps, socialLogins } from '#server/db/schema/access.ts';
import { accessTokens, refreshTokens, sessions } from '#server/db/schema/accounts.ts';
import { orders } from '#server/db/schema/orders.ts';
import { audit, commands, storeEvents } from '#server/db/schema/sync.ts';
import type { Log } from '#server/deps.ts';
import { buildSubmission } from '#server/testing/submissions.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { startAttempt } from './modules/account/social/social-store.ts';
import { startMaintenance, sweep } from './maintenance.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const dayMs = 24 * 60 * 60_000;
const counts = async () => {
  const [cmds, events, devices, access, refresh] = await Promise.all(
    [commands, storeEvents, sessions, accessTokens, refreshTokens].map((table) => server.db.direct.$count(table)),
  );
  return { cmds, events, devices, access, refresh };
};

it('keeps commands 90 days, events 14, devices 30 after their last use; orders and audit for ever', async () => {
  await server.ask('ana', '/store/1/orders', {
    method: 'POST',
    body: await buildSubmission(server),
    headers: command(),
  });
  const kept = [await server.db.direct.$count(orders), await server.db.direct.$count(audit)];
  await sweep(server.deps);
  expect(await counts()).toEqual({ cmds: 1, events: 2, devices: 1, access: 1, refresh: 1 });
  server.clock.jump(14 * dayMs + 1);
  await sweep(server.deps);
  expect(await counts()).toEqual({ cmds: 1, events: 0, devices: 1, access: 0, refresh: 1 });
  server.clock.jump(16 * dayMs);
  await sweep(server.deps);
  expect(await counts()).toEqual({ cmds: 1, events: 0, devices: 0, access: 0, refresh: 0 });
  server.clock.jump(60 * dayMs);
  await sweep(server.deps);
  expect(await counts()).toMatchObject({ cmds: 0 });
  expect([await server.db.direct.$count(orders), await server.db.direct.$count(audit)]).toEqual(kept);
});

it('forgets one-time codes after an hour and walks to a login provider when they are over', async () => {
  const { db, deps, clock } = server;
  const body = { target_type: 'email', target: 'ana@demo.marche', issued_for: 'recovery_access' };
  await server.ask(null, '/otp', { method: 'POST', body });
  const attempt = { state: 's', nonce: 'n', verifier: 'v', redirectUri: 'http://localhost/' };
  await startAttempt(db, { provider: 'google', attempt, cookie: 'c', now: clock.now() });
  const kept = async () => [await db.direct.$count(otps), await db.direct.$count(socialLogins)];
  clock.jump(10 * 60_000);
  await sweep(deps);
  expect(await kept()).toEqual([1, 1]);
  clock.jump(60_001);
  await sweep(deps);
  expect(await kept()).toEqual([1, 0]);
  clock.jump(49 * 60_000);
  await sweep(deps);
  expect(await kept()).toEqual([0, 0]);
});

it('runs at the start and every hour until it is stopped, and survives a failure', async () => {
  const failures: string[] = [];
  const log: Log = { ...server.deps.log, error: (line) => failures.push(line) };
  const gone = await connectDatabase(server.url, { connections: 1, log: () => undefined });
  await gone.end();
  const stop = startMaintenance({ db: gone, clock: server.clock, log });
  for (const n of [1, 2, 3]) {
    await expect.poll(() => failures.length).toBe(n);
    server.clock.advance(60 * 60_000);
  }
  await stop();
  expect(failures).toHaveLength(4);
  server.clock.advance(60 * 60_000);
  expect(failures).toHaveLength(4);
});
