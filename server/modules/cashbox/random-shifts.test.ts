import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { WireOrder } from '#contract/wire/orders.ts';
import { cashboxCalls } from '#server/testing/cashboxes.ts';
import { readCreated, readOneOrder } from '#server/testing/read.ts';
import { buildSubmission, sendOrder, type Wanted } from '#server/testing/submissions.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('sell' as const), part: fc.double({ min: 0, max: 1, noNaN: true }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('cash', 'transfer', 'reject', 'restore', 'finish'), of: fc.nat(20) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('flow' as const), amount: fc.integer({ min: -500, max: 500 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), open: fc.nat(9_000) }) },
);

const payment = (method: 'cash' | 'bank-transfer', amount: number) => ({
  method,
  amount,
  option: method,
  type: method === 'cash' ? ('exact' as const) : null,
  value: null,
});

/** What an order has of a method now, by its own answer and not by the ledger. */
const has = (order: WireOrder, method: string): number =>
  order.status === 'REJECTED' ? 0 : order.payments.reduce((sum, p) => sum + (p.method === method ? p.amount : 0), 0);

it.each([
  ['pesos', 1, 'ana', { place: 'Barra 1', items: [['Medialuna de manteca', 2]] }],
  ['guaraníes', 4, 'ana', { storeId: 4, place: 'Barra 1', items: [['Chipa', 3]] }],
] as const)(
  'in %s: after random sales, changes, rejections, movements and closes each register is what its orders changed (N-09, X-41)',
  async (_, storeId, who, wanted: Wanted) => {
    const { configure, open, flow, close, state, read } = cashboxCalls(() => server, storeId);
    await configure();
    server.clock.advance(1_000);
    const sold: number[] = [];
    const orderOf = async (id: number): Promise<WireOrder> =>
      readOneOrder(await server.ask(who, `/store/${storeId}/orders/${id}`));
    const change = async (id: number, body: object, money = false): Promise<void> => {
      const { status_rev, money_rev } = await orderOf(id);
      const path = `/store/${storeId}/orders/${id}${'reject_reason' in body ? '/reject' : ''}`;
      const headers = command({ rev: money ? money_rev : status_rev });
      await server.ask(who, path, { method: 'PATCH', body, headers });
    };
    const { total } = await buildSubmission(server, wanted);
    const run = async (steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[]): Promise<void> => {
      let register = read(await open(100, who));
      let [opening, moved] = [100, 0];
      let before = new Map<number, WireOrder>();
      for (const id of sold) before.set(id, await orderOf(id));
      const check = async (): Promise<void> => {
        const { balance } = await state();
        const now = await Promise.all(sold.map(orderOf));
        for (const method of ['cash', 'bank-transfer'] as const) {
          const changed = now.reduce((sum, order) => {
            const was = before.get(order.id);
            return sum + has(order, method) - (was ? has(was, method) : 0);
          }, 0);
          const { in: came, out: went } = balance.payment_methods_in_out;
          expect((came[method] ?? 0) - (went[method] ?? 0)).toBeCloseTo(changed, 6);
          if (method === 'cash') expect(balance.calculated).toBeCloseTo(opening + moved + changed, 6);
        }
        before = new Map(now.map((order) => [order.id, order]));
      };
      for (const one of steps) {
        if (one.do === 'sell') {
          const cash = Math.round(total * one.part);
          const parts = [payment('cash', cash), payment('bank-transfer', total - cash)];
          sold.push(readCreated(await sendOrder(server, { who, wanted, more: { payments: parts } })).id);
        } else if (one.do === 'flow') {
          const answer = await flow({ type: 'other', amount: one.amount }, who);
          if (answer.status === 201) moved += one.amount;
        } else if (one.do === 'close') {
          await check();
          await close(register.id, { amount: one.open }, who);
          register = read(await open(one.open, who));
          [opening, moved] = [one.open, 0];
        } else {
          const id = sold[one.of % Math.max(1, sold.length)];
          if (id === undefined) continue;
          if (one.do === 'cash') await change(id, { payments: [payment('cash', total)] }, true);
          else if (one.do === 'transfer') await change(id, { payments: [payment('bank-transfer', total)] }, true);
          else if (one.do === 'reject') await change(id, { reject_reason: 'by_store' });
          else await change(id, { status: one.do === 'restore' ? 'PENDING' : 'COMPLETE' });
        }
      }
      await check();
      await close(register.id, { amount: 1 }, who);
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 20 }), run), {
      numRuns: 6,
      seed: 20_261_125,
      endOnFailure: true,
    });
    expect(sold.length).toBeGreaterThan(10);
  },
  120_000,
);
