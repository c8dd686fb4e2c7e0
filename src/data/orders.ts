import { useMemo, useSyncExternalStore } from 'react';
import type { OrderSubmission } from '#contract/orders.ts';
import { writeMoney } from '#contract/wire/amounts.ts';
import type { Cart } from '#domain/cart.ts';
import { takesPayment } from '#domain/cart.ts';
import type { Currency } from '#domain/money.ts';
import { zero } from '#domain/money.ts';
import type { DelayMinutes, Order, OrderStatus } from '#domain/order.ts';
import type { Totals } from '#domain/pricing.ts';
import type { Store } from '#domain/store.ts';
import { deviceClock } from '#platform/clock.ts';
import { newUuid } from '#platform/random.ts';
import type { Engine } from '#sync/engine.ts';
import type { Request, Settled, View } from '#sync/engine-types.ts';
import type { Entry, ReviewItem } from '#sync/entry.ts';
import type { Folded } from '#sync/fold.ts';
import { leaveBatch, startBatch } from './batches.ts';
import type { CreateArgs, DelayArgs, RejectArgs, StatusArgs } from './order-commands.ts';
import { commandNames, orderEntity } from './order-commands.ts';
import { useEngine } from './store-engine.ts';

/** An order as the screen shows it, pending commands on top. `sync`: 'sending' may not be dragged (B-29). */
export interface ShownOrder {
  readonly order: Order;
  readonly sync: Folded<Order>['sync'];
}

const emptyView: View<Order> = { entities: new Map(), pending: [], review: [], cursors: {} };
const noSubscription = (): (() => void) => () => {};

function useView(): View<Order> {
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
  const { entities } = useView();
  return useMemo(() => [...entities.values()].map(shownOrder), [entities]);
}

export function useOrder(uid: string): ShownOrder | null {
  const folded = useView().entities.get(`${orderEntity}:${uid}`);
  return folded ? shownOrder(folded) : null;
}

/** False until the orders' own feed or the disk has answered: only then an empty board is really empty. */
export const useOrdersKnown = (): boolean => 'admin' in useView().cursors;

/** A command that waits, as the outbox holds it. */
export type PendingEntry = Entry;

export interface PendingWork {
  /** Commands not yet answered; without those that wait for a person. */
  readonly unsent: number;
  readonly sending: number;
  /** Wait for a person in the tray, with "Reintentar". */
  readonly held: readonly Entry[];
  readonly review: readonly ReviewItem[];
}

export function usePendingWork(): PendingWork {
  const { pending, review } = useView();
  return useMemo(
    () => ({
      unsent: pending.filter((e) => e.held === null).length,
      sending: pending.filter((e) => e.state === 'sending').length,
      held: pending.filter((e) => e.held !== null),
      review,
    }),
    [pending, review],
  );
}

const engineNow = (): Engine<Order> | null => useEngine.getState().current?.engine ?? null;

/** "Entendido". */
export const dismissReview = async (cmdIds: readonly string[]): Promise<void> => engineNow()?.dismiss(cmdIds);

/** "Aplicar igual": a new command on what is there now. */
export const applyAgain = async (cmdId: string): Promise<string | null> =>
  (await engineNow()?.applyAgain(cmdId)) ?? null;
export const canApplyAgain = (item: ReviewItem): boolean => engineNow()?.canApplyAgain(item) ?? false;

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

/** "Reintentar ahora": nobody waits for the next try. */
export const retryNow = (): void => engineNow()?.wake();

type OrdersStore = Pick<Store, 'id' | 'currency' | 'status'>;

const about = (uid: string, seen: string | null) =>
  ({ lane: `order:${uid}`, entityType: orderEntity, entityId: uid, seen }) as const;

function statusTap(order: Order, to: OrderStatus, store: OrdersStore): Request {
  const body: StatusArgs = {
    storeId: store.id,
    currency: store.currency,
    to,
    at: deviceClock.now(),
    delayMinutes: store.status.delay,
  };
  return { ...about(order.uid, order.status), type: commandNames.status, body };
}

const mint = async (request: Request): Promise<string | null> => (await engineNow()?.mint(request)) ?? null;

/**
 * Queues a status change; resolves with the command's id when it is on disk (then the card has moved), or null when it
 * took back one that had never left. `order` is what the person saw.
 */
export const queueOrderStatus = (order: Order, to: OrderStatus, store: OrdersStore): Promise<string | null> =>
  mint(statusTap(order, to, store));

/** Queues the same change for many orders at once, under one batch id: all are on disk or none (B-34, B-36). */
export async function queueBulkStatus(
  orders: readonly Order[],
  to: OrderStatus,
  store: OrdersStore,
): Promise<{ batchId: string; cmdIds: readonly string[] }> {
  const batchId = newUuid();
  const taps = orders.map((order) => ({ ...statusTap(order, to, store), batchId }));
  const minted = (await engineNow()?.mintAll(taps)) ?? [];
  const cmdIds = minted.filter((id) => id !== null);
  startBatch(batchId, cmdIds.length);
  return { batchId, cmdIds };
}

/** Queues a rejection; `sentence` is the reason's, for the screen meanwhile. */
export function queueOrderReject(
  order: Order,
  { reason, sentence }: Pick<RejectArgs, 'reason' | 'sentence'>,
  store: OrdersStore,
): Promise<string | null> {
  const body: RejectArgs = { storeId: store.id, currency: store.currency, reason, sentence };
  return mint({ ...about(order.uid, order.status), type: commandNames.reject, body });
}

export function queueOrderDelay(order: Order, minutes: DelayMinutes, store: OrdersStore): Promise<string | null> {
  const body: DelayArgs = { storeId: store.id, currency: store.currency, minutes, at: deviceClock.now() };
  return mint({ ...about(order.uid, null), type: commandNames.delay, body });
}

const textOrNull = (text: string): string | null => text.trim() || null;

/** The submission of K-73: phone null when empty, code only if any, no payments for a table with a group (K-74). */
export function submissionOf(uid: string, cart: Cart, totals: Totals, currency: Currency): OrderSubmission {
  const amount = (value: Parameters<typeof writeMoney>[0]): number => writeMoney(value, currency);
  const paid = cart.payment !== null && takesPayment(cart);
  return {
    uid,
    type: cart.type,
    when: cart.when ?? { option: 'immediate' },
    payments:
      paid && cart.payment
        ? [
            {
              method: cart.payment,
              amount: amount(totals.total),
              option: cart.payment,
              type: cart.payment === 'cash' ? 'exact' : null,
              value: null,
            },
          ]
        : [],
    items: totals.lines.map((l) => ({
      id: l.id,
      name: l.name,
      quantity: l.quantity,
      unit_price: amount(l.unit_price),
      discount: amount(l.discount),
      comments: l.comments,
      additionals: l.additionals.map((a) => ({ ...a, price: amount(a.price) })),
      price: amount(l.price),
    })),
    subtotal: amount(totals.subtotal),
    discount: amount(totals.discount),
    delivery_amount: amount(totals.delivery_amount),
    total: amount(totals.total),
    seller_id: cart.seller_id,
    description: textOrNull(cart.description),
    phone: textOrNull(cart.phone),
    comments: textOrNull(cart.comments),
    ...(cart.code ? { code: cart.code.id } : {}),
  };
}

function provisionalOrder(uid: string, cart: Cart, totals: Totals): Order {
  const now = deviceClock.now();
  return {
    id: null,
    uid,
    number: null,
    type: cart.type,
    status: 'PENDING',
    code: cart.code,
    user: null,
    seller: null,
    origin: 'store',
    description: textOrNull(cart.description),
    phone: textOrNull(cart.phone),
    comments: textOrNull(cart.comments),
    address: null,
    items: totals.lines,
    order_detail: [],
    payments: [],
    shipping: null,
    subtotal: totals.subtotal,
    discount: totals.discount,
    delivery_amount: zero,
    total: totals.total,
    billings_count: 0,
    created_at: now,
    updated_at: now,
    ready_by: null,
    is_scheduled: false,
    order_group_id: null,
    reject_reason: null,
    rejected_reason_message: null,
    price_difference: null,
    ver: 0,
    status_rev: 1,
    money_rev: 1,
  };
}

export type TakenOrder =
  /** The server has it. */
  | { readonly kind: 'taken'; readonly uid: string }
  /** On this device's disk; it leaves when the network is back. */
  | { readonly kind: 'saved'; readonly uid: string }
  /** The server said no; nothing was taken, the cart stays. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** Its person took it back before it left; the cart stays. */
  | { readonly kind: 'discarded' };

/** Takes the order: on disk first, then waits `patienceMs` for the server's word (K-75, K-76). */
export async function takeOrder(
  cart: Cart,
  totals: Totals,
  store: Pick<Store, 'id' | 'currency'>,
  patience: (ms: number) => Promise<'late'>,
  patienceMs: number,
): Promise<TakenOrder> {
  const engine = engineNow();
  if (!engine) return { kind: 'refused', code: 'no_response', message: '' };
  const uid = newUuid();
  const body: CreateArgs = {
    storeId: store.id,
    currency: store.currency,
    submission: submissionOf(uid, cart, totals, store.currency),
    provisional: provisionalOrder(uid, cart, totals),
  };
  const cmdId = await engine.mint({ ...about(uid, null), type: commandNames.create, body });
  if (cmdId === null) return { kind: 'saved', uid };
  const end: Settled | 'late' = await Promise.race([engine.settled(cmdId), patience(patienceMs)]);
  if (end === 'late') return { kind: 'saved', uid };
  if (end.kind === 'applied') return { kind: 'taken', uid };
  if (end.kind === 'discarded') return { kind: 'discarded' };
  // The person is looking at this very order: the reason is shown there and the tray need not repeat it.
  await engine.dismiss([cmdId]);
  return { kind: 'refused', code: end.item.code, message: end.item.message };
}

/** The commands that wait, in order, and the number of the order that each is about; null while it has none. */
export function usePendingEntries(): {
  readonly pending: readonly Entry[];
  readonly numberOf: (uid: string) => number | null;
} {
  const { pending, entities } = useView();
  return { pending, numberOf: (uid) => entities.get(`${orderEntity}:${uid}`)?.body.number ?? null };
}
