import { readFailure } from '#data/api/failure.ts';
import { useUiIntents } from '#data/device/ui-intents.ts';
import type { PayableRef } from '#data/paying/payment-events.ts';
import { askForPaper } from '#data/printing/asked-paper.ts';
import { printAtOnce, printsAtOnce } from '#data/printing/print-at-once.ts';
import type { FiscalDocument } from '#domain/fiscal-documents.ts';
import { isLimbo, printedDocument } from '#domain/fiscal-documents.ts';
import { billingLookMs, printJobLifeMs } from '#domain/limits.ts';
import type { Store } from '#domain/store.ts';
import { wakeIn } from '#platform/clock.ts';
import { readBillingOf } from './billing.ts';

type BillingStore = Pick<Store, 'id' | 'currency'>;

/**
 * Prints the document of an order or table as a person asks for it. Resolves to false when there is none yet. Rejects with
 * ApiFailure.
 */
export async function printInvoice(store: BillingStore, payable: PayableRef): Promise<boolean> {
  const document = printedDocument((await readBillingOf(store, payable)).documents);
  if (document) askForPaper({ paper: 'invoice', document, payable });
  return document !== null;
}

/**
 * Prints an invoice that this device has asked for as soon as it has its code, where the device prints them by itself
 * (P-33, I-20). While the authority has not answered it looks for ten minutes, on whatever screen; after that a person
 * prints it.
 */
export function printWhenIssued(store: BillingStore, payable: PayableRef, asked: FiscalDocument): void {
  if (!printsAtOnce(store.id, 'billing')) return;
  let waitedMs = 0;
  const look = (document: FiscalDocument): void => {
    if (useUiIntents.getState().storeId !== store.id || document.state === 'rejected') return;
    if (document.code !== null) return printAtOnce(store.id, 'billing', { paper: 'invoice', document, payable });
    if (!isLimbo(document.state) || waitedMs >= printJobLifeMs) return;
    waitedMs += billingLookMs;
    wakeIn(billingLookMs, () => {
      void readBillingOf(store, payable).then(
        ({ documents }) => look(documents.find(({ id }) => id === document.id) ?? document),
        // No answer: it looks again.
        (error: unknown) => (readFailure(error).code === 'no_response' ? look(document) : undefined),
      );
    });
  };
  look(asked);
}
