import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { minutes } from '#domain/time.ts';
import { attemptOf, knownAt, paymentSecret, qrOf, reconcileLater, sandboxOf } from '#server/testing/payments.ts';
import { readError } from '#server/testing/read.ts';
import { endAllTables, tableCalls } from '#server/testing/tables.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'), { paymentSecret });
});
afterAll(() => server.close());
beforeEach(() => endAllTables(server));

const { read, get, table, order, patch } = tableCalls(() => server);
const of = (id: number) => ({ type: 'orderGroup', id }) as const;

/** Begins to charge a table by QR. */
async function charge(id: number, rowId?: number | null) {
  const { rev, total } = await get(id);
  const paid = await patch(id, '', { status: 'COMPLETE', payments: [{ ...qrOf(total), id: rowId }] }, rev);
  expect(read(paid)).toMatchObject({ status: 'PAYING', payments: [{ status: 'PENDING', amount: total }] });
  return knownAt(server, of(id));
}

async function ends(known: string, state: 'processed' | 'failed') {
  sandboxOf(server).orders.move(known, state);
  await reconcileLater(server, 2_000);
}

describe('a table with a payment in progress', () => {
  it('is joined with none, loses no lines, gets none, and its last move stays: what was asked for is what it costs', async () => {
    const [own, other] = [await table('Mesa 1'), await table('Mesa 2')];
    await order('Mesa 1', 2);
    await order('Mesa 2', 3);
    const lines = async (id: number) => [{ item_id: (await get(id)).items[0]?.id, quantity: 1 }];
    const moved = read(await patch(other.id, '/items', { to: own.id, items: await lines(other.id) }, other.rev));
    const known = await charge(own.id);
    const [paying, open] = [await get(own.id), await get(other.id)];
    const tries = [
      patch(own.id, '/merge', { from: other.id, from_rev: open.rev }, paying.rev),
      patch(other.id, '/merge', { from: own.id, from_rev: paying.rev }, open.rev),
      patch(own.id, '/items', { to: other.id, items: await lines(own.id) }, paying.rev),
      patch(other.id, '/items', { to: own.id, items: await lines(other.id) }, open.rev),
      patch(own.id, '/undo', { move_id: moved.last_move?.id }, null),
    ];
    for (const answer of await Promise.all(tries))
      expect([answer.status, readError(answer).message]).toEqual([422, 'Esta mesa está pagando.']);
    expect(await attemptOf(server, of(own.id))).toMatchObject({ status: 'PENDING', amount: paying.total * 100 });
    await ends(known, 'processed');
    expect(await get(own.id)).toMatchObject({ status: 'COMPLETE', total: 3_300, payments: [{ status: 'APPROVED' }] });
    expect(await get(other.id)).toMatchObject({ status: 'OPENED', total: 2_200 });
  });

  it('whose payment was refused takes that row to the table that it joins, which is charged once for both', async () => {
    const [own, from] = [await table('Mesa 1'), await table('Mesa 2')];
    await order('Mesa 1', 2);
    await order('Mesa 2', 1);
    await ends(await charge(from.id), 'failed');
    const refused = await get(from.id);
    const joined = read(await patch(own.id, '/merge', { from: from.id, from_rev: refused.rev }, own.rev));
    expect(joined).toMatchObject({ total: 3_300, payments: [{ status: 'REJECTED', id: refused.payments[0]?.id }] });
    expect((await get(from.id)).payments).toEqual([]);
    const again = await charge(own.id, joined.payments[0]?.id);
    await ends(again, 'processed');
    expect(await get(own.id)).toMatchObject({ status: 'COMPLETE', payments: [{ status: 'APPROVED', amount: 3_300 }] });
    expect((await attemptOf(server, of(from.id))).status).toBe('REJECTED');
    expect((await attemptOf(server, of(own.id))).payment_id).toBe(refused.payments[0]?.id);
    expect(sandboxOf(server).orders.all.get(again)?.amount).toBe('3300.00');
  });

  it('that was called off, and paid at the same moment, gets its money back also after it joined another one', async () => {
    const [own, from] = [await table('Mesa 1'), await table('Mesa 2')];
    await order('Mesa 2', 1);
    const known = await charge(from.id);
    // The provider's answer to the cancel is lost, and the wait for it ends without one.
    for (let n = 0; n < 4; n += 1) sandboxOf(server).faults.push({ kind: 'error', status: 503 });
    await server.ask('ana', `/store/1/orderGroups/${from.id}/paying`, { method: 'DELETE' });
    sandboxOf(server).orders.move(known, 'processed');
    for (const wait of [2_000, minutes(20), minutes(11)]) await reconcileLater(server, wait);
    const ended = await get(from.id);
    expect(ended).toMatchObject({ status: 'OPENED', payments: [{ status: 'REJECTED' }] });
    const { rev } = await get(own.id);
    const joined = read(await patch(own.id, '/merge', { from: from.id, from_rev: ended.rev }, rev));
    sandboxOf(server).faults.length = 0;
    await reconcileLater(server, minutes(1));
    expect(sandboxOf(server).orders.all.get(known)?.state).toBe('refunded');
    expect(await get(own.id)).toMatchObject({ status: 'OPENED', rev: joined.rev, payments: [{ status: 'REJECTED' }] });
  });
});

it('leaves no unexpected error', () => {
  expect(server.errors).toEqual([]);
});
