import { useMemo, useSyncExternalStore } from 'react';
import type { DelayMinutes } from '#domain/order-delay.ts';
import type { Order, OrderStatus } from '#domain/order.ts';
import type { Store } from '#domain/store.ts';
import { deviceClock } from '#platform/clock.ts';
import { newUuid } from '#platform/random.ts';
import type { Engine } from '#sync/engine.ts';
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
import { useEngine } from '#data/outbox/store-engine.ts';

/** An order as the screen shows it, pending commands on top. `sync`: 'sending' may not be dragged (B-29). */
export interface ShownOrder {
  readonly order: Order;
  readonly sync: Folded<Order>['sync'];
}

const emptyView: View = { entities: new Map(), pending: [], rejected: [], cursors: {} };
const noSubscription = (): (() => void) => () => {};

function useView(): View {
  const engine = useEngine((s) => s.current?.engine ?? null);
  return useSyncExternalStore(engine?.subscribe ?? noSubscription, engine?.getView ?? (() => emptyView));
}

const shown = new WeakMap<Folded<Order>, ShownOrder>();

/** The same object for the same folded entity, so that a memoised card does not repaint. */
function shownOrder(folded: Folded<Order>): ShownOrder {
  const known = shown.get(folded);
  if (known) return known;
  const made = { order: folded.body, sync: folded.sync };
  shown.set(folded, made);
  return made;
}

/** Every order that this device holds of the open store, in no particular order. */
export function useOrders(): readonly ShownOrder[] {
  const orders = orderEntity.shown(useView());
  return useMemo(() => [...orders.values()].map(shownOrder), [orders]);
}

export function useOrder(uid: string): ShownOrder | null {
  const folded = orderEntity.shown(useView()).get(uid);
  return folded ? shownOrder(folded) : null;
}

/** The order as this device shows it now, outside of React; null when it is gone. */
export function currentOrder(uid: string): Order | null {
  const view = engineNow()?.getView();
  return view ? (orderEntity.shown(view).get(uid)?.body ?? null) : null;
}

/** Whether a command is about an order. */
export const isAboutOrder = ({ entityType }: Pick<Entry, 'entityType'>): boolean => entityType === orderEntity.name;

/** False until the orders' own feed or the disk has answered: only then an empty board is really empty. */
export const useOrdersKnown = (): boolean => 'admin' in useView().cursors;

/** A command that waits, as the outbox holds it. */
export type PendingEntry = Entry;

export interface PendingWork {
  /** Commands not yet answered; without those that wait for a person. */
  readonly unsent: number;
  readonly sending: number;
  /** Wait for a person on the rejected list, with "Reintentar". */
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

const engineNow = (): Engine | null => useEngine.getState().current?.engine ?? null;

/** "Entendido". */
export const dismissRejected = async (cmdIds: readonly string[]): Promise<void> => engineNow()?.dismiss(cmdIds);

/** "Aplicar igual": a new command on what is there now. */
export const applyAgain = async (cmdId: string): Promise<string | null> =>
  (await engineNow()?.applyAgain(cmdId)) ?? null;
export const canApplyAgain = (item: RejectedCommand): boolean => engineNow()?.canApplyAgain(item) ?? false;

/** "Reintentar". */
export const retryHeld = async (cmdIds: readonly string[]): Promise<void> => engineNow()?.retry(cmdIds);

/** "Descartar", with everything that was built on it. */
export async function discardPending(cmdIds: readonly string[]): Promise<void> {
  const engine = engineNow();
  if (!engine) return;
  const { pending } = engine.getView();
  const asked = pending.filter((e) => cmdIds.includes(e.cmdId));
  await engine.discard(cmdIds);
  leaveBatch(pending.filter((e) => asked.some((a) => a.lane === e.lane && e.seq >= a.seq)));
}

/** «Deshacer» of what only this device knows: it is gone with what was built on it. False when it may have left. */
export async function takeBackUnsent(cmdId: string): Promise<boolean> {
  const entry = engineNow()
    ?.getView()
    .pending.find((e) => e.cmdId === cmdId);
  if (!entry || !neverSent(entry)) return false;
  await discardPending([cmdId]);
  return true;
}

/** "Reintentar ahora": nobody waits for the next try. */
export const retryNow = (): void => engineNow()?.wake();

type OrdersStore = Pick<Store, 'id' | 'currency' | 'status'>;

const statusRequest = (order: Order, to: OrderStatus, { id, currency, status }: OrdersStore): Request =>
  orderStatus.request(
    order.uid,
    { storeId: id, currency, to, at: deviceClock.now(), delayMinutes: status.delay },
    order.status,
  );

const enqueue = async (request: Request): Promise<string | null> => (await engineNow()?.enqueue(request)) ?? null;

/**
 * Queues a status change; resolves with the command's id when it is on disk (then the card has moved), or null when it
 * cancelled one that had never left. `order` is what the person saw.
 */
export const queueOrderStatus = (order: Order, to: OrderStatus, store: OrdersStore): Promise<string | null> =>
  enqueue(statusRequest(order, to, store));

/** Queues the same change for many orders at once, under one batch id: all are on disk or none (B-34, B-36). */
export async function queueBulkStatus(
  orders: readonly Order[],
  to: OrderStatus,
  store: OrdersStore,
): Promise<{ batchId: string; cmdIds: readonly string[] }> {
  const batchId = newUuid();
  const taps = orders.map((order) => ({ ...statusRequest(order, to, store), batchId }));
  const enqueued = (await engineNow()?.enqueueAll(taps)) ?? [];
  const cmdIds = enqueued.filter((id) => id !== null);
  startBatch(batchId, cmdIds.length);
  return { batchId, cmdIds };
}

/** Queues a rejection; `sentence` is the reason's, for the screen meanwhile. */
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

/** The commands that wait, in order, and the number of the order that each is about; null while it has none. */
export function usePendingEntries(): {
  readonly pending: readonly Entry[];
  readonly numberOf: (uid: string) => number | null;
} {
  const view = useView();
  const orders = orderEntity.shown(view);
  return { pending: view.pending, numberOf: (uid) => orders.get(uid)?.body.number ?? null };
}
