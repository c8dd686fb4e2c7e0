import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { deviceCheck } from '#contract/device-checks.ts';
import { checkLines, type DeviceCheck } from '#domain/device-check.ts';
import { isoFromInstant } from '#domain/time.ts';
import { sweep } from '#server/maintenance.ts';
import { deviceChecks } from '#server/db/schema/device-checks.ts';
import type { Person } from '#server/seed/people.ts';
import { readError, readFeed } from '#server/testing/read.ts';
import { type Answer, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());
beforeEach(async () => void (await server.db.direct.execute('truncate device_checks')));

const ready: DeviceCheck = {
  network: 'online',
  server: 'answers',
  realtime: 'arrives',
  board: 'works',
  unsent: 'none',
  sound: 'heard',
  notifications: 'granted',
  printers: 'printed',
  clock: 'right',
  storage: 'protected',
  battery: 'charging',
  version: 'newest',
  register: 'open',
};

const path = '/store/1/device-checks';
const report = (
  who: Person,
  id: string,
  results: Readonly<Record<string, string>> | null,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> => server.ask(who, path, { method: 'POST', body: { id, results }, headers });
const list = async (who: Person = 'ana') => z.parse(z.array(deviceCheck), (await server.ask(who, path)).body);

describe('the check of a device before the shop opens', () => {
  it('sends its event once, answers the time, and is kept with its results for the owner', async () => {
    const { head } = readFeed(await server.ask('ana', '/store/1/changes?audience=store'));
    const id = randomUUID();
    const now = isoFromInstant(server.clock.now());
    expect((await report('bruno', id, null)).body).toEqual({ now });
    expect((await report('bruno', id, null)).status).toBe(200);
    const { changes } = readFeed(await server.ask('ana', `/store/1/changes?audience=store&since=${head}`));
    expect(changes.map(({ name, id: entity }) => [name, entity])).toEqual([['device-checked', id]]);
    expect(await list()).toEqual([
      { id, user: { fullname: 'Bruno Acosta' }, device: expect.any(String), at: now, results: null },
    ]);
    expect((await report('bruno', id, ready)).status).toBe(200);
    expect((await list())[0]?.results).toEqual(ready);
    // The first end counts: what came later is another check.
    expect((await report('bruno', id, { ...ready, battery: 'low' })).status).toBe(200);
    expect((await list())[0]?.results).toEqual(ready);
  });

  it('shows the newest of each device, the newest first, and forgets them after 14 days', async () => {
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    for (const id of ids.slice(0, 2)) {
      await report('ana', id, null);
      server.clock.jump(1_000);
    }
    await report('bruno', ids[2] ?? '', null);
    expect((await list()).map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    await sweep(server.deps);
    expect(await list()).toHaveLength(2);
    await server.db.direct.execute("update device_checks set created_at = created_at - interval '14 days 1 second'");
    expect(await list()).toEqual([]);
    await sweep(server.deps);
    expect(await server.db.direct.$count(deviceChecks)).toBe(0);
  });

  it('is read by those who manage the store, and ended by who began it', async () => {
    expect(readError(await server.ask('diego', path)).code).toBe('forbidden');
    const id = randomUUID();
    await report('ana', id, null);
    expect(readError(await report('bruno', id, ready)).code).toBe('forbidden');
    expect(readError(await report('bruno', randomUUID(), ready)).code).toBe('forbidden');
    await report('bruno', id, null);
    expect((await list()).map(({ user, results }) => [user.fullname, results])).toEqual([['Ana Ferreyra', null]]);
  });

  it.each([
    ['without a line', Object.fromEntries(checkLines.slice(1).map((line) => [line, ready[line]]))],
    ['with an unknown line', { ...ready, weather: 'good' }],
    ['with an unknown result', { ...ready, battery: 'constructor' }],
  ])('refuses results %s at their field', async (_, results) => {
    const id = randomUUID();
    await report('ana', id, null);
    const answer = await report('ana', id, results);
    expect(answer.status).toBe(422);
    expect(Object.keys(readError(answer).errors ?? {})[0]).toMatch(/^results/);
  });
});
