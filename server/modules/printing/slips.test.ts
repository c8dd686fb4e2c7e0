import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { printPoint, printSlip, unprinted } from '#contract/printing.ts';
import { assemblies } from '#server/db/schema/stores.ts';
import { items } from '#server/db/schema/catalog.ts';
import { orders } from '#server/db/schema/orders.ts';
import { printJobs, printLines, printPoints, printSlips } from '#server/db/schema/printing.ts';
import { settlePrintSlips } from '#server/modules/printing/slips-store.ts';
import { settlePrintJobs } from '#server/modules/printing/print-jobs-store.ts';
import type { Person } from '#server/seed/people.ts';
import { readCreated, readError, readFeed } from '#server/testing/read.ts';
import { sendOrder } from '#server/testing/submissions.ts';
import { freeTables, tableCalls } from '#server/testing/tables.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let point = 0;
let sections: readonly number[] = [];
const counter = randomUUID();
const printers = ['Caja', 'Cocina', 'Barra'];
const points = '/store/1/config/printpoint';

beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const addPoint = async (device: string, more: object = {}): Promise<number> => {
  const body = { name: 'Mostrador', shared: 1, types: ['commander', 'rejected', 'summary'], printers, ...more };
  const headers = { ...command(), 'x-device': device };
  return z.parse(printPoint, (await server.ask('ana', points, { method: 'POST', body, headers })).body).id;
};

beforeEach(async () => {
  const { direct } = server.db;
  await direct.delete(printSlips);
  await direct.delete(printJobs);
  await direct.delete(printPoints);
  await direct.delete(orders).where(eq(orders.number, -1));
  point = await addPoint(counter);
  sections = (await direct.select().from(assemblies).where(eq(assemblies.store_id, 1))).map((a) => a.id);
});

const claimed = z.object({ slips: z.array(printSlip) });
interface Options {
  readonly kind?: string;
  readonly hand?: boolean;
  readonly who?: Person;
  readonly device?: string;
  readonly at?: number;
  readonly key?: string;
  readonly more?: object;
}
const ask = (
  orderId: number,
  {
    kind = 'commander',
    hand = false,
    who = 'ana',
    device = counter,
    at = point,
    key = randomUUID(),
    more,
  }: Options = {},
): Promise<Answer> =>
  server.ask(who, `${points}/${at}/slips`, {
    method: 'POST',
    body: { order_id: orderId, kind, hand, value: 'Caja', assemblies: {}, ...more },
    headers: { ...command(null, key), 'x-device': device },
  });
const claim = async (orderId: number, options: Options = {}) => {
  const given = await ask(orderId, options);
  expect(given.status, given.text).toBe(200);
  return z.parse(claimed, given.body).slips;
};
const said = (slips: Awaited<ReturnType<typeof claim>>) =>
  slips.map((s) => [s.printer, s.change, s.lines.map((l) => `${l.quantity} ${l.name}`)]);
const end = (id: number, outcome: string, more: object = {}): Promise<Answer> =>
  server.ask('ana', `${points}/${point}/slips/${id}`, {
    method: 'PATCH',
    body: { outcome, ...more },
    headers: { 'x-device': counter },
  });
const unprintedOrders = async () =>
  z.parse(z.array(unprinted), (await server.ask('ana', '/store/1/printing/unprinted')).body);

const move = async (id: number, status: string): Promise<void> => {
  await server.db.direct
    .update(orders)
    .set({ status: z.parse(z.enum(['ACCEPTED', 'DELIVER', 'COMPLETE', 'REJECTED']), status) })
    .where(eq(orders.id, id));
};
const dishes = [
  ['Medialuna de manteca', 2],
  ['Plato del día', 1],
] as const;
const accepted = async (wanted: readonly (readonly [string, number])[] = dishes): Promise<number> => {
  const { id } = readCreated(await sendOrder(server, { wanted: { items: wanted } }));
  await move(id, 'ACCEPTED');
  return id;
};
const rowsOf = async (id: number) =>
  (await server.db.direct.select().from(orders).where(eq(orders.id, id)))[0]?.lines ?? [];
const removeLine = async (id: number, row: number): Promise<void> => {
  const { status } = await server.ask('ana', `/store/1/orders/${id}/item/${row}`, {
    method: 'DELETE',
    headers: command(),
  });
  expect(status).toBe(200);
};

/** The first dish is made in the kitchen, the second nowhere. Returns the printer of the kitchen. */
async function inTwoSections() {
  const [kitchen] = sections;
  for (const [[name], assembly_id] of [
    [dishes[0], kitchen],
    [dishes[1], null],
  ] as const)
    await server.db.direct
      .update(items)
      .set({ assembly_id })
      .where(and(eq(items.store_id, 1), eq(items.name, name)));
  return { assemblies: { [String(kitchen)]: 'Cocina' } };
}

describe('the comanda ledger', () => {
  it('gives each printer the lines of its sections, once', async () => {
    const id = await accepted();
    const more = await inTwoSections();
    expect(said(await claim(id, { more }))).toEqual([
      ['Cocina', 'whole', ['2 Medialuna de manteca']],
      ['Caja', 'whole', ['1 Plato del día']],
    ]);
    expect(await claim(id, { more })).toEqual([]);
  });

  it('sections that name one printer share one slip; when they name another one later, nothing is printed again', async () => {
    const id = await accepted();
    const [kitchen, bar] = sections;
    for (const [assembly_id, name] of [
      [kitchen, 'Medialuna de manteca'],
      [bar, 'Plato del día'],
    ] as const)
      await server.db.direct
        .update(items)
        .set({ assembly_id })
        .where(and(eq(items.store_id, 1), eq(items.name, name)));
    const both = { assemblies: { [String(kitchen)]: 'Cocina', [String(bar)]: 'Cocina' } };
    expect(said(await claim(id, { more: both }))).toEqual([
      ['Cocina', 'whole', ['2 Medialuna de manteca', '1 Plato del día']],
    ]);
    expect(await claim(id, { more: both })).toEqual([]);
    const own = { assemblies: { [String(kitchen)]: 'Caja', [String(bar)]: 'Barra' } };
    for (const more of [own, { value: 'Cocina' }, {}]) expect(await claim(id, { more })).toEqual([]);
  });

  it('a printer is one at its computer: twenty ask at once, under two settings that name it, and one gets the slip', async () => {
    const id = await accepted();
    const main = { value: 'Cocina' };
    const asSection = { assemblies: Object.fromEntries(sections.map((s) => [String(s), 'Cocina'])), value: 'Cocina' };
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) => claim(id, { more: n % 2 === 0 ? main : asSection })),
    );
    expect(all.flatMap(said)).toEqual([['Cocina', 'whole', ['2 Medialuna de manteca', '1 Plato del día']]]);
  });

  it('a printer of the same name at another computer is another printer: each prints the order once', async () => {
    const id = await accepted();
    const other = randomUUID();
    const elsewhere = { device: other, at: await addPoint(other, { name: 'Barra' }) };
    const whole = [['Caja', 'whole', ['2 Medialuna de manteca', '1 Plato del día']]];
    const all = await Promise.all(
      [{}, elsewhere, {}, elsewhere].map(async (options) => said(await claim(id, options))),
    );
    expect(all.filter((slips) => slips.length > 0)).toEqual([whole, whole]);
    expect(await claim(id)).toEqual([]);
    expect(await claim(id, elsewhere)).toEqual([]);
    await move(id, 'REJECTED');
    for (const options of [{}, elsewhere])
      expect((await claim(id, { ...options, kind: 'rejected' })).map((s) => [s.printer, s.change])).toEqual([
        ['Caja', 'voided'],
      ]);
  });

  it('of ten that ask at once one gets it; the repeat of a lost answer gets the same slips', async () => {
    const id = await accepted();
    const all = await Promise.all(Array.from({ length: 10 }, () => claim(id)));
    expect(all.filter((slips) => slips.length > 0)).toHaveLength(1);
    const other = await accepted();
    const key = randomUUID();
    const first = await claim(other, { key });
    expect(first).toHaveLength(1);
    expect(await claim(other, { key })).toEqual(first);
  });

  it('an addition prints only the new units, a removed line is voided, a rejected order voids the rest once', async () => {
    const id = await accepted();
    await claim(id);
    const [pizza, drink] = await rowsOf(id);
    if (!pizza || !drink) throw new Error('no lines');
    await server.db.direct
      .update(orders)
      .set({ lines: [{ ...pizza, quantity: 3 }, drink, { ...drink, row: drink.row + 1_000_000, name: 'Postre' }] })
      .where(eq(orders.id, id));
    expect(said(await claim(id))).toEqual([['Caja', 'added', ['1 Medialuna de manteca', '1 Postre']]]);
    await removeLine(id, drink.row);
    expect(said(await claim(id))).toEqual([['Caja', 'voided', ['1 Plato del día']]]);
    await move(id, 'REJECTED');
    expect(await claim(id, { kind: 'commander' })).toEqual([]);
    const voided = await claim(id, { kind: 'rejected' });
    expect(said(voided)).toEqual([['Caja', 'voided', ['3 Medialuna de manteca', '1 Postre']]]);
    expect(voided.map((s) => s.revision)).toEqual([4]);
    expect(await claim(id, { kind: 'rejected' })).toEqual([]);
  });

  it('an order that was rejected before its comanda prints nothing by itself', async () => {
    const id = await accepted();
    await move(id, 'REJECTED');
    expect(await claim(id, { kind: 'rejected' })).toEqual([]);
  });

  it('a repeat by hand says so, counts, and names who asked; nobody else sees it as due', async () => {
    const id = await accepted();
    await claim(id);
    const again = await claim(id, { hand: true, who: 'carla' });
    expect(again.map((s) => [s.change, s.reprint])).toEqual([
      ['whole', { count: 1, by: expect.stringContaining('Carla') }],
    ]);
    expect((await claim(id, { hand: true })).map((s) => s.reprint?.count)).toEqual([2]);
    expect(await claim(id)).toEqual([]);
  });

  it('by hand the first time it carries no mark', async () => {
    const id = await accepted();
    expect((await claim(id, { hand: true })).map((s) => s.reprint)).toEqual([null]);
  });

  it('a summary prints by itself once for each printer, not of a table, and only when it is ready', async () => {
    const id = await accepted();
    expect(await claim(id, { kind: 'summary' })).toEqual([]);
    await move(id, 'DELIVER');
    expect((await claim(id, { kind: 'summary' })).map((s) => [s.kind, s.reprint])).toEqual([['summary', null]]);
    expect(await claim(id, { kind: 'summary' })).toEqual([]);
    expect((await claim(id, { kind: 'summary', hand: true })).map((s) => s.reprint?.count)).toEqual([1]);
  });

  it('only the print point itself claims, on printers that it has, of orders that the person sees', async () => {
    const id = await accepted();
    expect((await ask(id, { device: randomUUID() })).status).toBe(404);
    expect((await ask(987_654)).status).toBe(404);
    expect((await ask(id, { who: 'diego' })).status).toBe(404);
    expect((await ask(id, { more: { job: randomUUID() } })).status).toBe(404);
    const strange = await ask(id, { more: { value: 'Otra' } });
    expect([strange.status, Object.keys(readError(strange).errors ?? {})]).toEqual([422, ['value']]);
    expect(await server.db.direct.select().from(printLines)).toEqual([]);
  });

  it('a job of somebody who sees the order is claimed by whoever works at the print point, in the name of the sender', async () => {
    const id = await accepted();
    await claim(id);
    const job = randomUUID();
    const headers = command(null, job);
    const body = { printpoint_id: point };
    await server.ask('carla', `/store/1/orders/${id}/print/commander`, { method: 'PATCH', body, headers });
    const slips = await claim(id, { who: 'diego', hand: true, more: { job } });
    expect(slips.map((s) => s.reprint?.by)).toEqual([expect.stringContaining('Carla')]);
    expect((await ask(id, { kind: 'summary', hand: true, more: { job } })).status).toBe(404);
  });
});

describe('lines that go to another table', () => {
  const { table, order, patch, get } = tableCalls(() => server);

  it('are not printed again, nor voided: their paper tells the other table; an undo tells it back', async () => {
    await freeTables(server, 1);
    const from = await table('Mesa 1');
    const to = await table('Mesa 2');
    const first = await order('Mesa 1', 3);
    await move(first.id, 'ACCEPTED');
    expect(said(await claim(first.id))).toEqual([['Caja', 'whole', ['3 Medialuna de manteca']]]);
    const row = first.order_detail[0]?.id ?? 0;
    const moved = await patch(from.id, '/items', { to: to.id, items: [{ item_id: row, quantity: 2 }] }, from.rev);
    expect(moved.status, moved.text).toBe(200);
    const [made] = await server.db.direct
      .select()
      .from(orders)
      .where(and(eq(orders.order_group_id, to.id)));
    if (!made) throw new Error('no order');
    expect(await claim(first.id)).toEqual([]);
    const slips = await claim(made.id);
    expect(slips.map((s) => [s.change, s.place_from, s.lines])).toEqual([['table', 'Mesa 1', []]]);
    expect(await claim(made.id)).toEqual([]);
    const { last_move: last } = z.parse(z.looseObject({ last_move: z.object({ id: z.int() }) }), await get(to.id));
    const undone = await patch(to.id, '/undo', { move_id: last.id }, null);
    expect(undone.status, undone.text).toBe(200);
    expect((await claim(first.id)).map((s) => [s.change, s.place_from])).toEqual([['table', 'Mesa 2']]);
    expect(await claim(first.id)).toEqual([]);
    expect((await rowsOf(first.id)).map((l) => l.quantity)).toEqual([3]);
  });
});

describe('an order that is not on paper is shown as unprinted', () => {
  it('a printer that failed, until it is sent again; then it has no mark', async () => {
    const id = await accepted();
    const [slip] = await claim(id);
    if (!slip) throw new Error('no slip');
    const { head } = readFeed(await server.ask('ana', '/store/1/changes?audience=admin'));
    await end(slip.id, 'failed', { error: 'Specified printer could not be found.' });
    expect(await unprintedOrders()).toMatchObject([
      { order_id: id, kind: 'commander', reason: 'failed', printer: 'Caja' },
    ]);
    const { changes } = readFeed(await server.ask('ana', `/store/1/changes?audience=admin&since=${head}`));
    expect(changes.map((c) => [c.name, c.payload])).toEqual([['print-updated', { order_id: id }]]);
    expect(await claim(id)).toEqual([]);
    const again = await claim(id, { hand: true });
    expect(again.map((s) => [s.id, s.reprint])).toEqual([[slip.id, null]]);
    expect(await unprintedOrders()).toEqual([]);
    expect((await end(slip.id, 'accepted')).status).toBe(204);
    expect((await end(slip.id, 'accepted')).status).toBe(204);
    expect((await end(slip.id, 'failed')).status).toBe(409);
    expect((await end(987_654, 'failed')).status).toBe(404);
  });

  it('not for the comanda of an order that was rejected; what surely did not print is not voided', async () => {
    const failed = await accepted();
    const [first] = await claim(failed);
    await end(first?.id ?? 0, 'failed');
    const doubtful = await accepted();
    const [second] = await claim(doubtful);
    await end(second?.id ?? 0, 'unknown');
    expect((await unprintedOrders()).map((u) => u.order_id)).toEqual([failed, doubtful]);
    await move(failed, 'REJECTED');
    await move(doubtful, 'REJECTED');
    expect(await unprintedOrders()).toEqual([]);
    expect(await claim(failed, { kind: 'rejected' })).toEqual([]);
    const [voided] = await claim(doubtful, { kind: 'rejected' });
    expect(voided?.change).toBe('voided');
    await end(voided?.id ?? 0, 'unknown');
    expect((await unprintedOrders()).map((u) => [u.order_id, u.kind])).toEqual([[doubtful, 'rejected']]);
  });

  it('a comanda that failed, and that the kitchen knows of, is voided when its order is rejected', async () => {
    const id = await accepted();
    const [slip] = await claim(id);
    await end(slip?.id ?? 0, 'failed');
    await server.ask('ana', `/store/1/orders/${id}/print/settled`, { method: 'POST' });
    await move(id, 'REJECTED');
    expect((await claim(id, { kind: 'rejected' })).map((s) => s.change)).toEqual(['voided']);
  });

  it('two printers, one that failed and one in doubt: a person gets both, the doubtful one with its mark', async () => {
    const id = await accepted();
    const more = await inTwoSections();
    const [cook, counterSlip] = await claim(id, { more });
    await end(cook?.id ?? 0, 'unknown');
    await end(counterSlip?.id ?? 0, 'failed');
    const given = await claim(id, { hand: true, more });
    expect(given.map((s) => [s.printer, s.change, s.revision, s.reprint?.count ?? null, s.lines.length])).toEqual([
      ['Caja', 'whole', 2, null, 1],
      ['Cocina', 'whole', 3, 1, 1],
    ]);
    expect(await unprintedOrders()).toEqual([]);
  });

  it('«Usar otra» moves what failed to another printer, without a mark', async () => {
    const id = await accepted();
    const [slip] = await claim(id);
    await end(slip?.id ?? 0, 'failed');
    const other = await claim(id, { hand: true, more: { value: 'Barra' } });
    expect(other.map((s) => [s.printer, s.change, s.reprint])).toEqual([['Barra', 'whole', null]]);
    expect(await unprintedOrders()).toEqual([]);
  });

  it('a computer that died while it sent leaves it unknown within a minute; nothing prints it again by itself', async () => {
    const id = await accepted();
    const [slip] = await claim(id);
    await server.db.direct.update(printSlips).set({ sending_at: sql`sending_at - interval '61 seconds'` });
    await settlePrintSlips(server);
    expect(await unprintedOrders()).toMatchObject([{ order_id: id, reason: 'unknown' }]);
    expect(await claim(id)).toEqual([]);
    const again = await claim(id, { hand: true });
    expect(again.map((s) => s.reprint?.count)).toEqual([1]);
    expect(again[0]?.id).not.toBe(slip?.id);
    expect(await unprintedOrders()).toEqual([]);
  });

  it('a job that nobody took in ten minutes', async () => {
    const id = await accepted();
    const body = { printpoint_id: point };
    await server.ask('ana', `/store/1/orders/${id}/print/commander`, { method: 'PATCH', body, headers: command() });
    await server.db.direct.update(printJobs).set({ created_at: sql`created_at - interval '10 minutes'` });
    await settlePrintJobs(server);
    expect(await unprintedOrders()).toMatchObject([{ order_id: id, reason: 'late' }]);
    await claim(id, { hand: true });
    expect(await unprintedOrders()).toEqual([]);
  });

  it('an accepted order that the computer which prints by itself did not take in a minute; not one from before', async () => {
    const before = await accepted();
    server.clock.advance(1_000);
    await addPoint(randomUUID(), { name: 'Cocina', automatic: true });
    server.clock.advance(1_000);
    const late = await accepted();
    const printed = await accepted();
    expect(await unprintedOrders()).toEqual([]);
    server.clock.advance(61_000);
    await claim(printed);
    expect(await unprintedOrders()).toMatchObject([{ order_id: late, kind: 'commander', reason: 'late' }]);
    expect((await unprintedOrders()).map((u) => u.order_id)).not.toContain(before);
  });

  it('until a person says that the kitchen has it', async () => {
    const id = await accepted();
    const [slip] = await claim(id);
    await end(slip?.id ?? 0, 'unknown');
    expect(await unprintedOrders()).toHaveLength(1);
    const settled = await server.ask('ana', `/store/1/orders/${id}/print/settled`, { method: 'POST' });
    expect(settled.status).toBe(204);
    expect(await unprintedOrders()).toEqual([]);
    expect((await server.ask('ana', '/store/1/orders/987654/print/settled', { method: 'POST' })).status).toBe(404);
  });
});
