import type { WireBilling } from '#contract/billing.ts';
import type { PrintInvoiceInput } from '#contract/printing.ts';
import { readBilling } from '#contract/wire/billing.ts';
import { readCashbox } from '#contract/wire/cashbox.ts';
import { readGroup } from '#contract/wire/groups.ts';
import type { Cashbox } from '#domain/cashbox.ts';
import type { FiscalDocument } from '#domain/fiscal-documents.ts';
import { printJobLeaseMs } from '#domain/limits.ts';
import type { OrderGroupDetail } from '#domain/order-group.ts';
import type { OrderPaper } from '#domain/paper/kinds.ts';
import { orderPapers } from '#domain/paper/kinds.ts';
import type { PrintOutcome } from '#domain/print-jobs.ts';
import type { PrintedType, PrinterKind } from '#domain/printing.ts';
import type { Store } from '#domain/store.ts';
import { sha256Hex } from '#platform/digest.ts';
import { every } from '#platform/clock.ts';
import { ownPointId } from './own-point.ts';
import { thisDevice } from './print-points.ts';
import { printingApi } from './printing-api.ts';

type PrintingStore = Pick<Store, 'id' | 'currency'>;

/** A job that waits at this computer. */
export interface WaitingJob {
  readonly id: string;
  readonly kind: PrinterKind;
  readonly payable_type: PrintedType;
  readonly payable_id: number;
}

/** What is printed of something that is not in the comanda ledger. */
export type PrintedEntity =
  | { readonly type: 'orderGroup'; readonly group: OrderGroupDetail }
  | { readonly type: 'cashbox'; readonly register: Cashbox }
  | { readonly type: 'invoice'; readonly document: FiscalDocument };

/** The paper of an order that a job is about; null: another kind. */
export const orderPaperOf = (kind: PrinterKind): OrderPaper | null =>
  orderPapers.find((paper) => paper === kind) ?? null;

const here = (storeId: number, id: number) => ({
  store_id: storeId,
  id,
  current_printpoint_id: ownPointId(storeId),
});

/** Sends a paper to another print point; the id of the job is `key`. Rejects with ApiFailure. */
export async function sendJob(
  storeId: number,
  {
    paper,
    type,
    id,
    to,
  }: { readonly paper: PrinterKind; readonly type: PrintedType; readonly id: number; readonly to: number },
  key: string,
): Promise<void> {
  const input = { ...here(storeId, id), printpoint_id: to };
  const options = { context: { ...thisDevice().context, idempotencyKey: key } };
  const orderPaper = orderPaperOf(paper);
  if (paper === 'invoice') await printedInvoice(type, input, options);
  else if (type === 'orderGroup') await printingApi.group(input, options);
  else if (type === 'cashbox') await printingApi.cashbox(input, options);
  else if (orderPaper) await printingApi.order({ ...input, kind: orderPaper }, options);
}

type PrintOptions = Parameters<typeof printingApi.orderInvoice>[1];

const printedInvoice = async (
  type: PrintedType,
  input: PrintInvoiceInput,
  options: PrintOptions,
): Promise<WireBilling> =>
  (await (type === 'order' ? printingApi.orderInvoice(input, options) : printingApi.groupInvoice(input, options))).data
    .billing;

/** Reads what a job is to print, as the caller sees it, and whoever sent it an invoice (N-48). Rejects with ApiFailure. */
export async function readPrinted(
  { id: storeId, currency }: PrintingStore,
  { id: job, kind, payable_type, payable_id }: WaitingJob,
  key: string,
): Promise<PrintedEntity | null> {
  const options = { context: { ...thisDevice().context, idempotencyKey: key } };
  const input = here(storeId, payable_id);
  if (kind === 'invoice')
    return {
      type: 'invoice',
      document: readBilling(await printedInvoice(payable_type, { ...input, job }, options), currency),
    };
  if (payable_type === 'orderGroup') {
    const { data } = await printingApi.group(input, options);
    return { type: 'orderGroup', group: readGroup(data, currency) };
  }
  if (payable_type !== 'cashbox') return null;
  const { data } = await printingApi.cashbox(input, options);
  const register = readCashbox(data, currency);
  return register && { type: 'cashbox', register };
}

/** The jobs that wait here, oldest first. Rejects with ApiFailure. */
export const waitingJobs = async (storeId: number, pointId: number): Promise<readonly WaitingJob[]> =>
  (await printingApi.jobs({ store_id: storeId, id: pointId }, thisDevice())).filter((job) => job.state !== 'sending');

/** A job that this computer holds, and renews while it holds it. */
export interface HeldJob {
  /** The bytes are about to leave. Rejects when the lease is lost: do not print. */
  sending(bytes: Uint8Array): Promise<void>;
  end(outcome: PrintOutcome, error: string | null): Promise<void>;
}

/** Takes a job. Rejects with ApiFailure: conflict when somebody else has it, or it is over. */
export async function takeJob(storeId: number, pointId: number, { id }: WaitingJob): Promise<HeldJob> {
  const path = { store_id: storeId, id: pointId, job: id };
  const { lease } = await printingApi.lease(path, thisDevice());
  const stop = every(
    printJobLeaseMs / 3,
    () => void printingApi.lease({ ...path, lease }, thisDevice()).catch(() => {}),
  );
  return {
    async sending(bytes) {
      await printingApi.sending({ ...path, lease, sha256: await sha256Hex(bytes) }, thisDevice());
    },
    async end(outcome, error) {
      stop();
      const ended = error === null ? { ...path, lease, outcome } : { ...path, lease, outcome, error };
      await printingApi.end(ended, thisDevice()).catch(() => {});
    },
  };
}
