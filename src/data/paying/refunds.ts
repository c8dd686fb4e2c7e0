import type { KnownPayments } from '#domain/known-payments.ts';
import type { Money } from '#domain/money.ts';
import { moneyToDecimal } from '#domain/money.ts';
import type { PaymentMethod, Store } from '#domain/store.ts';
import { newUuid } from '#platform/random.ts';
import { api } from '#data/api/api.ts';
import { queryClient } from '#data/api/query-client.ts';
import { reread } from '#data/api/reread.ts';
import { cashboxKey } from '#data/cashbox/cashbox-events.ts';
import { askAgainMs, isLost, untilAnswered } from '#data/api/lost-answer.ts';
import type { PayableRef } from './payment-events.ts';
import { knownPaymentsKey } from './payment-events.ts';

export interface Refund {
  readonly method: PaymentMethod;
  readonly amount: Money;
  readonly reason: string;
}

/**
 * The keys of refunds whose answer was lost, by what they give back. Sent again it is the same refund, until what is
 * known of the payments has been read and shows whether it was done.
 */
const unanswered = new Map<string, string>();

/**
 * Gives money of an order or table back. `authorised`: the grant of whoever allowed it. A lost answer is asked for again,
 * which `onDoubt` tells; the same refund after that is still the same one. Resolves to whether it went back; not yet when
 * a provider has to do it. Rejects with ApiFailure.
 */
export async function giveBack(
  { id: store_id, currency }: Pick<Store, 'id' | 'currency'>,
  payable: PayableRef,
  { method, amount, reason }: Refund,
  { authorised, onDoubt }: { readonly authorised: string | null; readonly onDoubt: () => void },
): Promise<boolean> {
  const body = { store_id, id: payable.id, method, amount: moneyToDecimal(amount, currency), reason };
  const content = JSON.stringify([payable.type, body.id, method, body.amount]);
  const key = unanswered.get(content) ?? newUuid();
  unanswered.set(content, key);
  const context = { idempotencyKey: key, authorised };
  const send = () =>
    payable.type === 'order' ? api.orders.refund(body, { context }) : api.groups.refund(body, { context });
  try {
    const { entry } = await untilAnswered(send, onDoubt, askAgainMs);
    unanswered.delete(content);
    return entry !== null;
  } catch (error) {
    if (!isLost(error)) unanswered.delete(content);
    throw error;
  } finally {
    // Also after a failure: it may have been done, or another device has given the money back.
    const queryKey = knownPaymentsKey(store_id, payable);
    const knownAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
    await Promise.all([reread({ queryKey }), reread({ queryKey: cashboxKey(store_id) })]);
    if ((queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0) > knownAt) unanswered.delete(content);
  }
}

/** What can be given back of one method, in the order of the list. */
export type Refundable = KnownPayments['refundable'][number];
