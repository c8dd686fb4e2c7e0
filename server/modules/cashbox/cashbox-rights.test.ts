import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { drawerOpening } from '#contract/printing.ts';
import { isoFromInstant } from '#domain/time.ts';
import { cashboxCalls } from '#server/testing/cashboxes.ts';
import { parseProfile, readCreated, readError } from '#server/testing/read.ts';
import { sendOrder } from '#server/testing/submissions.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const { configure, open, close, read, state, forget } = cashboxCalls(() => server);
beforeEach(forget);

describe('who may', () => {
  it.each([
    ['diego', 1, 403, 'forbidden'],
    ['ana', 3, 403, 'plan_required'],
  ] as const)('%s in store %i: %i %s (X-01)', async (who, storeId, status, code) => {
    const there = cashboxCalls(() => server, storeId);
    for (const answer of [await there.get(who), await there.open(1, who), await there.configure({}, who)])
      expect([answer.status, readError(answer).code]).toEqual([status, code]);
  });
});

describe('block', () => {
  it('the staff takes no order while the register is closed; a sale that waited offline is taken (N-09)', async () => {
    await configure({ block: true });
    expect(parseProfile(await server.ask('diego', '/store/1')).store.cashbox).toEqual({
      id: null,
      block: true,
      drawer: false,
    });
    const refused = await sendOrder(server, { who: 'diego' });
    expect([refused.status, readError(refused)]).toMatchObject([
      409,
      { code: 'cashbox_closed', message: 'Debés abrir la caja para continuar.' },
    ]);
    const { id } = read(await open(0));
    expect(parseProfile(await server.ask('diego', '/store/1')).store.cashbox).toEqual({
      id,
      block: true,
      drawer: false,
    });
    const order = readCreated(await sendOrder(server, { who: 'diego' }));
    await close(id, { amount: 0 });
    expect((await sendOrder(server)).status).toBe(409);
    const { items, total } = order;
    const body = { uid: randomUUID(), type: 'LOCAL', when: { option: 'immediate' }, payments: [], items, total };
    const money = { subtotal: order.subtotal, discount: order.discount, delivery_amount: order.delivery_amount };
    const rest = { seller_id: null, description: null, phone: null, comments: null, code: order.code?.id };
    const offline = await server.ask('diego', '/store/1/orders', {
      method: 'POST',
      body: { ...body, ...money, ...rest },
      headers: { ...command(), 'x-taken-offline': '1' },
    });
    expect(offline.status).toBe(201);
  });

  it('without it, orders are taken while the register is closed', async () => {
    await configure({ block: false });
    expect((await sendOrder(server)).status).toBe(201);
  });
});

describe('the drawer', () => {
  const path = (id: number | null): string => `/store/1/cashbox/${id}/drawer`;
  const openings = async (id: number | null) =>
    z.parse(z.array(drawerOpening), (await server.ask('ana', path(id))).body);

  it('opens with cash where the store wants it, and every device knows (X-16)', async () => {
    await configure({ drawer: true });
    expect(parseProfile(await server.ask('diego', '/store/1')).store.cashbox).toMatchObject({ drawer: true });
  });

  it('by hand with a right only, while the register is open, with who, when and on which device in the audit', async () => {
    await configure();
    const { id } = read(await open(0));
    const by = (who: 'ana' | 'diego') => server.ask(who, path(id), { method: 'POST' });
    expect(readError(await by('diego')).code).toBe('forbidden');
    expect(await openings(id)).toEqual([]);
    const at = isoFromInstant(server.clock.now());
    expect((await by('ana')).status).toBe(204);
    const [opening, ...more] = await openings(id);
    expect(opening).toMatchObject({ at, authorised_by: null });
    expect(opening?.by).toMatch(/^Ana /);
    expect(opening?.device).not.toBeNull();
    expect(more).toEqual([]);
    const { balance, flows } = await state();
    expect([balance.calculated, flows]).toEqual([0, []]);
    await close(id, { amount: 0 });
    expect(readError(await by('ana')).code).toBe('cashbox_closed');
    expect(await openings(id)).toHaveLength(1);
    expect((await server.ask('gabi', path(id))).status).toBe(404);
  });
});
