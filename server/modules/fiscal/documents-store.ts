import { and, asc, eq, ne, sql } from 'drizzle-orm';
import {
  creditNoteType,
  type FiscalContent,
  type FiscalDocument,
  type FiscalEnvironment,
  fiscalRetryMs,
  isIssued,
} from '#domain/fiscal-documents.ts';
import { after, type Instant, isoFromInstant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { fiscalDocuments, fiscalSeries } from '#server/db/schema/billing.ts';
import { orderGroups, orders } from '#server/db/schema/orders.ts';
import type { Payable } from '#server/modules/attempts/attempts-store.ts';

export type FiscalRow = typeof fiscalDocuments.$inferSelect;
export type NewFiscalRow = typeof fiscalDocuments.$inferInsert;

/** The numbering that a document belongs to. */
export const seriesOf = ({
  authority,
  environment,
  tax_id,
  point,
  type,
}: Pick<FiscalRow, 'authority' | 'environment' | 'tax_id' | 'point' | 'type'>) => ({
  authority,
  environment,
  tax_id,
  point,
  type,
});

export const ofSeries = (row: Parameters<typeof seriesOf>[0]) =>
  and(
    eq(fiscalSeries.authority, row.authority),
    eq(fiscalSeries.environment, row.environment),
    eq(fiscalSeries.tax_id, row.tax_id),
    eq(fiscalSeries.point, row.point),
    eq(fiscalSeries.type, row.type),
  );

const ofPayable = (storeId: number, { type, id }: Payable) =>
  and(
    eq(fiscalDocuments.store_id, storeId),
    eq(fiscalDocuments.payable_type, type),
    eq(fiscalDocuments.payable_id, id),
  );

interface NewDocument {
  readonly payable: Payable;
  readonly content: FiscalContent;
  readonly authority: FiscalRow['authority'];
  readonly environment: FiscalEnvironment;
  /** The invoice that a credit note undoes. */
  readonly undoes: number | null;
  readonly by: number | null;
  readonly at: Instant;
}

/** Stores a document that was asked for; the authority is asked after the commit. Returns it. */
export async function insertDocument(
  tx: Tx,
  storeId: number,
  { payable, content, authority, environment, undoes, by, at }: NewDocument,
): Promise<FiscalRow> {
  const { issuer, kind, type, total } = content;
  const point = authority === 'SIFEN' ? `${issuer.establishment}-${issuer.point}` : String(issuer.point);
  const [row] = await tx
    .insert(fiscalDocuments)
    .values({
      store_id: storeId,
      payable_type: payable.type,
      payable_id: payable.id,
      kind,
      undoes,
      authority,
      environment,
      tax_id: issuer.taxId,
      point,
      type,
      state: 'requested',
      work: 'number',
      content,
      total,
      next_at: at,
      created_by: by,
      created_at: at,
    })
    .returning();
  if (!row) throw new Error('the document was not stored');
  return row;
}

export interface ReadDocument {
  readonly row: FiscalRow;
  /** The person who asked for it; null: nobody did, it followed from something. */
  readonly by: string | null;
}

const withPerson = (tx: Tx) =>
  tx
    .select({ row: fiscalDocuments, by: users.fullname })
    .from(fiscalDocuments)
    .leftJoin(users, eq(users.id, fiscalDocuments.created_by))
    .$dynamic();

/** The documents of an order or table, oldest first. */
export const findDocuments = (tx: Tx, storeId: number, payable: Payable): Promise<ReadDocument[]> =>
  withPerson(tx).where(ofPayable(storeId, payable)).orderBy(asc(fiscalDocuments.id));

export async function readDocument(tx: Tx, storeId: number, id: number): Promise<ReadDocument | null> {
  const [found] = await withPerson(tx).where(and(eq(fiscalDocuments.store_id, storeId), eq(fiscalDocuments.id, id)));
  return found ?? null;
}

/** A literal, not a parameter: a plan for any values could not know that few documents are open. */
export const isOpen = sql`${fiscalDocuments.work} <> 'none'`;

const pendingMax = 200;

/** What the authority has not answered for good, oldest first. */
export const findOpenDocuments = (tx: Tx, storeId: number): Promise<ReadDocument[]> =>
  withPerson(tx)
    .where(and(eq(fiscalDocuments.store_id, storeId), isOpen))
    .orderBy(asc(fiscalDocuments.created_at), asc(fiscalDocuments.id))
    .limit(pendingMax);

/** Locks a document until the transaction ends. Lock its order or table before it. */
export async function lockDocument(tx: Tx, storeId: number, id: number): Promise<FiscalRow> {
  const [row] = await tx
    .select()
    .from(fiscalDocuments)
    .where(and(eq(fiscalDocuments.store_id, storeId), eq(fiscalDocuments.id, id)))
    .for('update');
  if (!row) throw new Error(`document ${id} is gone`);
  return row;
}

export async function updateDocument(
  tx: Tx,
  { id, store_id: storeId }: Pick<FiscalRow, 'id' | 'store_id'>,
  set: Partial<NewFiscalRow>,
): Promise<void> {
  await tx
    .update(fiscalDocuments)
    .set(set)
    .where(and(eq(fiscalDocuments.store_id, storeId), eq(fiscalDocuments.id, id)));
}

/** Adds what was learnt to the document's record. */
export const noteOf = (row: Pick<FiscalRow, 'history'>, at: Instant, said: string): FiscalRow['history'] =>
  row.history.at(-1)?.said === said ? row.history : [...row.history, { at: isoFromInstant(at), said }].slice(-50);

/** A document as every screen shows it. */
export const documentOf = ({ row, by }: ReadDocument): FiscalDocument => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  authority: row.authority,
  sandbox: row.environment !== 'production',
  number: row.number,
  date: row.date,
  content: row.content,
  code: row.code,
  codeExpires: row.code_expires,
  qr: row.qr,
  remarks: row.remarks,
  problem: row.problem,
  created_at: row.created_at,
  ended_at: row.ended_at,
  next_at: row.work === 'none' ? null : row.next_at,
  by,
  undone: row.undone,
});

/** The invoice of a locked order or table that counts: not rejected, and nobody undoes it. */
export async function invoiceInForce(tx: Tx, storeId: number, payable: Payable): Promise<FiscalRow | null> {
  const inForce = and(
    ofPayable(storeId, payable),
    eq(fiscalDocuments.kind, 'invoice'),
    ne(fiscalDocuments.state, 'rejected'),
    eq(fiscalDocuments.undone, false),
  );
  const [row] = await tx.select().from(fiscalDocuments).where(inForce).for('update');
  return row ?? null;
}

/**
 * Undoes an issued invoice: its credit note is asked for, with the same content. The invoice counts until the note is
 * issued.
 */
export async function insertCreditNote(
  tx: Tx,
  invoice: FiscalRow,
  { by, at }: { readonly by: number | null; readonly at: Instant },
): Promise<FiscalRow> {
  const { store_id: storeId, number, date, code, content } = invoice;
  if (number === null || date === null || code === null) throw new Error(`invoice ${invoice.id} was not issued`);
  await updateDocument(tx, invoice, { undone: true });
  return insertDocument(tx, storeId, {
    payable: { type: invoice.payable_type, id: invoice.payable_id },
    content: {
      ...content,
      kind: 'creditNote',
      type: creditNoteType(content.type),
      of: { type: content.type, point: content.issuer.point, number, date, code },
    },
    authority: invoice.authority,
    environment: invoice.environment,
    undoes: invoice.id,
    by,
    at,
  });
}

/** Changes how many invoices an order or table has; the caller announces it. */
export async function countBillings(
  tx: Tx,
  storeId: number,
  { type, id }: Payable,
  by: number,
  at: Instant,
): Promise<void> {
  if (type === 'order')
    await tx
      .update(orders)
      .set({
        billings_count: sql`greatest(0, ${orders.billings_count} + ${by}::integer)`,
        ver: sql`${orders.ver} + 1`,
        updated_at: at,
      })
      .where(and(eq(orders.store_id, storeId), eq(orders.id, id)));
  else
    await tx
      .update(orderGroups)
      .set({ billings_count: sql`greatest(0, ${orderGroups.billings_count} + ${by}::integer)` })
      .where(and(eq(orderGroups.store_id, storeId), eq(orderGroups.id, id)));
}

/**
 * For a locked order or table that is rejected or deleted: an invoice that has no number yet is dropped, an issued one gets
 * its credit note, and one in doubt gets it as soon as it turns out to be issued.
 */
export async function withdrawInvoice(tx: Tx, storeId: number, payable: Payable, at: Instant): Promise<void> {
  const invoice = await invoiceInForce(tx, storeId, payable);
  if (!invoice) return;
  if (invoice.work === 'number') {
    await updateDocument(tx, invoice, {
      state: 'rejected',
      work: 'none',
      problem: 'Se anuló antes de facturar.',
      ended_at: at,
      history: noteOf(invoice, at, 'withdrawn'),
    });
    await releaseSeries(tx, invoice);
    await countBillings(tx, storeId, payable, -1, at);
  } else if (isIssued(invoice.state)) await insertCreditNote(tx, invoice, { by: null, at });
  else await updateDocument(tx, invoice, { undone: true });
}

/** Nothing of the numbering is in doubt any more, as far as this document goes. `last`: the number that it has taken. */
export async function releaseSeries(tx: Tx, row: FiscalRow, last?: number): Promise<void> {
  await tx
    .update(fiscalSeries)
    .set({
      document: sql`nullif(${fiscalSeries.document}, ${row.id}::integer)`,
      ...(last !== undefined && { last_number: last }),
    })
    .where(ofSeries(row));
}

/** When a document is asked about again after a failure. */
export const retryAt = (at: Instant, failures: number, againMs?: number): Instant =>
  after(at, againMs ?? fiscalRetryMs(failures));
