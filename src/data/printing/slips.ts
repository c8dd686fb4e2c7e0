import { readOrder, readOrderLine } from '#contract/wire/orders.ts';
import type { SlipChange } from '#domain/comanda-ledger.ts';
import type { OrderLine, StoredOrder } from '#domain/order.ts';
import type { OrderPaper } from '#domain/paper/kinds.ts';
import type { PrintOutcome } from '#domain/print-jobs.ts';
import type { PrinterConfig } from '#domain/printing.ts';
import type { Store } from '#domain/store.ts';
import { readFailure } from '#data/api/failure.ts';
import { wakeIn } from '#platform/clock.ts';
import { ownPointId } from './own-point.ts';
import { thisDevice } from './print-points.ts';
import { printingApi } from './printing-api.ts';

type PrintingStore = Pick<Store, 'id' | 'currency'>;

/** A slip that this device may print, once (decision 040). */
export interface ClaimedSlip {
  readonly id: number;
  readonly printer: string;
  readonly kind: OrderPaper;
  readonly change: SlipChange;
  readonly revision: number;
  readonly reprint: { readonly count: number; readonly by: string } | null;
  readonly place_from: string | null;
  readonly lines: readonly OrderLine[];
}

export interface SlipClaim {
  readonly orderId: number;
  readonly paper: OrderPaper;
  /** A person asks. */
  readonly hand: boolean;
  /** The job that asks. */
  readonly job?: string | undefined;
  readonly config: Extract<PrinterConfig, { readonly method: 'local' }>;
}

/** Waits before each new try of a call that got no answer. */
const retryMs = [1_000, 4_000, 10_000, 20_000] as const;

const pause = (ms: number): Promise<void> => new Promise((resolve) => void wakeIn(ms, resolve));

/** Repeats a call that is safe to repeat while the server gives no answer. */
async function withRetries<T>(call: () => Promise<T>, waits: readonly number[] = retryMs): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const [wait, ...more] = waits;
    if (wait === undefined || readFailure(error).code !== 'no_response') throw error;
    await pause(wait);
    return withRetries(call, more);
  }
}

/**
 * Asks for the permission to print what is due of an order on this computer's printers. `key`: the same one gets the same
 * slips again. Rejects with ApiFailure.
 */
export async function claimSlips(
  { id: storeId, currency }: PrintingStore,
  { orderId, paper, hand, job, config }: SlipClaim,
  key: string,
): Promise<{ readonly order: StoredOrder; readonly slips: readonly ClaimedSlip[] }> {
  const input = {
    store_id: storeId,
    id: ownPointId(storeId) ?? 0,
    order_id: orderId,
    kind: paper,
    hand,
    value: config.value,
    assemblies: { ...config.assemblies },
    ...(job !== undefined && { job }),
  };
  const { context } = thisDevice();
  const answer = await withRetries(
    () => printingApi.claim(input, { context: { ...context, idempotencyKey: key } }),
    retryMs.slice(0, 2),
  );
  return {
    order: readOrder(answer.order, currency),
    slips: answer.slips.map((slip) => ({ ...slip, lines: slip.lines.map((line) => readOrderLine(line, currency)) })),
  };
}

/** Reports how a slip ended; without an answer the server takes it for unknown after a minute. */
export async function reportSlip(
  storeId: number,
  slipId: number,
  { outcome, error }: { readonly outcome: PrintOutcome; readonly error: string | null },
): Promise<void> {
  const input = { store_id: storeId, id: ownPointId(storeId) ?? 0, slip_id: slipId, outcome };
  await withRetries(() => printingApi.endSlip(error === null ? input : { ...input, error }, thisDevice())).catch(
    () => {},
  );
}
