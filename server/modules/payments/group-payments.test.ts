import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { orderGroup } from '#contract/groups.ts';
import {
  attemptOf,
  knownAt,
  onlineCardOf,
  paymentSecret,
  qrOf,
  readPaying,
  sandboxOf,
} from '#server/testing/payments.ts';
import { readCreated, readError, readFeed, readOneOrder } from '#server/testing/read.ts';
import { sendOrder } from '#server/testing/submissions.ts';
import { openedGroup } from '#server/testing/tables.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { pursueDue } from './charging.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'), { paymentSecret });
});
beforeEach(async () => {
  id = await openedGroup(server, 1);
});
afterAll(() => server.close());

let id = 0;
const readGroup = (answer: Answer) => z.parse(orderGroup, answer.body);
const group = async () => readGroup(await server.ask('ana', `/store/1/orderGroups/${id}`));
const payable = () => ({ type: 'orderGroup', id }) as const;
const path = () => `/store/1/orderGroups/${id}/paying`;

async function served() {
  const place = (await group()).code.description;
  return readCreated(await sendOrder(server, { wanted: { place } }));
}

async function save(body: Record<string, unknown>): Promise<Answer> {
  const headers = command({ rev: (await group()).rev });
  return server.ask('ana', `/store/1/orderGroups/${id}`, { method: 'PATCH', body, headers });
}

const head = async () => readFeed(await server.ask('ana', '/store/1/changes')).head;
const toldSince = async (since: number) =>
  readFeed(await server.ask('ana', `/store/1/changes?since=${since}`)).changes.map((c) => c.name);

describe('a table that is paid by QR', () => {
  it('is PAYING when it is finished, COMPLETE with its orders when it is paid (N-03, Y-54)', async () => {
    const order = await served();
    const asked = await save({ status: 'COMPLETE', payments: [qrOf(order.total)] });
    expect(readGroup(asked)).toMatchObject({ status: 'PAYING', payments: [{ status: 'PENDING' }] });
    const known = await knownAt(server, payable());
    expect(readPaying(await server.ask('ana', path()))).toMatchObject({ amount: order.total, status: 'PENDING' });
    expect(readOneOrder(await server.ask('ana', `/store/1/orders/${order.id}`)).status).toBe('PENDING');
    const since = await head();
    sandboxOf(server).orders.move(known, 'processed');
    server.clock.jump(2_000);
    await pursueDue(server.deps);
    expect(await group()).toMatchObject({ status: 'COMPLETE', payments: [{ status: 'APPROVED', can_modify: false }] });
    expect(readOneOrder(await server.ask('ana', `/store/1/orders/${order.id}`)).status).toBe('COMPLETE');
    expect(await toldSince(since)).toEqual(expect.arrayContaining(['order-group-updated', 'payment-pending-resolved']));
    expect(readPaying(await server.ask('ana', path()))).toMatchObject({ status: 'APPROVED', end: 'approved' });
  });

  it('is OPENED again when it is cancelled, and can be charged again with the same row (N-03, Q-08, Y-54)', async () => {
    const order = await served();
    await save({ status: 'COMPLETE', payments: [qrOf(order.total)] });
    await knownAt(server, payable());
    const since = await head();
    const answer = await server.ask('ana', path(), { method: 'DELETE' });
    expect([answer.status, readGroup(answer)]).toMatchObject([
      200,
      { status: 'OPENED', payments: [{ status: 'REJECTED', can_modify: true }] },
    ]);
    expect(await toldSince(since)).toEqual(expect.arrayContaining(['order-group-updated', 'payment-pending-resolved']));
    for (const method of ['GET', 'DELETE'] as const) {
      const again = await server.ask('ana', path(), { method });
      expect([again.status, readError(again).code]).toEqual([409, 'not_paying']);
    }
    const [row] = readGroup(answer).payments;
    const retried = await save({ status: 'COMPLETE', payments: [{ ...qrOf(order.total), id: row?.id }] });
    expect(readGroup(retried)).toMatchObject({ status: 'PAYING', payments: [{ status: 'PENDING', id: row?.id }] });
    await server.ask('ana', path(), { method: 'DELETE' });
  });

  it('is OPENED again when it is refused, without an event of its orders', async () => {
    const order = await served();
    await save({ status: 'COMPLETE', payments: [qrOf(order.total)] });
    sandboxOf(server).orders.move(await knownAt(server, payable()), 'failed');
    server.clock.jump(2_000);
    await pursueDue(server.deps);
    expect(await group()).toMatchObject({ status: 'OPENED', payments: [{ status: 'REJECTED' }] });
  });

  it('is charged only when it is finished, and takes nothing else meanwhile', async () => {
    const order = await served();
    expect(readError(await save({ payments: [qrOf(order.total)] })).errors).toEqual({ payments: ['Es inválido'] });
    expect((await group()).payments).toEqual([]);
    await save({ status: 'COMPLETE', payments: [qrOf(order.total)] });
    await knownAt(server, payable());
    for (const body of [{ status: 'COMPLETE' }, { payments: [] }, { discount: 1 }])
      expect(readError(await save(body)).code).toBe('invalid_transition');
    // The QR is for what the table cost when it was asked for.
    const line = `/store/1/orders/${order.id}/item/${order.order_detail[0]?.id}`;
    const removed = await server.ask('ana', line, { method: 'DELETE', headers: command() });
    expect([removed.status, readError(removed).message]).toEqual([422, 'Esta mesa está pagando.']);
    expect((await group()).total).toBe(order.total);
    await server.ask('ana', path(), { method: 'DELETE' });
  });

  it('that is rejected calls its payment off', async () => {
    const order = await served();
    await save({ status: 'COMPLETE', payments: [qrOf(order.total)] });
    const known = await knownAt(server, payable());
    const since = await head();
    expect(readGroup(await save({ status: 'REJECTED' }))).toMatchObject({
      status: 'REJECTED',
      payments: [{ status: 'REJECTED' }],
    });
    expect(await toldSince(since)).toContain('payment-pending-resolved');
    await expect.poll(() => sandboxOf(server).orders.all.get(known)?.state).toBe('canceled');
    await expect.poll(async () => (await attemptOf(server, payable())).work).toBe('none');
  });

  it('is cancelled by admins only', async () => {
    const order = await served();
    await save({ status: 'COMPLETE', payments: [qrOf(order.total)] });
    await knownAt(server, payable());
    expect((await server.ask('diego', path())).status).toBe(200);
    expect((await server.ask('diego', path(), { method: 'DELETE' })).status).toBe(403);
    expect((await group()).status).toBe('PAYING');
    await server.ask('ana', path(), { method: 'DELETE' });
  });
});

describe('a table that is paid by a card', () => {
  it('is charged once, and the token is forgotten and told to nobody (N-03, Y-02)', async () => {
    const order = await served();
    const token = `sandbox-${id}`;
    const answer = await save({ status: 'COMPLETE', payments: [await onlineCardOf(server, order.total, token)] });
    expect(readGroup(answer).payments).toMatchObject([{ method: 'mercadopago-online', last_four_digits: '4242' }]);
    await knownAt(server, payable());
    server.clock.jump(2_000);
    await pursueDue(server.deps);
    expect(await group()).toMatchObject({ status: 'COMPLETE', payments: [{ status: 'APPROVED', can_modify: false }] });
    expect((await attemptOf(server, payable())).card?.token ?? null).toBeNull();
    const told = await server.ask('ana', `/store/1/changes?since=0`);
    for (const { body } of [answer, told]) expect(JSON.stringify(body)).not.toContain(token);
  });

  it('without its token it is refused, and the table stays open', async () => {
    const order = await served();
    const answer = await save({
      status: 'COMPLETE',
      payments: [{ ...(await onlineCardOf(server, order.total)), token: undefined }],
    });
    expect(Object.keys(readError(answer).errors ?? {})).toEqual(['payments.0.token']);
    expect((await group()).status).toBe('OPENED');
  });
});

it('leaves no unexpected error', () => {
  expect(server.errors).toEqual([]);
});
