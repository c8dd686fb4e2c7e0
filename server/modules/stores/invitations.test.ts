import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { invitation, newsItem, storeSummary } from '#contract/stores.ts';
import { news } from '#server/db/schema/access.ts';
import { invitations, memberships } from '#server/db/schema/accounts.ts';
import { audit } from '#server/db/schema/sync.ts';
import type { Person } from '#server/seed/people.ts';
import { pairedScreen } from '#server/testing/kiosks.ts';
import { readError } from '#server/testing/read.ts';
import { openDevice, portOf } from '#server/testing/sockets.ts';
import { type Answer, startTestServer, type TestServer } from '#server/testing/test-server.ts';

const anaId = 1;
const brunoId = 2;
const fedeId = 6;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

let pending: number;
beforeEach(async () => {
  await server.db.direct.delete(memberships).where(eq(memberships.user_id, fedeId));
  await server.db.direct.delete(invitations);
  const [made] = await server.db.direct
    .insert(invitations)
    .values({ store_id: 1, user_id: fedeId, role: 'seller', created_at: server.clock.now() })
    .returning();
  pending = made?.id ?? 0;
});

const answer = (id: number | string, given: unknown, who: Person | null = 'fede'): Promise<Answer> =>
  server.ask(who, `/invitation/${id}/answer`, { method: 'PATCH', body: { answer: given } });
const lists = async (who: Person) =>
  z.parse(
    z.object({ stores: z.array(storeSummary), invitations: z.array(invitation) }),
    (await server.ask(who, '/stores')).body,
  );
const leave = (who: Person, store = 1): Promise<Answer> =>
  server.ask(who, `/store/${store}/leave`, { method: 'DELETE' });

describe('PATCH /invitation/{id}/answer (S-08)', () => {
  it('yes makes the store one of theirs with the invited role, and opens it', async () => {
    expect((await server.ask('fede', '/store/1/changes')).status).toBe(404);
    const accepted = await answer(pending, true);
    expect([accepted.status, accepted.text]).toEqual([204, '']);
    const { stores, invitations: left } = await lists('fede');
    expect(stores.map((s) => [s.name, s.pivot.role, s.pivot.owner])).toEqual([['La Esquina', 'seller', false]]);
    expect(left).toEqual([]);
    expect((await server.ask('fede', '/store/1/changes')).status).toBe(200);
    const [row] = await server.db.direct.select().from(audit).orderBy(desc(audit.id)).limit(1);
    expect(row).toMatchObject({ actor_id: fedeId, action: 'invitation.accept', entity_id: String(fedeId) });
  });

  it('no removes the invitation and gives nothing', async () => {
    expect((await answer(pending, false)).status).toBe(204);
    expect(await lists('fede')).toEqual({ stores: [], invitations: [] });
  });

  it('the same answer twice is one; another one is a conflict that says so and changes nothing', async () => {
    await answer(pending, true);
    const rows = await server.db.direct.$count(audit);
    expect((await answer(pending, true)).status).toBe(204);
    expect(await server.db.direct.$count(audit)).toBe(rows);
    const other = await answer(pending, false);
    expect([other.status, readError(other)]).toEqual([
      409,
      { code: 'conflict', message: 'La invitación ya fue respondida desde otro dispositivo.' },
    ]);
    expect((await lists('fede')).stores).toHaveLength(1);
  });

  it('two devices at once: one of them decides, the other is told', async () => {
    const both = await Promise.all([answer(pending, true), answer(pending, false)]);
    expect(both.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([204, 409]);
    const accepted = both[0]?.status === 204;
    expect((await lists('fede')).stores).toHaveLength(accepted ? 1 : 0);
  });

  it('somebody else’s, and none at all, do not exist: byte for byte the same (T2)', async () => {
    const foreign = await answer(pending, true, 'gabi');
    const missing = await answer(999_999, true);
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    expect((await lists('gabi')).stores).toHaveLength(1);
  });

  it.each(['sí', null, undefined, 1])('refuses the answer %s at its field', async (wrong) => {
    const refused = await answer(pending, wrong);
    expect([refused.status, Object.keys(readError(refused).errors ?? {})]).toEqual([422, ['answer']]);
    expect((await lists('fede')).invitations).toHaveLength(1);
  });

  it('needs a login', async () => {
    expect((await answer(pending, true, null)).status).toBe(401);
  });

  it('somebody who works there already keeps what they are', async () => {
    const [again] = await server.db.direct
      .insert(invitations)
      .values({ store_id: 1, user_id: brunoId, role: 'seller', created_at: server.clock.now() })
      .returning();
    expect((await answer(again?.id ?? 0, true, 'bruno')).status).toBe(204);
    expect((await lists('bruno')).stores.map((s) => s.pivot.role)).toEqual(['manager']);
  });
});

describe('DELETE /store/{id}/leave (S-12 to S-15)', () => {
  beforeEach(() => answer(pending, true));

  it('takes the store from the list and out of reach, and notes it', async () => {
    const left = await leave('fede');
    expect([left.status, left.text]).toEqual([204, '']);
    expect(await lists('fede')).toEqual({ stores: [], invitations: [] });
    expect((await server.ask('fede', '/store/1/changes')).status).toBe(404);
    const [row] = await server.db.direct.select().from(audit).orderBy(desc(audit.id)).limit(1);
    expect(row).toMatchObject({ actor_id: fedeId, action: 'store.leave', before: { role: 'seller' } });
    // Leaving twice: the second time there is no membership.
    expect((await leave('fede')).status).toBe(404);
  });

  it('refuses the owner, by role and by the mark of the membership (S-13, S-14)', async () => {
    expect([(await leave('ana')).status, readError(await leave('ana')).code]).toEqual([403, 'forbidden']);
    const own = and(eq(memberships.user_id, anaId), eq(memberships.store_id, 2));
    await server.db.direct.update(memberships).set({ role: 'manager' }).where(own);
    expect((await leave('ana', 2)).status).toBe(403);
    await server.db.direct.update(memberships).set({ role: 'owner' }).where(own);
    expect((await lists('ana')).stores).toHaveLength(4);
  });

  it('a kitchen screen does not leave, it is unpaired', async () => {
    const { headers } = await pairedScreen(server);
    const refused = await server.ask(null, '/store/1/leave', { method: 'DELETE', headers });
    expect(refused.status).toBe(403);
    expect((await server.ask(null, '/store/1', { headers })).status).toBe(200);
  });

  it('does not exist for strangers (T2)', async () => {
    expect((await leave('gabi')).status).toBe(404);
  });

  it('ends the realtime channels of that store within 5 s (T12)', async () => {
    const device = await openDevice(server, portOf(server), await server.token('fede'));
    expect(await device.join('private-store.1')).toBe('ok');
    await leave('fede');
    server.clock.advance(4_000);
    const ended = await device.heard.next(({ event }) => event === 'pusher:subscription_error');
    expect(ended.channel).toBe('private-store.1');
    device.close();
  });
});

describe('GET /news (N-38)', () => {
  it('answers the newest first, to everybody who is logged in', async () => {
    await server.db.direct.delete(news);
    await server.db.direct.insert(news).values([
      { title: 'Vieja', text: 'Antes', date: '2026-10-01', link: null },
      { title: 'Nueva', text: 'Ahora', date: '2026-11-18', link: 'https://ejemplo.test/novedades' },
    ]);
    const { body } = await server.ask('fede', '/news');
    expect(z.parse(z.array(newsItem), body).map((n) => [n.title, n.date, n.link])).toEqual([
      ['Nueva', '2026-11-18', 'https://ejemplo.test/novedades'],
      ['Vieja', '2026-10-01', null],
    ]);
    expect((await server.ask(null, '/news')).status).toBe(401);
  });
});
