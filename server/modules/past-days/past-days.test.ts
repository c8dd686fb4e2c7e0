import fc from 'fast-check';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { pastDay } from '#contract/past-days.ts';
import { readPastDay } from '#contract/wire/past-days.ts';
import { defaultCurrency } from '#domain/money.ts';
import { boardAt, dayOf, registerAt } from '#domain/past-day.ts';
import { addDays, type Instant, isoFromInstant, minutes } from '#domain/time.ts';
import { orders } from '#server/db/schema/orders.ts';
import { codes } from '#server/db/schema/stores.ts';
import { demoPassword, type Person } from '#server/seed/people.ts';
import { beginCall } from '#server/modules/panel/panel-call.ts';
import { removeOrder } from '#server/modules/panel/remove-order.ts';
import { cashboxCalls } from '#server/testing/cashboxes.ts';
import { readCreated, readError } from '#server/testing/read.ts';
import { sendOrder } from '#server/testing/submissions.ts';
import { type Answer, type Ask, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

const zone = 'America/Argentina/Buenos_Aires';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const today = (): string => dayOf(server.clock.now(), zone);
const read = ({ status, body }: Answer) => {
  expect([status, status === 200 ? null : body]).toEqual([200, null]);
  return readPastDay(z.parse(pastDay, body), defaultCurrency);
};
/** A person who signed in just now: sessions end while the clock jumps. */
async function ask(who: Person, path: string, more: Ask = {}): Promise<Answer> {
  const credentials = { email: `${who}@demo.marche`, password: demoPassword };
  const { body } = await server.ask(null, '/tokens', { method: 'POST', body: credentials });
  const { access_token: token } = z.parse(z.object({ access_token: z.string() }), body);
  return server.ask(null, path, { ...more, headers: { ...more.headers, authorization: `Bearer ${token}` } });
}
const askDay = (day = today(), who: Person = 'ana') => ask(who, `/store/1/days/${day}`);
const readDay = async (day = today()) => read(await askDay(day));

/** Every order of the store that is open or was finished, as the database has it. */
const boardNow = async () => {
  const rows = await server.db.direct
    .select({ order: orders, place: codes.description })
    .from(orders)
    .leftJoin(codes, eq(codes.id, orders.code_id))
    .where(eq(orders.store_id, 1))
    .orderBy(orders.id);
  return rows.map(({ order: { id, status, total, ready_by }, place }) => ({ id, status, total, ready_by, place }));
};

describe('GET /store/{id}/days/{day}', () => {
  it('tells the board and the register at every moment of a day of random orders', async () => {
    const { configure, open, flow, state } = cashboxCalls(() => server);
    await configure();
    const begin = server.clock.now();
    const ids: number[] = [];
    const moments: { at: Instant; board: Awaited<ReturnType<typeof boardNow>>; cash: number | null }[] = [];
    const remember = async (): Promise<void> => {
      const { id, balance } = await state();
      moments.push({ at: server.clock.now(), board: await boardNow(), cash: id === null ? null : balance.calculated });
    };
    const change = async (path: string, body: object | undefined, method: 'PATCH' | 'DELETE' = 'PATCH') => {
      const [row] = await server.db.direct
        .select()
        .from(orders)
        .where(eq(orders.id, Number(path.split('/')[0])));
      await server.ask('ana', `/store/1/orders/${path}`, {
        method,
        ...(body && { body }),
        headers: command({ rev: row?.status_rev ?? 0 }),
      });
    };
    await remember();
    server.clock.jump(5_000);
    await open(1_000);
    const act = {
      take: async () => {
        const items = [
          ['Medialuna de manteca', 2],
          ['Fainá', 1],
        ] as const;
        ids.push(readCreated(await sendOrder(server, { wanted: { items } })).id);
      },
      status: (id: number, n: number) =>
        change(`${id}`, { status: ['PENDING', 'ACCEPTED', 'DELIVER', 'COMPLETE'][n % 4] }),
      reject: (id: number) => change(`${id}/reject`, { reject_reason: 'closed' }),
      delay: (id: number, n: number) => change(`${id}/delay`, { minutes: 5 + (n % 3) * 5 }),
      remove: async (id: number) => {
        const [row] = await server.db.direct.select().from(orders).where(eq(orders.id, id));
        await change(`${id}/item/${row?.lines[0]?.row}`, undefined, 'DELETE');
      },
      gone: (id: number) =>
        server.db.store(1, 'write', async (tx) => {
          await removeOrder(await beginCall(tx, 1, server.clock.now()), id);
        }),
      money: async (_: number, n: number) => {
        await flow({ type: n % 2 === 0 ? 'cash_in' : 'expense', amount: n % 2 === 0 ? n + 1 : -n });
      },
    };
    const kinds = [
      'take',
      'status',
      'status',
      'status',
      'status',
      'delay',
      'remove',
      'reject',
      'gone',
      'money',
    ] as const;
    const random = fc.tuple(fc.constantFrom(...kinds), fc.nat(50), fc.nat(50));
    const steps = fc.sample(random, { numRuns: 120, seed: 20 });
    for (const [kind, which, n] of [['take', 0, 0] as const, ...steps]) {
      server.clock.jump(5_000);
      await act[kind](ids[which % Math.max(1, ids.length)] ?? 0, n);
      await remember();
    }
    server.clock.jump(minutes(1));
    const day = await readDay();
    expect(day.complete).toBe(true);
    for (const { at, board, cash } of moments) {
      const told = boardAt(day.orders, at);
      for (const status of ['PAYING', 'PENDING', 'ACCEPTED', 'DELIVER'] as const)
        expect(
          told.columns
            .get(status)
            ?.map(({ id, status: is, total, ready_by, place }) => ({ id, status: is, total, ready_by, place }))
            .toSorted((a, b) => a.id - b.id),
          `${isoFromInstant(at)} ${status}`,
        ).toEqual(board.filter((o) => o.status === status));
      const register = registerAt(day.registers, at);
      expect(register?.balance ? Number(register.balance.calculated) / 100 : null).toBe(cash);
    }
    // The histories had every kind of change, and what they say has an author.
    const actions = new Set(day.orders.flatMap((o) => o.changes.map((c) => c.event.action)));
    expect([...actions].toSorted()).toEqual(['create', 'delay', 'reject', 'remove', 'remove-item', 'status']);
    expect(day.orders.find((o) => o.created_at > begin)?.changes[0]?.actor.fullname).toBe('Ana Ferreyra');
  });

  it('keeps the sums of an open register back where the store wants a blind close', async () => {
    const { forget, configure, open, state, close } = cashboxCalls(() => server);
    await forget();
    await configure({ blind: true });
    await open(500);
    expect((await readDay()).registers.map(({ entries }) => entries)).toEqual([null]);
    await close((await state()).id, { amount: 500 });
    expect((await readDay()).registers.map(({ entries, counted }) => [entries, counted])).toEqual([[[], 50_000]]);
  });

  it('is for owner and manager of the store, and for days that there are', async () => {
    expect((await askDay(today(), 'bruno')).status).toBe(200);
    for (const [who, status] of [
      ['carla', 403],
      ['diego', 403],
      ['gabi', 404],
    ] as const)
      expect((await askDay(today(), who)).status, who).toBe(status);
    expect(readError(await askDay(addDays(today(), 1))).code).toBe('not_found');
    for (const day of ['2026-13-01', 'ayer', '2026-11-20T00:00']) expect((await askDay(day)).status, day).toBe(422);
    const other = z.parse(pastDay, (await ask('ana', `/store/2/days/${today()}`)).body);
    const own = new Set((await readDay()).orders.map(({ id }) => id));
    expect(other.orders.filter(({ id }) => own.has(id))).toEqual([]);
  });

  it('begins at five in the morning in the store, and has what was still open then', async () => {
    const order = readCreated(await sendOrder(server));
    const day = today();
    const { from, to } = await readDay();
    expect([isoFromInstant(from), isoFromInstant(to)]).toEqual([
      `${day}T08:00:00.000Z`,
      `${addDays(day, 1)}T08:00:00.000Z`,
    ]);
    server.clock.jump(to - server.clock.now() + 1);
    const found = (await readDay()).orders.map(({ id }) => id);
    expect(found).toContain(order.id);
    await ask('ana', `/store/1/orders/${order.id}/reject`, {
      method: 'PATCH',
      body: { reject_reason: 'closed' },
      headers: command({ rev: 1 }),
    });
    server.clock.jump(minutes(24 * 60));
    expect((await readDay()).orders.map(({ id }) => id)).not.toContain(order.id);
    // The day before it still knows it, open until its end.
    const before = boardAt((await readDay(day)).orders, to);
    expect(before.columns.get('PENDING')?.map(({ id }) => id)).toContain(order.id);
  });
});
