import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { audit } from '#server/db/schema/sync.ts';
import { cashboxCalls } from '#server/testing/cashboxes.ts';
import { readCreated, readError } from '#server/testing/read.ts';
import { cashOf, sendOrder } from '#server/testing/submissions.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const { configure, open, close, flow, get, read, readClosed, state } = cashboxCalls(() => server);

const kept = {
  payment_cash_in: null,
  payment_totals: null,
  payments_with_cash_in: null,
  calculated: null,
  payment_methods_in_out: { in: {}, out: {} },
};

it('tells nothing of the cash before the count, and everything for it and after the close', async () => {
  await configure({ blind: true });
  const opened = read(await open(100));
  const id = opened.id ?? 0;
  expect(opened.balance).toMatchObject({ open: 100, ...kept });
  const { total } = readCreated(await sendOrder(server, { more: { payments: [cashOf(2_200)] } }));
  await flow({ type: 'cash_in', amount: 20 });
  for (const { balance } of [await state(), read(await get('bruno'))])
    expect(balance).toMatchObject({ open: 100, cashbox_flows: 20, ...kept });
  const asked = async (what: string) => server.ask('ana', `/store/1/cashbox/${id}${what}`);
  for (const what of ['/entries', '/report', '/report/pdf'])
    expect([(await asked(what)).status, readError(await asked(what)).code]).toEqual([409, 'cashbox_blind']);
  expect((await asked('/entries?returns=1')).status).toBe(200);

  const count = (amount: unknown) =>
    server.ask('ana', `/store/1/cashbox/${id}/count`, { method: 'POST', body: { amount } });
  for (const wrong of [-1, '1e9', 1.123, null]) expect((await count(wrong)).status).toBe(422);
  const expected = 120 + total;
  expect(readClosed(await count(expected - 5)).balance).toMatchObject({ payment_cash_in: total, calculated: expected });
  await count(expected);
  const rows = await server.db.direct
    .select({ after: audit.after })
    .from(audit)
    .where(and(eq(audit.store_id, 1), eq(audit.action, 'cashbox.count')))
    .orderBy(audit.id);
  expect(rows.map((row) => row.after)).toEqual([
    { counted: (expected - 5) * 100, expected: expected * 100 },
    { counted: expected * 100, expected: expected * 100 },
  ]);
  // The next person counts themselves.
  expect((await state()).balance).toMatchObject(kept);

  expect(readClosed(await close(id, { amount: expected })).balance.calculated).toBe(expected);
  expect((await asked('/entries')).status).toBe(200);
  expect(readError(await count(1)).code).toBe('cashbox_closed');
});
