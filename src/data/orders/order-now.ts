import { readOrder } from '#contract/wire/orders.ts';
import { submissionOf } from '#contract/wire/submission.ts';
import { orderConflict, orderSnapshot } from '#commands/order/order-entity.ts';
import type { CardToken } from '#domain/card-form.ts';
import type { Cart } from '#domain/cart.ts';
import { paysOnline } from '#domain/checkout.ts';
import { payingMs, payingStartMs } from '#domain/limits.ts';
import type { Totals } from '#domain/pricing.ts';
import type { Store } from '#domain/store.ts';
import { newUuid } from '#platform/random.ts';
import { ApiFailure } from '#sync/failure.ts';
import { api } from '#data/api/api.ts';
import { readFailure } from '#data/api/failure.ts';
import { useEngine } from '#data/outbox/store-engine.ts';
import { untilAnswered } from '#data/api/lost-answer.ts';
import type { TakenOrder } from './take-order.ts';
import { groupOf, ofStored, tellCashOf } from './take-order.ts';

/**
 * Takes an order that is sent at once and never queued: one that a provider charges, or a customer's. `authorised`: the
 * grant of whoever allowed its discount. `onDoubt`: its answer was lost, and it is being asked for.
 */
export async function takeOrderNow(
  cart: Cart,
  totals: Totals,
  store: Pick<Store, 'id' | 'currency'>,
  card: CardToken | null,
  authorised: string | null,
  onDoubt: () => void,
): Promise<TakenOrder> {
  const uid = cart.uid ?? newUuid();
  const body = { ...submissionOf(uid, cart, totals, store.currency, card), ...groupOf(cart) };
  const context = { idempotencyKey: newUuid(), authorised };
  const send = () => api.orders.create({ store_id: store.id, ...body }, { context });
  const showsQr = card === null && paysOnline(cart);
  try {
    const answer = await untilAnswered(send, onDoubt, showsQr ? payingStartMs : payingMs);
    const taken = readOrder(answer.order, store.currency);
    if (cart.byCustomer !== true) tellCashOf(cart, totals);
    const snapshots = [orderSnapshot(taken)];
    await useEngine.getState().current?.engine.merge({ snapshots, removed: [], cursor: null });
    return { kind: 'taken', uid, order: taken };
  } catch (error) {
    const { code, messages } = readFailure(error);
    const there =
      error instanceof ApiFailure && code === 'conflict' ? orderConflict(error.body, store.currency).current : null;
    if (there) return ofStored(there, totals);
    return { kind: 'refused', code, message: messages.join(' ') };
  }
}
