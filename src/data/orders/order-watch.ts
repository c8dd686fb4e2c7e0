import type { ReceiptStage } from '#domain/alerts.ts';
import type { Order } from '#domain/order.ts';
import { isOnBoard } from '#domain/order.ts';
import { deviceClock, every, wakeIn } from '#platform/clock.ts';
import { afterNextPaint } from '#platform/frames.ts';
import { surroundings, watchSurroundings } from '#platform/surroundings.ts';
import { openMemory, takeNews } from '#data/alerts/alert-memory.ts';
import { api } from '#data/api/api.ts';
import { orderCreate } from '#commands/order/create.ts';
import { orderEntity } from '#commands/order/order-entity.ts';
import { orderReject } from '#commands/order/reject.ts';
import type { ReceiptQueue } from './order-receipts.ts';
import { openReceiptQueue } from './order-receipts.ts';
import type { StoreEngine } from '#data/outbox/store-engine.ts';
import { forgetEdges, onAcknowledge } from '#data/alerts/unacknowledged.ts';

export interface OrderNews {
  /** All waiting orders. */
  readonly pending: readonly Order[];
  /** New orders that this device did not know, oldest first. */
  readonly arrived: readonly Order[];
  /** Orders that no longer wait. */
  readonly left: readonly Order[];
  /** Orders of the board that a customer or another device has cancelled. */
  readonly cancelled: readonly Order[];
}

interface Watch {
  readonly queue: ReceiptQueue;
  readonly idOf: (uid: string) => number | null;
}

/** How often to check for newly drawn cards: a scrolled list draws them later. */
const lookEveryMs = 2_000;

let watch: Watch | null = null;

/** Reports to the server how far an order got on this device. An order without an id is reported when it has one. */
export function reportReceipt(uid: string, stage: ReceiptStage): void {
  const id = watch?.idOf(uid) ?? null;
  if (id !== null) watch?.queue.add(id, stage);
}

/**
 * Reports every change of the waiting orders in the open store, once the orders are loaded. `shown` returns the orders
 * on the screen. There is one watch at a time; the returned function stops it.
 */
export function watchOrders(
  { engine, storeId }: StoreEngine,
  shown: () => ReadonlySet<string>,
  onNews: (news: OrderNews) => void,
): () => void {
  openMemory(storeId);
  const queue = openReceiptQueue({
    // The device saw it, whoever holds it.
    send: (receipts) => api.alerts.report({ store_id: storeId, receipts }, { context: { acting: null } }),
    now: () => deviceClock.now(),
    wakeIn,
  });
  let before: ReadonlyMap<string, Order> = new Map();
  /** uids of the orders on the board at the last look. */
  let active: ReadonlySet<string> = new Set();
  /** How many waiting orders have a number; null before the first look. */
  let waiting: number | null = null;
  /** Orders made on this device: their create command was in the outbox. */
  const own = new Set<string>();
  const rejectedHere = new Set<string>();
  const displayed = new Set<string>();
  const mine: Watch = { queue, idOf: (uid) => before.get(uid)?.id ?? null };
  watch = mine;

  const lookAtScreen = (): void => {
    const wanted = [...before].flatMap(([uid, { id }]) => (id === null || displayed.has(uid) ? [] : [uid]));
    if (wanted.length === 0 || !surroundings().visible) return;
    const there = shown();
    for (const uid of wanted) {
      if (!there.has(uid)) continue;
      displayed.add(uid);
      reportReceipt(uid, 'displayed');
    }
  };
  const screenLook = afterPaint(lookAtScreen);

  const look = (): void => {
    const view = engine.getView();
    const { cursors, pending } = view;
    if (!('admin' in cursors)) return;
    const now = new Map<string, Order>();
    const stillActive = new Set<string>();
    const cancelled: Order[] = [];
    for (const { body } of orderEntity.shown(view).values()) {
      if (body.status === 'PENDING') now.set(body.uid, body);
      if (isOnBoard(body.status)) stillActive.add(body.uid);
      else if (body.status === 'REJECTED' && active.has(body.uid) && !rejectedHere.delete(body.uid))
        cancelled.push(body);
    }
    active = stillActive;
    // Forget a rejection that the server refused.
    for (const uid of rejectedHere)
      if (stillActive.has(uid) && !pending.some((e) => e.entityId === uid)) rejectedHere.delete(uid);
    const numbered = [...now.values()].filter((o) => o.number !== null);
    const news = new Set(takeNews([...now.keys()], own));
    const left = [...before.values()].filter((o) => !now.has(o.uid));
    const same = left.length + news.size + cancelled.length === 0 && numbered.length === waiting;
    before = now;
    waiting = numbered.length;
    for (const { uid, id } of numbered) {
      if (id === null) continue;
      queue.add(id, 'received');
      // The person who makes an order has already seen it.
      if (own.has(uid)) queue.add(id, 'acknowledged');
    }
    for (const { uid, id } of left) {
      displayed.delete(uid);
      if (id !== null) queue.forget(id);
    }
    if (left.length > 0) forgetEdges(left.map((o) => o.uid));
    if (same) return;
    onNews({
      pending: numbered,
      arrived: numbered.filter((o) => news.has(o.uid)).toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0)),
      left,
      cancelled,
    });
    screenLook.soon();
  };

  /** After the paint, so that the card appears before its alert. */
  const ordersLook = afterPaint(look);
  const onChange = (): void => {
    // Record it now: the order may get its number before the next look.
    for (const entry of engine.getView().pending) {
      if (orderCreate.read(entry)) own.add(entry.entityId);
      if (orderReject.read(entry)) rejectedHere.add(entry.entityId);
    }
    ordersLook.soon();
  };

  const stops = [
    engine.subscribe(onChange),
    onAcknowledge((uid) => reportReceipt(uid, 'acknowledged')),
    every(lookEveryMs, lookAtScreen),
    watchSurroundings(({ online, visible }) => {
      if (online) queue.wake();
      if (visible) lookAtScreen();
    }),
  ];
  onChange();
  return () => {
    for (const stop of stops) stop();
    ordersLook.cancel();
    screenLook.cancel();
    queue.stop();
    if (watch === mine) watch = null;
  };
}

/** Runs `look` after the next paint. Several calls in one frame cause one look. */
function afterPaint(look: () => void) {
  let cancel: (() => void) | null = null;
  return {
    soon: (): void => {
      cancel ??= afterNextPaint(() => {
        cancel = null;
        look();
      });
    },
    cancel: (): void => cancel?.(),
  };
}
