import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { after, type Instant } from '#domain/time.ts';
import type { FiscalAuthority, FiscalReply, FiscalTaxpayer, StoredContent } from '#server/billing/fiscal-authority.ts';
import { fiscalDocuments, fiscalSettings } from '#server/db/schema/billing.ts';
import { type FiscalRow, isOpen } from '#server/modules/fiscal/documents-store.ts';
import { startPass } from '#server/passes.ts';
import { giveNumber, waitSentence } from './give-number.ts';
import { type BillingDeps, learnAnswer } from './learn-answer.ts';

/*
 * One step for a document that is due:
 *
 *   number ──series taken by a document in doubt──> wait
 *     │  last number asked, the next one stored with the whole request (commit)
 *   submit ──authorised──> issued          rejected ──> no document
 *     │  no answer, 5xx, another number expected
 *   verify ──found, the same──> issued     found, another ──> number (a new one)
 *     │  missing
 *   submit the stored request again, under the same number
 *
 * So a lost answer never makes a second document, and no number is skipped.
 */

/** Longer than the calls of one step can take: a look-up, a submission, a look-up. */
const heldMs = 75_000;

const isDue = (now: Instant) =>
  and(
    isOpen,
    lte(fiscalDocuments.next_at, now),
    or(isNull(fiscalDocuments.held_until), lte(fiscalDocuments.held_until, now)),
  );

/** Reserves a document for this process; null: it is not due, or another process has it. */
async function claim({ db, clock }: BillingDeps, id: number): Promise<FiscalRow | null> {
  const now = clock.now();
  const [row] = await db.direct
    .update(fiscalDocuments)
    .set({ held_until: after(now, heldMs), asked_at: now })
    .where(and(eq(fiscalDocuments.id, id), isDue(now)))
    .returning();
  return row ?? null;
}

/** The taxpayer of a document with its credentials; null: this server has none for it. */
async function taxpayerOf({ db, billing }: BillingDeps, row: FiscalRow): Promise<FiscalTaxpayer | null> {
  const { environment, content, store_id: storeId } = row;
  const { issuer } = content;
  if (environment === 'sandbox') {
    const csc = { id: '0001', secret: 'ABCD0000000000000000000000000000' };
    return { issuer, environment, ...billing.sandboxCredentials(issuer.taxId), csc };
  }
  const [settings] = await db.direct.select().from(fiscalSettings).where(eq(fiscalSettings.store_id, storeId));
  const { vault } = billing;
  if (!vault || !settings?.certificate || !settings.private_key) return null;
  try {
    const csc =
      settings.csc_id === null || settings.csc === null
        ? null
        : { id: settings.csc_id, secret: vault.open(settings.csc) };
    return {
      issuer,
      environment,
      certificate: settings.certificate,
      privateKey: vault.open(settings.private_key),
      csc,
    };
  } catch {
    return null;
  }
}

const storedOf = (row: FiscalRow): StoredContent => {
  const { number, date, content, code, qr, sealed, receipt } = row;
  if (number === null || date === null) throw new Error(`document ${row.id} has no number`);
  return { content: { ...content, number, date }, sealed: { code, qr, text: sealed }, receipt };
};

/** What the authority says of a document that has its number. Looks it up whenever something is in doubt. */
async function ask(
  authority: FiscalAuthority,
  taxpayer: FiscalTaxpayer,
  row: FiscalRow,
  isNew: boolean,
): Promise<FiscalReply> {
  const stored = storedOf(row);
  if (!isNew) {
    const found = await authority.find(taxpayer, stored);
    if (found.kind !== 'missing') return found;
  }
  const reply = await authority.submit(taxpayer, stored);
  if (reply.kind !== 'out-of-turn') return reply;
  // It may have been taken by an earlier call whose answer was lost.
  const found = await authority.find(taxpayer, { ...stored, receipt: null });
  return found.kind === 'missing' ? reply : found;
}

/**
 * Does what is due for a document. Never holds a lock while the authority is asked. Returns false when its numbering has no
 * number to give now.
 */
export async function pursueDocument(deps: BillingDeps, id: number): Promise<boolean> {
  const claimed = await claim(deps, id);
  if (!claimed) return true;
  const authority = deps.billing.authorityOf(claimed.authority, claimed.environment);
  const taxpayer = await taxpayerOf(deps, claimed);
  if (!authority || !taxpayer) {
    const sentence = `${claimed.authority} no aceptó las credenciales del local.`;
    await learnAnswer(deps, claimed, { kind: 'not-sent', code: 'no_credentials', sentence });
    return false;
  }
  const isNew = claimed.work === 'number';
  const numbered = isNew ? await giveNumber(deps, claimed, authority, taxpayer) : claimed;
  if (!numbered) return false;
  const ended = await learnAnswer(deps, numbered, await ask(authority, taxpayer, numbered, isNew));
  if (ended) await wakeWaiting(deps, numbered);
  return true;
}

/** The documents that wait for this one's numbering are due. */
async function wakeWaiting({ db, clock }: BillingDeps, row: FiscalRow): Promise<void> {
  const { authority, environment, tax_id, point, type, work, problem } = fiscalDocuments;
  const series = and(
    eq(authority, row.authority),
    eq(environment, row.environment),
    eq(tax_id, row.tax_id),
    eq(point, row.point),
    eq(type, row.type),
  );
  await db.direct
    .update(fiscalDocuments)
    .set({ next_at: clock.now() })
    .where(and(isOpen, eq(work, 'number'), eq(problem, waitSentence), series));
}

const passMax = 100;

/** The documents that are due: those with a number first, because the others wait for it; then the oldest. */
const findDue = ({ db, clock }: BillingDeps) =>
  db.direct
    .select({
      id: fiscalDocuments.id,
      taxId: fiscalDocuments.tax_id,
      work: fiscalDocuments.work,
      series: sql<string>`concat_ws(' ', ${fiscalDocuments.environment}, ${fiscalDocuments.point}, ${fiscalDocuments.type})`,
    })
    .from(fiscalDocuments)
    .where(isDue(clock.now()))
    .orderBy(sql`${fiscalDocuments.work} = 'number'`, fiscalDocuments.next_at, fiscalDocuments.id)
    .limit(passMax);

/**
 * One pass of the reconciler: does what is due for every document, one after the other for each taxpayer, because they take
 * their numbers in turn. Returns how many there were.
 */
export async function pursueDocuments(deps: BillingDeps, ending?: AbortSignal): Promise<number> {
  const due = await findDue(deps);
  const taxpayers = [...new Set(due.map(({ taxId }) => taxId))];
  await Promise.all(
    taxpayers.map(async (taxpayer) => {
      const busy = new Set<string>();
      for (const { id, work, series } of due.filter(({ taxId }) => taxId === taxpayer))
        if (!ending?.aborted && (work !== 'number' || !busy.has(series)))
          try {
            if (!(await pursueDocument(deps, id))) busy.add(series);
          } catch (error) {
            deps.log.error('asking about an invoice failed', error);
          }
    }),
  );
  return due.length;
}

/** Runs `pursueDocuments` every second. Returns a function that ends it. */
export const watchDocuments = (deps: BillingDeps): (() => Promise<void>) =>
  startPass(deps, { what: 'looking for invoices', everyMs: 1_000 }, (ending) => pursueDocuments(deps, ending));
