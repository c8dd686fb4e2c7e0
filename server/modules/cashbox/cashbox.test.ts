import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { cashboxConfig } from '#contract/cashbox.ts';
import { paymentMethods } from '#domain/store.ts';
import { audit } from '#server/db/schema/sync.ts';
import { cashboxCalls } from '#server/testing/cashboxes.ts';
import { readError, readFeed } from '#server/testing/read.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { flowTypeTexts } from '#texts/cashbox.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const calls = cashboxCalls(() => server);
const { configure, open, flow, close, state, read, get } = calls;
beforeEach(calls.forget);

let head = 0;
beforeEach(async () => {
  ({ head } = readFeed(await server.ask('diego', '/store/1/changes')));
});

/** The events about the register in this test. */
async function notices(): Promise<unknown[]> {
  const { changes } = readFeed(await server.ask('diego', `/store/1/changes?since=${head}`));
  return changes.filter((c) => c.name === 'cashbox-updated').map((c) => c.payload);
}

/** What the audit has of the registers, or of one of them. */
const audited = async (id?: number | null): Promise<string[]> => {
  const rows = await server.db.direct
    .select({ action: audit.action })
    .from(audit)
    .where(
      and(eq(audit.store_id, 1), eq(audit.entity, 'cashbox'), id == null ? undefined : eq(audit.entity_id, String(id))),
    )
    .orderBy(audit.id);
  return rows.map((row) => row.action);
};

describe('the first setup', () => {
  it('before it, the register answers 307 without a Location, stored nowhere (X-43, D-05)', async () => {
    const answer = await get();
    expect([answer.status, answer.headers['location'], answer.headers['cache-control']]).toEqual([
      307,
      undefined,
      'no-store',
    ]);
    expect(readError(answer)).toMatchObject({
      code: 'cashbox_settings_required',
      message: 'Configurá la caja para comenzar.',
    });
    expect((await open(100)).status).toBe(307);
  });

  it('takes payouts and block, once; then the register answers (X-16, X-25, X-26)', async () => {
    const answer = await configure({ payouts: false, block: true });
    expect(answer.status).toBe(201);
    expect(z.parse(cashboxConfig, answer.body)).toEqual({ payouts: false, block: true, blind: false, drawer: false });
    expect((await get()).status).toBe(200);
    expect((await state()).config).toEqual({ payouts: false, block: true, blind: false, drawer: false });
    const again = await configure();
    expect([again.status, readError(again)]).toMatchObject([
      409,
      { code: 'cashbox_configured', message: 'La caja ya fue configurada.' },
    ]);
  });

  it.each([
    [{ payouts: 'yes' }, 'payouts'],
    [{ block: null }, 'block'],
  ])('%j is refused at its field', async (more, field) => {
    const answer = await configure(more);
    expect([answer.status, Object.keys(readError(answer).errors ?? {})]).toEqual([422, [field]]);
  });
});

describe('opening', () => {
  it('201 with the register; a second one is refused; a repeat gets the same answer (X-14, X-17)', async () => {
    await configure();
    const key = randomUUID();
    const first = await open(1_000.5, 'carla', key);
    expect(first.status).toBe(201);
    const register = read(first);
    expect(register).toMatchObject({ user: { fullname: 'Carla Domínguez' }, balance: { open: 1_000.5 } });
    const repeated = await open(1_000.5, 'carla', key);
    expect([repeated.status, read(repeated).id]).toEqual([201, register.id]);
    const second = await open(5);
    expect([second.status, readError(second)]).toMatchObject([
      409,
      { code: 'cashbox_open', message: 'Ya hay una caja abierta.' },
    ]);
    expect(await audited()).toContain('cashbox.open');
    expect((await notices()).at(-1)).toEqual({ id: register.id, block: false, drawer: false });
  });

  it.each([
    ['', 'Este campo es obligatorio'],
    [null, 'Este campo es obligatorio'],
    [-1, 'Este campo debe tener un valor mínimo de 0'],
    [1e11, 'Este campo debe tener un valor máximo de 10000000000'],
    [1.234, expect.any(String)],
  ])('an amount of %.20s is refused at its field', async (amount, sentence) => {
    await configure();
    const answer = await open(amount);
    expect([answer.status, readError(answer).errors?.['amount']]).toEqual([422, [sentence]]);
  });

  it('an amount of a million digits is refused before it is read', async () => {
    await configure();
    expect((await open('9'.repeat(1_000_000))).status).toBe(413);
  });

  it('of ten at once one opens it', async () => {
    await configure();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => open(n)));
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ]);
  });
});

it('the state of the register: closed, and open with everything that it has (X-15, X-46)', async () => {
  await configure();
  const none = await state();
  expect(none).toMatchObject({
    id: null,
    user: null,
    created_at: null,
    cashbox_last_id: null,
    time_limit: 24,
    flows: [],
  });
  const { id } = read(await open(200));
  await flow({ type: 'change', amount: 50, description: 'Monedas' });
  const now = await state();
  expect(now).toMatchObject({
    id,
    created_at: new Date(server.clock.now()).toISOString(),
    user: { fullname: 'Ana Ferreyra' },
    balance: {
      open: 200,
      payment_cash_in: 0,
      payment_totals: 0,
      payments_with_cash_in: 50,
      orders_rejecteds: 0,
      payouts_total: 0,
      cashbox_flows: 50,
      payment_methods_in_out: { in: {}, out: {} },
      calculated: 250,
    },
  });
  expect(Object.keys(now.payment_methods)).toEqual([...paymentMethods]);
  expect(now.payment_methods['cash']).toEqual({ title: 'Efectivo' });
  expect(now.flow_types).toEqual(
    Object.fromEntries(Object.entries(flowTypeTexts).map(([type, description]) => [type, { description }])),
  );
});

describe('movements', () => {
  it('201, and the register shows it; in is positive, out negative; a description is optional (X-18, X-30, X-31, N-10)', async () => {
    await configure();
    await open(100);
    const answer = await flow({ type: 'supplier', description: ' Verdulería ', amount: -30.25 }, 'carla');
    expect(answer.status).toBe(201);
    const moved = calls.readFlow(answer);
    expect(moved).toEqual({
      id: moved.id,
      type: 'supplier',
      type_description: 'Pago a proveedores',
      description: 'Verdulería',
      amount: -30.25,
      created_at: new Date(server.clock.now()).toISOString(),
      user: { fullname: 'Carla Domínguez' },
    });
    const { flows, balance } = await state();
    expect([flows, balance.calculated]).toEqual([[moved], 69.75]);
    const repeated = randomUUID();
    await flow({ type: 'other', amount: 1 }, 'ana', repeated);
    await flow({ type: 'other', amount: 1 }, 'ana', repeated);
    expect((await flow({ type: 'other', description: '', amount: -100 })).status).toBe(201);
    expect((await state()).flows.map((f) => [f.amount, f.description])).toEqual([
      [-30.25, 'Verdulería'],
      [1, null],
      [-100, null],
    ]);
  });

  it('whose sum is larger than an amount may be still leave the register readable, and can be put right (X-30)', async () => {
    await configure();
    await open(100);
    for (const amount of [-9_999_999_999, -9_999_999_999, 9_999_999_999, 9_999_999_999])
      expect((await flow({ type: 'other', amount })).status).toBe(201);
    expect((await state()).balance.calculated).toBe(100);
    for (const amount of [9_999_999_999, 9_999_999_999]) await flow({ type: 'other', amount });
    expect((await state()).balance.calculated).toBe(19_999_999_998 + 100);
  });

  it.each([
    [{ type: 'cash_in', amount: 0 }, 'amount'],
    [{ type: 'cash_in' }, 'amount'],
    [{ type: 'cash_in', amount: 0.001 }, 'amount'],
    [{ type: 'cash_in', amount: 1e-7 }, 'amount'],
    [{ type: 'gift', amount: 5 }, 'type'],
    [{ type: 'other', amount: 5, description: 'x'.repeat(256) }, 'description'],
  ])('%j is refused at %s', async (body, field) => {
    await configure();
    await open(100);
    const answer = await flow(body);
    expect([answer.status, Object.keys(readError(answer).errors ?? {})]).toEqual([422, [field]]);
    expect((await state()).flows).toEqual([]);
  });

  it('none without an open register, nor into another one than the device shows', async () => {
    await configure();
    const refused = await flow({ type: 'other', amount: 5 });
    expect([refused.status, readError(refused)]).toMatchObject([
      409,
      { code: 'cashbox_closed', message: 'Debés abrir la caja para continuar.' },
    ]);
    const { id } = read(await open(100));
    await close(id, { amount: 100 });
    const next = read(await open(100));
    expect((await flow({ type: 'other', amount: 5, cashbox_id: id })).status).toBe(409);
    expect((await flow({ type: 'other', amount: 5, cashbox_id: next.id })).status).toBe(201);
  });
});

describe('closing', () => {
  it('answers the closed register; the next one begins with nothing of it (X-17, X-40)', async () => {
    await configure();
    const { id } = read(await open(100));
    await flow({ type: 'other', amount: 20 });
    const body = { amount: 110, pieces: { '100': 1, '10': 1 }, difference_reason: 'Vuelto', observations: 'Todo bien' };
    const answer = await close(id, body, 'carla');
    expect(answer.status).toBe(200);
    expect(calls.readClosed(answer)).toMatchObject({
      id,
      closed_by: { fullname: 'Carla Domínguez' },
      counted: 110,
      expected: 120,
      pieces: { '100': 1, '10': 1 },
      difference_reason: 'Vuelto',
      observations: 'Todo bien',
      balance: { calculated: 120 },
    });
    expect(await state()).toMatchObject({ id: null, cashbox_last_id: id });
    expect((await notices()).at(-1)).toEqual({ id: null, block: false, drawer: false });
    const next = read(await open(110));
    expect(next).toMatchObject({ cashbox_last_id: id, flows: [], balance: { calculated: 110 } });
    // What was closed stays as it was.
    await flow({ type: 'other', amount: 7 });
    expect((await calls.closedOf(id ?? 0)).balance.calculated).toBe(120);
  });

  it('two people at once: one closes it, the other is told who did it; a repeat gets the same answer', async () => {
    await configure();
    const { id } = read(await open(100));
    const [one, other] = await Promise.all([close(id, { amount: 100 }, 'ana'), close(id, { amount: 90 }, 'carla')]);
    const [winner, loser] = one.status === 200 ? [one, other] : [other, one];
    expect([winner.status, loser.status]).toEqual([200, 409]);
    const closed = calls.readClosed(winner);
    expect(loser.body).toMatchObject({ code: 'cashbox_closed', by: closed.closed_by, current: { id } });
    const who = closed.closed_by?.fullname === 'Ana Ferreyra' ? 'ana' : 'carla';
    const repeat = await close(id, { amount: closed.counted }, who);
    expect([repeat.status, calls.readClosed(repeat).closed_at]).toEqual([200, closed.closed_at]);
    expect((await audited(id)).filter((action) => action === 'cashbox.close')).toHaveLength(1);
  });

  it.each([
    [{}, 'Este campo es obligatorio'],
    [{ amount: -1 }, 'Este campo debe tener un valor mínimo de 0'],
  ])('%j is refused, and the register stays open', async (body, sentence) => {
    await configure();
    const { id } = read(await open(100));
    const answer = await close(id, body);
    expect([answer.status, readError(answer).errors?.['amount']]).toEqual([422, [sentence]]);
    expect((await state()).id).toBe(id);
  });

  it('a register of another store is not there', async () => {
    await configure();
    const { id } = read(await open(100));
    const other = await server.ask('gabi', `/store/5/cashbox/${id}`, { method: 'PATCH', body: { amount: 1 } });
    expect(other.status).toBe(404);
    expect((await server.ask('gabi', `/store/5/cashbox/${id}`)).status).toBe(404);
  });
});
