import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { billing } from '#contract/billing.ts';
import { cashbox } from '#contract/cashbox.ts';
import { orderGroup } from '#contract/groups.ts';
import { order } from '#contract/orders.ts';
import { printJob } from '#contract/printing.ts';
import { fiscalDocuments } from '#server/db/schema/billing.ts';
import { printJobs, printPoints } from '#server/db/schema/printing.ts';
import { gateways, stores } from '#server/db/schema/stores.ts';
import { settlePrintJobs } from '#server/modules/printing/print-jobs-store.ts';
import type { Person } from '#server/seed/people.ts';
import { cashboxIn, openedCashbox } from '#server/testing/cashboxes.ts';
import { askCreditNote, askInvoice, billableIn, finalConsumer, readBillingAnswer } from '#server/testing/invoices.ts';
import { printPointId, printPointIn } from '#server/testing/printing.ts';
import { readCreated, readError, readFeed } from '#server/testing/read.ts';
import { sendOrder } from '#server/testing/submissions.ts';
import { openedGroup } from '#server/testing/tables.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let orderId = 0;
let head = 0;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  orderId = readCreated(await sendOrder(server)).id;
});
afterAll(() => server.close());

const point = printPointId(1);
const base = `/store/1/config/printpoint/${point}/jobs`;
const sha256 = 'a'.repeat(64);

beforeEach(async () => {
  await printPointIn(server, 1, 'accepted');
  ({ head } = readFeed(await server.ask('diego', '/store/1/changes')));
});

const print = (
  what: string,
  body: object,
  { who = 'ana', key = randomUUID() }: { readonly who?: Person; readonly key?: string } = {},
): Promise<Answer> => server.ask(who, `/store/1/${what}`, { method: 'PATCH', body, headers: command(null, key) });
/** Sends the summary of the order to the print point; returns the job's id. */
async function sent(): Promise<string> {
  const key = randomUUID();
  const answer = await print(`orders/${orderId}/print/summary`, { printpoint_id: point }, { key });
  expect(answer.status).toBe(200);
  return key;
}
const jobs = async () => z.parse(z.array(printJob), (await server.ask('carla', base)).body);
const lease = (job: string, body: object = {}, who: Person = 'carla'): Promise<Answer> =>
  server.ask(who, `${base}/${job}/lease`, { method: 'POST', body });
const sending = (job: string, number: number, who: Person = 'carla'): Promise<Answer> =>
  server.ask(who, `${base}/${job}/sending`, { method: 'POST', body: { lease: number, sha256 } });
const end = (job: string, body: object): Promise<Answer> =>
  server.ask('carla', `${base}/${job}`, { method: 'DELETE', body });
const leased = z.object({ lease: z.int(), expires_at: z.string() });
const numberOf = ({ body }: Answer): number => z.parse(leased, body).lease;

/** The device that a print point is. */
async function deviceOf(id: number): Promise<string> {
  const [row] = await server.db.direct.select().from(printPoints).where(eq(printPoints.id, id));
  return row?.device_id ?? '';
}

/** Lets seconds pass for the jobs, without ending the sessions of the people. */
const passed = async (seconds: number): Promise<void> => {
  const ago = sql`make_interval(secs => ${seconds}::integer)`;
  await server.db.direct.update(printJobs).set({
    created_at: sql`created_at - ${ago}`,
    lease_until: sql`lease_until - ${ago}`,
    ended_at: sql`ended_at - ${ago}`,
  });
};

/** What devices were told of the print point in this test. */
async function told(): Promise<z.infer<typeof printJob>[]> {
  const { changes } = readFeed(await server.ask('diego', `/store/1/changes?since=${head}`));
  return changes.filter((c) => c.name === `printpoint-${point}`).map((c) => z.parse(printJob, c.payload));
}

describe('the print calls', () => {
  const billed = z.object({ data: z.object({ order, billing }) });
  const billedTable = z.object({ data: z.object({ orderGroup, billing }) });

  it.each(['commander', 'rejected', 'summary'])('of an order answer it: %s (P-25)', async (kind) => {
    const answer = await print(`orders/${orderId}/print/${kind}`, {});
    expect(answer.status).toBe(200);
    expect(z.parse(z.object({ data: order }), answer.body).data.id).toBe(orderId);
  });

  it('of an invoice answer the order with its last document that has a number (P-25)', async () => {
    const sold = readCreated(await sendOrder(server, { wanted: { type: 'TAKEAWAY' } }));
    const payable = { type: 'order', id: sold.id } as const;
    const path = `orders/${sold.id}/print/invoice`;
    expect(readError(await print(path, {})).code).toBe('not_found');
    const issued = readBillingAnswer(await askInvoice(server, payable, finalConsumer()));
    const { data } = z.parse(billed, (await print(path, {})).body);
    expect([data.order.id, data.billing]).toEqual([sold.id, issued]);
    const undone = readBillingAnswer(await askCreditNote(server, payable));
    const after = z.parse(billed, (await print(path, {})).body).data.billing;
    expect([after.id, after.kind]).toEqual([undone.id, 'creditNote']);
  });

  it('of a group answer it: summary and invoice (P-26)', async () => {
    const table = await billableIn(server, 'printing.groupInvoice', orderId);
    const summary = await print(`orderGroups/${table}/print/summary`, {});
    expect(z.parse(z.object({ data: orderGroup }), summary.body).data.id).toBe(table);
    const invoice = await print(`orderGroups/${table}/print/invoice`, {}, { who: 'diego' });
    expect(invoice.status).toBe(200);
    const { data } = z.parse(billedTable, invoice.body);
    expect([data.orderGroup.id, data.billing.state]).toEqual([table, 'issued']);
  });

  it('of an invoice need premium, a billing gateway and a billing (P-29)', async () => {
    const id = await billableIn(server, 'printing.orderInvoice', orderId);
    const codes: unknown[] = [];
    for (const plan of ['premium', 'standard'] as const)
      for (const type of ['billing', 'shipping'] as const)
        for (const has of [true, false]) {
          await server.db.direct.update(stores).set({ plan }).where(eq(stores.id, 1));
          await server.db.direct
            .update(gateways)
            .set({ type })
            .where(sql`${gateways.name} like 'ARCA%'`);
          const state = has ? 'issued' : 'rejected';
          await server.db.direct.update(fiscalDocuments).set({ state }).where(eq(fiscalDocuments.payable_id, id));
          const answer = await print(`orders/${id}/print/invoice`, {});
          codes.push([plan, type, has, answer.status < 300 ? 'printed' : readError(answer).code]);
        }
    await server.db.direct.update(stores).set({ plan: 'premium' }).where(eq(stores.id, 1));
    await server.db.direct
      .update(gateways)
      .set({ type: 'billing' })
      .where(sql`${gateways.name} like 'ARCA%'`);
    expect(codes).toEqual([
      ['premium', 'billing', true, 'printed'],
      ['premium', 'billing', false, 'not_found'],
      ['premium', 'shipping', true, 'billing_unavailable'],
      ['premium', 'shipping', false, 'billing_unavailable'],
      ...['billing', 'shipping'].flatMap((type) =>
        [true, false].map((has) => ['standard', type, has, 'plan_required']),
      ),
    ]);
  });

  it('a seller at the counter prints the invoice that a job asks for, also of an order that they do not see', async () => {
    const id = await billableIn(server, 'printing.orderInvoice', orderId);
    const key = randomUUID();
    const path = `orders/${id}/print/invoice`;
    expect((await print(path, { printpoint_id: point }, { key })).status).toBe(200);
    const device = { 'x-device': await deviceOf(point) };
    const ask = (body: object, headers: object) =>
      server.ask('diego', `/store/1/${path}`, { method: 'PATCH', body, headers: { ...command(), ...headers } });
    expect((await ask({}, device)).status).toBe(404);
    expect((await ask({ job: key }, {})).status).toBe(404);
    expect((await ask({ job: randomUUID() }, device)).status).toBe(404);
    expect(z.parse(billed, (await ask({ job: key }, device)).body).data.order.id).toBe(id);
    const sold = readCreated(await sendOrder(server, { wanted: { type: 'TAKEAWAY' } }));
    await askInvoice(server, { type: 'order', id: sold.id }, finalConsumer());
    const other = await server.ask('diego', `/store/1/orders/${sold.id}/print/invoice`, {
      method: 'PATCH',
      body: { job: key },
      headers: { ...command(), ...device },
    });
    expect(other.status).toBe(404);
  });
});

describe('sending a print', () => {
  it('answers the entity, so that the caller can print it itself', async () => {
    const answer = await print(`orders/${orderId}/print/commander`, {});
    expect(z.parse(z.object({ data: order }), answer.body).data.id).toBe(orderId);
    const group = await openedGroup(server, 1);
    const table = await print(`orderGroups/${group}/print/summary`, {}, { who: 'diego' });
    expect(z.parse(z.object({ data: orderGroup }), table.body).data.id).toBe(group);
    const register = await openedCashbox(server);
    const closing = await print(`cashbox/${register}/print`, {});
    expect(z.parse(z.object({ data: cashbox }), closing.body).data.id).toBe(register);
    expect(await jobs()).toEqual([]);
  });

  it('with printpoint_id makes one job, told to that print point, however often it is repeated', async () => {
    const key = randomUUID();
    const body = { printpoint_id: point, current_printpoint_id: point };
    for (let n = 0; n < 3; n += 1)
      expect((await print(`orders/${orderId}/print/summary`, body, { key })).status).toBe(200);
    const job = {
      id: key,
      kind: 'summary',
      payable_type: 'order',
      payable_id: orderId,
      from_printpoint_id: point,
      created_at: new Date(server.clock.now()).toISOString(),
      state: 'queued',
      error: null,
    };
    expect(await jobs()).toEqual([job]);
    expect(await told()).toEqual([job]);
  });

  it.each([
    [{ printpoint_id: 987_654 }, 404],
    [{ current_printpoint_id: 987_654 }, 404],
    [{ printpoint_id: printPointId(5) }, 404],
    [{ printpoint_id: 'x' }, 422],
    [{ current_printpoint_id: -1 }, 422],
    [{ printpoint_id: null, current_printpoint_id: null }, 200],
  ])('%j answers %i (P-27)', async (body, status) => {
    await printPointIn(server, 5);
    expect((await print(`orders/${orderId}/print/summary`, body)).status).toBe(status);
    expect(await jobs()).toEqual([]);
  });

  it('the calls of orders, groups and the register take the same body; the register prints too (Q-11, X-45)', async () => {
    await billableIn(server, 'printing.orderInvoice', orderId);
    const table = await billableIn(server, 'printing.groupInvoice', orderId);
    const register = await cashboxIn(server, 1, 'open');
    const whats = [
      `orders/${orderId}/print/summary`,
      `orders/${orderId}/print/commander`,
      `orders/${orderId}/print/rejected`,
      `orders/${orderId}/print/invoice`,
      `orderGroups/${table}/print/summary`,
      `orderGroups/${table}/print/invoice`,
      `cashbox/${register}/print`,
    ];
    const wrong = [{ printpoint_id: 'x' }, { current_printpoint_id: 0 }, { printpoint_id: 1.5 }];
    for (const what of whats) {
      const body = { printpoint_id: point, current_printpoint_id: point };
      expect([what, (await print(what, body)).status]).toEqual([what, 200]);
      expect([what, (await print(what, {})).status]).toEqual([what, 200]);
      for (const bad of wrong) expect([what, bad, (await print(what, bad)).status]).toEqual([what, bad, 422]);
    }
    expect((await jobs()).map((j) => `${j.kind} ${j.payable_type} ${j.payable_id}`).toSorted()).toEqual([
      `cashbox cashbox ${register}`,
      `commander order ${orderId}`,
      `invoice order ${orderId}`,
      `invoice orderGroup ${table}`,
      `rejected order ${orderId}`,
      `summary order ${orderId}`,
      `summary orderGroup ${table}`,
    ]);
  });

  it('emits the event of the print point that it is for, and no other (R-25)', async () => {
    const others = await server.db.direct
      .insert(printPoints)
      .values({
        store_id: 1,
        name: 'Cocina',
        shared: true,
        types: ['summary'],
        printers: [],
        device_id: randomUUID(),
        created_at: server.clock.now(),
      })
      .returning();
    expect(others).toHaveLength(1);
    const job = await sent();
    const { changes } = readFeed(await server.ask('diego', `/store/1/changes?since=${head}`));
    expect(changes.map((c) => [c.name, z.parse(printJob, c.payload).id])).toEqual([[`printpoint-${point}`, job]]);
  });

  it('a print point that does not take the kind refuses it, and one that is not shared is a missing one', async () => {
    const { direct } = server.db;
    await direct.update(printPoints).set({ types: ['cashbox'] });
    const other = await print(`orders/${orderId}/print/summary`, { printpoint_id: point });
    expect([other.status, Object.keys(readError(other).errors ?? {})]).toEqual([422, ['printpoint_id']]);
    await direct.update(printPoints).set({ shared: false }).where(eq(printPoints.id, point));
    expect((await print(`orders/${orderId}/print/summary`, { printpoint_id: point })).status).toBe(404);
  });

  it('an order of somebody else is a missing one to a seller, and an unknown kind is refused', async () => {
    expect((await print(`orders/${orderId}/print/summary`, {}, { who: 'diego' })).status).toBe(404);
    expect((await print(`orders/${orderId}/print/laser`, {})).status).toBe(422);
  });
});

describe('printing a job', () => {
  it('waits ten minutes, is delivered by GET after a reconnect, told as printpoint-{id}, and acknowledged by its id (N-47)', async () => {
    const late = await sent();
    await passed(1);
    const job = await sent();
    await passed(598);
    expect((await jobs()).map((j) => j.id)).toEqual([late, job]);
    await passed(1);
    expect((await jobs()).map((j) => j.id)).toEqual([job]);
    expect((await lease(late)).status).toBe(409);
    await settlePrintJobs(server);
    const number = numberOf(await lease(job));
    expect((await sending(job, number)).status).toBe(204);
    expect((await end(job, { lease: number, outcome: 'accepted' })).status).toBe(204);
    expect((await end(job, { lease: number, outcome: 'accepted' })).status).toBe(204);
    expect(await jobs()).toEqual([]);
    expect((await lease(job)).status).toBe(409);
    expect((await told()).map((j) => [j.id, j.state])).toEqual([
      [late, 'expired'],
      [job, 'accepted'],
    ]);
  });

  it('of ten computers that hear of it one prints it', async () => {
    const job = await sent();
    const answers = await Promise.all(Array.from({ length: 10 }, () => lease(job)));
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
    expect(answers.filter((a) => a.status === 409)).toHaveLength(9);
  });

  it('a winner that froze is refused after another one took its lease', async () => {
    const job = await sent();
    const frozen = numberOf(await lease(job));
    await passed(10);
    expect(numberOf(await lease(job, { lease: frozen }))).toBe(frozen);
    await passed(29);
    expect((await lease(job)).status).toBe(409);
    await passed(1);
    const second = numberOf(await lease(job));
    expect(second).toBeGreaterThan(frozen);
    expect([(await sending(job, frozen)).status, (await sending(job, second)).status]).toEqual([409, 204]);
    expect((await lease(job, { lease: frozen })).status).toBe(409);
    expect((await end(job, { lease: frozen, outcome: 'accepted' })).status).toBe(409);
  });

  it('a failure comes back to who sent it, with its reason', async () => {
    const job = await sent();
    const number = numberOf(await lease(job));
    await end(job, { lease: number, outcome: 'failed', error: 'Specified printer could not be found.' });
    expect((await told()).at(-1)).toMatchObject({ state: 'failed', error: 'Specified printer could not be found.' });
    expect((await lease(job)).status).toBe(409);
  });

  it('a computer that dies while it sends leaves it unknown within a minute; nobody prints it by itself', async () => {
    const job = await sent();
    const number = numberOf(await lease(job));
    await sending(job, number);
    await passed(60);
    await settlePrintJobs(server);
    expect((await told()).at(-1)).toMatchObject({ id: job, state: 'unknown' });
    expect([(await lease(job)).status, (await sending(job, number)).status]).toEqual([409, 409]);
    expect((await end(job, { lease: number, outcome: 'accepted' })).status).toBe(204);
    await passed(25 * 3_600);
    await settlePrintJobs(server);
    expect((await end(job, { lease: number, outcome: 'accepted' })).status).toBe(404);
  });

  it.each([['nada'], [randomUUID()]])('a job that does not exist answers 404: %s', async (job) => {
    expect((await lease(job)).status).toBe(404);
    expect((await sending(job, 1)).status).toBe(404);
    expect((await end(job, { lease: 1, outcome: 'failed' })).status).toBe(404);
  });
});
