import { useEffect, useRef, useSyncExternalStore } from 'react';
import { isErrorCode } from '#contract/errors.ts';
import { isStatusArgs, orderEntity } from '#data/order-commands.ts';
import type { PendingWork, ShownOrder } from '#data/orders.ts';
import { usePendingWork } from '#data/orders.ts';
import type { Order } from '#domain/order.ts';
import { instantFromIso, wallTime } from '#domain/time.ts';
import { wakeIn } from '#platform/clock.ts';
import { errorTexts } from '#texts/errors.ts';
import { placeLabel } from '#texts/order.ts';
import { announce } from '#ui/toast/announcer.tsx';
import { toast } from '#ui/toast/toast.ts';
import { withdrawUndo } from './move-order.ts';
import { boardTexts } from './texts.ts';

type Refused = PendingWork['review'][number];

const flashMs = 1_000;

/** Orders that are waiting and that nobody here has seen; one that this very device took is no news (it has no number). */
export const arrivals = (seen: ReadonlySet<string>, orders: readonly ShownOrder[]): readonly Order[] =>
  orders.flatMap(({ order }) =>
    order.status === 'PENDING' && order.number !== null && !seen.has(order.uid) ? [order] : [],
  );

/** Order ids that effects write and cards read; outside of React, so that leaving the board forgets nothing. */
function orderIds() {
  let ids: ReadonlySet<string> = new Set();
  const listeners = new Set<() => void>();
  const change = (next: ReadonlySet<string>): void => {
    ids = next;
    for (const listener of listeners) listener();
  };
  return {
    add: (more: readonly string[]): void => change(new Set([...ids, ...more])),
    remove: (gone: readonly string[]): void => {
      if (gone.some((uid) => ids.has(uid))) change(new Set([...ids].filter((uid) => !gone.includes(uid))));
    },
    get: () => ids,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const fresh = orderIds();
const flashing = orderIds();

/** Per store, as long as the page lives: coming back to the board does not make everything new again. */
const seenIn = new Map<number, Set<string>>();

/** Somebody has looked at it: the edge of a new card goes away. */
export const touchCard = (uid: string): void => fresh.remove([uid]);

/** Waiting orders that came in after the first load and that nobody has touched yet; each is announced. */
export function useFreshOrders(storeId: number, orders: readonly ShownOrder[], known: boolean): ReadonlySet<string> {
  useEffect(() => {
    if (!known) return;
    const seen = seenIn.get(storeId);
    const news = seen ? arrivals(seen, orders) : [];
    seenIn.set(storeId, new Set([...(seen ?? []), ...orders.map((o) => o.order.uid)]));
    const [first] = news;
    if (!first) return;
    fresh.add(news.map((o) => o.uid));
    announce(
      news.length === 1 ? boardTexts.arrived(first.number, placeLabel(first)) : boardTexts.arrivedMany(news.length),
    );
  }, [storeId, orders, known]);
  return useSyncExternalStore(fresh.subscribe, fresh.get);
}

/**
 * What the server said of a refused change. `items` are the commands of one order that ended together: the first was
 * refused, the rest was built on it; `order` is the order as it is now, null when it is gone.
 */
export function refusalText(
  items: readonly Refused[],
  order: Pick<Order, 'number' | 'status'> | null,
  zone: string,
): string {
  const [first] = items;
  const wanted = items.at(-1)?.entry.body;
  if (!first) return boardTexts.notSaved;
  if (first.code === 'conflict' && order && isStatusArgs(wanted)) {
    const at = first.at === null ? null : instantFromIso(first.at);
    const by = boardTexts.by(first.by, at === null ? null : wallTime(at, zone).hour);
    return boardTexts.conflict(order.number, order.status, by, wanted.to);
  }
  if (first.kind === 'expired') return boardTexts.expired(order?.number ?? null);
  return first.message || (isErrorCode(first.code) ? errorTexts[first.code] : boardTexts.notSaved);
}

/** Tells of every refusal once, and which cards flash because of it; the items stay in the tray. */
export function useRefusals(orders: readonly ShownOrder[], zone: string): ReadonlySet<string> {
  const { review } = usePendingWork();
  const told = useRef<Set<string> | null>(null);
  const latest = useRef(orders);
  useEffect(() => {
    latest.current = orders;
  }, [orders]);
  useEffect(() => {
    // What was already in the tray when the board opened has been told before.
    const before = (told.current ??= new Set(review.map((r) => r.entry.cmdId)));
    const news = review.filter((r) => r.entry.entityType === orderEntity && !before.has(r.entry.cmdId));
    for (const item of review) before.add(item.entry.cmdId);
    const uids = [...new Set(news.map((r) => r.entry.entityId))];
    for (const uid of uids) {
      const order = latest.current.find((o) => o.order.uid === uid)?.order ?? null;
      const items = news.filter((r) => r.entry.entityId === uid);
      withdrawUndo(uid);
      toast.show({ kind: 'error', title: boardTexts.notSaved, text: refusalText(items, order, zone) });
    }
    if (uids.length === 0) return;
    flashing.add(uids);
    wakeIn(flashMs, () => flashing.remove(uids));
  }, [review, zone]);
  return useSyncExternalStore(flashing.subscribe, flashing.get);
}
