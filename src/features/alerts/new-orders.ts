import type { Order } from '#domain/order.ts';
import type { Currency } from '#domain/money.ts';
import { orderReceived, orderSummary } from '#texts/alerts.ts';
import { stepLabels } from '#texts/order.ts';
import { announce } from '#ui/toast/announcer.tsx';
import type { ToastInput } from '#ui/toast/toast.ts';
import { toast } from '#ui/toast/toast.ts';
import { alertTexts } from './texts.ts';

const noticeId = 'new-orders';

/** What the notice needs of its page, at the time of a call. */
export interface NewOrdersPage {
  readonly currency: Currency;
  /** On the board the card, the count and the sound are the notice. */
  readonly onBoard: boolean;
  readonly onAccept: (order: Order) => void;
  readonly onSee: (order: Order) => void;
  readonly onSeeAll: () => void;
}

/**
 * The one notice of new orders on every screen but the board (B-43, D8): of one order its summary with 'Aceptar', of
 * several their number. Each order is announced and in «Avisos» on every screen.
 */
export function createNewOrders() {
  /** The orders of the visible notice, by uid. */
  let told: ReadonlyMap<string, Order> = new Map();
  const isShown = (): boolean => [...toast.current().shown, ...toast.current().waiting].some((t) => t.id === noticeId);

  const show = (page: NewOrdersPage): void => {
    const [first, ...others] = told.values();
    if (first === undefined) toast.dismiss(noticeId);
    else toast.show(others.length === 0 ? oneOrder(first, page) : severalOrders(told.size, page));
  };

  return {
    add(arrived: readonly Order[], page: NewOrdersPage): void {
      for (const order of arrived) toast.record(inWords(order, page));
      // One announcement for all orders: a screen reader would speak only the last of forty.
      if (arrived.length > 1) announce(alertTexts.arrivedMany(arrived.length), 'assertive');
      if (page.onBoard || arrived.length === 0) return;
      const before = isShown() ? told : [];
      told = new Map([...before, ...arrived.map((o) => [o.uid, o] as const)]);
      show(page);
    },
    /** Orders that no longer wait. */
    withdraw(left: readonly Order[], page: NewOrdersPage): void {
      const before = told.size;
      told = new Map([...told].filter(([uid]) => left.every((o) => o.uid !== uid)));
      if (told.size < before && isShown()) show(page);
    },
    /** The board is on screen now. */
    dismiss(): void {
      told = new Map();
      toast.dismiss(noticeId);
    },
    /** The order that the visible notice names; null without one. */
    named: (): string | null => (told.size === 1 && isShown() ? ([...told.keys()][0] ?? null) : null),
  };
}

const inWords = (order: Order, { currency }: NewOrdersPage) =>
  ({ kind: 'order', title: orderReceived(order.number), text: orderSummary(order, currency) }) as const;

const oneOrder = (order: Order, page: NewOrdersPage): ToastInput => ({
  ...inWords(order, page),
  id: noticeId,
  recorded: true,
  action: { label: stepLabels.ACCEPTED, onAction: () => page.onAccept(order) },
  secondary: { label: alertTexts.see, onAction: () => page.onSee(order) },
});

const severalOrders = (count: number, { onSeeAll }: NewOrdersPage): ToastInput => ({
  id: noticeId,
  recorded: true,
  kind: 'order',
  text: alertTexts.newOrders(count),
  action: { label: alertTexts.see, onAction: onSeeAll },
});
