import type { KnownPayments } from '#domain/known-payments.ts';
import type { Money } from '#domain/money.ts';
import { moneyToDecimal } from '#domain/money.ts';
import type { PaymentMethod, Store } from '#domain/store.ts';
import { api } from '#data/api/api.ts';
import { queryClient } from '#data/api/query-client.ts';
import { cashboxKey } from '#data/cashbox/cashbox-events.ts';
import type { PayableRef } from './payment-events.ts';
import { knownPaymentsKey } from './payment-events.ts';

export interface Refund {
  readonly method: PaymentMethod;
  readonly amount: Money;
  readonly reason: string;
}

/**
 * Gives money of an order or table back. `authorised`: the grant of whoever allowed it. A retry with the same key is
 * safe. Resolves to whether it went back; not yet when a provider has to do it. Rejects with ApiFailure.
 */
export async function giveBack(
  { id: store_id, currency }: Pick<Store, 'id' | 'currency'>,
  payable: PayableRef,
  { method, amount, reason }: Refund,
  { key, authorised }: { readonly key: string; readonly authorised: string | null },
): Promise<boolean> {
  const body = { store_id, id: payable.id, method, amount: moneyToDecimal(amount, currency), reason };
  const context = { idempotencyKey: key, authorised };
  const { entry } = await (payable.type === 'order'
    ? api.orders.refund(body, { context })
    : api.groups.refund(body, { context }));
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: knownPaymentsKey(store_id, payable) }),
    queryClient.invalidateQueries({ queryKey: cashboxKey(store_id) }),
  ]);
  return entry !== null;
}

/** What can be given back of one method, in the order of the list. */
export type Refundable = KnownPayments['refundable'][number];
