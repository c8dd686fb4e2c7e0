import { groupDetailQuery } from '#data/groups/group-detail.ts';
import { chargeGroup } from '#data/groups/group-calls.ts';
import { groupAt } from '#data/groups/groups.ts';
import type { StoredOrderGroup } from '#data/groups/groups.ts';
import { queryClient } from '#data/api/query-client.ts';
import { readFailureText, refusedText } from '#data/api/failure.ts';
import { saveOrderPayments, sentPayments } from '#data/orders/order-edits.ts';
import { writeMoney } from '#contract/wire/amounts.ts';
import { toCharge } from '#domain/bill.ts';
import { needsCard } from '#domain/paying.ts';
import type { StoredOrder } from '#domain/order.ts';
import type { CartPayment } from '#domain/payments.ts';
import { paymentRows, resolvedPayments } from '#domain/payments.ts';
import type { Store } from '#domain/store.ts';
import { newUuid } from '#platform/random.ts';
import { errorTexts, failureText } from '#texts/errors.ts';
import type { PayableRef } from './payment-events.ts';
import { payingKey } from './payment-events.ts';

type RetryStore = Pick<Store, 'id' | 'currency'>;

/** What the paying screen still knows of the attempt before is not about the new one. */
const forget = (store: RetryStore, payable: PayableRef): void =>
  queryClient.removeQueries({ queryKey: payingKey(store.id, payable) });

/** The last try: a repeat after a lost answer is the same command, another revision of the order is another one. */
let lastTry: { readonly of: string; readonly cmdId: string } | null = null;

/**
 * Charges the refused payment of an order again, which `rows` have as a new one (`paymentsAgain`). Resolves to the
 * sentence of a refusal; null: it is PAYING.
 */
export async function retryOrderPayment(
  store: RetryStore,
  order: StoredOrder,
  rows: readonly CartPayment[],
): Promise<string | null> {
  const of = `${order.id}.${order.money_rev}`;
  lastTry = lastTry?.of === of ? lastTry : { of, cmdId: newUuid() };
  const { cmdId } = lastTry;
  const payments = resolvedPayments(rows, order.total);
  const end = await saveOrderPayments(order, payments, store, { cmdId, paidBy: null });
  if (end.kind === 'refused') return failureText(end);
  forget(store, { type: 'order', id: order.id });
  return null;
}

/** 'needs-card': nothing was sent, because the payment needs a card again. */
type GroupRetry = 'begun' | 'needs-card' | { readonly refused: string };

/** As for an order: a table is finished again with its payments, which charges what was refused. */
export async function retryGroupPayment(store: RetryStore, group: StoredOrderGroup): Promise<GroupRetry> {
  try {
    const detail = await queryClient.fetchQuery({ ...groupDetailQuery(store, group.id), staleTime: 0 });
    const rows = resolvedPayments(paymentRows(detail.payments), toCharge(detail.total, detail.tip));
    if (detail.payments.some(({ status, method }) => status === 'REJECTED' && needsCard(method))) return 'needs-card';
    const [subtotal, total] = [writeMoney(detail.subtotal, store.currency), writeMoney(detail.total, store.currency)];
    const payments = sentPayments(rows, detail.payments, store.currency);
    const end = await chargeGroup(store, group, { money: { payments, subtotal, total }, authorised: null });
    if (end.kind === 'refused') return { refused: refusedText(end) };
    if (groupAt(group.code.id)?.status !== 'PAYING') return { refused: errorTexts.no_response };
    forget(store, { type: 'orderGroup', id: group.id });
    return 'begun';
  } catch (error) {
    return { refused: readFailureText(error) };
  }
}
