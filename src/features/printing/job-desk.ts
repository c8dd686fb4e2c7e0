import { readFailure, readFailureText } from '#data/api/failure.ts';
import { queryClient } from '#data/api/query-client.ts';
import { cashboxQuery } from '#data/cashbox/cashbox.ts';
import type { AskedPaper } from '#data/printing/asked-paper.ts';
import { troubleText } from '#data/printing/print-trouble.ts';
import { ownPointId } from '#data/printing/own-point.ts';
import { connectPrinting, usePrintService } from '#data/printing/print-service.ts';
import { printerConfigs } from '#data/printing/printer-configs.ts';
import {
  type HeldJob,
  orderPaperOf,
  readPrinted,
  takeJob,
  waitingJobs,
  type WaitingJob,
} from '#data/printing/remote-jobs.ts';
import type { PrintOutcome } from '#domain/print-jobs.ts';
import type { PrinterConfig } from '#domain/printing.ts';
import type { Store } from '#domain/store.ts';
import { deviceClock } from '#platform/clock.ts';
import { newUuid } from '#platform/random.ts';
import { toast } from '#ui/toast/toast.ts';
import { paperBytes, sheetPaper, withLogo } from './papers.ts';
import { printDue } from './print-due.ts';
import { printInTurn } from './printer-queue.ts';
import { deskTexts as texts, paperTexts } from './paper-texts.ts';

type LocalConfig = Extract<PrinterConfig, { readonly method: 'local' }>;

interface JobEnd {
  readonly outcome: PrintOutcome;
  readonly error: string | null;
}

const failed = (error: string): JobEnd => ({ outcome: 'failed', error });

/** Jobs that this page works at. */
const underWay = new Set<string>();

/** Prints the jobs that wait at this computer, each by itself: one that hangs holds no other (P-41, N-47). */
export async function printWaitingJobs(store: Store): Promise<void> {
  const point = ownPointId(store.id);
  if (point === null) return;
  const jobs = await waitingJobs(store.id, point).catch(() => []);
  await Promise.all(
    jobs
      .filter(({ id }) => !underWay.has(id))
      .map(async (job) => {
        underWay.add(job.id);
        await printJob(store, point, job).catch(() => {});
        underWay.delete(job.id);
      }),
  );
}

async function printJob(store: Store, point: number, job: WaitingJob): Promise<void> {
  const config = printerConfigs(store.id)[job.kind];
  if (config?.method !== 'local') {
    const held = await takeJob(store.id, point, job);
    await held.end('failed', texts.noLocalPrinter);
    return void toast.show({ id: 'print-job', kind: 'warning', duration: 'sticky', text: texts.noLocalPrinter });
  }
  await connectPrinting(store.id);
  // It waits for QZ Tray; after ten minutes its sender is told.
  if (usePrintService.getState().state.name !== 'connected') return;
  const held = await takeJob(store.id, point, job);
  const { outcome, error } = await (
    orderPaperOf(job.kind) === null || job.payable_type !== 'order'
      ? printSheet(store, job, held, config)
      : printOrderJob(store, job, held, config)
  ).catch((why: unknown): JobEnd => failed(readFailure(why).code === 'not_found' ? texts.gone : readFailureText(why)));
  await held.end(outcome, error);
  if (error !== null) toast.show({ id: `job ${job.id}`, kind: 'error', text: error });
}

async function printOrderJob(store: Store, job: WaitingJob, held: HeldJob, config: LocalConfig): Promise<JobEnd> {
  const paper = orderPaperOf(job.kind);
  if (paper === null) return failed(texts.gone);
  const claim = { orderId: job.payable_id, paper, hand: true, job: job.id, config };
  const { ends } = await printDue(store, claim, newUuid(), (bytes) => held.sending(bytes));
  if (ends.length === 0) return failed(paperTexts.notNow);
  const bad = ends.filter((end) => end.outcome !== 'accepted');
  const error = bad.length === 0 ? null : bad.map((end) => end.text ?? '').join(' ');
  if (bad.some((end) => end.outcome === 'unknown')) return { outcome: 'unknown', error };
  return { outcome: bad.length === 0 ? 'accepted' : 'failed', error };
}

async function printSheet(store: Store, job: WaitingJob, held: HeldJob, { value }: LocalConfig): Promise<JobEnd> {
  const asked = await sheetOf(store, job);
  if (asked === null) return failed(texts.gone);
  const bytes = paperBytes(sheetPaper(asked, deviceClock.now(), await withLogo(store)));
  await held.sending(bytes);
  const trouble = await printInTurn(store.id, value, bytes);
  if (trouble === null) return { outcome: 'accepted', error: null };
  return { outcome: trouble.failure === 'unknown' ? 'unknown' : 'failed', error: troubleText(trouble, value) };
}

async function sheetOf(store: Store, job: WaitingJob): Promise<Exclude<AskedPaper, { readonly uid: string }> | null> {
  const printed = await readPrinted(store, job, newUuid());
  if (printed === null) return null;
  if (printed.type === 'invoice') {
    const { document } = printed;
    const type = job.payable_type === 'order' ? 'order' : 'orderGroup';
    return { paper: 'invoice', document, payable: { type, id: job.payable_id } };
  }
  if (printed.type === 'orderGroup') return { paper: 'group', group: printed.group };
  const state = await queryClient.ensureQueryData(cashboxQuery(store)).catch(() => null);
  return { paper: 'cashbox', register: printed.register, withPayouts: state?.config.payouts ?? true };
}
