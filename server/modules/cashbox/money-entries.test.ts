import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { WireCashbox } from '#contract/wire/cashbox.ts';
import type { WireOrder } from '#contract/wire/orders.ts';
import { uuidV7 } from '#domain/ids.ts';
import { money } from '#domain/money.ts';
import type { ShippingStatus } from '#domain/order.ts';
import { moveShipping } from '#server/modules/alerts/move-shipping.ts';
import { createPayout } from '#server/modules/payouts/payouts-store.ts';
import { cashboxCalls } from '#server/testing/cashboxes.ts';
import { paymentSecret, qrOf, sandboxOf, knownAt, reconcileLater, sellByQr } from '#server/testing/payments.ts';
import { readCreated, readOneOrder } from '#server/testing/read.ts';
import { buildSubmission, sendOrder, type Wanted } from '#server/testing/submissions.ts';
import { endAllTables, tableCalls } from '#server/testing/tables.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'), { paymentSecret });
});
afterAll(() => server.close());

const { forget, configure, open, flow, close, state, read, entries } = cashboxCalls(() => server);
const { get: groupOf, order: orderAt, patch: patchGroup, table } = tableCalls(() => server);

beforeEach(async () => {
  await endAllTables(server);
  await forget();
  await configure();
  // After the setup, so that the register counts what is sold.
  server.clock.advance(1_000);
});

const row = (method: 'cash' | 'card-debit', amount: number) => ({
  method,
  amount,
  option: method,
  type: method === 'cash' ? ('exact' as const) : null,
  value: null,
});

async function sell(parts: (total: number) => ReturnType<typeof row>[], wanted: Wanted = {}): Promise<WireOrder> {
  const { total } = await buildSubmission(server, wanted);
  return readCreated(await sendOrder(server, { wanted, more: { payments: parts(total) } }));
}
const cashSale = (wanted: Wanted = {}) => sell((total) => [row('cash', total)], wanted);

const patch = async (order: Pick<WireOrder, 'id'>, body: object): Promise<WireOrder> => {
  const { status_rev, money_rev } = readOneOrder(await server.ask('ana', `/store/1/orders/${order.id}`));
  const rev = 'status' in body ? status_rev : money_rev;
  const path = `/store/1/orders/${order.id}`;
  const answer = await server.ask('ana', path, { method: 'PATCH', body, headers: command({ rev }) });
  expect([answer.status, answer.status === 200 ? '' : answer.text.slice(0, 300)]).toEqual([200, '']);
  return readOneOrder(answer);
};
const reject = async ({ id }: Pick<WireOrder, 'id'>): Promise<void> => {
  const { status_rev: rev } = readOneOrder(await server.ask('ana', `/store/1/orders/${id}`));
  const body = { reject_reason: 'by_store' };
  await server.ask('ana', `/store/1/orders/${id}/reject`, { method: 'PATCH', body, headers: command({ rev }) });
};

/** The provider says this of the rider of an order. */
const ride = ({ id: orderId }: Pick<WireOrder, 'id'>, status: ShippingStatus): Promise<void> =>
  server.db.store(1, 'write', (tx) =>
    moveShipping(tx, { storeId: 1, orderId, service: 'cadetes', at: server.clock.now() }, { status, rider: null }),
  );

const rows = async (register: Pick<WireCashbox, 'id'>) =>
  (await entries(register.id)).map((e) => [e.kind, e.method, e.amount]);

describe('what enters the register', () => {
  it('a sale of the store counts when it is registered, each method by itself (X-41)', async () => {
    const register = read(await open(500));
    const order = await sell((total) => [row('cash', total - 100), row('card-debit', 100)]);
    const { balance } = await state();
    expect(balance).toMatchObject({
      payment_cash_in: order.total - 100,
      payment_totals: order.total,
      payments_with_cash_in: order.total,
      payment_methods_in_out: { in: { cash: order.total - 100, 'card-debit': 100 }, out: { cash: 0, 'card-debit': 0 } },
      calculated: 500 + order.total - 100,
    });
    const [first] = await entries(register.id);
    expect(first).toMatchObject({
      kind: 'sale',
      method: 'cash',
      amount: order.total - 100,
      order: { id: order.id, number: order.number },
      by: 'Ana Ferreyra',
      device: expect.any(String),
      late: false,
    });
    // Its steps change nothing.
    await patch(order, { status: 'ACCEPTED' });
    expect((await state()).balance).toEqual(balance);
  });

  it('a customer’s order counts once it is finished (X-41)', async () => {
    const register = read(await open(0));
    const order = await cashSale();
    // The shop of the tests has no customers of its own yet.
    await server.db.direct.execute(`update orders set origin = 'customer' where id = ${order.id}`);
    const other = await cashSale();
    await patch(order, { status: 'ACCEPTED' });
    expect((await state()).balance.payment_cash_in).toBe(other.total);
    await patch(order, { status: 'COMPLETE' });
    expect((await state()).balance.payment_cash_in).toBe(order.total + other.total);
    expect(await rows(register)).toHaveLength(4);
  });

  it('a change of payments, a rejection and its undoing are rows of their own; nothing is changed', async () => {
    const register = read(await open(0));
    const order = await cashSale();
    await patch(order, { payments: [row('card-debit', order.total)] });
    await reject(order);
    const rejected = (await state()).balance;
    expect(rejected).toMatchObject({
      orders_rejecteds: order.total,
      payment_methods_in_out: {
        in: { cash: 0, 'card-debit': order.total },
        out: { cash: 0, 'card-debit': order.total },
      },
      calculated: 0,
    });
    await patch(order, { status: 'PENDING' });
    expect(await rows(register)).toEqual([
      ['sale', 'cash', order.total],
      ['sale', 'card-debit', order.total],
      ['change', 'cash', -order.total],
      ['rejection', 'card-debit', -order.total],
      ['rejection', 'card-debit', order.total],
    ]);
    expect((await state()).balance).toMatchObject({ orders_rejecteds: 0, payment_totals: order.total });
  });

  it('a QR counts when the provider has charged it', async () => {
    await open(0);
    const order = await sellByQr(server);
    expect((await state()).balance.payment_totals).toBe(0);
    const id = await knownAt(server, { type: 'order', id: order.id });
    sandboxOf(server).orders.move(id, 'processed');
    // The server may still ask by itself when the clock jumps: the test's own pass then finds nothing due.
    const charged = async () => {
      await reconcileLater(server, 60_000);
      return (await state()).balance.payment_methods_in_out.in;
    };
    await expect.poll(charged).toEqual({ 'mercadopago-qr': order.total });
  });

  it('a table counts at its end, with the tip as a part of it; its rejection takes it out', async () => {
    const register = read(await open(0));
    const group = await table('Mesa 1');
    await orderAt('Mesa 1', 2);
    const { total, rev } = await groupOf(group.id);
    const payments = [row('cash', total + 100)];
    const paid = await patchGroup(group.id, '', { status: 'COMPLETE', payments, tip: 100 }, rev);
    expect(paid.status).toBe(200);
    expect(await rows(register)).toEqual([
      ['sale', 'cash', total + 100],
      ['tip', null, 100],
    ]);
    expect((await state()).balance).toMatchObject({ payment_cash_in: total + 100, tips_total: 100 });
    const [first] = await entries(register.id);
    expect(first).toMatchObject({ order: null, group: { id: group.id, code: 'Mesa 1' } });
    const { rev: now } = await groupOf(group.id);
    await patchGroup(group.id, '', { status: 'REJECTED' }, now);
    expect((await state()).balance).toMatchObject({ orders_rejecteds: total + 100, tips_total: 0, calculated: 0 });
  });

  it('a rider’s cash comes with the payout that is confirmed, and then not with the order (N-09)', async () => {
    await open(0);
    const order = await cashSale({ type: 'DELIVERY', items: [['Fainá', 6]] });
    expect((await state()).balance.payment_cash_in).toBe(order.total);
    await ride(order, 'SENDING');
    expect((await state()).balance.payment_cash_in).toBe(0);
    const { clock, db } = server;
    const told = { storeId: 1, provider: 'sandbox', reference: randomUUID(), rider: null, at: clock.now() };
    const payout = await db.store(1, 'write', (tx) =>
      createPayout(tx, { ...told, amount: money(order.total * 100), code: '1234' }),
    );
    const confirm = () =>
      server.ask('ana', `/store/1/payouts/${payout?.id}/confirm`, { method: 'PATCH', body: { code: '1234' } });
    await confirm();
    await confirm();
    expect((await state()).balance).toMatchObject({ payouts_total: order.total, calculated: order.total });
  });

  it('a rider who is called off collects nothing: the cash comes with the order again (N-09)', async () => {
    const register = read(await open(0));
    const order = await cashSale({ type: 'DELIVERY', items: [['Fainá', 6]] });
    await ride(order, 'ARRIVING');
    await ride(order, 'CANCELLEDBYPROVIDER');
    expect((await entries(register.id)).map((e) => [e.amount, e.by])).toEqual([
      [order.total, 'Ana Ferreyra'],
      [-order.total, 'cadetes'],
      [order.total, 'cadetes'],
    ]);
    expect((await state()).balance.calculated).toBe(order.total);
  });

  it('with the other setting the money comes with the order, and the payout is not counted (N-09)', async () => {
    await forget();
    await configure({ payouts: false });
    server.clock.advance(1_000);
    await open(0);
    const order = await cashSale({ type: 'DELIVERY', items: [['Fainá', 6]] });
    await ride(order, 'SENDING');
    expect((await state()).balance).toMatchObject({ payment_cash_in: order.total, calculated: order.total });
  });

  it('an order that is older than the register, and a store without one, enter nothing', async () => {
    await forget();
    const order = await cashSale();
    server.clock.advance(1_000);
    await configure();
    const register = read(await open(0));
    await patch(order, { payments: [row('card-debit', order.total)] });
    expect(await rows(register)).toEqual([]);
  });
});

describe('shifts', () => {
  it('what is sold while no register is open belongs to the next; what was sold before the close says so', async () => {
    const first = read(await open(0));
    const order = await cashSale();
    await close(first.id, { amount: order.total });
    server.clock.advance(60_000);
    const between = await cashSale();
    // Taken without a network, a minute before the close.
    const key = uuidV7(server.clock.now() - 120_000, new Uint8Array(10));
    const sent = readCreated(await sendOrder(server, { key, more: { payments: [row('cash', between.total)] } }));
    const next = read(await open(0));
    await patch(order, { payments: [row('card-debit', order.total)] });
    expect((await entries(next.id)).map((e) => [e.order?.id, e.kind, e.amount, e.late])).toEqual([
      [between.id, 'sale', between.total, false],
      [sent.id, 'sale', sent.total, true],
      [order.id, 'sale', order.total, true],
      [order.id, 'change', -order.total, true],
    ]);
    expect((await state()).balance.calculated).toBe(between.total + sent.total - order.total);
  });

  it('two tables that are joined after a close, and paid: one row in the next register, which says so', async () => {
    const first = read(await open(0));
    const [own, from] = [await table('Mesa 1'), await table('Mesa 2')];
    for (const place of ['Mesa 1', 'Mesa 2']) await orderAt(place);
    server.clock.advance(1_000);
    await close(first.id, { amount: 0 });
    const next = read(await open(0));
    const { rev: fromRev } = await groupOf(from.id);
    await patchGroup(own.id, '/merge', { from: from.id, from_rev: fromRev }, own.rev);
    const { total, rev } = await groupOf(own.id);
    await patchGroup(own.id, '', { status: 'COMPLETE', payments: [row('cash', total)] }, rev);
    expect((await entries(next.id)).map((e) => [e.group?.id, e.kind, e.amount, e.late])).toEqual([
      [own.id, 'sale', total, true],
    ]);
    expect(await entries(first.id)).toEqual([]);
  });

  it('twenty sales while somebody closes: each is in exactly one register', async () => {
    const first = read(await open(0));
    const selling = Array.from({ length: 20 }, () => cashSale());
    const closing = close(first.id, { amount: 0 });
    const sold = await Promise.all(selling);
    expect((await closing).status).toBe(200);
    const next = read(await open(0));
    const both = [...(await entries(first.id)), ...(await entries(next.id))];
    const inOrder = (ids: readonly (number | undefined)[]) => ids.map(Number).toSorted((a, b) => a - b);
    expect(inOrder(both.map((e) => e.order?.id))).toEqual(inOrder(sold.map((o) => o.id)));
    const closed = await cashboxCalls(() => server).closedOf(first.id ?? 0);
    const counted = (await entries(first.id)).reduce((sum, e) => sum + Math.round(e.amount * 100), 0);
    expect(Math.round((closed.expected ?? 0) * 100)).toBe(counted);
  });
});

it('a repeated command books nothing twice, a refused one nothing', async () => {
  const register = read(await open(0));
  const { total } = await buildSubmission(server);
  const body = { ...(await buildSubmission(server)), payments: [row('cash', total)] };
  const headers = command();
  for (let n = 0; n < 3; n += 1) await server.ask('ana', '/store/1/orders', { method: 'POST', body, headers });
  await sendOrder(server, { more: { total: total + 1, payments: [row('cash', total)] } });
  await sendOrder(server, { more: { payments: [qrOf(total), qrOf(total)] } });
  expect(await rows(register)).toEqual([['sale', 'cash', total]]);
});

it.each(['update money_entries set amount = 1', 'delete from money_entries'])(
  'the database refuses «%s»',
  async (statement) => {
    await open(0);
    await flow({ type: 'other', amount: 5 });
    await expect(server.db.direct.execute(statement)).rejects.toThrow(/money_entries/);
  },
);
