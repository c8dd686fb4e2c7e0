import { queryOptions } from '@tanstack/react-query';
import { readHistoryEntry, readOrder, type WireOrder } from '#contract/wire/orders.ts';
import { writeMoney } from '#contract/wire/amounts.ts';
import type { ErrorCode } from '#domain/errors.ts';
import type { Order } from '#domain/order.ts';
import type { HistoryEntry } from '#domain/order-history.ts';
import type { ResolvedPayment } from '#domain/payments.ts';
import type { Store } from '#domain/store.ts';
import { type Instant, instantFromIso } from '#domain/time.ts';
import { ApiFailure } from '#sync/failure.ts';
import { api } from '#data/api/api.ts';
import { readFailure } from '#data/api/failure.ts';
import { orderConflict, orderSnapshot } from '#commands/order/order-entity.ts';
import { useEngine } from '#data/outbox/store-engine.ts';

/**
 * Changes of what an order holds and costs. They are not on the list of what may wait: the server answers now, or
 * nothing is said to be done. A try that brought no answer is repeated under the same `cmdId`, so it is never done twice.
 */

type EditStore = Pick<Store, 'id' | 'currency'>;
/** An order that the server has numbered. */
type Numbered = Order & { readonly id: number };

export type EditEnd =
  | { readonly kind: 'done' }
  | {
      readonly kind: 'refused';
      readonly code: ErrorCode;
      readonly messages: readonly string[];
      /** Of a conflict: who was first, and when. */
      readonly by: string | null;
      readonly at: Instant | null;
    };

export const isNumbered = (order: Order): order is Numbered => order.id !== null;

const hold = async (orders: readonly Order[]): Promise<void> => {
  await useEngine.getState().current?.engine.merge({ snapshots: orders.map(orderSnapshot), removed: [], cursor: null });
};

async function edit(order: Numbered, store: EditStore, send: () => Promise<WireOrder>): Promise<EditEnd> {
  try {
    await hold([readOrder(await send(), store.currency)]);
    return { kind: 'done' };
  } catch (error) {
    const { code, messages } = readFailure(error);
    const { current, by, at } = orderConflict(error instanceof ApiFailure ? error.body : null, store.currency);
    // What was refused looked at something old: the screen gets what is there now.
    if (current) await hold([current]).catch(() => {});
    else if (code === 'not_found' || code === 'invalid_transition' || code === 'last_item') await refresh(order, store);
    return { kind: 'refused', code, messages, by, at: at === null ? null : instantFromIso(at) };
  }
}

async function refresh({ id }: Numbered, store: EditStore): Promise<void> {
  try {
    await hold([readOrder(await api.orders.get({ store_id: store.id, id }), store.currency)]);
  } catch {
    // The feed tells sooner or later.
  }
}

/** DELETE /store/{id}/orders/{id}/item/{row}: the row of the detail with its additionals (B-67). */
export const deleteOrderItem = (order: Numbered, row: number, store: EditStore, cmdId: string): Promise<EditEnd> =>
  edit(order, store, () =>
    api.orders.removeItem({ store_id: store.id, id: order.id, item_id: row }, { context: { idempotencyKey: cmdId } }),
  );

/** PATCH /store/{id}/orders/{id} {payments, …}: how it is paid, if nobody changed what it costs meanwhile (B-66). */
export function saveOrderPayments(
  order: Numbered,
  payments: readonly ResolvedPayment[],
  store: EditStore,
  cmdId: string,
): Promise<EditEnd> {
  const amount = (value: Order['total']): number => writeMoney(value, store.currency);
  const known = new Map(order.payments.map((p) => [p.id, p]));
  const body = {
    // A row of the order keeps its key as its id; the checkout's rows count up from there, and the server numbers them.
    payments: payments.map(({ key, method, amount: paid, type, value }) => ({
      id: known.has(key) ? key : null,
      method,
      amount: amount(paid),
      option: known.get(key)?.method === method ? (known.get(key)?.option ?? method) : method,
      type,
      value: value === null ? null : amount(value),
    })),
    subtotal: amount(order.subtotal),
    discount: amount(order.discount),
    delivery_amount: amount(order.delivery_amount),
    total: amount(order.total),
  };
  return edit(order, store, () =>
    api.orders.changeStatus(
      { store_id: store.id, id: order.id, ...body },
      { context: { idempotencyKey: cmdId, ifMatch: order.money_rev } },
    ),
  );
}

const historyGcMs = 5 * 60_000;

/** Every change of an order, oldest first; asked again when the order has a new version. */
export const orderHistory = (store: EditStore, id: number, ver: number) =>
  queryOptions({
    // Not under 'store': a history that is refused takes no store away from the device.
    queryKey: ['order-history', store.id, id, ver],
    queryFn: async ({ signal }): Promise<readonly HistoryEntry[]> => {
      const { entries } = await api.orders.history({ store_id: store.id, id }, { signal });
      return entries.map((entry) => readHistoryEntry(entry, store.currency));
    },
    gcTime: historyGcMs,
    placeholderData: (before, query) => (query?.queryKey[2] === id ? before : undefined),
  });
