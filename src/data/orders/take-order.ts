import type { OrderSubmission } from '#contract/order-submission.ts';
import { writeMoney } from '#contract/wire/amounts.ts';
import { bringsCash } from '#domain/cash-taken.ts';
import type { CardToken } from '#domain/card-form.ts';
import type { Cart } from '#domain/cart.ts';
import { takesPayment } from '#domain/checkout.ts';
import type { Currency, Money } from '#domain/money.ts';
import { needsCard } from '#domain/paying.ts';
import { resolvedPayments } from '#domain/payments.ts';
import type { Order } from '#domain/order.ts';
import type { Totals } from '#domain/pricing.ts';
import type { Store } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { instantOfWall } from '#domain/time.ts';
import { deviceClock } from '#platform/clock.ts';
import { newUuid } from '#platform/random.ts';
import type { Settled } from '#sync/engine-types.ts';
import type { CreateArgs } from '#commands/order/create.ts';
import { orderCreate } from '#commands/order/create.ts';
import { tellCashTaken } from '#data/cashbox/cash-taken.ts';
import { groupAt } from '#data/groups/groups.ts';
import { useEngine } from '#data/outbox/store-engine.ts';

const textOrNull = (text: string): string | null => text.trim() || null;

const paymentsOf = (cart: Cart, total: Money) => (takesPayment(cart) ? resolvedPayments(cart.payments, total) : []);

/**
 * The body of K-73. phone is null when empty, only a delivery has an address, code and promocode only if given, and a
 * table with a group has no payments (K-74).
 */
export function submissionOf(
  uid: string,
  cart: Cart,
  totals: Totals,
  currency: Currency,
  card: CardToken | null = null,
): OrderSubmission {
  const amount = (value: Money): number => writeMoney(value, currency);
  return {
    uid,
    type: cart.type,
    when: cart.when ?? { option: 'immediate' },
    payments: paymentsOf(cart, totals.total).map((p) => ({
      method: p.method,
      amount: amount(p.amount),
      option: p.method,
      type: p.type,
      value: p.value === null ? null : amount(p.value),
      ...(card !== null && needsCard(p.method) && card),
    })),
    items: totals.lines.map((l) => ({
      id: l.id,
      name: l.name,
      quantity: l.quantity,
      unit_price: amount(l.unit_price),
      discount: amount(l.discount),
      comments: l.comments,
      additionals: l.additionals.map((a) => ({ ...a, price: amount(a.price) })),
      price: amount(l.price),
      ...(l.seat !== undefined && { seat: l.seat }),
    })),
    subtotal: amount(totals.subtotal),
    discount: amount(totals.discount),
    delivery_amount: amount(totals.delivery_amount),
    total: amount(totals.total),
    seller_id: cart.seller_id,
    description: textOrNull(cart.description),
    phone: textOrNull(cart.phone),
    comments: textOrNull(cart.comments),
    ...(cart.type === 'DELIVERY' && cart.address ? { address: cart.address } : {}),
    ...(cart.code ? { code: cart.code.id } : {}),
    ...(cart.promocode ? { promocode: cart.promocode.code } : {}),
  };
}

/** The group that an order of a table is meant for: it is sent behind the group's opening, and never to another one. */
export function groupOf({ code }: Cart): Pick<OrderSubmission, 'order_group'> {
  const group = code?.group ? groupAt(code.id) : null;
  return group === null ? {} : { order_group: group.uid };
}

type TakingStore = Pick<Store, 'id' | 'currency' | 'timezone'>;

function readyAt({ when }: Cart, zone: string): Instant | null {
  return when?.option === 'scheduled' ? instantOfWall(when.date, when.hour.slice(0, 5), zone) : null;
}

export type TakenOrder =
  /** The server has accepted it. `order`: its answer, for an order that was not queued. */
  | { readonly kind: 'taken'; readonly uid: string; readonly order?: Order }
  /** It is on this device's disk and is sent when the network is back. */
  | { readonly kind: 'saved'; readonly uid: string }
  /** The server refused it. The cart stays. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** The person discarded it before it was sent. The cart stays. */
  | { readonly kind: 'discarded' };

/**
 * Takes the order: writes it to disk, calls `onSaved`, then waits up to `patienceMs` for the server's answer (K-75,
 * K-76). `authorised`: the grant of whoever allowed its discount.
 */
export async function takeOrder(
  cart: Cart,
  totals: Totals,
  store: TakingStore,
  { patience, patienceMs }: { readonly patience: (ms: number) => Promise<'late'>; readonly patienceMs: number },
  authorised: string | null,
  onSaved: () => void,
): Promise<TakenOrder> {
  const engine = useEngine.getState().current?.engine;
  if (!engine) return { kind: 'refused', code: 'no_response', message: '' };
  const uid = newUuid();
  const args: CreateArgs = {
    storeId: store.id,
    currency: store.currency,
    submission: { ...submissionOf(uid, cart, totals, store.currency), ...groupOf(cart) },
    code: cart.code,
    promocodes: cart.promocode ? [cart.promocode] : [],
    at: deviceClock.now(),
    readyBy: readyAt(cart, store.timezone),
  };
  const cmdId = await engine.enqueue({ ...orderCreate.request(uid, args, null), authorised });
  onSaved();
  if (cmdId === null) return { kind: 'saved', uid };
  const end: Settled | 'late' = await Promise.race([engine.settled(cmdId), patience(patienceMs)]);
  if (end === 'late') return { kind: 'saved', uid };
  if (end.kind === 'applied') {
    // The cash of a delivery is with the rider.
    if (cart.type !== 'DELIVERY' && bringsCash(paymentsOf(cart, totals.total))) tellCashTaken();
    return { kind: 'taken', uid };
  }
  if (end.kind === 'discarded') return { kind: 'discarded' };
  // The checkout shows the reason, so the rejected list does not need to.
  await engine.dismiss([cmdId]);
  return { kind: 'refused', code: end.item.code, message: end.item.message };
}
