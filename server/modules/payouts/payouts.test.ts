import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { payout, payoutNotice } from '#contract/payouts.ts';
import { money } from '#domain/money.ts';
import { payouts } from '#server/db/schema/support.ts';
import { audit } from '#server/db/schema/sync.ts';
import type { Person } from '#server/seed/people.ts';
import { readError, readFeed, parseProfile } from '#server/testing/read.ts';
import { openDevice, portOf } from '#server/testing/sockets.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { createPayout } from './payouts-store.ts';

let server: TestServer;
let references = 0;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

const arise = (more: object = {}) => {
  references += 1;
  const told = {
    storeId: 1,
    provider: 'sandbox',
    reference: `test-${references}`,
    amount: money(1_250_050),
    code: '070911',
    rider: { name: 'Hernán' },
    at: server.clock.now(),
    ...more,
  };
  return server.db.store(1, 'write', (tx) => createPayout(tx, told));
};
const list = async (query = '', who: Person = 'ana') =>
  z.parse(z.array(payout), (await server.ask(who, `/store/1/payouts${query}`)).body);
const confirm = (id: number, code: unknown, who: Person = 'ana') =>
  server.ask(who, `/store/1/payouts/${id}/confirm`, { method: 'PATCH', body: { code } });
const feed = async (since?: number) =>
  readFeed(await server.ask('ana', `/store/1/changes?audience=admin${since === undefined ? '' : `&since=${since}`}`));
const made = async (more: object = {}) => {
  const arisen = await arise(more);
  if (!arisen) throw new Error('no payout arose');
  return arisen;
};

describe('GET /store/{id}/payouts', () => {
  it('answers what is pending, newest first, with everything that U-21 names (U-21, U-22)', async () => {
    server.clock.advance(60_000);
    const { id } = await made();
    const [first, ...others] = await list();
    expect(first).toEqual({
      id,
      amount: 12_500.5,
      code: '070911',
      status: 'PENDING',
      rider: { name: 'Hernán' },
      created_at: new Date(server.clock.now()).toISOString(),
    });
    expect(others.map((p) => p.code)).toContain('4821');
    await confirm(id, '070911');
    expect((await list()).map((p) => p.id)).not.toContain(id);
    expect((await list('?status=CONFIRMED')).map((p) => p.id)).toEqual([id]);
    expect((await server.ask('ana', '/store/1/payouts?status=LOST')).status).toBe(422);
  });

  it('comes with the profile for admins, and empty for the others (T-01, U-24)', async () => {
    expect(parseProfile(await server.ask('ana', '/store/1')).payouts).toEqual(await list());
    expect(parseProfile(await server.ask('diego', '/store/1')).payouts).toEqual([]);
  });

  it.each(['diego', 'elena'] as const)('refuses %s, who is no admin (U-24)', async (who) => {
    const { id } = await made();
    const answers = [await server.ask(who, '/store/1/payouts'), await confirm(id, '070911', who)];
    expect(answers.map((a) => [a.status, readError(a).code])).toEqual(answers.map(() => [403, 'forbidden']));
  });

  it('does not exist for strangers, nor under another store (T2)', async () => {
    const { id } = await made();
    expect((await server.ask('gabi', '/store/1/payouts')).status).toBe(404);
    expect((await confirm(id, '070911', 'gabi')).status).toBe(404);
    const path = `/store/5/payouts/${id}/confirm`;
    expect((await server.ask('gabi', path, { method: 'PATCH', body: { code: '070911' } })).status).toBe(404);
  });
});

describe('PATCH /store/{id}/payouts/{payoutId}/confirm', () => {
  it('changes the status once, tells the admins without code or amount, and notes who did it (U-23)', async () => {
    const { id } = await made();
    const { head } = await feed();
    const answer = await confirm(id, ' 070 911 ', 'bruno');
    expect([answer.status, z.parse(payout, answer.body).status]).toEqual([200, 'CONFIRMED']);
    const { changes } = await feed(head);
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({ name: 'payout-updated', type: 'payout', id: String(id), ver: 2 });
    expect(changes[0]?.payload).toEqual({ id, status: 'CONFIRMED' });
    const again = await confirm(id, '070911');
    expect([again.status, again.body]).toEqual([200, answer.body]);
    expect((await feed()).head).toBe(head + 1);
    const rows = await server.db.direct.select().from(audit).where(eq(audit.action, 'payout.confirm'));
    expect(rows.filter((r) => r.entity_id === String(id))).toMatchObject([{ actor_id: 2 }]);
  });

  it('confirmed from two devices at once it is confirmed once', async () => {
    const { id } = await made();
    const { head } = await feed();
    const both = await Promise.all([confirm(id, '070911', 'ana'), confirm(id, '070911', 'bruno')]);
    expect(both.map((a) => a.status)).toEqual([200, 200]);
    expect((await feed()).head).toBe(head + 1);
  });

  it.each(['000000', '07091', '', '0709111'])('refuses the wrong code %j at its field', async (code) => {
    const { id } = await made();
    const { head } = await feed();
    const answer = await confirm(id, code);
    expect([answer.status, readError(answer)]).toEqual([
      422,
      {
        code: 'otp_invalid',
        message: 'El código ingresado es incorrecto.',
        errors: { code: ['El código ingresado es incorrecto.'] },
      },
    ]);
    expect((await feed()).head).toBe(head);
    const [row] = await server.db.direct.select().from(payouts).where(eq(payouts.id, id));
    expect(row).toMatchObject({ status: 'PENDING', confirmed_by: null });
  });

  it('refuses a missing code, and a payout that is none', async () => {
    const { id } = await made();
    expect((await confirm(id, undefined)).status).toBe(422);
    expect((await confirm(id, 70_911)).status).toBe(422);
    expect((await confirm(987_654, '070911')).status).toBe(404);
  });
});

describe('a payout that arises', () => {
  it('is told to admins at once, and nothing of it to the others (R-24, R-27)', async () => {
    const [admin, seller] = [
      await openDevice(server, portOf(server), await server.token('ana')),
      await openDevice(server, portOf(server), await server.token('diego')),
    ];
    expect(await admin.join('private-store.1.admin')).toBe('ok');
    expect(await seller.join('private-store.1')).toBe('ok');
    const { head } = await feed();
    const { id } = await made();
    const heard = await admin.heard.next(({ event }) => event === 'payout-updated');
    expect(heard.data).toMatchObject({ store_seq: head + 1 });
    const { payload } = z.parse(z.object({ payload: z.unknown() }), heard.data);
    expect([z.parse(payoutNotice, payload), payload]).toEqual([
      { id, status: 'PENDING' },
      { id, status: 'PENDING' },
    ]);
    expect((await feed(head)).changes[0]?.payload).toEqual({ id, status: 'PENDING' });
    expect(seller.heard.items.filter(({ event }) => event.startsWith('payout'))).toEqual([]);
    admin.close();
    seller.close();
  });

  it('told twice by its provider it is one, and a code is 4 to 6 digits', async () => {
    const { id } = await made({ reference: 'twice' });
    const { head } = await feed();
    expect(await arise({ reference: 'twice', amount: money(1) })).toBeNull();
    expect((await feed()).head).toBe(head);
    expect((await list()).find((p) => p.id === id)?.amount).toBe(12_500.5);
    for (const code of ['123', '1234567', '12a4']) await expect(arise({ code })).rejects.toThrow(RangeError);
  });
});
