import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readBilling, readPayableBilling, readPending } from '#contract/wire/billing.ts';
import type { PayableBilling, PendingDocument } from '#contract/wire/billing.ts';
import type { FiscalDocument } from '#domain/fiscal-documents.ts';
import { isLimbo } from '#domain/fiscal-documents.ts';
import type { InvoiceData } from '#domain/invoices.ts';
import { billingLookMs } from '#domain/limits.ts';
import type { Store } from '#domain/store.ts';
import { deviceClock } from '#platform/clock.ts';
import { reread } from '#data/api/reread.ts';
import { askAgainMs, untilAnswered } from '#data/api/lost-answer.ts';
import type { PayableRef } from '#data/paying/payment-events.ts';
import { billingApi } from './billing-api.ts';

type BillingStore = Pick<Store, 'id' | 'currency'>;

/** Billing as the server last told it, and how far its clock was ahead of this device's. */
export interface ReadPayableBilling extends PayableBilling {
  readonly aheadMs: number;
}

const billingKey = (storeId: number, ...of: readonly (string | number)[]) =>
  ['store', storeId, 'billing', ...of] as const;

/**
 * What an order or table would be invoiced for, and its documents. Never stored: an old answer about an invoice is worse
 * than none. Read again every few seconds while the authority has not answered for good.
 */
export function usePayableBilling(store: BillingStore, { type, id }: PayableRef, version: number) {
  return useQuery({
    queryKey: billingKey(store.id, type, id, version),
    queryFn: ({ signal }) => readBillingOf(store, { type, id }, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.documents.some(({ state: s }) => isLimbo(s)) ? billingLookMs : false),
  });
}

/** Reads it from the server. Rejects with ApiFailure. */
export async function readBillingOf(
  { id: store_id, currency }: BillingStore,
  { type, id }: PayableRef,
  signal?: AbortSignal,
): Promise<ReadPayableBilling> {
  const at = { store_id, id };
  const options = signal && { signal };
  const wire = type === 'order' ? await billingApi.order(at, options) : await billingApi.group(at, options);
  const known = readPayableBilling(wire, currency);
  return { ...known, aheadMs: known.now - deviceClock.now() };
}

/** The documents of the store that the authority has not answered for good, oldest first. */
export function usePendingBillings(store: BillingStore) {
  return useQuery({
    queryKey: billingKey(store.id, 'pending'),
    queryFn: async ({
      signal,
    }): Promise<{ readonly documents: readonly PendingDocument[]; readonly aheadMs: number }> => {
      const { documents, now } = readPending(
        await billingApi.pending({ store_id: store.id }, { signal }),
        store.currency,
      );
      return { documents, aheadMs: now - deviceClock.now() };
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => ((state.data?.documents.length ?? 0) > 0 ? billingLookMs : false),
  });
}

/**
 * Sends it, again while its answer is lost, which `onDoubt` tells, and reads what the screens show: also after a failure it
 * may have been done.
 */
async function ask<T>(storeId: number, send: () => Promise<T>, onDoubt: () => void): Promise<T> {
  try {
    return await untilAnswered(send, onDoubt, askAgainMs);
  } finally {
    await reread({ queryKey: billingKey(storeId) });
  }
}

/** Asks for the invoice. A retry with the same key is safe. Rejects with ApiFailure. */
export async function sendInvoice(
  { id: store_id, currency }: BillingStore,
  { type, id }: PayableRef,
  data: InvoiceData,
  { key, onDoubt }: { readonly key: string; readonly onDoubt: () => void },
): Promise<FiscalDocument> {
  const input = { store_id, id, ...data };
  const context = { idempotencyKey: key };
  const send = () =>
    type === 'order' ? billingApi.invoiceOrder(input, { context }) : billingApi.invoiceGroup(input, { context });
  const { body } = await ask(store_id, send, onDoubt);
  return readBilling(body, currency);
}

/** Asks for the credit note of the invoice in force. A retry with the same key is safe. Rejects with ApiFailure. */
export async function sendCreditNote(
  { id: store_id, currency }: BillingStore,
  { type, id }: PayableRef,
  { key, onDoubt }: { readonly key: string; readonly onDoubt: () => void },
): Promise<FiscalDocument> {
  const context = { idempotencyKey: key };
  const at = { store_id, id };
  const send = () =>
    type === 'order' ? billingApi.creditOrder(at, { context }) : billingApi.creditGroup(at, { context });
  const { body } = await ask(store_id, send, onDoubt);
  return readBilling(body, currency);
}
