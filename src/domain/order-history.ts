import type { Money } from './money.ts';
import type { OrderStatus, RejectReason } from './order.ts';
import type { PaymentMethod } from './store.ts';
import type { Instant } from './time.ts';

interface Amounts<Amount> {
  readonly subtotal: Amount;
  readonly discount: Amount;
  readonly delivery_amount: Amount;
  readonly total: Amount;
}

/** A payment in the history. */
export interface PaidBy<Amount = Money> {
  readonly method: PaymentMethod;
  readonly amount: Amount;
}

interface PaidAmounts<Amount> extends Amounts<Amount> {
  readonly payments: readonly PaidBy<Amount>[];
}

interface RemovedItem<Amount> {
  readonly name: string;
  readonly quantity: number;
  readonly price: Amount;
}

interface CountedItem {
  readonly name: string;
  readonly quantity: number;
}

/** Lines that went to another table, or came back from it; `place` names that one. */
interface MovedItems<Amount> {
  readonly total: Amount;
  readonly place: string;
  readonly items: readonly CountedItem[];
}

/** Absent: from before the audit kept it. */
interface Promised<Moment> {
  readonly ready_by?: Moment | null | undefined;
}

interface InStatus<Moment> extends Promised<Moment> {
  readonly status: OrderStatus;
}

interface Event<Action extends string, Before, After> {
  readonly action: Action;
  readonly before: Before;
  readonly after: After;
}

/**
 * Every kind of event of an order, with its state before and after. The audit stores amounts and moments as integers,
 * the wire has decimals and ISO text, the domain has Money and Instant.
 */
export type OrderEvent<Amount = Money, Moment = Instant> =
  | Event<'create', null, { readonly total: Amount }>
  | Event<'status', InStatus<Moment>, InStatus<Moment>>
  | Event<'reject', InStatus<Moment>, Promised<Moment> & { readonly reject_reason: RejectReason | null }>
  /** `before.ready_by` null: there was no promised time, so the minutes count from the moment of the delay (N-04). */
  | Event<'delay', { readonly ready_by: Moment | null }, { readonly ready_by: Moment }>
  | Event<'remove-item', Amounts<Amount> & { readonly item: RemovedItem<Amount> }, Amounts<Amount>>
  | Event<'money', PaidAmounts<Amount>, PaidAmounts<Amount>>
  /** The order went to another table, with all of its lines. */
  | Event<'table', { readonly place: string }, { readonly place: string }>
  /** It began as lines of another order, which went to another table. */
  | Event<'split', { readonly place: string; readonly number: number }, { readonly total: Amount }>
  | Event<'items-away' | 'items-back', { readonly total: Amount }, MovedItems<Amount>>
  /** Money of the finished order went back. */
  | Event<'refund', null, PaidBy<Amount> & { readonly reason: string }>
  /** The order was deleted with everything that belongs to it. */
  | Event<'remove', { readonly total: Amount }, null>
  /** An event that this version does not know. */
  | Event<'unknown', null, null>;

/** An event with its author, device and time. */
export interface HistoryEntry {
  readonly at: Instant;
  /** `id` null: not a person, but the system, a timer or a provider's webhook; `fullname` is then its Spanish name. */
  readonly actor: { readonly id: number | null; readonly fullname: string };
  /** A readable name: 'Chrome en Android'; null when the actor is not a person. */
  readonly device: string | null;
  /** Full name of whoever allowed it, by their PIN; absent: nobody had to. */
  readonly authorised_by?: string | undefined;
  readonly event: OrderEvent;
}

/** Converts the amounts and moments of an event. */
export function mapOrderEvent<A, M, B, N>(
  event: OrderEvent<A, M>,
  amount: (value: A) => B,
  moment: (value: M) => N,
): OrderEvent<B, N> {
  const amounts = (a: Amounts<A>): Amounts<B> => ({
    subtotal: amount(a.subtotal),
    discount: amount(a.discount),
    delivery_amount: amount(a.delivery_amount),
    total: amount(a.total),
  });
  const paid = (p: PaidAmounts<A>): PaidAmounts<B> => ({
    ...amounts(p),
    payments: p.payments.map(({ method, amount: value }) => ({ method, amount: amount(value) })),
  });
  const promised = <Told extends Promised<M>>({ ready_by, ...told }: Told) => ({
    ...told,
    ...(ready_by !== undefined && { ready_by: ready_by === null ? null : moment(ready_by) }),
  });
  switch (event.action) {
    case 'create':
      return { ...event, after: { total: amount(event.after.total) } };
    case 'delay': {
      const { ready_by } = event.before;
      return {
        action: 'delay',
        before: { ready_by: ready_by === null ? null : moment(ready_by) },
        after: { ready_by: moment(event.after.ready_by) },
      };
    }
    case 'remove-item': {
      const { item } = event.before;
      return {
        action: 'remove-item',
        before: { ...amounts(event.before), item: { ...item, price: amount(item.price) } },
        after: amounts(event.after),
      };
    }
    case 'money':
      return { action: 'money', before: paid(event.before), after: paid(event.after) };
    case 'split':
      return { ...event, after: { total: amount(event.after.total) } };
    case 'refund':
      return { ...event, after: { ...event.after, amount: amount(event.after.amount) } };
    case 'remove':
      return { ...event, before: { total: amount(event.before.total) } };
    case 'items-away':
    case 'items-back': {
      const { before, after } = event;
      return { ...event, before: { total: amount(before.total) }, after: { ...after, total: amount(after.total) } };
    }
    case 'status':
      return { ...event, before: promised(event.before), after: promised(event.after) };
    case 'reject':
      return { ...event, before: promised(event.before), after: promised(event.after) };
    case 'table':
    case 'unknown':
      return event;
  }
}
