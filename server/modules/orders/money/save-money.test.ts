import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { WireOrder } from '#contract/wire/orders.ts';
import { orderStatuses } from '#domain/order.ts';
import { orders, payments } from '#server/db/schema/orders.ts';
import { audit } from '#server/db/schema/sync.ts';
import { readCreated, readError, readFeed, readOneOrder } from '#server/testing/read.ts';
import { sendOrder, type Wanted } from '#server/testing/submissions.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

type Sent = Parameters<typeof sendOrder>[1];

/** Two medialunas (2.200) at Barra 1, paid in cash. */
const create = async (wanted: Wanted = {}, more: NonNullable<Sent>['more'] = { payments: [cash(2_200)] }) =>
  readCreated(await sendOrder(server, { wanted, more }));

const cash = (amount: number) => ({
  method: 'cash' as const,
  amount,
  option: 'cash',
  type: 'exact' as const,
  value: null,
});
const card = (amount: number) => ({ ...cash(amount), method: 'card-debit' as const, option: 'card-debit', type: null });

type Seen = { rev: number; money?: number } | { after: string };
const headers = (seen: Seen, key: string): Record<string, string> =>
  'rev' in seen && seen.money !== undefined
    ? { ...command(null, key), 'if-match': `"${seen.rev}.${seen.money}"` }
    : command(seen, key);

const save = (
  { id }: Pick<WireOrder, 'id'>,
  body: unknown,
  seen: Seen = { rev: 1 },
  { key = randomUUID(), who = 'carla' }: { key?: string; who?: 'ana' | 'carla' | 'diego' } = {},
): Promise<Answer> => server.ask(who, `/store/1/orders/${id}`, { method: 'PATCH', body, headers: headers(seen, key) });

const rowOf = async (id: number) => {
  const [row] = await server.db.direct.select().from(orders).where(eq(orders.id, id));
  if (!row) throw new Error(`no order ${id}`);
  return row;
};

describe('PATCH /store/{id}/orders/{id} with payments and amounts (B-66)', () => {
  it('changes, adds and removes payments; a row that stays keeps its id; money_rev rises, status_rev stays', async () => {
    const order = await create();
    const [first] = order.payments;
    const two = readOneOrder(
      await save(order, {
        payments: [
          { ...cash(1_000), id: first?.id },
          { ...card(1_200), id: -1 },
        ],
      }),
    );
    expect(two.payments).toMatchObject([
      { id: first?.id, method: 'cash', amount: 1_000, can_modify: true, status: 'APPROVED' },
      { method: 'card-debit', amount: 1_200 },
    ]);
    expect(two).toMatchObject({ ver: 2, money_rev: 2, status_rev: 1, total: 2_200, status: 'PENDING' });
    const one = readOneOrder(
      await save(order, { payments: [{ ...card(2_200), id: two.payments[1]?.id }] }, { rev: 2 }),
    );
    expect(one.payments).toMatchObject([{ id: two.payments[1]?.id, amount: 2_200 }]);
    const none = readOneOrder(await save(order, { payments: [], total: 2_200 }, { rev: 3 }));
    expect(none.payments).toEqual([]);
  });

  it('does not compare their sum with the total (N-26)', async () => {
    const order = await create();
    expect(readOneOrder(await save(order, { payments: [cash(5)] })).payments).toMatchObject([{ amount: 5 }]);
    expect(readOneOrder(await save(order, { payments: [cash(9_000)] }, { rev: 2 })).total).toBe(2_200);
  });

  it.each([
    ['subtotal', { subtotal: 2_199.99 }],
    ['delivery', { delivery_amount: 1 }],
    ['total', { total: 2_200.01 }],
    ['total of another discount', { discount: 200, total: 2_200 }],
  ])('refuses a wrong %s: total_mismatch, nothing written (N-15)', async (_what, body) => {
    const order = await create();
    const answer = await save(order, { ...body, payments: [cash(1)] });
    expect([answer.status, readError(answer).code]).toEqual([422, 'total_mismatch']);
    expect(await rowOf(order.id)).toMatchObject({ ver: 1, money_rev: 1, discount: 0 });
    expect(await server.db.direct.select().from(payments).where(eq(payments.order_id, order.id))).toMatchObject([
      { amount: 220_000 },
    ]);
  });

  it('takes a discount from nothing to the subtotal, and the total follows (N-15, money rules 7 and 9)', async () => {
    const order = await create();
    expect(readOneOrder(await save(order, { discount: 200.5, total: 1_999.5 }))).toMatchObject({
      subtotal: 2_200,
      discount: 200.5,
      total: 1_999.5,
      money_rev: 2,
    });
    expect(readOneOrder(await save(order, { discount: 2_200 }, { rev: 2 })).total).toBe(0);
    const more = await save(order, { discount: 2_200.01 }, { rev: 3 });
    expect(readError(more).errors).toEqual({ discount: ['Es inválido'] });
  });

  it('leaves the discount of a promo code alone (D-23)', async () => {
    const order = await create({ promocode: 'DIEZ' }, {});
    expect(order.discount).toBeGreaterThan(0);
    const other = await save(order, { discount: 1 });
    expect(readError(other).code).toBe('total_mismatch');
    expect(readOneOrder(await save(order, { discount: order.discount, payments: [cash(10)] })).money_rev).toBe(2);
  });

  it('does not touch what cannot be modified: changed or left out it is refused (Y-11)', async () => {
    const order = await create();
    await server.db.direct.update(payments).set({ can_modify: false }).where(eq(payments.order_id, order.id));
    const id = order.payments[0]?.id;
    const changed = await save(order, { payments: [{ ...cash(2_000), id }] });
    expect(readError(changed).errors).toEqual({ 'payments.0': ['Es inválido'] });
    expect(readError(await save(order, { payments: [] })).errors).toEqual({ payments: ['Es inválido'] });
    const kept = readOneOrder(await save(order, { payments: [{ ...cash(2_200), id }, card(10)] }));
    expect(kept.payments).toMatchObject([{ id, amount: 2_200, can_modify: false }, { amount: 10 }]);
  });

  it.each<readonly [string, unknown, Record<string, string[]>]>([
    [
      'a method that the store does not take',
      { ...cash(1), method: 'bancard', type: null },
      { 'payments.0.method': ['Es inválido'] },
    ],
    [
      'cash that does not cover it',
      { ...cash(100), type: 'other', value: 100 },
      { 'payments.0.value': ['Es inválido'] },
    ],
    ['a row of another order', { ...cash(100), id: 2_000_000_000 }, { 'payments.0.id': ['Es inválido'] }],
    ['a negative amount', cash(-5), { 'payments.0.amount': ['Este campo debe tener un valor mínimo de 0'] }],
    ['a third decimal', cash(1.005), { 'payments.0.amount': ['Es inválido'] }],
  ])('refuses %s (Y-05, Y-13, Y-17, N-14)', async (_what, payment, errors) => {
    const order = await create();
    expect(readError(await save(order, { payments: [payment] })).errors).toEqual(errors);
    expect((await rowOf(order.id)).ver).toBe(1);
  });

  it('refuses the same row twice', async () => {
    const order = await create();
    const row = { ...cash(100), id: order.payments[0]?.id };
    expect(readError(await save(order, { payments: [row, row] })).errors).toEqual({ 'payments.1.id': ['Es inválido'] });
  });

  it('a delivery keeps a payment, a table has none of its own (Y-08, Y-10)', async () => {
    const away = await create({ type: 'DELIVERY', items: [['Medialuna de manteca', 12]] }, {});
    expect(readError(await save(away, { payments: [] })).errors).toEqual({ payments: ['Este campo es obligatorio'] });
    const table = await create({ place: 'Mesa 4' }, {});
    expect(readError(await save(table, { payments: [cash(1)] })).errors).toEqual({ payments: ['Es inválido'] });
    expect(readError(await save(table, { discount: 1 })).code).toBe('total_mismatch');
  });

  it('is possible while the order is worked on, and not by a seller', async () => {
    for (const status of orderStatuses) {
      const order = await create();
      await server.db.direct.update(orders).set({ status }).where(eq(orders.id, order.id));
      const answer = await save(order, { payments: [] });
      const open = status === 'PENDING' || status === 'ACCEPTED' || status === 'DELIVER';
      expect([status, answer.status]).toEqual([status, open ? 200 : 422]);
      if (!open) expect(readError(answer).code).toBe('invalid_transition');
    }
    const order = await create();
    expect((await save(order, { payments: [] }, { rev: 1 }, { who: 'diego' })).status).toBe(403);
  });

  it('a body that names nothing needs a status', async () => {
    const order = await create();
    expect(readError(await save(order, {})).errors).toEqual({ status: ['Este campo es obligatorio'] });
  });
});

describe('what a save compares (N-16)', () => {
  it('money by money_rev: a status that moved is no conflict, another payment is, and the loser is told who won', async () => {
    const order = await create();
    await save(order, { status: 'ACCEPTED' });
    const won = await save(order, { payments: [cash(1_000)] }, { rev: 1 }, { who: 'ana' });
    expect(readOneOrder(won)).toMatchObject({ status: 'ACCEPTED', status_rev: 2, money_rev: 2 });
    const late = await save(order, { payments: [card(500)] });
    expect([late.status, readError(late)]).toMatchObject([
      409,
      {
        code: 'conflict',
        current: { payments: [{ amount: 1_000 }] },
        by: { fullname: 'Ana Ferreyra' },
        at: new Date(server.clock.now()).toISOString(),
      },
    ]);
    // The seller, as long as no person has changed the order.
    const early = await create();
    expect(readError(await save(early, { payments: [] }, { rev: 7 })).by).toEqual({ fullname: 'Ana Ferreyra' });
  });

  it('a row that was deleted is a change of money too', async () => {
    const order = await create({
      items: [
        ['Medialuna de manteca', 2],
        ['Fainá', 1],
      ],
    });
    const item = order.order_detail[1]?.id ?? 0;
    await server.ask('carla', `/store/1/orders/${order.id}/item/${item}`, { method: 'DELETE', headers: command() });
    const late = await save(order, { payments: [] }, { rev: 1 }, { who: 'ana' });
    expect([late.status, readError(late).by]).toEqual([409, { fullname: 'Carla Domínguez' }]);
  });

  it('with a status both, as "<status_rev>.<money_rev>"; each register is judged on its own', async () => {
    const order = await create();
    const body = { status: 'COMPLETE', payments: [cash(2_000)] };
    expect(readError(await save(order, body)).errors).toEqual({ 'If-Match': ['Es inválido'] });
    expect((await save(order, body, { rev: 1, money: 2 })).status).toBe(409);
    expect((await save(order, body, { rev: 2, money: 1 })).status).toBe(409);
    const saved = readOneOrder(await save(order, body, { rev: 1, money: 1 }));
    expect(saved).toMatchObject({ status: 'COMPLETE', status_rev: 2, money_rev: 2, payments: [{ amount: 2_000 }] });
  });

  it('with a status that cannot be, nothing of it is written', async () => {
    const order = await create();
    const answer = await save(order, { status: 'PAYING', payments: [] }, { rev: 1, money: 1 });
    expect(readError(answer).code).toBe('invalid_transition');
    expect(await rowOf(order.id)).toMatchObject({ ver: 1, money_rev: 1, status: 'PENDING' });
    expect(await server.db.direct.$count(payments, eq(payments.order_id, order.id))).toBe(1);
    const same = readOneOrder(await save(order, { status: 'PENDING', payments: [] }, { rev: 1, money: 1 }));
    expect(same).toMatchObject({ status: 'PENDING', status_rev: 1, money_rev: 2 });
  });

  it('after one’s own command, and never after one that something came behind', async () => {
    const order = await create();
    const key = randomUUID();
    await save(order, { payments: [cash(1)] }, { rev: 1 }, { key });
    expect((await save(order, { payments: [cash(2)] }, { after: key })).status).toBe(200);
    expect((await save(order, { payments: [cash(3)] }, { after: key })).status).toBe(409);
  });

  it('applies once and answers the same bytes again (N-16)', async () => {
    const order = await create();
    const key = randomUUID();
    const body = { payments: [cash(1), card(2)] };
    const [first, again] = [await save(order, body, { rev: 1 }, { key }), await save(order, body, { rev: 1 }, { key })];
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([200, first.text, 'true']);
    expect(await server.db.direct.$count(payments, eq(payments.order_id, order.id))).toBe(2);
    expect(readError(await save(order, { payments: [] }, { rev: 1 }, { key })).code).toBe('idempotency_mismatch');
  });

  it('lets one of five win that save together', async () => {
    const order = await create();
    const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => save(order, { payments: [cash(n + 1)] })));
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
  });

  it('a save that changes nothing writes nothing and tells nobody', async () => {
    const order = await create();
    const id = order.payments[0]?.id;
    const head = async () => readFeed(await server.ask('ana', '/store/1/changes?audience=admin&since=0')).head;
    const before = await head();
    const body = { payments: [{ ...cash(2_200), id }], subtotal: 2_200, discount: 0, delivery_amount: 0, total: 2_200 };
    expect(readOneOrder(await save(order, body))).toMatchObject({ ver: 1, money_rev: 1 });
    expect(await head()).toBe(before);
  });

  it('tells the admins, and writes the audit with before and after (T7)', async () => {
    const order = await create();
    const head = async () => readFeed(await server.ask('ana', '/store/1/changes?audience=admin&since=0')).head;
    const before = await head();
    await save(order, { payments: [card(2_200)] });
    expect(await head()).toBe(before + 1);
    const [entry] = await server.db.direct
      .select()
      .from(audit)
      .where(and(eq(audit.entity_id, String(order.id)), eq(audit.action, 'order.saveMoney')));
    expect(entry).toMatchObject({
      actor_id: 3,
      before: { money_rev: 1, total: 220_000, payments: [{ method: 'cash', amount: 220_000 }] },
      after: { money_rev: 2, total: 220_000, payments: [{ method: 'card-debit', amount: 220_000 }] },
    });
  });
});
