import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { printJob } from '#contract/printing.ts';
import { isUuid, type Uuid } from '#domain/ids.ts';
import { printJobLifeMs } from '#domain/limits.ts';
import type { PrintJobState, TurnChange } from '#domain/print-jobs.ts';
import { settleJob } from '#domain/print-jobs.ts';
import type { PrintedType, PrinterKind } from '#domain/printing.ts';
import { after, type Instant, isoFromInstant, minutes } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { printJobs } from '#server/db/schema/printing.ts';
import type { Deps } from '#server/deps.ts';
import { startPass } from '#server/passes.ts';
import { pgFeeds } from '#server/realtime/feed-store.ts';
import { settlePrintSlips } from './slips-store.ts';

export type PrintJobRow = typeof printJobs.$inferSelect;

/** A job on the wire. */
export const writePrintJob = (job: PrintJobRow): z.infer<typeof printJob> => ({
  id: job.id,
  kind: job.kind,
  payable_type: job.payable_type,
  payable_id: job.payable_id,
  from_printpoint_id: job.from_printpoint_id,
  created_at: isoFromInstant(job.created_at),
  state: job.state,
  error: job.error,
});

/** Tells every device of the store how a job stands: its print point, and whoever sent it (N-47). Call it last. */
function announce(tx: Tx, job: PrintJobRow, at: Instant): void {
  const event = { name: `printpoint-${job.printpoint_id}`, type: 'print-job', id: job.id, ver: null };
  pgFeeds(tx, job.store_id).append('store', { at: isoFromInstant(at), ...event, payload: writePrintJob(job) }, at);
}

export interface NewPrintJob {
  readonly id: Uuid;
  readonly printpoint_id: number;
  readonly kind: PrinterKind;
  readonly payable_type: PrintedType;
  readonly payable_id: number;
  readonly from_printpoint_id: number | null;
  readonly created_by: number;
  readonly created_at: Instant;
}

/** Stores a job and tells its print point. Call it last. */
export async function insertPrintJob(tx: Tx, storeId: number, job: NewPrintJob): Promise<void> {
  const [row] = await tx
    .insert(printJobs)
    .values({ ...job, store_id: storeId, state: 'queued' })
    .returning();
  if (!row) throw new Error('the job was not stored');
  announce(tx, row, job.created_at);
}

/** What waits at a print point or is being printed there, oldest first. */
export const openJobs = (tx: Tx, storeId: number, pointId: number, now: Instant): Promise<PrintJobRow[]> =>
  tx
    .select()
    .from(printJobs)
    .where(
      and(
        eq(printJobs.store_id, storeId),
        eq(printJobs.printpoint_id, pointId),
        isNull(printJobs.ended_at),
        gt(printJobs.created_at, after(now, -printJobLifeMs)),
      ),
    )
    .orderBy(asc(printJobs.created_at), asc(printJobs.id));

/** Locks a job until the transaction ends. */
export async function lockPrintJob(tx: Tx, storeId: number, pointId: number, id: Uuid): Promise<PrintJobRow | null> {
  const [row] = await tx
    .select()
    .from(printJobs)
    .where(and(eq(printJobs.store_id, storeId), eq(printJobs.printpoint_id, pointId), eq(printJobs.id, id)))
    .for('update');
  return row ?? null;
}

/** A change of a locked job that nobody else needs to know. */
export async function updatePrintJob(tx: Tx, { id, store_id }: PrintJobRow, change: TurnChange): Promise<void> {
  await tx
    .update(printJobs)
    .set(change)
    .where(and(eq(printJobs.store_id, store_id), eq(printJobs.id, id)));
}

/** Ends a locked job and tells who sent it. Call it last. */
export async function finishPrintJob(
  tx: Tx,
  { id, store_id }: PrintJobRow,
  { state, error, at }: { readonly state: PrintJobState; readonly error: string | null; readonly at: Instant },
): Promise<void> {
  const [row] = await tx
    .update(printJobs)
    .set({ state, error, ended_at: at })
    .where(and(eq(printJobs.store_id, store_id), eq(printJobs.id, id)))
    .returning();
  if (!row) throw new Error(`job ${id} is gone`);
  announce(tx, row, at);
}

const settleEveryMs = 5_000;
const forgetAfterMs = minutes(24 * 60);

/** Ends the jobs that nobody printed or whose computer went silent, and forgets those of yesterday. */
export async function settlePrintJobs({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await db.direct.delete(printJobs).where(lt(printJobs.ended_at, after(now, -forgetAfterMs)));
  const open = await db.direct.select().from(printJobs).where(isNull(printJobs.ended_at));
  for (const { id, store_id, printpoint_id, ...turn } of open) {
    if (settleJob(turn, now) === null) continue;
    await db.store(store_id, 'write', async (tx) => {
      const job = await lockPrintJob(tx, store_id, printpoint_id, id);
      const state = job && job.ended_at === null ? settleJob(job, now) : null;
      if (job && state) await finishPrintJob(tx, job, { state, error: null, at: now });
    });
  }
}

/** Settles jobs and slips every 5 s. Returns a function that ends it. */
export const watchPrintJobs = (deps: Pick<Deps, 'db' | 'clock' | 'log'>): (() => Promise<void>) =>
  startPass(deps, { what: 'settling print jobs', everyMs: settleEveryMs }, () =>
    Promise.all([settlePrintJobs(deps), settlePrintSlips(deps)]),
  );

/** The open job of that print point with this id, if it is about that. */
export async function openJobAbout(
  tx: Tx,
  storeId: number,
  pointId: number,
  { id, about }: { readonly id: string; readonly about: Pick<PrintJobRow, 'kind' | 'payable_type' | 'payable_id'> },
): Promise<PrintJobRow | null> {
  const job = isUuid(id) ? await lockPrintJob(tx, storeId, pointId, id) : null;
  const fits =
    job?.payable_type === about.payable_type && job.payable_id === about.payable_id && job.kind === about.kind;
  return fits && job.ended_at === null ? job : null;
}
