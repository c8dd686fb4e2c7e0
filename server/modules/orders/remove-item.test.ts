import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { WireOrder } from '#contract/wire/orders.ts';
import { money } from '#domain/money.ts';
import { isOnBoard, orderStatuses } from '#domain/order.ts';
import { orders } from '#server/db/schema/orders.ts';
import { audit } from '#server/db/schema/sync.ts';
import { readCreated, readError, readFeed, readOneOrder } from '#server/testing/read.ts';
import { sendOrder, type Wanted } from '#server/testing/submissions.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const three: Wanted['items'] = [
  ['Medialuna de manteca', 2],
  ['Hamburguesa clásica', 1, { 'A punto': 1, Barbacoa: 1 }],
  ['Fainá', 1],
];
const create = async (wanted: Wanted = {}): Promise<WireOrder> =>
  readCreated(await sendOrder(server, { wanted: { items: three, ...wanted } }));

const rowNamed = ({ order_detail }: WireOrder, name: string): number => {
  const row = order_detail.find((r) => r.ref === null && r.name === name);
  if (!row) throw new Error(`no ${name}`);
  return row.id;
};

const remove = (
  id: number,
  item: number,
  key: string = randomUUID(),
  who: 'carla' | 'diego' = 'carla',
): Promise<Answer> =>
  server.ask(who, `/store/1/orders/${id}/item/${item}`, { method: 'DELETE', headers: command(null, key) });

const heads = (): Promise<number[]> =>
  Promise.all(
    ['admin', 'store'].map(
      async (a) => readFeed(await server.ask('ana', `/store/1/changes?audience=${a}&since=0`)).head,
    ),
  );

describe('DELETE /store/{id}/orders/{id}/item/{item_id} (B-67, N-12)', () => {
  it('takes the row and its additionals away and adds the rest up; ver and money_rev rise, status_rev stays', async () => {
    const order = await create();
    const burger = order.items.find((i) => i.name === 'Hamburguesa clásica');
    const left = readOneOrder(await remove(order.id, rowNamed(order, 'Hamburguesa clásica')));
    expect(left.items.map((i) => i.name)).toEqual(['Medialuna de manteca', 'Fainá']);
    expect(left.order_detail.map((r) => [r.ref, r.name])).toEqual([
      [null, 'Medialuna de manteca'],
      [null, 'Fainá'],
    ]);
    const gone = burger?.price ?? 0;
    expect(gone).toBeGreaterThan(0);
    expect(left).toMatchObject({ subtotal: order.subtotal - gone, total: order.total - gone });
    expect(left).toMatchObject({ ver: 2, money_rev: 2, status_rev: 1, status: 'PENDING' });
    // The remaining rows keep their ids (D-22), the payments their amounts (N-26).
    expect(left.order_detail.map((r) => r.id)).toEqual(
      ['Medialuna de manteca', 'Fainá'].map((name) => rowNamed(order, name)),
    );
    expect(left.payments).toEqual(order.payments);
  });

  it('recomputes what a percent takes off, and caps an amount at what is left (money rule 7)', async () => {
    const percent = await create({ promocode: 'DIEZ' });
    const less = readOneOrder(await remove(percent.id, rowNamed(percent, 'Hamburguesa clásica')));
    expect(percent.discount).toBe(Math.round(percent.subtotal * 10) / 100);
    expect(less.discount).toBe(Math.round(less.subtotal * 10) / 100);
    expect(less.total).toBe(less.subtotal - less.discount);

    const order = await create();
    const { subtotal, discount } = readOneOrder(await remove(order.id, rowNamed(order, 'Fainá')));
    expect(discount).toBe(0);
    await server.db.direct
      .update(orders)
      .set({ discount: money(subtotal * 100) })
      .where(eq(orders.id, order.id));
    const capped = readOneOrder(await remove(order.id, rowNamed(order, 'Hamburguesa clásica')));
    expect(capped).toMatchObject({ discount: capped.subtotal, total: 0 });
  });

  it('keeps the last row: 422 last_item with its sentence, nothing written (N-12)', async () => {
    const order = await create({ items: [['Medialuna de manteca', 2]] });
    const answer = await remove(order.id, rowNamed(order, 'Medialuna de manteca'));
    expect([answer.status, readError(answer)]).toMatchObject([
      422,
      { code: 'last_item', message: 'El pedido debe tener al menos un producto.' },
    ]);
    const [row] = await server.db.direct.select().from(orders).where(eq(orders.id, order.id));
    expect(row).toMatchObject({ ver: 1, money_rev: 1 });
  });

  it('is possible until the order is over (N-12), and not while it is being paid', async () => {
    for (const status of orderStatuses) {
      const order = await create();
      await server.db.direct.update(orders).set({ status }).where(eq(orders.id, order.id));
      const answer = await remove(order.id, rowNamed(order, 'Fainá'));
      const open = isOnBoard(status);
      expect([status, answer.status]).toEqual([status, open ? 200 : 422]);
      if (!open) expect(readError(answer).code).toBe('invalid_transition');
      if (status === 'PAYING') expect(readError(answer).message).toMatch(/primero cancelá el pago/);
    }
  });

  it('answers 404 the second time, for an additional, for a row of another order, and 403 to a seller', async () => {
    const [order, other] = [await create(), await create()];
    const coffee = rowNamed(order, 'Fainá');
    const extra = order.order_detail.find((r) => r.ref !== null)?.id ?? 0;
    expect((await remove(order.id, coffee, randomUUID(), 'diego')).status).toBe(403);
    expect((await remove(order.id, coffee)).status).toBe(200);
    for (const item of [coffee, extra, rowNamed(other, 'Fainá'), 2_147_483_647])
      expect([item, (await remove(order.id, item)).status]).toEqual([item, 404]);
    expect((await remove(order.id, 0)).status).toBe(404);
  });

  it('applies once and answers the same bytes again; another row under the key is refused (N-16)', async () => {
    const order = await create();
    const key = randomUUID();
    const coffee = rowNamed(order, 'Fainá');
    const [first, again] = [await remove(order.id, coffee, key), await remove(order.id, coffee, key)];
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([200, first.text, 'true']);
    const other = await remove(order.id, rowNamed(order, 'Hamburguesa clásica'), key);
    expect(readError(other).code).toBe('idempotency_mismatch');
    expect((await server.ask('carla', `/store/1/orders/${order.id}/item/${coffee}`, { method: 'DELETE' })).status).toBe(
      422,
    );
  });

  it('lets one of five win that remove the same row together, and never the last two of two', async () => {
    const order = await create();
    const coffee = rowNamed(order, 'Fainá');
    const same = await Promise.all(Array.from({ length: 5 }, () => remove(order.id, coffee)));
    expect(same.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404, 404]);
    const rest = await Promise.all(
      ['Medialuna de manteca', 'Hamburguesa clásica'].map((name) => remove(order.id, rowNamed(order, name))),
    );
    expect(rest.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });

  it('announces the order and not its code, and writes the audit with before and after (T7)', async () => {
    const order = await create();
    const [admin = 0, store = 0] = await heads();
    const left = readOneOrder(await remove(order.id, rowNamed(order, 'Medialuna de manteca')));
    expect(await heads()).toEqual([admin + 1, store]);
    const [entry] = await server.db.direct
      .select()
      .from(audit)
      .where(and(eq(audit.entity_id, String(order.id)), eq(audit.action, 'order.removeItem')));
    expect(entry).toMatchObject({
      actor_id: 3,
      before: { total: order.total * 100, money_rev: 1, item: { name: 'Medialuna de manteca', quantity: 2 } },
      after: { total: left.total * 100, money_rev: 2 },
    });
  });

  it('is no conflict for a status that another device changes on what it saw', async () => {
    const order = await create();
    await remove(order.id, rowNamed(order, 'Fainá'));
    const moved = await server.ask('ana', `/store/1/orders/${order.id}`, {
      method: 'PATCH',
      body: { status: 'ACCEPTED' },
      headers: command({ rev: 1 }),
    });
    expect(readOneOrder(moved)).toMatchObject({ status: 'ACCEPTED', status_rev: 2, money_rev: 2 });
  });
});
