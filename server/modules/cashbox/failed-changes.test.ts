import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import type { WireCashbox } from '#contract/wire/cashbox.ts';
import { money } from '#domain/money.ts';
import { createPayout } from '#server/modules/payouts/payouts-store.ts';
import { cashboxCalls } from '#server/testing/cashboxes.ts';
import { readCreated } from '#server/testing/read.ts';
import { buildSubmission, cashOf, sendOrder } from '#server/testing/submissions.ts';
import { endAllTables, tableCalls } from '#server/testing/tables.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let admin: pg.Client;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await server.close();
});

const { forget, configure, open, flow, close, closedOf, state, read, entries } = cashboxCalls(() => server);
const { get: groupAt, order: orderAt, patch: patchGroup, table } = tableCalls(() => server);

let register: WireCashbox;
beforeEach(async () => {
  await endAllTables(server);
  await forget();
  await configure();
  server.clock.advance(1_000);
  register = read(await open(100));
});

/** Everything that the register has: its sums and its rows. */
const everything = async () => ({ state: await state(), rows: await entries(register.id) });

/** Each change, prepared; the returned call may be repeated. */
const changes: Readonly<Record<string, () => Promise<() => Promise<Answer>>>> = {
  'a sale': async () => {
    const { total, ...rest } = await buildSubmission(server);
    const body = { ...rest, total, payments: [cashOf(total)] };
    const headers = command();
    return () => server.ask('ana', '/store/1/orders', { method: 'POST', body, headers });
  },
  'a rejection': async () => {
    const { total } = await buildSubmission(server);
    const { id } = readCreated(await sendOrder(server, { more: { payments: [cashOf(total)] } }));
    const [body, headers] = [{ reject_reason: 'by_store' }, command({ rev: 1 })];
    return () => server.ask('ana', `/store/1/orders/${id}/reject`, { method: 'PATCH', body, headers });
  },
  'the end of a table': async () => {
    const { id } = await table('Mesa 1');
    await orderAt('Mesa 1', 2);
    const { total, rev } = await groupAt(id);
    const body = { status: 'COMPLETE', payments: [cashOf(total)] };
    const key = randomUUID();
    return () => patchGroup(id, '', body, rev, key);
  },
  'a movement': () => {
    const key = randomUUID();
    return Promise.resolve(() => flow({ type: 'other', amount: 5 }, 'ana', key));
  },
  'a payout': async () => {
    const told = { storeId: 1, provider: 'sandbox', reference: randomUUID(), rider: null, at: server.clock.now() };
    const payout = await server.db.store(1, 'write', (tx) =>
      createPayout(tx, { ...told, amount: money(700), code: '1234' }),
    );
    const [path, body] = [`/store/1/payouts/${payout?.id}/confirm`, { code: '1234' }];
    return () => server.ask('ana', path, { method: 'PATCH', body });
  },
  'a close': () => Promise.resolve(() => close(register.id, { amount: 100 })),
};

it.each(Object.entries(changes))(
  '%s that fails at its end leaves nothing in the register; repeated it is booked once',
  async (_, prepare) => {
    const repeat = await prepare();
    const before = await everything();
    await admin.query('alter table store_events add constraint broken check (false) not valid');
    const failed = await repeat();
    await admin.query('alter table store_events drop constraint broken');
    expect([failed.status, await everything()]).toEqual([500, before]);
    const done = await repeat();
    expect(done.status).toBeLessThan(300);
    const after = await everything();
    expect(after).not.toEqual(before);
    expect([(await repeat()).status, await everything()]).toEqual([done.status, after]);
  },
);

/** Makes everybody wait who tells something, until the returned call. */
async function heldFeeds(): Promise<() => Promise<unknown>> {
  await admin.query('begin');
  // The last thing that a change locks.
  await admin.query('select from store_feeds where store_id = 1 for update');
  return () => admin.query('rollback');
}
const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const untilWaiting = (count: number) =>
  vi.waitFor(async () => expect((await admin.query(`select ${waiting}`)).rowCount).toBe(count), { timeout: 10_000 });

it.each(Object.entries(changes).filter(([what]) => what !== 'a close'))(
  '%s that is being written when somebody closes is in the register that is closed, and in its sum',
  async (_, prepare) => {
    const change = await prepare();
    const known = (await entries(register.id)).length;
    const release = await heldFeeds();
    const changing = change();
    await untilWaiting(1);
    const closing = close(register.id, { amount: 100 });
    await untilWaiting(2);
    await release();
    expect([(await changing).status < 300, (await closing).status]).toEqual([true, 200]);
    const rows = await entries(register.id);
    expect(rows.length).toBe(known + 1);
    const { expected } = await closedOf(register.id ?? 0);
    expect(expected).toBeCloseTo(
      rows.reduce((sum, row) => sum + row.amount, 100),
      6,
    );
  },
);

it('a close whose server dies in the middle: the register stays open with all that it has, and is closed once', async () => {
  await flow({ type: 'cash_in', amount: 20 });
  const before = await everything();
  const release = await heldFeeds();
  const dying = close(register.id, { amount: 120 });
  await untilWaiting(1);
  await admin.query(`select pg_terminate_backend(pid, 20000) ${waiting}`);
  await release();
  expect((await dying).status).toBe(503);
  expect(await everything()).toEqual(before);
  const closed = await close(register.id, { amount: 120 });
  expect([closed.status, closed.body]).toMatchObject([200, { data: { id: register.id, expected: 120 } }]);
  expect((await state()).cashbox_last_id).toBe(register.id);
});
