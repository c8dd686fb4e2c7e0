import { deviceClock } from '#platform/clock.ts';
import { claimSlips, type ClaimedSlip, reportSlip, type SlipClaim } from '#data/printing/slips.ts';
import { troubleText } from '#data/printing/print-trouble.ts';
import type { Order } from '#domain/order.ts';
import type { PrintOutcome } from '#domain/print-jobs.ts';
import type { Store } from '#domain/store.ts';
import { paperBytes, slipPaper, withLogo } from './papers.ts';
import { printInTurn } from './printer-queue.ts';

/** How a slip ended, with the sentence for a bad end. */
export interface PrintEnd {
  readonly printer: string;
  readonly outcome: PrintOutcome;
  readonly text: string | null;
}

export interface PrintedSlips {
  readonly order: Order;
  /** None: nothing was due. */
  readonly ends: readonly PrintEnd[];
}

/**
 * Claims what is due of an order and prints it, each printer by itself. `beforeBytes` runs when the permission is there;
 * it rejects to print nothing. Rejects with ApiFailure when nothing was printed.
 */
export async function printDue(
  store: Store,
  claim: SlipClaim,
  key: string,
  beforeBytes: (bytes: Uint8Array) => Promise<void> = async () => {},
): Promise<PrintedSlips> {
  const { order, slips } = await claimSlips(store, claim, key);
  const paperStore = claim.paper === 'summary' ? await withLogo(store) : store;
  const papers = slips.map((slip) => ({
    slip,
    bytes: paperBytes(slipPaper(order, slip, deviceClock.now(), paperStore)),
  }));
  if (papers.length > 0) {
    try {
      await beforeBytes(joined(papers.map((p) => p.bytes)));
    } catch (error) {
      await Promise.all(slips.map(({ id }) => reportSlip(store.id, id, { outcome: 'failed', error: null })));
      throw error;
    }
  }
  return { order, ends: await Promise.all(papers.map(({ slip, bytes }) => printSlip(store.id, slip, bytes))) };
}

async function printSlip(storeId: number, { id, printer }: ClaimedSlip, bytes: Uint8Array): Promise<PrintEnd> {
  const trouble = await printInTurn(storeId, printer, bytes);
  const outcome = trouble === null ? 'accepted' : trouble.failure === 'unknown' ? 'unknown' : 'failed';
  const text = trouble && troubleText(trouble, printer);
  await reportSlip(storeId, id, { outcome, error: text });
  return { printer, outcome, text };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
