import { queryOptions } from '@tanstack/react-query';
import { readHistoryEntry } from '#contract/wire/order-history.ts';
import { readOrder, type WireOrder } from '#contract/wire/orders.ts';
import { writeMoney } from '#contract/wire/amounts.ts';
import { bringsCash } from '#domain/cash-taken.ts';
import type { ErrorCode } from '#domain/errors.ts';
import type { SavedPayment } from '#contract/order-submission.ts';
import type { CardToken } from '#domain/card-form.ts';
import type { Order, PaymentRow, StoredOrder } from '#domain/order.ts';
import type { HistoryEntry } from '#domain/order-history.ts';
import type { Currency, Money } from '#domain/money.ts';
import { startedAmong } from '#domain/paying.ts';
import type { CartPayment } from '#domain/payments.ts';
import type { Store } from '#domain/store.ts';
import { type Instant, instantFromIso } from '#domain/time.ts';
import { ApiFailure } from '#sync/failure.ts';
import { api } from '#data/api/api.ts';
import { readFailure } from '#data/api/failure.ts';
import { orderConflict, orderSnapshot } from '#commands/order/order-entity.ts';
import { tellCashTaken } from '#data/cashbox/cash-taken.ts';
import { useEngine } from '#data/outbox/store-engine.ts';
import { untilAnswered } from '#data/api/lost-answer.ts';

/**
 * Edits of an order's items and payments. They need the server: they are never queued. A retry after a missing answer
 * uses the same `cmdId`, so the server applies the edit at most once.
 */

type EditStore = Pick<Store, 'id' | 'currency'>;

export type EditEnd =
  | { readonly kind: 'done'; readonly order: StoredOrder }
  | {
      readonly kind: 'refused';
      readonly code: ErrorCode;
      readonly messages: readonly string[];
      /** For a conflict: who changed the order first, and when. */
      readonly by: string | null;
      readonly at: Instant | null;
    };

export const isNumbered = (order: Order): order is StoredOrder => order.id !== null;

const hold = async (orders: readonly Order[]): Promise<void> => {
  await useEngine.getState().current?.engine.merge({ snapshots: orders.map(orderSnapshot), removed: [], cursor: null });
};

async function edit(order: StoredOrder, store: EditStore, send: () => Promise<WireOrder>): Promise<EditEnd> {
  try {
    const saved = readOrder(await send(), store.currency);
    await hold([saved]);
    return { kind: 'done', order: saved };
  } catch (error) {
    const { code, messages } = readFailure(error);
    const { current, by, at } = orderConflict(error instanceof ApiFailure ? error.body : null, store.currency);
    // The edit was based on an old version of the order: show the current one.
    if (current) await hold([current]).catch(() => {});
    else if (code === 'not_found' || code === 'invalid_transition' || code === 'last_item') await refresh(order, store);
    return { kind: 'refused', code, messages, by, at: at === null ? null : instantFromIso(at) };
  }
}

async function refresh({ id }: StoredOrder, store: EditStore): Promise<void> {
  try {
    await hold([readOrder(await api.orders.get({ store_id: store.id, id }), store.currency)]);
  } catch {
    // The feed will deliver the order later.
  }
}

/** DELETE /store/{id}/orders/{id}/item/{row}: removes a row of the detail with its additionals (B-67). */
export const deleteOrderItem = (order: StoredOrder, row: number, store: EditStore, cmdId: string): Promise<EditEnd> =>
  edit(order, store, () =>
    api.orders.removeItem({ store_id: store.id, id: order.id, item_id: row }, { context: { idempotencyKey: cmdId } }),
  );

/**
 * Edited payments in the contract's form. An existing payment has its id as its key. A new payment has a higher key, and
 * the server assigns its id. `paid`: the one that a card pays.
 */
export function sentPayments(
  payments: readonly CartPayment<Money>[],
  before: readonly PaymentRow[],
  currency: Currency,
  paid: { readonly row: CartPayment<Money>; readonly card: CardToken } | null = null,
): SavedPayment[] {
  const known = new Map(before.map((p) => [p.id, p]));
  return payments.map((payment) => {
    const { key, method, amount, type, value } = payment;
    return {
      id: known.has(key) ? key : null,
      method,
      amount: writeMoney(amount, currency),
      option: known.get(key)?.method === method ? (known.get(key)?.option ?? method) : method,
      type,
      value: value === null ? null : writeMoney(value, currency),
      ...(payment === paid?.row && paid.card),
    };
  });
}

/** The card that pays, and who hears that the answer to it was lost and is being asked for. */
export interface CardCharge {
  readonly card: CardToken;
  readonly onDoubt: () => void;
}

/**
 * PATCH /store/{id}/orders/{id} {payments, …}: changes the payments, unless another person changed the order's cost
 * meanwhile (B-66). The order is PAYING then when one of them is charged online.
 */
export async function saveOrderPayments(
  order: StoredOrder,
  payments: readonly CartPayment<Money>[],
  store: EditStore,
  { cmdId, paidBy }: { readonly cmdId: string; readonly paidBy: CardCharge | null },
): Promise<EditEnd> {
  const amount = (value: Money): number => writeMoney(value, store.currency);
  const row = startedAmong(payments, order.payments);
  const body = {
    payments: sentPayments(payments, order.payments, store.currency, paidBy && row ? { row, ...paidBy } : null),
    subtotal: amount(order.subtotal),
    discount: amount(order.discount),
    delivery_amount: amount(order.delivery_amount),
    total: amount(order.total),
  };
  const send = () =>
    api.orders.changeStatus(
      { store_id: store.id, id: order.id, ...body },
      { context: { idempotencyKey: cmdId, ifMatch: order.money_rev } },
    );
  const end = await edit(order, store, () => (paidBy ? untilAnswered(send, paidBy.onDoubt) : send()));
  if (end.kind === 'done' && order.type !== 'DELIVERY' && bringsCash(payments, order.payments)) tellCashTaken();
  return end;
}

const historyGcMs = 5 * 60_000;

/** The history of an order, oldest first. A new version of the order loads it again. */
export const orderHistory = (store: EditStore, id: number, ver: number) =>
  queryOptions({
    // The key does not start with 'store': a refused history must not count as a lost store.
    queryKey: ['order-history', store.id, id, ver],
    queryFn: async ({ signal }): Promise<readonly HistoryEntry[]> => {
      const { entries } = await api.orders.history({ store_id: store.id, id }, { signal });
      return entries.map((entry) => readHistoryEntry(entry, store.currency));
    },
    gcTime: historyGcMs,
    placeholderData: (before, query) => (query?.queryKey[2] === id ? before : undefined),
  });
