import { randomUUID } from 'node:crypto';
import { ne, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { orderGroup } from '#contract/groups.ts';
import { money } from '#domain/money.ts';
import { orders } from '#server/db/schema/orders.ts';
import { codes } from '#server/db/schema/stores.ts';
import { createPayout } from '#server/modules/payouts/payouts-store.ts';
import { cashboxCalls } from '#server/testing/cashboxes.ts';
import { askPanel, panelKey } from '#server/testing/panel.ts';
import { readCreated, readOneOrder } from '#server/testing/read.ts';
import { askToOpen, buildSubmission, sendOrder, type Wanted } from '#server/testing/submissions.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'), { partnerPanelKey: panelKey });
});
afterAll(() => server.close());

const part = fc.double({ min: 0, max: 1, noNaN: true });
const steps = {
  sell: fc.record({ do: fc.constant('sell' as const), part }),
  order: fc.record({
    do: fc.constantFrom(
      'cash',
      'transfer',
      'reject',
      'restore',
      'finish',
      'remove',
      'finish',
      'refund',
      'refund',
      'refund',
    ),
    of: fc.nat(20),
  }),
  table: fc.record({
    do: fc.constant('table' as const),
    part,
    tip: fc.nat(500),
    end: fc.constantFrom('finish', 'reject', 'finish and reject', 'remove'),
  }),
  flow: fc.record({ do: fc.constant('flow' as const), amount: fc.integer({ min: -500, max: 500 }) }),
  payout: fc.record({ do: fc.constant('payout' as const), amount: fc.integer({ min: 1, max: 900 }) }),
  close: fc.record({ do: fc.constant('close' as const), open: fc.nat(9_000) }),
};
const step = fc.oneof(
  { weight: 4, arbitrary: steps.sell },
  { weight: 4, arbitrary: steps.order },
  { weight: 2, arbitrary: steps.table },
  { weight: 2, arbitrary: steps.flow },
  { weight: 1, arbitrary: steps.payout },
  { weight: 1, arbitrary: steps.close },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const payment = (method: 'cash' | 'bank-transfer', amount: number) => ({
  method,
  amount,
  option: method,
  type: method === 'cash' ? ('exact' as const) : null,
  value: null,
});
const split = (total: number, share: number) => {
  const cash = Math.round(total * share);
  return [payment('cash', cash), payment('bank-transfer', total - cash)].filter((p) => p.amount > 0);
};

interface Shop {
  readonly storeId: number;
  readonly wanted: Wanted;
  /** Minor units of one unit of its money. */
  readonly units: number;
}

/** Money that was given back of an order. */
interface Given {
  readonly id: number;
  readonly method: 'cash' | 'bank-transfer';
  readonly amount: number;
}

/** Takes steps by the calls of the API. `take` resolves to what a payout or a movement brought. */
function player({ storeId, wanted, units }: Shop) {
  const path = `/store/${storeId}`;
  const sold: number[] = [];
  const change = async (id: number, body: object, rev: 'status_rev' | 'money_rev'): Promise<void> => {
    const answer = await server.ask('ana', `${path}/orders/${id}`);
    // It was removed.
    if (answer.status === 404) return;
    const to = `${path}/orders/${id}${'reject_reason' in body ? '/reject' : ''}`;
    const headers = command({ rev: readOneOrder(answer)[rev] });
    await server.ask('ana', to, { method: 'PATCH', body, headers });
  };
  const given: Given[] = [];
  /** Gives a little back by the method that the order has. */
  const giveBack = async (id: number): Promise<void> => {
    await change(id, { status: 'COMPLETE' }, 'status_rev');
    for (const method of ['cash', 'bank-transfer'] as const) {
      const body = { method, amount: 7, reason: 'Faltaba una medialuna' };
      const sent = { method: 'POST', body, headers: command(null) } as const;
      const answer = await server.ask('ana', `${path}/orders/${id}/refund`, sent);
      // Refused: the order is gone, or has less of it.
      expect([201, 404, 422]).toContain(answer.status);
      if (answer.status !== 201) continue;
      given.push({ id, ...body });
      return;
    }
  };
  const ofOrder = async (what: string, id: number, total: number): Promise<void> => {
    if (what === 'cash') await change(id, { payments: [payment('cash', total)] }, 'money_rev');
    else if (what === 'transfer') await change(id, { payments: [payment('bank-transfer', total)] }, 'money_rev');
    else if (what === 'reject') await change(id, { reject_reason: 'by_store' }, 'status_rev');
    else if (what === 'refund') await giveBack(id);
    else if (what === 'remove') await askPanel(server, 'DELETE', `orders/${id}`, undefined, { store: storeId });
    else await change(id, { status: what === 'restore' ? 'PENDING' : 'COMPLETE' }, 'status_rev');
  };
  const atTable = async ({ part: share, tip, end }: Extract<Step, { readonly do: 'table' }>): Promise<void> => {
    const { id } = z.parse(orderGroup, (await askToOpen(server, 'Mesa al azar', { store: storeId })).body);
    const there = `${path}/orderGroups/${id}`;
    const save = async (body: (total: number) => object): Promise<void> => {
      const { rev, total } = z.parse(orderGroup, (await server.ask('ana', there)).body);
      const headers = command({ rev });
      const saved = await server.ask('ana', there, { method: 'PATCH', body: body(total), headers });
      expect([saved.status, saved.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
    };
    expect((await sendOrder(server, { wanted: { ...wanted, place: 'Mesa al azar' } })).status).toBe(201);
    if (end.startsWith('finish'))
      await save((total) => ({ status: 'COMPLETE', payments: split(total + tip, share), tip }));
    else await save((total) => ({ payments: split(total, share) }));
    if (end.endsWith('reject')) await save(() => ({ status: 'REJECTED' }));
    if (end === 'remove') expect((await server.ask('ana', there, { method: 'DELETE' })).status).toBe(204);
  };
  const payOut = async (amount: number): Promise<void> => {
    const told = { storeId, provider: 'sandbox', reference: randomUUID(), rider: null, at: server.clock.now() };
    const payout = await server.db.store(storeId, 'write', (tx) =>
      createPayout(tx, { ...told, amount: money(amount * units), code: '1234' }),
    );
    const confirm = `${path}/payouts/${payout?.id}/confirm`;
    expect((await server.ask('ana', confirm, { method: 'PATCH', body: { code: '1234' } })).status).toBe(200);
  };
  return {
    take: async (one: Exclude<Step, { readonly do: 'close' }>, total: number): Promise<number> => {
      if (one.do === 'sell') {
        const more = { payments: split(total, one.part) };
        sold.push(readCreated(await sendOrder(server, { wanted, more })).id);
      } else if (one.do === 'table') await atTable(one);
      else if (one.do === 'payout') {
        await payOut(one.amount);
        return one.amount;
      } else if (one.do === 'flow') {
        const answer = await cashboxCalls(() => server, storeId).flow({ type: 'other', amount: one.amount });
        return answer.status === 201 ? one.amount : 0;
      } else {
        const id = sold[one.of % Math.max(1, sold.length)];
        if (id !== undefined) await ofOrder(one.do, id, total);
      }
      return 0;
    },
    sold,
    given,
  };
}

interface Worth {
  readonly cash: number;
  readonly transfer: number;
  readonly tips: number;
}

/** What the store's orders and tables have brought, by their own rows and not by the ledger. */
async function worthOf({ storeId, units }: Shop, since: string, given: readonly Given[]): Promise<Worth> {
  const { rows } = await server.db.direct.execute<{ readonly what: string; readonly sum: string }>(sql`
    select p.method as what, sum(p.amount) as sum from payments p
      left join orders o on o.id = p.order_id left join order_groups g on g.id = p.order_group_id
    where p.store_id = ${storeId} and coalesce(o.created_at, g.created_at) >= ${since}::timestamptz
      and (o.status <> 'REJECTED' or g.status = 'COMPLETE')
    group by 1
    union all select 'tips', coalesce(sum(tip), 0) from order_groups
    where store_id = ${storeId} and status = 'COMPLETE' and created_at >= ${since}::timestamptz`);
  const of = (what: string): number => Number(rows.find((r) => r.what === what)?.sum ?? 0) / units;
  const kept = await server.db.direct.select({ id: orders.id }).from(orders).where(ne(orders.status, 'REJECTED'));
  const back = (method: Given['method']): number =>
    given.reduce((sum, g) => (g.method === method && kept.some(({ id }) => id === g.id) ? sum + g.amount : sum), 0);
  return {
    cash: of('cash') - back('cash'),
    transfer: of('bank-transfer') - back('bank-transfer'),
    tips: of('tips'),
  };
}

it.each([
  ['pesos', { storeId: 1, units: 100, wanted: { place: 'Barra 1', items: [['Medialuna de manteca', 2]] } }],
  ['guaraníes', { storeId: 4, units: 1, wanted: { storeId: 4, place: 'Barra 1', items: [['Chipa', 3]] } }],
] as const)(
  'in %s: after random sales, changes, refunds, rejections, tables, payouts, movements and closes each register is what its orders changed (N-09, X-41)',
  async (_, shop: Shop) => {
    const { storeId, wanted } = shop;
    const { configure, open, close, state, read } = cashboxCalls(() => server, storeId);
    await configure();
    server.clock.advance(1_000);
    const since = new Date(server.clock.now()).toISOString();
    const place = { code: randomUUID(), description: 'Mesa al azar', type: 'LOCAL', default: false } as const;
    await server.db.direct.insert(codes).values({ ...place, store_id: storeId, group: true });
    const { total } = await buildSubmission(server, wanted);
    const { take, sold, given } = player(shop);
    let closes = 0;
    const run = async (history: readonly Step[]): Promise<void> => {
      let register = read(await open(100));
      let [opening, moved] = [100, 0];
      let before = await worthOf(shop, since, given);
      const check = async (): Promise<void> => {
        const { balance } = await state();
        const now = await worthOf(shop, since, given);
        const { in: came, out: went } = balance.payment_methods_in_out;
        const net = (method: 'cash' | 'bank-transfer') => (came[method] ?? 0) - (went[method] ?? 0);
        expect(net('cash')).toBeCloseTo(now.cash - before.cash, 6);
        expect(net('bank-transfer')).toBeCloseTo(now.transfer - before.transfer, 6);
        expect(balance.tips_total).toBeCloseTo(now.tips - before.tips, 6);
        expect(balance.calculated).toBeCloseTo(opening + moved + now.cash - before.cash, 6);
        before = now;
      };
      const closing = async (amount: number): Promise<void> => {
        await check();
        const { id, balance } = await state();
        const closed = await close(id, { amount });
        expect([closed.status, closed.body]).toMatchObject([200, { data: { id, expected: balance.calculated } }]);
        closes += 1;
      };
      for (const one of history) {
        if (one.do === 'close') {
          await closing(one.open);
          register = read(await open(one.open));
          [opening, moved] = [one.open, 0];
        } else moved += await take(one, total);
      }
      expect((await state()).id).toBe(register.id);
      await closing(1);
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 20 }), run), {
      numRuns: 12,
      seed: 20_261_125,
      endOnFailure: true,
    });
    expect([sold.length > 20, closes > 15, given.length > 5]).toEqual([true, true, true]);
  },
  120_000,
);
