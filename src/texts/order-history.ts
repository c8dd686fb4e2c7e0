import { formatMoney, type Currency, type Money } from '#domain/money.ts';
import { isOnBoard, type Order, type OrderStatus } from '#domain/order.ts';
import { orderProgress } from '#domain/order-progress.ts';
import type { HistoryEntry, OrderEvent, PaidBy } from '#domain/order-history.ts';
import type { StorePaymentMethod } from '#domain/store.ts';
import { orderStatusLabels, paymentMethodLabel, rejectReasonLabels } from '#texts/order.ts';

export const historyTexts = {
  title: 'Historial',
  changes: 'Cambios del pedido',
  loading: 'Cargando el historial…',
  offline: 'Necesitás conexión para ver el historial',
  taken: 'Se tomó el pedido',
  ordered: 'El cliente hizo el pedido',
} as const;

/** A sentence, and a second line with the changed values. */
export interface HistoryWords {
  readonly text: string;
  readonly detail: string | null;
}

interface WordStore {
  readonly currency: Currency;
  readonly payment_methods: readonly StorePaymentMethod[];
}

/** A person's first name («Ana»), or the full name when two people of the history share the first or it is no person. */
export function shortName({ id, fullname }: HistoryEntry['actor'], all: readonly HistoryEntry[]): string {
  if (id === null) return fullname;
  const [first = fullname] = fullname.split(' ');
  const shared = all.some(
    ({ actor }) => actor.id !== null && actor.id !== id && actor.fullname.split(' ')[0] === first,
  );
  return shared ? fullname : first;
}

function movedWords(from: OrderStatus, to: OrderStatus): string {
  if (to === 'COMPLETE') return 'finalizó el pedido';
  if (to === 'PAYING') return `lo pasó a ${orderStatusLabels[to]}`;
  // Any move out of REJECTED or COMPLETE goes back. After a payment a taken order is where it was.
  const back = !isOnBoard(from) ? from !== 'PAYING' || to !== 'PENDING' : orderProgress[to] < orderProgress[from];
  if (back) return `lo volvió a ${orderStatusLabels[to]}`;
  return to === 'ACCEPTED' ? 'aceptó el pedido' : `lo pasó a ${orderStatusLabels[to]}`;
}

const minutesWords = (minutes: number): string => (minutes === 1 ? '1 minuto' : `${minutes} minutos`);

function paidWords(payments: readonly PaidBy[], { currency, payment_methods }: WordStore): string {
  if (payments.length === 0) return 'sin pagos';
  return payments
    .map((p) => `${paymentMethodLabel(p.method, payment_methods)} ${formatMoney(p.amount, currency)}`)
    .join(' + ');
}

const samePayments = (a: readonly PaidBy[], b: readonly PaidBy[]): boolean =>
  a.length === b.length && a.every((p, index) => p.method === b[index]?.method && p.amount === b[index].amount);

function moneyWords(event: Extract<OrderEvent, { action: 'money' }>, store: WordStore): HistoryWords {
  const { before: from, after: to } = event;
  const amount = (value: Money): string => formatMoney(value, store.currency);
  const payments = samePayments(from.payments, to.payments)
    ? null
    : `Antes: ${paidWords(from.payments, store)} · Ahora: ${paidWords(to.payments, store)}`;
  const discount =
    from.discount === to.discount ? null : `Descuento: antes ${amount(from.discount)}, ahora ${amount(to.discount)}`;
  const what = [payments && 'los pagos', discount && 'el descuento'].filter(Boolean).join(' y ');
  return { text: `cambió ${what || 'los pagos'}`, detail: [payments, discount].filter(Boolean).join(' · ') || null };
}

function eventWords({ event, at }: HistoryEntry, store: WordStore): HistoryWords {
  const amount = (value: Money): string => formatMoney(value, store.currency);
  switch (event.action) {
    case 'create':
      return { text: 'tomó el pedido', detail: `Total ${amount(event.after.total)}` };
    case 'status':
      return { text: movedWords(event.before.status, event.after.status), detail: null };
    case 'reject': {
      const { reject_reason: reason } = event.after;
      return { text: 'rechazó el pedido', detail: reason === null ? null : rejectReasonLabels[reason] };
    }
    case 'delay': {
      const delayed = event.after.ready_by - (event.before.ready_by ?? at);
      return { text: `lo demoró ${minutesWords(Math.round(delayed / 60_000))}`, detail: null };
    }
    case 'remove-item': {
      const { before, after } = event;
      return {
        text: `eliminó ${before.item.quantity} × ${before.item.name}`,
        detail: `Total: antes ${amount(before.total)}, ahora ${amount(after.total)}`,
      };
    }
    case 'money':
      return moneyWords(event, store);
    case 'table':
      return { text: `lo pasó de ${event.before.place} a ${event.after.place}`, detail: null };
    case 'split': {
      const { number, place } = event.before;
      return { text: `lo separó del pedido N° ${number} de ${place}`, detail: `Total ${amount(event.after.total)}` };
    }
    case 'items-away':
    case 'items-back': {
      const { before, after } = event;
      const items = after.items.map((i) => `${i.quantity} × ${i.name}`).join(', ');
      return {
        text:
          event.action === 'items-away' ? `pasó ${items} a ${after.place}` : `devolvió ${items} desde ${after.place}`,
        detail: `Total: antes ${amount(before.total)}, ahora ${amount(after.total)}`,
      };
    }
    case 'refund': {
      const { method, amount: given, reason } = event.after;
      const way = paymentMethodLabel(method, store.payment_methods);
      return { text: `devolvió ${amount(given)}`, detail: `${way} · ${reason}` };
    }
    case 'remove':
      return { text: 'eliminó el pedido', detail: `Total ${amount(event.before.total)}` };
    case 'unknown':
      return { text: 'cambió el pedido', detail: null };
  }
}

/** «Ana aceptó el pedido», «Carla lo demoró 10 minutos», «Bruno eliminó 1 × Milanesa». */
export function historyWords(entry: HistoryEntry, all: readonly HistoryEntry[], store: WordStore): HistoryWords {
  const { text, detail } = eventWords(entry, store);
  const by = entry.authorised_by === undefined ? null : `Autorizó ${entry.authorised_by}`;
  return {
    text: `${shortName(entry.actor, all)} ${text}`,
    detail: [detail, by].filter(Boolean).join(' · ') || null,
  };
}

/**
 * The first sentence of a history without a creation event: the customer placed the order, or the order is older than
 * the history.
 */
export const beginningWords = ({ origin }: Pick<Order, 'origin'>): string =>
  origin === 'customer' ? historyTexts.ordered : historyTexts.taken;
