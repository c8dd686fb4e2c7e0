import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isLimbo } from '#domain/fiscal-documents.ts';

import type { Billing, FiscalAuthority } from '#server/billing/fiscal-authority.ts';
import type { FiscalFault } from '#server/billing/sandbox/fiscal-sandbox.ts';
import { fiscalDocuments, fiscalSeries } from '#server/db/schema/billing.ts';
import { orders } from '#server/db/schema/orders.ts';
import { askCreditNote, askInvoice, finalConsumer, pursueLater } from '#server/testing/invoices.ts';
import { readCreated } from '#server/testing/read.ts';
import { sendOrder } from '#server/testing/submissions.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { pursueDocuments } from './pursue-documents.ts';

/** INVOICES=1000 for the long run. */
const count = Number(process.env['INVOICES'] ?? 40);
const atOnce = 8;
const seconds = (n: number): number => n * 1_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

/** Numbers from 0 to 1, the same in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const kinds: readonly FiscalFault[] = ['lost-answer', 'late', 'repeated', 'error'];

/** Answers of every call are lost, late, repeated or 500, a quarter of the time. */
function shake(seed: number): void {
  const next = random(seed);
  server.fiscalSandbox.faultOf = () => (next() < 0.25 ? (kinds[Math.floor(next() * kinds.length)] ?? null) : null);
}

const sell = async (): Promise<number> => readCreated(await sendOrder(server, { wanted: { type: 'TAKEAWAY' } })).id;

/** Runs `work` for each, several at a time, with passes of the reconciler between them. */
async function inTurns(ids: readonly number[], work: (id: number) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < ids.length; at += atOnce) {
    await Promise.all(ids.slice(at, at + atOnce).map(work));
    await pursueLater(server, seconds(3));
  }
}

/** The reconciler alone, until nothing is in doubt. */
async function settled(): Promise<number> {
  for (let pass = 1; pass < 400 + count * 10; pass += 1) {
    await pursueLater(server, seconds(61));
    if (
      (await server.db.direct.$count(fiscalDocuments, eq(fiscalDocuments.work, 'none'))) ===
      (await server.db.direct.$count(fiscalDocuments))
    )
      return pass;
  }
  throw new Error('documents stay in doubt');
}

/** What the authority has of a type is what this server has, without a gap and without a double. */
async function provesEach(type: number, of: readonly number[]): Promise<void> {
  const own = (await server.db.direct.select().from(fiscalDocuments)).filter((d) => d.type === type);
  const theirs = server.fiscalSandbox.arca.documents.filter((d) => d.type === type);
  expect(own.filter((d) => isLimbo(d.state))).toEqual([]);
  expect(own.map((d) => d.payable_id).toSorted((a, b) => a - b)).toEqual([...of].toSorted((a, b) => a - b));
  expect(theirs.map((d) => d.number)).toEqual(of.map((_, index) => index + 1));
  expect(own.map((d) => [d.number, d.code]).toSorted((a, b) => Number(a[0]) - Number(b[0]))).toEqual(
    theirs.map((d) => [d.number, d.cae]),
  );
}

describe(`${count} invoices and their credit notes, with answers lost, late, repeated and 500`, () => {
  it('no gap, no double, every limbo ended', { timeout: 60_000 + count * 600 }, async () => {
    const ids: number[] = [];
    for (let n = 0; n < count; n += 1) ids.push(await sell());
    shake(7);
    await inTurns(ids, (id) => askInvoice(server, { type: 'order', id }, finalConsumer()));
    // People ask again for what they have no answer to.
    await inTurns(ids.slice(0, atOnce), (id) => askInvoice(server, { type: 'order', id }, finalConsumer()));
    await settled();
    await provesEach(6, ids);
    const billings = await server.db.direct.select({ n: orders.billings_count, id: orders.id }).from(orders);
    expect(billings.filter(({ id }) => ids.includes(id)).every(({ n }) => n === 1)).toBe(true);

    shake(11);
    await inTurns(ids, (id) => askCreditNote(server, { type: 'order', id }));
    await settled();
    await provesEach(8, ids);
    const undone = await server.db.direct.select({ n: orders.billings_count, id: orders.id }).from(orders);
    expect(undone.filter(({ id }) => ids.includes(id)).every(({ n }) => n === 0)).toBe(true);
    expect((await server.db.direct.select().from(fiscalSeries)).map((s) => s.document)).toEqual([null, null]);
    server.fiscalSandbox.faultOf = () => null;
    expect(server.errors).toEqual([]);
  });

  it('a server that asks for a new number instead of looking up makes a second invoice, and is caught', async () => {
    const before = server.fiscalSandbox.arca.documents.length;
    let lost = 0;
    server.fiscalSandbox.faultOf = (operation) => {
      if (operation !== 'FECAESolicitar' || lost > 0) return null;
      lost += 1;
      return 'lost-answer';
    };
    expect((await askInvoice(server, { type: 'order', id: await sell() }, finalConsumer())).status).toBe(202);
    const { billing } = server.deps;
    const blind = (authority: FiscalAuthority | null): FiscalAuthority | null =>
      authority && { ...authority, find: () => Promise.resolve({ kind: 'different' }) };
    const careless: Billing = { ...billing, authorityOf: (...at) => blind(billing.authorityOf(...at)) };
    for (let pass = 0; pass < 3; pass += 1) {
      server.clock.jump(seconds(120));
      await pursueDocuments({ ...server.deps, billing: careless });
    }
    expect(server.fiscalSandbox.arca.documents.length - before).toBe(2);
    server.errors.length = 0;
  });
});
