import { useEffect, useEffectEvent } from 'react';
import { onMessage } from '#data/store/messages.ts';
import type { OrderNews } from '#data/orders/order-watch.ts';
import { reportReceipt, watchOrders } from '#data/orders/order-watch.ts';
import { listenToSound, playAlertSound, useSound } from '#data/alerts/sound.ts';
import { useEngine } from '#data/outbox/store-engine.ts';
import { acknowledgeOrder } from '#data/alerts/unacknowledged.ts';
import type { Currency } from '#domain/money.ts';
import type { Order } from '#domain/order.ts';
import type { Store } from '#domain/store.ts';
import { setBadge, closeNotices, notifyOfOrder } from '#platform/notifications.ts';
import { wakeIn } from '#platform/clock.ts';
import { leadWhilePossible } from '#platform/tabs.ts';
import { orderReceived, orderSummary } from '#texts/alerts.ts';
import { rejectReasonLabels } from '#texts/order.ts';
import { announce } from '#ui/toast/announcer.tsx';
import type { ToastInput } from '#ui/toast/toast.ts';
import { toast } from '#ui/toast/toast.ts';
import type { NewOrdersPage } from './new-orders.ts';
import { createNewOrders } from './new-orders.ts';
import { createRinger } from './ringing.ts';
import { alertTexts } from './texts.ts';

interface AlertsProps {
  readonly store: Store;
  /** «Aceptar» on a notice (B-43). */
  readonly onAccept: (order: Order) => void;
  /** «Ver» on the notice of one order. */
  readonly onSee: (uid: string) => void;
  /** «Ver» on the notice of several. */
  readonly onSeeAll: () => void;
  readonly onBoard: boolean;
}

const newOrders = createNewOrders();

/** uids of the orders on screen: cards on the board, and the order that the notice names. */
function shownOrders(): ReadonlySet<string> {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-card]')].map((card) => card.dataset['card'] ?? '');
  const named = newOrders.named();
  return new Set(named === null ? cards : [...cards, named]);
}

/**
 * Order alerts of one store: notices, sound, badge, and delivery receipts for the server. Renders nothing; mount it
 * once per page.
 */
export function Alerts({ store, onAccept, onSee, onSeeAll, onBoard }: AlertsProps) {
  const storeEngine = useEngine((s) => (s.current?.storeId === store.id ? s.current : null));
  const page = useEffectEvent((): NewOrdersPage => ({
    currency: store.currency,
    onBoard,
    onAccept(order) {
      acknowledgeOrder(order.uid);
      onAccept(order);
    },
    onSee({ uid }) {
      acknowledgeOrder(uid);
      onSee(uid);
    },
    onSeeAll,
  }));

  useEffect(() => {
    if (!storeEngine) return undefined;
    const ring = startRinging(storeEngine.database);
    const stop = watchOrders(storeEngine, shownOrders, (news) => {
      ring.tell(news);
      setBadge(news.pending.length);
      newOrders.withdraw(news.left, page());
      newOrders.add(news.arrived, page());
      tellSystem(store.id, news, page().currency);
      if (news.cancelled.length > 0) {
        ring.tellCancelled();
        sayCancelled(news.cancelled);
      }
    });
    return () => {
      stop();
      ring.stop();
      setBadge(0);
      newOrders.dismiss();
    };
  }, [storeEngine, store.id]);

  useEffect(() => {
    if (onBoard) newOrders.dismiss();
  }, [onBoard]);

  useEffect(
    () =>
      onMessage(({ title, text, level }) => {
        tellMessage({ kind: 'message', text, ...(title === undefined ? {} : { title }) });
        // A warning asks for action, so screen readers announce it too.
        if (level === 'warning') announce(title ?? text, 'assertive');
        if (useSound.getState().mode !== null) void playAlertSound('message');
      }),
    [],
  );
  return null;
}

/** How many messages the one notice of messages has told since it appeared. */
let messagesTold = 0;

/** Messages are one notice: the newest, and how many came with it. All are in «Avisos». */
function tellMessage(message: ToastInput): void {
  const { shown, waiting } = toast.current();
  messagesTold = [...shown, ...waiting].some((t) => t.id === messageNotice) ? messagesTold + 1 : 1;
  toast.record(message);
  const text = messagesTold > 1 ? `${message.text} ${alertTexts.moreMessages(messagesTold - 1)}` : message.text;
  toast.show({ ...message, text, id: messageNotice, recorded: true });
}

const messageNotice = 'messages';

/** Notices of the operating system, while the window is not in front. */
function tellSystem(storeId: number, { arrived, left }: OrderNews, currency: Currency): void {
  for (const order of arrived)
    if (order.id !== null)
      void notifyOfOrder({
        storeId,
        orderId: order.id,
        title: orderReceived(order.number),
        body: orderSummary(order, currency),
      }).catch(() => {});
  const over = left.flatMap(({ id }) => (id === null ? [] : [id]));
  void closeNotices('order', over).catch(() => {});
}

/** Tells the staff to stop preparing orders that the customer or another device has cancelled. */
function sayCancelled(orders: readonly Order[]): void {
  const [first, ...more] = orders;
  if (!first) return;
  const many = more.length > 0;
  toast.show({
    kind: 'message',
    title: many ? alertTexts.cancelledMany(orders.length) : alertTexts.cancelled(first.number),
    text: many
      ? alertTexts.cancelledOnes(orders.map((o) => o.number))
      : first.reject_reason === null
        ? alertTexts.cancelledText
        : rejectReasonLabels[first.reject_reason],
  });
  announce(many ? alertTexts.cancelledMany(orders.length) : alertTexts.cancelled(first.number), 'assertive');
}

/**
 * Elects the one tab that rings on this device: the first whose browser allows sound. A tab without permission does not
 * compete.
 */
function startRinging(database: string): {
  tell(news: OrderNews): void;
  /** Plays two falling notes once, in the tab that rings (docs/screens.md). */
  tellCancelled(): void;
  stop(): void;
} {
  listenToSound();
  let pending: readonly string[] = [];
  let leads = false;
  let elsewhere = false;
  let stopLeading: (() => void) | null = null;
  const ringer = createRinger({
    play: playAlertSound,
    wakeIn,
    onRang: (uids) => {
      for (const uid of uids) reportReceipt(uid, 'sounded');
    },
  });
  const facts = () => {
    const { mode, state } = useSound.getState();
    return { mode, pending, mayRing: leads && state === 'ready', elsewhere };
  };
  const lead = (): (() => void) => {
    const know = (now: boolean): void => {
      leads = now;
      elsewhere = !now;
      ringer.update(facts());
    };
    // Until a tab says that it rings, arrivals wait for this one: the lead may take seconds on a busy device.
    const release = leadWhilePossible(`${database} sound`, know, () => know(false));
    return () => {
      release();
      leads = false;
      elsewhere = false;
    };
  };
  const follow = (): void => {
    const { state } = useSound.getState();
    if (state === 'locked' || state === 'missing') {
      stopLeading?.();
      stopLeading = null;
    } else stopLeading ??= lead();
    ringer.update(facts());
  };
  const stopFollowing = useSound.subscribe(follow);
  follow();
  return {
    tell(news) {
      pending = news.pending.map((o) => o.uid);
      ringer.update(
        facts(),
        news.arrived.map((o) => o.uid),
      );
    },
    tellCancelled() {
      const { mode, mayRing } = facts();
      if (mode !== null && mayRing) void playAlertSound('cancelled');
    },
    stop() {
      stopFollowing();
      stopLeading?.();
      ringer.stop();
    },
  };
}
