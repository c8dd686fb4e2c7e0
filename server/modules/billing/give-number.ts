import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { NumberedContent } from '#domain/fiscal-documents.ts';
import { countryRules } from '#domain/store.ts';
import { after, wallTime } from '#domain/time.ts';
import type { FiscalAuthority, FiscalTaxpayer } from '#server/billing/fiscal-authority.ts';
import { fiscalSeries } from '#server/db/schema/billing.ts';
import {
  type FiscalRow,
  lockDocument,
  type NewFiscalRow,
  noteOf,
  ofSeries,
  releaseSeries,
  seriesOf,
  updateDocument,
} from '#server/modules/fiscal/documents-store.ts';
import { countryOf } from './billed-payables.ts';
import { type BillingDeps, learnAnswer, turnSentence } from './learn-answer.ts';

/** A document whose numbering is busy is due again after this time, or as soon as the other one has ended. */
const busyMs = 1_000;
export const waitSentence = 'Espera a otra factura de este punto de venta.';
/** The next number of the series for a claimed document, stored with what is sent; null: it has to wait. */
export async function giveNumber(
  deps: BillingDeps,
  row: FiscalRow,
  authority: FiscalAuthority,
  taxpayer: FiscalTaxpayer,
): Promise<FiscalRow | null> {
  const { db, clock } = deps;
  const { lastNumber } = authority;
  await db.direct.insert(fiscalSeries).values(seriesOf(row)).onConflictDoNothing();
  let next: number | null = null;
  if (lastNumber !== null) {
    const free = or(isNull(fiscalSeries.document), eq(fiscalSeries.document, row.id));
    const [series] = await db.direct
      .update(fiscalSeries)
      .set({ document: row.id })
      .where(and(ofSeries(row), free))
      .returning();
    if (!series) {
      const set = { held_until: null, next_at: after(clock.now(), busyMs), problem: waitSentence };
      await db.store(row.store_id, 'write', (tx) => updateDocument(tx, row, set));
      return null;
    }
    const { point } = row.content.issuer;
    const last = await lastNumber(taxpayer, { point, type: row.type });
    if (last.kind === 'not-sent' || last.number < series.last_number) {
      const reply =
        last.kind === 'not-sent'
          ? last
          : ({ kind: 'not-sent', code: 'number_behind', sentence: turnSentence } as const);
      await db.store(row.store_id, 'write', (tx) => releaseSeries(tx, row));
      await learnAnswer(deps, row, reply);
      return null;
    }
    next = last.number + 1;
  }
  const zone = countryRules[countryOf(row)].timezone;
  return db.store(row.store_id, 'write', async (tx) => {
    const now = clock.now();
    const locked = await lockDocument(tx, row.store_id, row.id);
    // Another process has claimed it since, and its series with it.
    if (locked.held_until !== row.held_until) return null;
    if (locked.work !== 'number') {
      await releaseSeries(tx, row);
      return null;
    }
    if (next === null) {
      const [series] = await tx
        .update(fiscalSeries)
        .set({ last_number: sql`${fiscalSeries.last_number} + 1` })
        .where(ofSeries(row))
        .returning({ last: fiscalSeries.last_number });
      next = series?.last ?? 0;
    }
    const { date } = wallTime(now, zone);
    const content: NumberedContent = { ...locked.content, number: next, date };
    const sealed = authority.seal(taxpayer, content);
    const set = {
      number: next,
      date,
      code: sealed.code,
      qr: sealed.qr,
      sealed: sealed.text,
      state: 'verifying',
      work: 'verify',
      problem: null,
      history: noteOf(locked, now, `number ${next}`),
    } satisfies Partial<NewFiscalRow>;
    await updateDocument(tx, row, set);
    return { ...locked, ...set };
  });
}
