import { useEffect, useEffectEvent } from 'react';
import { onMessage } from '#data/store/messages.ts';
import type { OrderNews } from '#data/orders/order-watch.ts';
import { reportReceipt, watchOrders } from '#data/orders/order-watch.ts';
import { listenToSound, playAlertSound, useSound } from '#data/alerts/sound.ts';
import { useEngine } from '#data/outbox/store-engine.ts';
import { acknowledgeOrder } from '#data/alerts/unacknowledged.ts';
import type { Order } from '#domain/order.ts';
import type { Store } from '#domain/store.ts';
import { setBadge, closeOrderNotice, notifyOfOrder } from '#platform/notifications.ts';
import { wakeIn } from '#platform/clock.ts';
import { leadWhilePossible } from '#platform/tabs.ts';
import { orderReceived, orderSummary } from '#texts/alerts.ts';
import { rejectReasonLabels, stepLabels } from '#texts/order.ts';
import { announce } from '#ui/toast/announcer.tsx';
import { toast } from '#ui/toast/toast.ts';
import { createRinger } from './ringing.ts';
import { alertTexts } from './texts.ts';

interface AlertsProps {
  readonly store: Store;
  /** «Aceptar» on a notice (B-43). */
  readonly onAccept: (order: Order) => void;
  /** «Ver» on a notice. */
  readonly onSee: (uid: string) => void;
}

const noticeOf = (uid: string): string => `order-${uid}`;

/** uids of the orders on screen: cards on the board and notices. */
function shownOrders(): ReadonlySet<string> {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-card]')].map((card) => card.dataset['card'] ?? '');
  const notices = toast.current().shown.map(({ id }) => id.slice(noticeOf('').length));
  return new Set([...cards, ...notices]);
}

/**
 * Order alerts of one store: notices, sound, badge, and delivery receipts for the server. Renders nothing; mount it
 * once per page.
 */
export function Alerts({ store, onAccept, onSee }: AlertsProps) {
  const storeEngine = useEngine((s) => (s.current?.storeId === store.id ? s.current : null));
  const showArrived = useEffectEvent((arrived: readonly Order[]) => show(arrived, { store, onAccept, onSee }));

  useEffect(() => {
    if (!storeEngine) return undefined;
    const ring = startRinging(storeEngine.database);
    const stop = watchOrders(storeEngine, shownOrders, (news) => {
      ring.tell(news);
      setBadge(news.pending.length);
      withdraw(news.left);
      showArrived(news.arrived);
      if (news.cancelled.length > 0) {
        ring.tellCancelled();
        sayCancelled(news.cancelled);
      }
    });
    return () => {
      stop();
      ring.stop();
      setBadge(0);
    };
  }, [storeEngine]);

  useEffect(
    () =>
      onMessage(({ title, text, level }) => {
        toast.show({ kind: 'message', text, ...(title === undefined ? {} : { title }) });
        // A warning asks for action, so screen readers announce it too.
        if (level === 'warning') announce(title ?? text, 'assertive');
        if (useSound.getState().mode !== null) void playAlertSound('message');
      }),
    [],
  );
  return null;
}

/** The notices of B-43 and B-44: 10 s each, three at once, the rest behind «+2 pedidos». */
function show(arrived: readonly Order[], { store, onAccept, onSee }: AlertsProps): void {
  for (const order of arrived) {
    const { uid, number } = order;
    const title = orderReceived(number);
    const text = orderSummary(order, store.currency);
    toast.show({
      id: noticeOf(uid),
      kind: 'order',
      title,
      text,
      action: {
        label: stepLabels.ACCEPTED,
        onAction() {
          acknowledgeOrder(uid);
          onAccept(order);
        },
      },
      secondary: {
        label: alertTexts.see,
        onAction() {
          acknowledgeOrder(uid);
          onSee(uid);
        },
      },
    });
    if (order.id !== null)
      void notifyOfOrder({ storeId: store.id, orderId: order.id, title, body: text }).catch(() => {});
  }
  // One announcement for all orders: a screen reader would speak only the last of forty.
  if (arrived.length > 1) announce(alertTexts.arrivedMany(arrived.length), 'assertive');
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

/** Removes the notices of orders that this or another device has accepted or rejected, or that are gone. */
function withdraw(left: readonly Order[]): void {
  for (const { uid, id } of left) {
    toast.dismiss(noticeOf(uid));
    if (id !== null) void closeOrderNotice(id).catch(() => {});
  }
}

/** A tab that does not get the lead within this time assumes that another tab rings. */
const leadMs = 2_000;

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
    const cancel = wakeIn(leadMs, () => {
      elsewhere = !leads;
      ringer.update(facts());
    });
    const release = leadWhilePossible(`${database} sound`, (now) => {
      leads = now;
      elsewhere = !now;
      ringer.update(facts());
    });
    return () => {
      cancel();
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
