import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { pinGrant } from '#contract/pins.ts';
import { minutes } from '#domain/time.ts';
import { memberships } from '#server/db/schema/accounts.ts';
import { audit } from '#server/db/schema/sync.ts';
import type { Person } from '#server/seed/people.ts';
import { cashboxCalls } from '#server/testing/cashboxes.ts';
import { readCreated, readError } from '#server/testing/read.ts';
import { buildSubmission, sendOrder } from '#server/testing/submissions.ts';
import { type Answer, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  await ask('bruno', '/store/1/pins', 'PATCH', { pin: '5930' });
  await ask('elena', '/store/1/pins', 'PATCH', { pin: '4821' });
});
afterAll(() => server.close());

const { forget, configure, open, read, entries } = cashboxCalls(() => server);

const ask = (who: Person, path: string, method: 'PATCH' | 'POST', body: object): Promise<Answer> =>
  server.ask(who, path, { method, body });
const allowed = (body: object): Promise<Answer> =>
  ask('diego', '/store/1/pins/grants', 'POST', { user_id: 2, pin: '5930', ability: 'order.discount', ...body });
const grantOf = async (body: object = {}): Promise<string> => z.parse(pinGrant, (await allowed(body)).body).id;

/** Diego, who may not give a discount, sells with one. */
async function sell(
  grant: string | null,
  {
    key = randomUUID(),
    more = {},
    headers = {},
  }: { key?: string; more?: object; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { total } = await buildSubmission(server);
  const given: Record<string, string> = grant === null ? {} : { 'x-authorised': grant };
  const body = { discount: 200, total: total - 200, payments: [], ...more };
  return sendOrder(server, { who: 'diego', more: body, key, headers: { ...given, ...headers } });
}

it('a discount of a seller is taken with the PIN of somebody who may give it; audit and register name both', async () => {
  await forget();
  await configure();
  server.clock.advance(1_000);
  const register = read(await open(0));
  const { total } = await buildSubmission(server);
  const row = { method: 'cash', amount: total - 200, option: 'cash', type: 'exact', value: null } as const;
  expect([(await sell(null)).status, (await sell(randomUUID())).status]).toEqual([403, 403]);
  const key = randomUUID();
  const grant = await grantOf();
  const more = { uid: randomUUID(), payments: [row] };
  const order = readCreated(await sell(grant, { key, more }));
  expect(order).toMatchObject({ discount: 200, total: total - 200, seller: { fullname: 'Diego Benítez' } });
  // Its repetition is the same order.
  expect(readCreated(await sell(grant, { key, more })).id).toBe(order.id);
  const [created] = await server.db.direct
    .select()
    .from(audit)
    .where(and(eq(audit.action, 'order.create'), eq(audit.entity_id, String(order.id))));
  expect(created).toMatchObject({ actor_id: 4, authorised_by: 2 });
  expect(await entries(register.id)).toMatchObject([
    { kind: 'sale', amount: total - 200, by: 'Diego Benítez', authorised_by: 'Bruno Acosta' },
  ]);
});

it('a PIN allows the discount of one order, for one right, by somebody who has it at that moment', async () => {
  const grant = await grantOf();
  expect((await sell(grant)).status).toBe(201);
  expect((await sell(grant)).status).toBe(403);
  // For another right, or for an order that exists.
  expect((await sell(await grantOf({ ability: 'order.reject' }))).status).toBe(403);
  expect((await sell(await grantOf({ entity_id: 1 }))).status).toBe(403);
  // Elena sells, too; she may not give one.
  const elena = await allowed({ user_id: 5, pin: '4821' });
  expect([elena.status, readError(elena).message]).toEqual([403, 'Esa persona no puede autorizarlo.']);
  // Bruno lost the right before the order arrived.
  const late = await grantOf();
  const bruno = and(eq(memberships.store_id, 1), eq(memberships.user_id, 2));
  await server.db.direct.update(memberships).set({ role: 'seller' }).where(bruno);
  expect((await sell(late)).status).toBe(403);
  await server.db.direct.update(memberships).set({ role: 'manager' }).where(bruno);
  // No promo code, no table.
  const code = await sell(await grantOf(), { more: { promocode: 'MIL' } });
  expect([code.status, readError(code).code]).toEqual([403, 'forbidden']);
});

it('an order that waited without a network keeps the PIN of whoever allowed its discount', async () => {
  const grant = await grantOf();
  server.clock.jump(minutes(10));
  const sold = readCreated(await sell(grant, { headers: { 'x-taken-offline': '1' } }));
  expect([sold.discount, sold.seller?.fullname]).toEqual([200, 'Diego Benítez']);
});

it('leaves no unexpected error', () => {
  expect(server.errors).toEqual([]);
});
