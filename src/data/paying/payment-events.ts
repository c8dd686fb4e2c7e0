import type { PaymentStatus } from '#domain/order.ts';
import type { PayableType } from '#domain/paying.ts';
import { isObject } from '#domain/unknown.ts';
import { queryClient } from '#data/api/query-client.ts';
import { reread } from '#data/api/reread.ts';

/** What a payment in progress pays. */
export interface PayableRef {
  readonly type: PayableType;
  readonly id: number;
}

export const payingKey = (storeId: number, { type, id }: PayableRef) => ['store', storeId, 'paying', type, id] as const;

/** What is known of the payments of an order or table; without `payable`, of all of the store. */
export const knownPaymentsKey = (storeId: number, payable?: { readonly type: PayableType; readonly id?: number }) => [
  'store',
  storeId,
  'payments',
  ...(payable ? [payable.type] : []),
  ...(payable?.id === undefined ? [] : [payable.id]),
];

/** Reads payments again where a screen shows them; elsewhere they are read when they are opened. */
export function refetchPayments(...of: Parameters<typeof knownPaymentsKey>): void {
  const shown = { queryKey: knownPaymentsKey(...of), type: 'active' } as const;
  if (queryClient.getQueryCache().findAll(shown).length > 0) void reread(shown);
}

/** Hears how the payment ended. */
type Listener = (status: Exclude<PaymentStatus, 'PENDING'>) => void;

const listeners = new Set<{ readonly storeId: number; readonly payable: PayableRef; readonly hear: Listener }>();

/** Tells the end of that payment alone (Y-55). The returned function stops it. */
export function onPaymentResolved(storeId: number, payable: PayableRef, hear: Listener): () => void {
  const entry = { storeId, payable, hear };
  listeners.add(entry);
  return () => void listeners.delete(entry);
}

/** payment-pending-resolved (Y-50, Y-51). */
export function tellPaymentResolved(storeId: number, payload: unknown): void {
  if (!isObject(payload)) return;
  const { payable_type: name, payable_id: id, status } = payload;
  const type = name === 'order' || name === 'orderGroup' ? name : null;
  if (type === null || typeof id !== 'number' || (status !== 'APPROVED' && status !== 'REJECTED')) return;
  for (const { hear, ...at } of listeners)
    if (at.storeId === storeId && at.payable.type === type && at.payable.id === id) hear(status);
  // The order's or group's detail shows how it stands.
  void reread({ queryKey: payingKey(storeId, { type, id }) });
  refetchPayments(storeId, { type, id });
}
