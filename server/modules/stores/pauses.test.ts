import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { storeStatus } from '#contract/stores.ts';
import type { WireStatus } from '#contract/wire/stores.ts';
import { after, instant, type Instant, isoFromInstant, minutes } from '#domain/time.ts';
import { stores } from '#server/db/schema/stores.ts';
import { audit, storeEvents } from '#server/db/schema/sync.ts';
import { demoPassword } from '#server/seed/people.ts';
import { bearer } from '#server/testing/access/accounts.ts';
import { readError } from '#server/testing/read.ts';
import { type Answer, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { resumeByTime, watchClosing } from './closing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const noEnd = { LOCAL: null, TAKEAWAY: null, DELIVERY: null };

/** Friday 20 November 2026, 13:00 in Buenos Aires, or the same hour of a later week. */
let oneOClock: Instant;
beforeEach(async () => {
  server.errors.length = 0;
  const weeks = Math.ceil((server.clock.now() - Date.UTC(2026, 10, 20, 16)) / minutes(7 * 24 * 60));
  oneOClock = instant(Date.UTC(2026, 10, 20 + 7 * (weeks + 1), 16));
  server.clock.jump(oneOClock - server.clock.now());
  await server.db.direct.update(stores).set({ open: false, autoclose: null });
  await server.db.direct
    .update(stores)
    .set({
      open: true,
      immediate_local: true,
      immediate_takeaway: true,
      immediate_delivery: true,
      local_paused_until: null,
      takeaway_paused_until: null,
      delivery_paused_until: null,
      hours: [
        { day_idx: 5, hours: [{ from: '12:00', to: '23:00' }] },
        { day_idx: 6, hours: [{ from: '11:30', to: '23:00' }] },
      ],
    })
    .where(eq(stores.id, 1));
  await server.db.direct.delete(storeEvents);
});

/** Signs in again, because the clock has moved by hours since the last test. */
async function save(
  services: Partial<Record<'LOCAL' | 'TAKEAWAY' | 'DELIVERY', boolean>>,
  more: object = {},
): Promise<Answer> {
  const credentials = { email: 'ana@demo.marche', password: demoPassword };
  const signedIn = await server.ask(null, '/tokens', { method: 'POST', body: credentials });
  const { access_token } = z.parse(z.object({ access_token: z.string() }), signedIn.body);
  const inmediate = { open: true, services: { LOCAL: true, TAKEAWAY: true, DELIVERY: true, ...services } };
  const body = { open: true, type: { inmediate, preorder: true }, delay: 20, ...more };
  return server.ask(null, '/store/1/status', { method: 'PATCH', body, headers: bearer(access_token) });
}
const read = (answer: Answer): WireStatus => z.parse(storeStatus, answer.body);
const stored = async (): Promise<{ delivery: boolean; until: Instant | null }> => {
  const [row] = await server.db.direct.select().from(stores).where(eq(stores.id, 1));
  if (!row) throw new Error('no store');
  return { delivery: row.immediate_delivery, until: row.delivery_paused_until };
};
const told = async (): Promise<string[]> =>
  (await server.db.direct.select().from(storeEvents).orderBy(storeEvents.created_at, storeEvents.audience)).map(
    (e) => `${e.audience} ${e.name}`,
  );

describe('a service that is off for a time, by the server’s clock (B5)', () => {
  it('«Por 30 min»: says until when, comes back at that time, and every device is told', async () => {
    const answer = await save({ DELIVERY: false }, { pauses: { DELIVERY: 'half_hour' } });
    expect([answer.status, read(answer).paused_until]).toEqual([
      200,
      { ...noEnd, DELIVERY: isoFromInstant(after(oneOClock, minutes(30))) },
    ]);
    const [row] = await server.db.direct.select().from(audit).orderBy(desc(audit.id)).limit(1);
    expect(row).toMatchObject({ actor_id: 1, action: 'store.status' });
    server.clock.jump(minutes(30) - 1);
    expect([await resumeByTime(server.deps), (await stored()).delivery]).toEqual([0, false]);
    server.clock.jump(1);
    expect(await resumeByTime(server.deps)).toBe(1);
    const [resumed] = await server.db.direct.select().from(audit).orderBy(desc(audit.id)).limit(1);
    expect(resumed).toMatchObject({
      actor_kind: 'timer',
      actor_name: 'service-pauses',
      action: 'store.resumeServices',
    });
    expect(await stored()).toEqual({ delivery: true, until: null });
    expect(await told()).toEqual(['store store-status-updated', 'store store-status-updated']);
    expect(await resumeByTime(server.deps)).toBe(0);
  });

  it('«Hasta mañana» is the first hour of the next day of work; also a closed store gets it back', async () => {
    const answer = await save({ DELIVERY: false }, { pauses: { DELIVERY: 'next_day' }, open: false });
    const tomorrow = after(oneOClock, minutes(22 * 60 + 30));
    expect(read(answer).paused_until.DELIVERY).toBe(isoFromInstant(tomorrow));
    server.clock.jump(tomorrow - oneOClock);
    expect([await resumeByTime(server.deps), await stored()]).toEqual([1, { delivery: true, until: null }]);
  });

  it('switching it on by hand ends the pause; another change leaves it; «open_end» makes it one without an end', async () => {
    await save({ DELIVERY: false }, { pauses: { DELIVERY: 'half_hour' } });
    const until = after(oneOClock, minutes(30));
    server.clock.jump(minutes(5));
    expect(read(await save({ DELIVERY: false }, { delay: 35 })).paused_until.DELIVERY).toBe(isoFromInstant(until));
    expect(read(await save({ DELIVERY: true })).paused_until).toEqual(noEnd);
    server.clock.jump(minutes(60));
    expect(await resumeByTime(server.deps)).toBe(0);
    await save({ DELIVERY: false }, { pauses: { DELIVERY: 'half_hour' } });
    expect(read(await save({ DELIVERY: false }, { pauses: { DELIVERY: 'open_end' } })).paused_until).toEqual(noEnd);
    server.clock.jump(minutes(600));
    expect([await resumeByTime(server.deps), (await stored()).delivery]).toEqual([0, false]);
  });

  it('there is no tomorrow without hours: refused at its field, and nothing changes', async () => {
    await server.db.direct.update(stores).set({ hours: [] }).where(eq(stores.id, 1));
    const answer = await save({ DELIVERY: false }, { pauses: { DELIVERY: 'next_day' } });
    expect([answer.status, readError(answer).errors]).toEqual([422, { 'pauses.DELIVERY': ['Es inválido'] }]);
    expect((await stored()).delivery).toBe(true);
  });

  it('several processes at once bring it back once', async () => {
    await save({ DELIVERY: false }, { pauses: { DELIVERY: 'half_hour' } });
    server.clock.jump(minutes(31));
    const done = await Promise.all([1, 2, 3, 4].map(() => resumeByTime(server.deps)));
    expect(done.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 1]);
    expect(await told()).toHaveLength(2);
  });

  it('the same look that closes stores brings services back, every 30 s', async () => {
    await save({ DELIVERY: false }, { pauses: { DELIVERY: 'half_hour' } });
    const stop = watchClosing(server.deps);
    await expect.poll(async () => (await stored()).delivery).toBe(false);
    server.clock.jump(minutes(30));
    // A pass that is due while another one runs is skipped.
    const later = async () => {
      server.clock.advance(30_000);
      return (await stored()).delivery;
    };
    await expect.poll(later).toBe(true);
    await stop();
    expect(server.errors).toEqual([]);
  });
});
