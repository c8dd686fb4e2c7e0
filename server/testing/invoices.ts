import { randomUUID } from 'node:crypto';
import { eq, max } from 'drizzle-orm';
import * as z from 'zod/mini';
import { billing } from '#contract/billing.ts';
import type { InvoiceType } from '#domain/invoices.ts';
import { money } from '#domain/money.ts';
import { after, minutes } from '#domain/time.ts';
import { vatSums } from '#domain/vat.ts';
import { accessTokens } from '#server/db/schema/accounts.ts';
import { fiscalDocuments, fiscalSettings } from '#server/db/schema/billing.ts';
import { orderGroups, orders } from '#server/db/schema/orders.ts';
import { codes } from '#server/db/schema/stores.ts';
import { pursueDocuments } from '#server/modules/billing/pursue-documents.ts';
import type { Payable } from '#server/modules/attempts/attempts-store.ts';
import { countBillings, insertDocument, updateDocument } from '#server/modules/fiscal/documents-store.ts';
import { sendOrder } from './submissions.ts';
import { openedGroup } from './tables.ts';
import { type Answer, command, type TestServer } from './test-server.ts';

/** A final consumer of Argentina. */
export const finalConsumer = (invoiceType: InvoiceType = 6) => ({ invoiceType, customerType: 'final', vatCategory: 0 });

export const readBillingAnswer = (answer: Answer) => z.parse(billing, answer.body);

export const billingPath = ({ type, id }: Payable, storeId = 1): string =>
  `/store/${storeId}/${type === 'order' ? 'orders' : 'orderGroups'}/${id}/billing`;

export const askInvoice = (
  server: TestServer,
  payable: Payable,
  body: unknown,
  { storeId = 1, key = randomUUID() }: { readonly storeId?: number; readonly key?: string } = {},
): Promise<Answer> =>
  server.ask('ana', `${billingPath(payable, storeId)}/invoice`, { method: 'POST', body, headers: command(null, key) });

export const askCreditNote = (server: TestServer, payable: Payable, storeId = 1): Promise<Answer> =>
  server.ask('ana', `${billingPath(payable, storeId)}/credit-note`, {
    method: 'POST',
    body: {},
    headers: command(),
  });

/** Lets the time pass and asks the authorities about what is due. */
export async function pursueLater({ clock, db, deps }: TestServer, ms: number): Promise<void> {
  clock.jump(ms);
  // Longer than an access token lives.
  await db.direct.update(accessTokens).set({ expires_at: after(clock.now(), minutes(60)) });
  await pursueDocuments(deps);
}

/** An order, or a new table, of La Esquina as a billing call needs it: finished, and for a credit note invoiced. */
export async function billableIn(server: TestServer, call: string, order: number): Promise<number> {
  const { direct } = server.db;
  const type = /group/i.test(call) ? 'orderGroup' : 'order';
  const id = type === 'order' ? order : await finishedTable(server);
  if (type === 'order')
    await direct.update(orders).set({ status: 'COMPLETE', billings_count: 0 }).where(eq(orders.id, id));
  await direct.update(fiscalDocuments).set({ undone: true }).where(eq(fiscalDocuments.payable_id, id));
  // What is undone or printed has an invoice.
  if (!/credit|print/.test(call)) return id;
  const [settings] = await direct.select().from(fiscalSettings).where(eq(fiscalSettings.store_id, 1));
  if (!settings) throw new Error('La Esquina has no fiscal settings');
  const total = money(12_100);
  const [last] = await direct.select({ n: max(fiscalDocuments.number) }).from(fiscalDocuments);
  const issued = {
    number: (last?.n ?? 0) + 1_000,
    date: '2026-11-20',
    code: '70000000000000',
    state: 'issued',
    work: 'none',
  } as const;
  await server.db.store(1, 'write', async (tx) => {
    const row = await insertDocument(tx, 1, {
      payable: { type, id },
      content: {
        kind: 'invoice',
        type: 6,
        issuer: settings.issuer,
        customer: { type: 'final', name: null, idType: 99, idNumber: '', condition: 5 },
        lines: [{ name: 'Menú', quantity: 1, amount: total, rate: 210 }],
        vat: vatSums([{ amount: total, rate: 210 }]),
        total,
        of: null,
      },
      authority: 'ARCA',
      environment: 'sandbox',
      undoes: null,
      by: 1,
      at: server.clock.now(),
    });
    await updateDocument(tx, row, issued);
    await countBillings(tx, 1, { type, id }, 1, server.clock.now());
  });
  server.fiscalSandbox.arca.adopt({
    cuit: settings.issuer.taxId,
    point: settings.issuer.point,
    type: 6,
    number: issued.number,
  });
  return id;
}

async function finishedTable(server: TestServer): Promise<number> {
  const { direct } = server.db;
  const id = await openedGroup(server, 1);
  const [at] = await direct
    .select({ place: codes.description })
    .from(orderGroups)
    .innerJoin(codes, eq(codes.id, orderGroups.code_id))
    .where(eq(orderGroups.id, id));
  await sendOrder(server, { wanted: { place: at?.place ?? '' } });
  await direct.update(orderGroups).set({ status: 'COMPLETE' }).where(eq(orderGroups.id, id));
  await direct.update(orders).set({ status: 'COMPLETE' }).where(eq(orders.order_group_id, id));
  return id;
}
