import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { after, instant, type Instant, minutes } from '#domain/time.ts';
import { stores } from '#server/db/schema/stores.ts';
import { audit, storeEvents } from '#server/db/schema/sync.ts';
import { demoPassword } from '#server/seed/people.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { closeByTime, watchClosing } from './closing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

/** Friday 20 November 2026, 15:00 in Buenos Aires, or the same hour of a later week: the start of each test. */
let threeOClock: Instant;
beforeEach(async () => {
  server.errors.length = 0;
  const days = Math.ceil((server.clock.now() - Date.UTC(2026, 10, 20, 18)) / minutes(7 * 24 * 60));
  threeOClock = instant(Date.UTC(2026, 10, 20 + 7 * (days + 1), 18));
  server.clock.jump(threeOClock - server.clock.now() - minutes(60));
  await server.db.direct.update(stores).set({ open: false, autoclose: null });
  await server.db.direct
    .update(stores)
    .set({
      open: true,
      opened_at: server.clock.now(),
      autoclose_asked: false,
      autoclose_accepted: false,
      hours: [{ day_idx: 5, hours: [{ from: '12:00', to: '15:00' }] }],
    })
    .where(eq(stores.id, 1));
  await server.db.direct.delete(storeEvents);
});

const stored = async () => {
  const [row] = await server.db.direct.select().from(stores).where(eq(stores.id, 1));
  if (!row) throw new Error('no store');
  const { open, autoclose, autoclose_asked } = row;
  return { open, autoclose, autoclose_asked };
};
const told = async (): Promise<string[]> =>
  (await server.db.direct.select().from(storeEvents).orderBy(storeEvents.created_at, storeEvents.audience)).map(
    (e) => `${e.audience} ${e.name}`,
  );
const timer = { actor_kind: 'timer', actor_id: null, actor_name: 'store-closing', session_id: null, device: null };
const lastAudited = async () => (await server.db.direct.select().from(audit).orderBy(desc(audit.id)).limit(1))[0];
const goTo = (at: Instant): void => server.clock.jump(at - server.clock.now());
const signedIn = z.object({ access_token: z.string() });
/** Signs in again, because the clock has moved by hours since the last test. */
async function patch(path: 'status' | 'autoclose', body: object): Promise<void> {
  const credentials = { email: 'ana@demo.marche', password: demoPassword };
  const { access_token } = z.parse(
    signedIn,
    (await server.ask(null, '/tokens', { method: 'POST', body: credentials })).body,
  );
  const headers = { authorization: `Bearer ${access_token}`, ...command() };
  expect((await server.ask(null, `/store/1/${path}`, { method: 'PATCH', body, headers })).status).toBe(200);
}
const answer = (more: 0 | 15 | 60) => patch('autoclose', { minutes: more });
/** Closes the store if it is open, and opens it. */
async function openAnew(): Promise<void> {
  const type = { inmediate: { open: true, services: { LOCAL: true, TAKEAWAY: true, DELIVERY: true } }, preorder: true };
  for (const open of [false, true]) await patch('status', { open, type, delay: 20 });
}

describe('auto-close by the server’s clock (N-06)', () => {
  it('asks 15 minutes before the end, once, and closes when it comes', async () => {
    goTo(after(threeOClock, -minutes(15) - 1));
    expect([await closeByTime(server.deps), await told()]).toEqual([0, []]);
    goTo(after(threeOClock, -minutes(15)));
    expect(await closeByTime(server.deps)).toBe(1);
    expect(await lastAudited()).toMatchObject({ ...timer, action: 'store.askClosing', after: { open: true } });
    expect(await stored()).toMatchObject({ open: true, autoclose: threeOClock, autoclose_asked: true });
    expect(await told()).toEqual(['admin store-autoclose-question', 'store store-status-updated']);
    goTo(after(threeOClock, -1));
    expect(await closeByTime(server.deps)).toBe(0);
    goTo(threeOClock);
    expect(await closeByTime(server.deps)).toBe(1);
    expect(await lastAudited()).toMatchObject({ ...timer, action: 'store.closeByTime', after: { open: false } });
    expect(await stored()).toMatchObject({ open: false, autoclose: null, autoclose_asked: false });
    expect((await told()).slice(2)).toEqual(['admin store-autoclose-close', 'store store-status-updated']);
    expect(await closeByTime(server.deps)).toBe(0);
  });

  it('+1 hora puts it off and asks again 15 minutes before; then it closes (T-25)', async () => {
    goTo(after(threeOClock, -minutes(10)));
    await closeByTime(server.deps);
    await answer(60);
    goTo(after(threeOClock, minutes(44)));
    expect([await closeByTime(server.deps), (await stored()).open]).toEqual([0, true]);
    goTo(after(threeOClock, minutes(45)));
    expect(await closeByTime(server.deps)).toBe(1);
    expect((await told()).filter((t) => t.endsWith('question'))).toHaveLength(2);
    goTo(after(threeOClock, minutes(60)));
    await closeByTime(server.deps);
    expect((await stored()).open).toBe(false);
  });

  it('accepted: nobody is asked again and it closes at its time', async () => {
    goTo(after(threeOClock, -minutes(10)));
    await closeByTime(server.deps);
    await answer(0);
    goTo(after(threeOClock, -minutes(1)));
    expect(await closeByTime(server.deps)).toBe(0);
    goTo(threeOClock);
    await closeByTime(server.deps);
    expect((await stored()).open).toBe(false);
    expect((await told()).filter((t) => t.endsWith('question'))).toHaveLength(1);
  });

  it('a store that was opened outside its hours stays open until the end of the next ones', async () => {
    goTo(after(threeOClock, minutes(30)));
    await openAnew();
    expect([await closeByTime(server.deps), (await stored()).open]).toEqual([0, true]);
    goTo(after(threeOClock, minutes(7 * 24 * 60)));
    expect([await closeByTime(server.deps), (await stored()).open]).toEqual([1, false]);
  });

  it('a server that slept over the end closes what was announced', async () => {
    goTo(after(threeOClock, -minutes(5)));
    await closeByTime(server.deps);
    goTo(after(threeOClock, minutes(300)));
    expect([await closeByTime(server.deps), (await stored()).open]).toEqual([1, false]);
  });

  it('a server that slept over question and end closes when it wakes; a person opens the store again', async () => {
    goTo(after(threeOClock, -minutes(16)));
    expect(await closeByTime(server.deps)).toBe(0);
    goTo(after(threeOClock, minutes(1)));
    const stop = watchClosing(server.deps);
    await expect.poll(async () => (await stored()).open).toBe(false);
    await stop();
    expect(await lastAudited()).toMatchObject({ ...timer, action: 'store.closeByTime', after: { open: false } });
    expect(await told()).toEqual(['admin store-autoclose-close', 'store store-status-updated']);
    await openAnew();
    expect([await closeByTime(server.deps), (await stored()).open]).toEqual([0, true]);
  });

  it('a store in another zone closes by its own wall', async () => {
    const hours = [{ day_idx: 5 as const, hours: [{ from: '12:00', to: '15:00' }] }];
    // In November Madrid is four hours ahead of Buenos Aires.
    goTo(after(threeOClock, -minutes(4 * 60 + 14)));
    await server.db.direct
      .update(stores)
      .set({ open: true, opened_at: server.clock.now(), timezone: 'Europe/Madrid', hours })
      .where(eq(stores.id, 4));
    await server.db.direct.update(stores).set({ open: false }).where(eq(stores.id, 1));
    expect(await closeByTime(server.deps)).toBe(1);
    const [madrid] = await server.db.direct.select().from(stores).where(eq(stores.id, 4));
    expect(madrid?.autoclose).toBe(after(threeOClock, -minutes(4 * 60)));
  });

  it('several processes at once ask once and close once', async () => {
    goTo(after(threeOClock, -minutes(15)));
    const asked = await Promise.all([1, 2, 3, 4].map(() => closeByTime(server.deps)));
    expect(asked.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 1]);
    goTo(threeOClock);
    const closed = await Promise.all([1, 2, 3, 4].map(() => closeByTime(server.deps)));
    expect(closed.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 1]);
    expect(await told()).toHaveLength(4);
  });

  it("one store's trouble keeps no other open", async () => {
    await server.db.direct.update(stores).set({ open: true, timezone: 'Nowhere/Never' }).where(eq(stores.id, 2));
    goTo(after(threeOClock, -minutes(5)));
    expect(await closeByTime(server.deps)).toBe(1);
    expect(server.errors.join()).toContain('closing store 2');
    await server.db.direct
      .update(stores)
      .set({ open: false, timezone: 'America/Argentina/Buenos_Aires' })
      .where(eq(stores.id, 2));
  });

  it('looks at the start and every 30 s, until it is stopped', async () => {
    goTo(after(threeOClock, -minutes(15) - 31_000));
    const stop = watchClosing(server.deps);
    await expect.poll(async () => (await told()).length).toBe(0);
    // A pass that is due while another one runs is skipped.
    const later = async () => {
      server.clock.advance(30_000);
      return (await stored()).autoclose;
    };
    await expect.poll(later).toBe(threeOClock);
    await stop();
    server.clock.advance(minutes(20));
    expect((await stored()).open).toBe(true);
    expect(server.errors).toEqual([]);
  });
});
