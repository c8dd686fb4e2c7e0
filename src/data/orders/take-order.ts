import type { OrderSubmission } from '#contract/order-submission.ts';
import { submissionOf } from '#contract/wire/submission.ts';
import { bringsCash } from '#domain/cash-taken.ts';
import type { Cart } from '#domain/cart.ts';
import { cartPayments } from '#domain/checkout.ts';
import type { Order } from '#domain/order.ts';
import type { Totals } from '#domain/pricing.ts';
import type { Store } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { instantOfWall } from '#domain/time.ts';
import { deviceClock } from '#platform/clock.ts';
import { newUuid } from '#platform/random.ts';
import type { CreateArgs } from '#commands/order/create.ts';
import { orderCreate } from '#commands/order/create.ts';
import { orderEntity } from '#commands/order/order-entity.ts';
import { tellCashTaken } from '#data/cashbox/cash-taken.ts';
import { groupAt } from '#data/groups/groups.ts';
import { commandEnd } from '#data/outbox/command-end.ts';
import { useEngine } from '#data/outbox/store-engine.ts';

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
  /** The server has the cart's order already, with other content than the cart now. The cart stays. */
  | { readonly kind: 'other'; readonly order: Order }
  /** The server refused it. The cart stays. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** The person discarded it before it was sent. The cart stays. */
  | { readonly kind: 'discarded' };

/** The server has the cart's order already, because an answer was lost: whether it is what the cart holds now. */
export function ofStored(order: Order, totals: Totals): TakenOrder {
  const gist = (lines: readonly { readonly id: number; readonly quantity: number }[]): string =>
    JSON.stringify(lines.map(({ id, quantity }) => [id, quantity]));
  const isSame = order.total === totals.total && gist(order.items) === gist(totals.lines);
  return isSame ? { kind: 'taken', uid: order.uid, order } : { kind: 'other', order };
}

/** Tells that a taken order brought cash. That of a delivery is with the rider. */
export function tellCashOf(cart: Cart, totals: Totals): void {
  if (cart.type !== 'DELIVERY' && bringsCash(cartPayments(cart, totals.total))) tellCashTaken();
}

/**
 * Takes the order: writes it to disk, calls `onSaved`, then waits up to `waitMs` for the server's answer (K-75,
 * K-76). `authorised`: the grant of whoever allowed its discount.
 */
export async function takeOrder(
  cart: Cart,
  totals: Totals,
  store: TakingStore,
  waitMs: number,
  authorised: string | null,
  onSaved: () => void,
): Promise<TakenOrder> {
  const engine = useEngine.getState().current?.engine;
  if (!engine) return { kind: 'refused', code: 'no_response', message: '' };
  const uid = cart.uid ?? newUuid();
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
  const end = await commandEnd(engine, cmdId, waitMs);
  if (end.kind === 'late') return { kind: 'saved', uid };
  const there =
    end.kind === 'refused' && end.code === 'conflict' ? orderEntity.shown(engine.getView()).get(uid)?.body : undefined;
  if (there) return ofStored(there, totals);
  if (end.kind !== 'applied') return end;
  tellCashOf(cart, totals);
  return { kind: 'taken', uid };
}
