import { useMemo } from 'react';
import type { DelayMinutes } from '#domain/order-delay.ts';
import type { Order, OrderStatus } from '#domain/order.ts';
import type { Store } from '#domain/store.ts';
import { deviceClock } from '#platform/clock.ts';
import { newUuid } from '#platform/random.ts';
import type { Request } from '#sync/entry.ts';
import type { View } from '#sync/view.ts';
import type { Entry, RejectedCommand } from '#sync/entry.ts';
import type { Folded } from '#sync/view.ts';
import { neverSent } from '#sync/enqueue.ts';
import { leaveBatch, startBatch } from '#data/outbox/batches.ts';
import { orderDelay } from '#commands/order/delay.ts';
import { orderEntity } from '#commands/order/order-entity.ts';
import type { RejectArgs } from '#commands/order/reject.ts';
import { orderReject } from '#commands/order/reject.ts';
import { orderStatus } from '#commands/order/status.ts';
import { engineNow, engineOrThrow } from '#data/outbox/store-engine.ts';
import { useOfView } from '#data/outbox/use-view.ts';

export type { Entry } from '#sync/entry.ts';
export type { Folded } from '#sync/view.ts';

const whole = (view: View): View => view;
const useView = (): View => useOfView(whole);

/**
 * All orders of the open store as the screens show them, in no particular order. One with `sync` 'sending' cannot be
 * dragged (B-29).
 */
export function useOrders(): readonly Folded<Order>[] {
  const orders = useOfView(orderEntity.shown);
  return useMemo(() => [...orders.values()], [orders]);
}

export const useOrder = (uid: string): Folded<Order> | null =>
  useOfView((view) => orderEntity.shown(view).get(uid) ?? null);

/** The uid of the order with this id; null when the device does not know it. */
export const useOrderUid = (id: number | null): string | null =>
  useOfView((view) =>
    id === null ? null : ([...orderEntity.shown(view).values()].find((o) => o.body.id === id)?.body.uid ?? null),
  );

/** How many orders wait to be accepted. */
export const useWaitingCount = (): number =>
  useOfView((view) => [...orderEntity.shown(view).values()].filter((o) => o.body.status === 'PENDING').length);

/** The order as this device shows it now, for use outside React; null if it is gone. */
export function currentOrder(uid: string): Order | null {
  const view = engineNow()?.getView();
  return view ? (orderEntity.shown(view).get(uid)?.body ?? null) : null;
}

/** Whether a command is about an order. */
export const isAboutOrder = ({ entityType }: Pick<Entry, 'entityType'>): boolean => entityType === orderEntity.name;

/** False until the orders' feed or the disk has answered. Before that, an empty board may not be really empty. */
export const useOrdersKnown = (): boolean => useOfView(({ cursors }) => 'admin' in cursors);

export interface PendingWork {
  /** Commands without an answer, except those that wait for a person. */
  readonly unsent: number;
  readonly sending: number;
  /** Commands on the rejected list that a person can send again with "Reintentar". */
  readonly held: readonly Entry[];
  readonly rejected: readonly RejectedCommand[];
}

export function usePendingWork(): PendingWork {
  const { pending, rejected } = useView();
  return useMemo(
    () => ({
      unsent: pending.filter((e) => e.held === null).length,
      sending: pending.filter((e) => e.state === 'sending').length,
      held: pending.filter((e) => e.held !== null),
      rejected,
    }),
    [pending, rejected],
  );
}

/** The commands that are on the rejected list now, for use outside React. */
export const rejectedNow = (): ReadonlySet<string> =>
  new Set(
    engineNow()
      ?.getView()
      .rejected.map(({ entry }) => entry.cmdId),
  );

/** "Entendido". */
export const dismissRejected = async (cmdIds: readonly string[]): Promise<void> => engineNow()?.dismiss(cmdIds);

/** "Reintentar". */
export const retryHeld = async (cmdIds: readonly string[]): Promise<void> => engineNow()?.retry(cmdIds);

/** "Descartar": discards these commands and all later commands in their lanes. */
export async function discardPending(cmdIds: readonly string[]): Promise<void> {
  const engine = engineNow();
  if (!engine) return;
  const { pending } = engine.getView();
  const asked = pending.filter((e) => cmdIds.includes(e.cmdId));
  await engine.discard(cmdIds);
  leaveBatch(pending.filter((e) => asked.some((a) => a.lane === e.lane && e.seq >= a.seq)));
}

/**
 * «Deshacer»: discards a command that was never sent, with the commands built on it. Returns false if it may have been
 * sent.
 */
export async function takeBackUnsent(cmdId: string): Promise<boolean> {
  const entry = engineNow()
    ?.getView()
    .pending.find((e) => e.cmdId === cmdId);
  if (!entry || !neverSent(entry)) return false;
  await discardPending([cmdId]);
  return true;
}

/** "Reintentar ahora": sends without waiting for the next retry. */
export const retryNow = (): void => engineNow()?.wake();

type OrdersStore = Pick<Store, 'id' | 'currency' | 'status'>;

const statusRequest = (order: Order, to: OrderStatus, { id, currency, status }: OrdersStore): Request =>
  orderStatus.request(
    order.uid,
    { storeId: id, currency, to, at: deviceClock.now(), delayMinutes: status.delay },
    order.status,
  );

const enqueue = async (request: Request): Promise<string | null> => engineOrThrow().enqueue(request);

/**
 * Queues a status change. Resolves with the command's id when it is on disk (then the card has moved), or with null
 * when it cancelled a command that was never sent. `order` is the state that the person saw.
 */
export const queueOrderStatus = (order: Order, to: OrderStatus, store: OrdersStore): Promise<string | null> =>
  enqueue(statusRequest(order, to, store));

/** Queues the same change for many orders under one batch id. Either all commands are on disk or none (B-34, B-36). */
export async function queueBulkStatus(
  orders: readonly Order[],
  to: OrderStatus,
  store: OrdersStore,
): Promise<{ batchId: string; cmdIds: readonly string[] }> {
  const batchId = newUuid();
  const taps = orders.map((order) => ({ ...statusRequest(order, to, store), batchId }));
  const enqueued = await engineOrThrow().enqueueAll(taps);
  const cmdIds = enqueued.filter((id) => id !== null);
  startBatch(batchId, cmdIds.length);
  return { batchId, cmdIds };
}

/** Queues a rejection. The screen shows `sentence`, the text of the reason, until the server answers. */
export function queueOrderReject(
  order: Order,
  { reason, sentence }: Pick<RejectArgs, 'reason' | 'sentence'>,
  store: OrdersStore,
): Promise<string | null> {
  const args: RejectArgs = { storeId: store.id, currency: store.currency, reason, sentence };
  return enqueue(orderReject.request(order.uid, args, order.status));
}

export function queueOrderDelay(order: Order, minutes: DelayMinutes, store: OrdersStore): Promise<string | null> {
  const args = { storeId: store.id, currency: store.currency, minutes, at: deviceClock.now() };
  return enqueue(orderDelay.request(order.uid, args, null));
}

/** The waiting commands, in order, and the number of each one's order; null before the server assigns it. */
export function usePendingEntries(): {
  readonly pending: readonly Entry[];
  readonly numberOf: (uid: string) => number | null;
} {
  const view = useView();
  const orders = orderEntity.shown(view);
  return { pending: view.pending, numberOf: (uid) => orders.get(uid)?.body.number ?? null };
}
