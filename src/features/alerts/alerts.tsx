import { useEffect, useRef } from 'react';
import { onMessage } from '#data/store/messages.ts';
import type { OrderNews } from '#data/orders/order-watch.ts';
import { reportReceipt, watchOrders } from '#data/orders/order-watch.ts';
import { listenToSound, playAlertSound, useSound } from '#data/alerts/sound.ts';
import { useEngine } from '#data/outbox/store-engine.ts';
import { acknowledgeOrder } from '#data/alerts/unacknowledged.ts';
import type { Order } from '#domain/order.ts';
import type { Store } from '#domain/store.ts';
import { setBadge } from '#platform/badge.ts';
import { wakeIn } from '#platform/clock.ts';
import { closeOrderNotice, notifyOfOrder } from '#platform/notifications.ts';
import { leadWhilePossible } from '#platform/tabs.ts';
import { orderReceived, orderSummary } from '#texts/alerts.ts';
import { rejectReasonLabels, stepLabels } from '#texts/order.ts';
import { announce } from '#ui/toast/announcer.tsx';
import { toast } from '#ui/toast/toast.ts';
import { createRinger } from './ringing.ts';
import { alertTexts } from './texts.ts';

interface AlertsProps {
  readonly store: Store;
  /** 'Aceptar' of a notice (B-43). */
  readonly onAccept: (order: Order) => void;
  /** «Ver» of a notice. */
  readonly onSee: (uid: string) => void;
}

const noticeOf = (uid: string): string => `order-${uid}`;

/** Cards on the board, and notices. */
function shownOrders(): ReadonlySet<string> {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-card]')].map((card) => card.dataset['card'] ?? '');
  const notices = toast.current().shown.map(({ id }) => id.slice(noticeOf('').length));
  return new Set([...cards, ...notices]);
}

/**
 * Alerts of one store, for whoever works its orders: notice, sound, badge, and the server's knowledge of who was
 * reached. Draws nothing itself; once per page.
 */
export function Alerts({ store, onAccept, onSee }: AlertsProps) {
  const storeEngine = useEngine((s) => (s.current?.storeId === store.id ? s.current : null));
  const latest = useRef({ store, onAccept, onSee });
  useEffect(() => {
    latest.current = { store, onAccept, onSee };
  });

  useEffect(() => {
    if (!storeEngine) return undefined;
    const ring = startRinging(storeEngine.database);
    const stop = watchOrders(storeEngine, shownOrders, (news) => {
      ring.tell(news);
      setBadge(news.pending.length);
      withdraw(news.left);
      show(news.arrived, latest.current);
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
        // What somebody has to do is not left to the eyes.
        if (level === 'warning') announce(title ?? text, 'assertive');
        if (useSound.getState().mode !== null) void playAlertSound('message');
      }),
    [],
  );
  return null;
}

/** The notices of B-43 and B-44: 10 s, three at once, the rest behind «+2 pedidos». */
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
  // One sentence instead of forty, of which only the last would be heard.
  if (arrived.length > 1) announce(alertTexts.arrivedMany(arrived.length), 'assertive');
}

/** Nobody goes on preparing what a customer, or somebody at another device, has cancelled. */
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

/** Accepted, rejected or gone, here or on another device: nobody is asked about it any more. */
function withdraw(left: readonly Order[]): void {
  for (const { uid, id } of left) {
    toast.dismiss(noticeOf(uid));
    if (id !== null) void closeOrderNotice(id).catch(() => {});
  }
}

/** Whoever got no answer in this time is not the one: another tab rings. */
const leadMs = 2_000;

/** One tab of the device rings: the first whose browser lets it. A tab that may not ring never keeps another from it. */
function startRinging(database: string): {
  tell(news: OrderNews): void;
  /** Two falling notes, once, in the tab that rings (docs/screens.md). */
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
