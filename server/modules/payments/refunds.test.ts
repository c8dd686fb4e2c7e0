import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { givenBack, moneyEntry } from '#contract/cashbox.ts';
import { knownPayments } from '#contract/paying.ts';
import { pinGrant } from '#contract/pins.ts';
import type { WireOrder } from '#contract/wire/orders.ts';
import type { AllowableAbility } from '#domain/pin.ts';
import { moneyEntries } from '#server/db/schema/cashbox.ts';
import { audit } from '#server/db/schema/sync.ts';
import type { Person } from '#server/seed/people.ts';
import { cashboxCalls } from '#server/testing/cashboxes.ts';
import { paymentSecret } from '#server/testing/payments.ts';
import { readCreated, readError, readOneOrder } from '#server/testing/read.ts';
import { buildSubmission, sendOrder } from '#server/testing/submissions.ts';
import { endAllTables, tableCalls } from '#server/testing/tables.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'), { paymentSecret });
});
afterAll(() => server.close());

const { forget, configure, open, close, state, read, entries } = cashboxCalls(() => server);
const { get: groupOf, order: orderAt, patch: patchGroup, table } = tableCalls(() => server);

beforeEach(async () => {
  await endAllTables(server);
  await forget();
  await configure();
  server.clock.advance(1_000);
});

const finish = async ({ id, status_rev: rev }: WireOrder): Promise<WireOrder> => {
  const change = { method: 'PATCH', body: { status: 'COMPLETE' }, headers: command({ rev }) } as const;
  return readOneOrder(await server.ask('ana', `/store/1/orders/${id}`, change));
};
/** Sells for cash; the order is finished. */
const sell = async (): Promise<WireOrder> => finish(await take());
const take = async (): Promise<WireOrder> => {
  const { total } = await buildSubmission(server);
  const row = { method: 'cash', amount: total, option: 'cash', type: 'exact', value: null } as const;
  return readCreated(await sendOrder(server, { more: { payments: [row] } }));
};
const giveBack = (
  id: number,
  body: object,
  {
    who = 'ana',
    of = 'orders',
    headers = command(null),
  }: { who?: Person; of?: 'orders' | 'orderGroups'; headers?: Record<string, string> } = {},
): Promise<Answer> =>
  server.ask(who, `/store/1/${of}/${id}/refund`, {
    method: 'POST',
    body: { method: 'cash', reason: 'Llegó frío', ...body },
    headers,
  });
const payments = async (id: number, of: 'orders' | 'orderGroups' = 'orders') =>
  z.parse(knownPayments, (await server.ask('ana', `/store/1/${of}/${id}/payments`)).body);
const refusals = (answer: Answer) => [answer.status, readError(answer).errors ?? readError(answer).code];

describe('money that is given back', () => {
  it('is a row of the open register with its reason; the order stays, and only what is left can go back', async () => {
    const register = read(await open(1_000));
    const order = await sell();
    expect((await payments(order.id)).refundable).toEqual([{ method: 'cash', amount: order.total }]);
    const key = randomUUID();
    const done = await giveBack(order.id, { amount: 100.5 }, { headers: command(null, key) });
    expect([done.status, z.parse(givenBack, done.body).entry]).toMatchObject([
      201,
      {
        kind: 'refund',
        method: 'cash',
        amount: -100.5,
        description: 'Llegó frío',
        order: { id: order.id, number: order.number },
        by: 'Ana Ferreyra',
        authorised_by: null,
      },
    ]);
    // The same command again gives nothing back.
    await giveBack(order.id, { amount: 100.5 }, { headers: command(null, key) });
    expect((await state()).balance).toMatchObject({
      payment_totals: order.total,
      orders_rejecteds: 0,
      refunds_total: 100.5,
      payment_methods_in_out: { in: { cash: order.total }, out: { cash: 100.5 } },
      calculated: 1_000 + order.total - 100.5,
    });
    const known = await payments(order.id);
    expect(known.refundable).toEqual([{ method: 'cash', amount: order.total - 100.5 }]);
    expect(known.payments.map((p) => [p.standing, p.amount, p.reason])).toEqual([
      ['taken', order.total, null],
      ['refunded', 100.5, 'Llegó frío'],
    ]);
    expect(refusals(await giveBack(order.id, { amount: order.total }))).toEqual([
      422,
      { amount: [`Este campo debe tener un valor máximo de ${order.total - 100.5}`] },
    ]);
    expect((await giveBack(order.id, { amount: order.total - 100.5 })).status).toBe(201);
    expect((await payments(order.id)).refundable).toEqual([]);
    expect((await entries(register.id)).map((e) => [e.kind, e.amount])).toEqual([
      ['sale', order.total],
      ['refund', -100.5],
      ['refund', -(order.total - 100.5)],
    ]);
    const [entry] = await server.db.direct.select().from(audit).where(eq(audit.action, 'money.refund'));
    expect(entry).toMatchObject({
      entity: 'order',
      entity_id: String(order.id),
      after: { method: 'cash', amount: 10_050, reason: 'Llegó frío' },
      authorised_by: null,
    });
  });

  it('is in the history of the order', async () => {
    await open(0);
    const order = await sell();
    await giveBack(order.id, { amount: 10 });
    const { body } = await server.ask('ana', `/store/1/orders/${order.id}/history`);
    expect(body).toMatchObject({
      entries: [
        {},
        {},
        { action: 'refund', after: { method: 'cash', amount: 10, reason: 'Llegó frío' }, actor: { id: 1 } },
      ],
    });
  });

  it('a rejection afterwards takes out what is left; both are in one list with their reasons', async () => {
    const { id: register } = read(await open(0));
    const order = await sell();
    await giveBack(order.id, { amount: 100 });
    const reject = {
      method: 'PATCH',
      body: { reject_reason: 'by_store' },
      headers: command({ rev: order.status_rev }),
    } as const;
    expect((await server.ask('ana', `/store/1/orders/${order.id}/reject`, reject)).status).toBe(200);
    expect((await state()).balance).toMatchObject({ orders_rejecteds: order.total - 100, calculated: 0 });
    const list = await server.ask('ana', `/store/1/cashbox/${register}/entries?returns=1`);
    expect(z.parse(z.array(moneyEntry), list.body).map((e) => [e.kind, e.amount, e.description, e.by])).toEqual([
      ['refund', -100, 'Llegó frío', 'Ana Ferreyra'],
      ['rejection', -(order.total - 100), 'Lo canceló la tienda', 'Ana Ferreyra'],
    ]);
    expect(refusals(await giveBack(order.id, { amount: 1 }))[0]).toBe(422);
  });

  it('of a sale of an earlier register it belongs to the one that is open, and says so', async () => {
    const first = read(await open(0));
    const order = await sell();
    await close(first.id, { amount: order.total });
    expect(refusals(await giveBack(order.id, { amount: 10 }))).toEqual([409, 'cashbox_closed']);
    const second = read(await open(500));
    await giveBack(order.id, { amount: 10 });
    const [row] = await entries(second.id);
    expect([row?.kind, row?.late, (await state()).balance.calculated]).toEqual(['refund', true, 490]);
  });

  it('of a table, without its tip', async () => {
    await open(0);
    const group = await table('Mesa 1');
    await orderAt('Mesa 1', 2);
    const { total, rev } = await groupOf(group.id);
    const row = { method: 'cash', amount: total + 50, option: 'cash', type: 'exact', value: null };
    await patchGroup(group.id, '', { status: 'COMPLETE', payments: [row], tip: 50 }, rev);
    expect((await giveBack(group.id, { amount: total }, { of: 'orderGroups' })).status).toBe(201);
    expect((await state()).balance).toMatchObject({ refunds_total: total, calculated: 50 });
    expect((await payments(group.id, 'orderGroups')).payments.at(-1)?.standing).toBe('refunded');
  });

  it('an order in work is changed or rejected instead', async () => {
    await open(0);
    const order = await take();
    expect((await payments(order.id)).refundable).toEqual([]);
    const answer = await giveBack(order.id, { amount: 1 });
    expect([answer.status, readError(answer).message]).toEqual([
      422,
      'Se devuelve dinero de un pedido que ya terminó. Antes, cambiá sus pagos o rechazalo.',
    ]);
  });

  it('two at once do not give back more than there is', async () => {
    await open(0);
    const order = await sell();
    const answers = await Promise.all([1, 2, 3].map(() => giveBack(order.id, { amount: order.total })));
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([201, 422, 422]);
  });
});

describe('bad input', () => {
  it.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: -5 }, 'amount'],
    [{ amount: 1e9 }, 'amount'],
    [{ amount: 1.005 }, 'amount'],
    [{ amount: '10' }, 'amount'],
    [{ amount: 10, reason: '' }, 'reason'],
    [{ amount: 10, reason: '   ' }, 'reason'],
    [{ amount: 10, reason: 'x'.repeat(1_000_000) }, 'reason'],
    [{ amount: 10, method: 'oro' }, 'method'],
  ])('%o is refused at its field', async (body, field) => {
    await open(0);
    const order = await sell();
    const answer = await giveBack(order.id, body);
    expect([422, 413]).toContain(answer.status);
    if (answer.status === 422) expect(Object.keys(readError(answer).errors ?? {})).toEqual([field]);
    expect(await server.db.direct.$count(moneyEntries, eq(moneyEntries.kind, 'refund'))).toBe(0);
  });

  it('an order of another store is not found', async () => {
    await open(0);
    const wanted = { storeId: 4, place: 'Barra 1', items: [['Chipa', 3]] } as const;
    const other = readCreated(await sendOrder(server, { wanted }));
    expect((await giveBack(other.id, { amount: 1 })).status).toBe(404);
  });
});

/** Bruno allows Diego to give money back of that order or table. */
async function allowed(ability: AllowableAbility, id: number): Promise<{ 'x-authorised': string }> {
  await server.ask('bruno', '/store/1/pins', { method: 'PATCH', body: { pin: '5930' } });
  const body = { user_id: 2, pin: '5930', ability, entity_id: id };
  const grant = await server.ask('diego', '/store/1/pins/grants', { method: 'POST', body });
  return { 'x-authorised': z.parse(pinGrant, grant.body).id };
}

it('the PIN for a refund of an order does not count for the table with that id, nor the other way', async () => {
  await open(0);
  const order = await sell();
  const group = await table('Mesa 1');
  await orderAt('Mesa 1', 2);
  const { total, rev } = await groupOf(group.id);
  const row = { method: 'cash', amount: total, option: 'cash', type: 'exact', value: null };
  await patchGroup(group.id, '', { status: 'COMPLETE', payments: [row] }, rev);
  const give = async (of: 'orders' | 'orderGroups', id: number, ability: AllowableAbility) => {
    const headers = { ...command(null), ...(await allowed(ability, id)) };
    return (await giveBack(id, { amount: 10 }, { who: 'diego', of, headers })).status;
  };
  expect([
    await give('orderGroups', group.id, 'order.refund'),
    await give('orders', order.id, 'group.refund'),
    await give('orderGroups', group.id, 'group.refund'),
    await give('orders', order.id, 'order.refund'),
  ]).toEqual([403, 403, 201, 201]);
});

it('a seller gives money back with the PIN of an admin, and the row names both', async () => {
  await open(0);
  const order = await sell();
  expect((await giveBack(order.id, { amount: 10 }, { who: 'diego' })).status).toBe(403);
  const headers = { ...command(null), ...(await allowed('order.refund', order.id)) };
  const done = await giveBack(order.id, { amount: 10 }, { who: 'diego', headers });
  expect([done.status, done.body]).toMatchObject([
    201,
    { entry: { by: 'Diego Benítez', authorised_by: 'Bruno Acosta' } },
  ]);
  expect((await payments(order.id)).payments.at(-1)).toMatchObject({
    by: 'Diego Benítez',
    authorised_by: 'Bruno Acosta',
  });
});
