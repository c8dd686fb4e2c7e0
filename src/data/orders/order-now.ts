import { readOrder } from '#contract/wire/orders.ts';
import { submissionOf } from '#contract/wire/submission.ts';
import { orderSnapshot } from '#commands/order/order-entity.ts';
import type { CardToken } from '#domain/card-form.ts';
import type { Cart } from '#domain/cart.ts';
import { paysOnline } from '#domain/checkout.ts';
import { payingMs, payingStartMs } from '#domain/limits.ts';
import type { Totals } from '#domain/pricing.ts';
import type { Store } from '#domain/store.ts';
import { newUuid } from '#platform/random.ts';
import { api } from '#data/api/api.ts';
import { readFailure } from '#data/api/failure.ts';
import { useEngine } from '#data/outbox/store-engine.ts';
import { isLost, untilAnswered } from './card-sending.ts';
import type { TakenOrder } from './take-order.ts';
import { groupOf, tellCashOf } from './take-order.ts';

/** The order whose answer was lost: taking the same again is the same command, so it is not stored twice. */
let unanswered: { readonly content: string; readonly uid: string; readonly key: string } | null = null;

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
  const order = { ...submissionOf('', cart, totals, store.currency, card), ...groupOf(cart) };
  const content = JSON.stringify([store.id, order]);
  if (unanswered?.content !== content) unanswered = { content, uid: newUuid(), key: newUuid() };
  const { uid, key } = unanswered;
  try {
    const send = () =>
      api.orders.create({ store_id: store.id, ...order, uid }, { context: { idempotencyKey: key, authorised } });
    const showsQr = card === null && paysOnline(cart);
    const answer = await untilAnswered(send, onDoubt, showsQr ? payingStartMs : payingMs);
    unanswered = null;
    const taken = readOrder(answer.order, store.currency);
    if (cart.byCustomer !== true) tellCashOf(cart, totals);
    const snapshots = [orderSnapshot(taken)];
    await useEngine.getState().current?.engine.merge({ snapshots, removed: [], cursor: null });
    return { kind: 'taken', uid, order: taken };
  } catch (error) {
    const { code, messages } = readFailure(error);
    if (!isLost(error)) unanswered = null;
    return { kind: 'refused', code, message: messages.join(' ') };
  }
}
