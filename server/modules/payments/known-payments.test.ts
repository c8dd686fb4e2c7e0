import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { knownPayments } from '#contract/paying.ts';
import { readKnownPayments } from '#contract/wire/paying.ts';
import { paymentTotals } from '#domain/known-payments.ts';
import { defaultCurrency } from '#domain/money.ts';
import { minutes } from '#domain/time.ts';
import { watchQueries } from '#server/testing/counted-queries.ts';
import {
  attemptOf,
  knownAt,
  payingCalls,
  paymentSecret,
  qrOf,
  resetSandbox,
  sandboxOf,
  sellByQr,
} from '#server/testing/payments.ts';
import { readCreated, readOneOrder } from '#server/testing/read.ts';
import { buildSubmission, cashOf, sendOrder } from '#server/testing/submissions.ts';
import { openedGroup } from '#server/testing/tables.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'), { paymentSecret });
});
beforeEach(() => resetSandbox(server));
afterAll(() => server.close());

const { payableOf, orderOf, later } = payingCalls(() => server);

/** What is known, and its sums in pesos. */
async function known(id: number, kind: 'orders' | 'orderGroups' = 'orders') {
  const wire = z.parse(knownPayments, (await server.ask('ana', `/store/1/${kind}/${id}/payments`)).body);
  const sums = paymentTotals(readKnownPayments(wire, defaultCurrency));
  const totals = Object.fromEntries(
    Object.entries(sums).flatMap(([name, sum]) => (sum > 0 ? [[name, sum / 100]] : [])),
  );
  return { ...wire, standings: wire.payments.map((p) => p.standing), totals };
}

async function save(id: number, body: Record<string, unknown>, who: 'ana' | 'carla' = 'ana') {
  const { money_rev: rev } = await orderOf(id);
  const answer = await server.ask(who, `/store/1/orders/${id}`, { method: 'PATCH', body, headers: command({ rev }) });
  return readOneOrder(answer);
}

async function soldForCash() {
  const { total } = await buildSubmission(server);
  return readCreated(await sendOrder(server, { more: { payments: [cashOf(total)] } }));
}

/** A QR that was asked for and is known at the provider. */
async function asked() {
  const order = await sellByQr(server);
  const at = await knownAt(server, payableOf(order.id));
  await later(2_000);
  return {
    id: order.id,
    total: order.total,
    becomes: (state: 'processed' | 'failed') => sandboxOf(server).orders.move(at, state),
  };
}

describe('what people recorded', () => {
  it('is due, said by who recorded it, and taken once the order is finished (D-45)', async () => {
    const { id, total } = readCreated(await sendOrder(server, { more: { payments: [] } }));
    expect(await known(id)).toMatchObject({ payments: [], total, totals: { due: total } });
    await later(60_000);
    await save(id, { payments: [cashOf(total)] }, 'carla');
    const at = new Date(server.clock.now()).toISOString();
    const recorded = { method: 'cash', amount: total, by: 'Carla Domínguez', at, charge: null };
    expect(await known(id)).toMatchObject({
      payments: [{ ...recorded, standing: 'due', since: at }],
      totals: { due: total },
    });
    await later(60_000);
    const { status_rev: rev } = await orderOf(id);
    await server.ask('ana', `/store/1/orders/${id}`, {
      method: 'PATCH',
      body: { status: 'COMPLETE' },
      headers: command({ rev }),
    });
    expect(await known(id)).toMatchObject({
      payments: [{ ...recorded, standing: 'taken', since: new Date(server.clock.now()).toISOString() }],
      totals: { collected: total },
    });
  });

  it('is said by who took the order, and by who enters another amount', async () => {
    const plain = await soldForCash();
    const [row] = plain.payments;
    expect((await known(plain.id)).payments[0]?.by).toBe('Ana Ferreyra');
    await save(plain.id, { payments: [{ ...row }, cashOf(10)] }, 'carla');
    expect((await known(plain.id)).payments.map((p) => p.by)).toEqual(['Ana Ferreyra', 'Carla Domínguez']);
    await save(plain.id, { payments: [{ ...row, amount: 20 }] }, 'carla');
    expect((await known(plain.id)).payments.map((p) => p.by)).toEqual(['Carla Domínguez']);
  });

  it('of a rejected order is neither due nor taken', async () => {
    const { id, status_rev: rev } = await soldForCash();
    await server.ask('ana', `/store/1/orders/${id}/reject`, {
      method: 'PATCH',
      body: { reject_reason: 'by_store' },
      headers: command({ rev }),
    });
    expect(await known(id)).toMatchObject({ standings: ['dropped'], total: 0, totals: {} });
  });
});

describe('what a provider was asked for', () => {
  it('waits, then is approved: who started it, what the provider said and when', async () => {
    const { id, total, becomes } = await asked();
    const before = await known(id);
    expect(before).toMatchObject({ standings: ['waiting'], totals: { doubt: total }, sandbox: true });
    expect(before.payments[0]).toMatchObject({
      by: 'Ana Ferreyra',
      charge: { service: 'mercadopago', said: 'created', silent: false, known_at: before.now, asked_at: before.now },
    });
    becomes('processed');
    await later(3_000);
    expect(await known(id)).toMatchObject({
      standings: ['approved'],
      totals: { collected: total },
      payments: [{ since: new Date(server.clock.now()).toISOString(), charge: { said: 'processed' } }],
    });
  });

  it('was refused, and is paid otherwise in the same row: both are told, and the cash counts (D-45)', async () => {
    const { id, total, becomes } = await asked();
    becomes('failed');
    await later(3_000);
    const [row] = (await orderOf(id)).payments;
    expect(row?.status).toBe('REJECTED');
    await save(id, { payments: [{ ...cashOf(total), id: row?.id }] }, 'carla');
    expect(await known(id)).toMatchObject({
      payments: [
        { method: 'mercadopago-qr', standing: 'rejected' },
        { method: 'cash', standing: 'due', by: 'Carla Domínguez' },
      ],
      totals: { due: total },
    });
  });

  it('is in doubt while the provider is silent, and not charged again', async () => {
    const { id, total } = await asked();
    sandboxOf(server).faults.push({ kind: 'error', status: 503 });
    await later(3_000);
    const doubt = await known(id);
    expect(doubt).toMatchObject({
      standings: ['doubt'],
      totals: { doubt: total },
      payments: [{ charge: { silent: true } }],
    });
    expect(doubt.payments[0]?.charge?.known_at).not.toBe(doubt.payments[0]?.charge?.asked_at);
    await server.ask('ana', `/store/1/orders/${id}/paying`, { method: 'DELETE' });
  });

  it('is rejected, replaced by another attempt, and neither is forgotten', async () => {
    const { id, total, becomes } = await asked();
    becomes('failed');
    await later(3_000);
    expect(await known(id)).toMatchObject({ standings: ['rejected'], totals: { due: total } });
    expect((await save(id, { payments: [qrOf(total)] })).status).toBe('PAYING');
    const at = await knownAt(server, payableOf(id));
    await later(2_000);
    expect(await known(id)).toMatchObject({ standings: ['rejected', 'waiting'], totals: { doubt: total } });
    sandboxOf(server).orders.move(at, 'processed');
    await later(3_000);
    expect(await known(id)).toMatchObject({ standings: ['rejected', 'approved'], totals: { collected: total } });
  });

  it('is cancelled; the row that takes its place is due', async () => {
    const { id, total } = await asked();
    await server.ask('ana', `/store/1/orders/${id}/paying`, { method: 'DELETE' });
    expect(await known(id)).toMatchObject({ standings: ['cancelled'], totals: { due: total } });
    await save(id, { payments: [cashOf(total)] });
    expect(await known(id)).toMatchObject({ standings: ['cancelled', 'due'], totals: { due: total } });
  });

  it('expires', async () => {
    const { id, total } = await asked();
    await later(minutes(15));
    expect(await known(id)).toMatchObject({ standings: ['expired'], totals: { due: total } });
  });

  it('is called off without an answer: it does not count, and its money is in doubt until the provider speaks', async () => {
    const { id, total } = await asked();
    const away = { kind: 'error', status: 503 } as const;
    sandboxOf(server).faults.push(...Array.from({ length: 4 }, () => away));
    await later(2_000);
    await later(minutes(31));
    expect(await known(id)).toMatchObject({ standings: ['called-off'], totals: { due: total, doubt: total } });
    sandboxOf(server).faults.length = 0;
    await later(minutes(1));
    expect(await known(id)).toMatchObject({ standings: ['expired'], totals: { due: total } });
  });

  it('goes back when its order is rejected after it was paid', async () => {
    const { id, total, becomes } = await asked();
    becomes('processed');
    await later(3_000);
    const { status_rev: rev } = await orderOf(id);
    sandboxOf(server).faults.push(...Array.from({ length: 2 }, () => ({ kind: 'error', status: 503 }) as const));
    await server.ask('ana', `/store/1/orders/${id}/reject`, {
      method: 'PATCH',
      body: { reject_reason: 'by_store' },
      headers: command({ rev }),
    });
    expect(await known(id)).toMatchObject({ standings: ['returning'], totals: { doubt: total } });
    await expect.poll(async () => (await attemptOf(server, payableOf(id))).failures).toBeGreaterThan(0);
    sandboxOf(server).faults.length = 0;
    await later(minutes(1));
    await later(minutes(1));
    expect(await known(id)).toMatchObject({ standings: ['returned'], totals: { returned: total } });
  });

  it('was another amount: a person has to look, also after it expired', async () => {
    const { id, total } = await asked();
    const at = await knownAt(server, payableOf(id));
    Object.assign(sandboxOf(server).orders.all.get(at) ?? {}, { paid: '1.00' });
    sandboxOf(server).orders.move(at, 'processed');
    await later(3_000);
    expect(await known(id)).toMatchObject({ standings: ['doubt'], totals: { doubt: total } });
    await later(minutes(15));
    expect(await known(id)).toMatchObject({ standings: ['mismatch'], totals: { due: total, doubt: total } });
    expect(server.errors.splice(0)).toEqual([expect.stringContaining('charged something else')]);
  });
});

describe('a table', () => {
  it('is told its payments as an order is, against its total with the tip; its orders have none (Y-10)', async () => {
    const id = await openedGroup(server, 1);
    const path = `/store/1/orderGroups/${id}`;
    const place = z.parse(
      z.object({ code: z.object({ description: z.string() }) }),
      (await server.ask('ana', path)).body,
    );
    const order = readCreated(await sendOrder(server, { wanted: { place: place.code.description } }));
    const { rev } = z.parse(z.object({ rev: z.int() }), (await server.ask('ana', path)).body);
    const body = { tip: 100, payments: [cashOf(500)] };
    await server.ask('carla', path, { method: 'PATCH', body, headers: command({ rev }) });
    expect(await known(id, 'orderGroups')).toMatchObject({
      payments: [{ method: 'cash', standing: 'due', by: 'Carla Domínguez' }],
      total: order.total + 100,
      totals: { due: order.total + 100 },
    });
    expect(await known(order.id)).toMatchObject({ payments: [], total: 0, totals: {} });
  });
});

it('asks the database as often for many attempts as for one', async () => {
  const { id, total, becomes } = await asked();
  const count = async (): Promise<number> => {
    let sent = 0;
    const stop = watchQueries(() => (sent += 1));
    await known(id).finally(stop);
    return sent;
  };
  const one = await count();
  becomes('failed');
  await later(3_000);
  for (let n = 0; n < 3; n += 1) {
    await save(id, { payments: [qrOf(total), cashOf(1)] });
    sandboxOf(server).orders.move(await knownAt(server, payableOf(id)), 'failed');
    await later(3_000);
  }
  expect((await known(id)).payments).toHaveLength(5);
  expect(await count()).toBe(one);
});

it('leaves no unexpected error', () => {
  expect(server.errors).toEqual([]);
});
