import type { FiscalState } from '#domain/fiscal-documents.ts';
import { after, type Instant } from '#domain/time.ts';
import type { FiscalReply } from '#server/billing/fiscal-authority.ts';
import type { Deps } from '#server/deps.ts';
import {
  countBillings,
  type FiscalRow,
  insertCreditNote,
  lockDocument,
  type NewFiscalRow,
  noteOf,
  releaseSeries,
  retryAt,
  updateDocument,
} from '#server/modules/fiscal/documents-store.ts';
import { announcePayable, auditDocument, lockPayable } from './billed-payables.ts';

export type BillingDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'billing'>;

const doubtSentence = {
  ARCA: 'Estamos verificando si ARCA emitió la factura. No la cargues de nuevo.',
  SIFEN: 'SIFEN todavía no respondió. No la cargues de nuevo.',
} as const;
export const turnSentence =
  'ARCA espera otro número u otra fecha: otro sistema puede estar usando este punto de venta.';

const saidOf = (reply: FiscalReply): string => ('code' in reply ? `${reply.kind} ${reply.code}` : reply.kind);

/** What a document becomes by the authority's answer. */
function afterAnswer(row: FiscalRow, reply: FiscalReply, now: Instant): Partial<NewFiscalRow> {
  const ended = { work: 'none', ended_at: now, failures: 0, receipt: null } as const;
  const later = (problem: string | null, againMs?: number): Partial<NewFiscalRow> => ({
    failures: row.failures + 1,
    problem,
    next_at: retryAt(now, row.failures, againMs),
  });
  /** Under a new number: this one is another document's. */
  const renumbered = {
    work: 'number',
    state: 'requested',
    number: null,
    date: null,
    ...later(turnSentence),
  } satisfies Partial<NewFiscalRow>;
  switch (reply.kind) {
    case 'authorised': {
      const { code, expires, qr, remarks } = reply;
      const state: FiscalState = remarks.length > 0 ? 'observed' : 'issued';
      return { ...ended, state, code, code_expires: expires, qr, remarks: [...remarks], problem: null };
    }
    case 'rejected':
      return { ...ended, state: 'rejected', problem: reply.sentence };
    case 'taken':
      return { failures: 0, receipt: reply.receipt, problem: null, next_at: after(now, reply.againMs) };
    case 'different':
      return renumbered;
    case 'out-of-turn':
      // Paraguay's number is ours: the document is looked up again by its code.
      return row.authority === 'ARCA' ? renumbered : { receipt: null, ...later(doubtSentence.SIFEN) };
    case 'not-sent':
      return later(reply.sentence);
    case 'missing':
      return later(doubtSentence[row.authority]);
    case 'unknown':
      return later(doubtSentence[row.authority], reply.againMs);
  }
}

/** Keeps what the authority said with everything that follows from it. One transaction. Returns whether it is final. */
export async function learnAnswer(deps: BillingDeps, claimed: FiscalRow, reply: FiscalReply): Promise<boolean> {
  const { db, clock, log } = deps;
  const { store_id: storeId, payable_type: type, payable_id: id } = claimed;
  const payable = { type, id };
  return db.store(storeId, 'write', async (tx) => {
    const now = clock.now();
    await lockPayable(tx, storeId, payable);
    const row = await lockDocument(tx, storeId, claimed.id);
    if (row.work === 'none') return true;
    // The claim ended and another process asks: this answer may be older than what that one knows.
    if (row.held_until !== claimed.held_until) return false;
    const said = saidOf(reply);
    const set = afterAnswer(row, reply, now);
    await updateDocument(tx, row, { ...set, held_until: null, history: noteOf(row, now, said) });
    const learnt: FiscalRow = { ...row, ...set };
    const isIssuedNow = reply.kind === 'authorised';
    if (set.work !== undefined)
      await releaseSeries(tx, row, isIssuedNow && row.authority === 'ARCA' ? (row.number ?? undefined) : undefined);
    if (reply.kind === 'different' || (reply.kind === 'rejected' && reply.ours))
      log.error(`fiscal document ${row.id} of store ${storeId}: ${said}`);
    if (set.work !== 'none') return false;
    auditDocument(tx, learnt, isIssuedNow ? 'issue' : 'reject', null, now);
    if (row.kind === 'invoice' && isIssuedNow && row.undone) await insertCreditNote(tx, learnt, { by: null, at: now });
    if (row.kind === 'invoice' && !isIssuedNow) await countBillings(tx, storeId, payable, -1, now);
    if (row.kind === 'creditNote' && row.undoes !== null)
      if (isIssuedNow) await countBillings(tx, storeId, payable, -1, now);
      else await updateDocument(tx, { id: row.undoes, store_id: storeId }, { undone: false });
    await announcePayable(tx, storeId, payable, now);
    return true;
  });
}
