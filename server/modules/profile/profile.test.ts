import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { storeProfile } from '#contract/stores.ts';
import { watchQueries } from '#server/testing/counted-queries.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

/** The tables that the statements of a request read. */
async function tablesRead(path: string): Promise<{ tables: Set<string>; keys: string[]; orders: number }> {
  const statements: string[] = [];
  const stop = watchQueries(({ text }) => statements.push(text));
  const { status, body } = await server.ask('ana', path).finally(stop);
  expect(status).toBe(200);
  const tables = new Set(
    statements.flatMap((text) => [...text.matchAll(/(?:from|join) "(\w+)"/g)].map((m) => m[1] ?? '')),
  );
  const profile = z.parse(storeProfile, body);
  return { tables, keys: Object.keys(profile), orders: profile.orders.length };
}

const twelve = [
  'store',
  'status',
  'gateways',
  'codes',
  'maps',
  'discounts',
  'sellers',
  'catalog',
  'orders',
  'orderGroups',
  'tickets',
  'payouts',
].toSorted();

describe('GET profile (T-01)', () => {
  it('has all twelve keys and the board for a client that asks for nothing special', async () => {
    const { tables, keys, orders } = await tablesRead('/store/1');
    expect(keys.toSorted()).toEqual(twelve);
    expect(orders).toBe(9);
    expect([...tables]).toEqual(expect.arrayContaining(['orders', 'payments', 'tickets', 'payouts', 'items']));
  });

  it('reads neither board nor tickets nor payouts for our own client, which asks for the store alone', async () => {
    const { tables, keys, orders } = await tablesRead('/store/1?parts=store');
    expect(keys.toSorted()).toEqual([...twelve, 'head'].toSorted());
    expect(orders).toBe(0);
    expect([...tables]).toEqual(expect.arrayContaining(['stores', 'codes', 'items']));
    for (const table of ['payments', 'tickets', 'ticket_messages', 'payouts']) expect(tables).not.toContain(table);
  });

  it("says up to which position of the staff's feed it has everything (R-29)", async () => {
    const { body } = await server.ask('diego', '/store/1?parts=store');
    const staff = await server.ask('diego', '/store/1/changes');
    expect(staff.body).toMatchObject({ head: z.parse(storeProfile, body).head });
  });

  it("adds the orders as the state of the admins' feed, from which a device goes on (R-29)", async () => {
    const { body } = await server.ask('ana', '/store/1?parts=store,orders');
    const { feed, head, orders } = z.parse(storeProfile, body);
    const whole = await server.ask('ana', '/store/1/changes?audience=admin');
    expect([feed, orders]).toEqual([whole.body, []]);
    const staff = await server.ask('ana', '/store/1/changes');
    expect(staff.body).toMatchObject({ head });
    const seller = await server.ask('diego', '/store/1?parts=store,orders');
    expect(z.parse(storeProfile, seller.body)).toMatchObject({ head });
    expect(z.parse(storeProfile, seller.body).feed).toBeUndefined();
  });

  it('refuses a part that there is not', async () => {
    const { status, body } = await server.ask('ana', '/store/1?parts=kitchen');
    expect([status, body]).toMatchObject([422, { code: 'validation' }]);
  });
});
