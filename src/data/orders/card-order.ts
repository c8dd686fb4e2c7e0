import { readOrder } from '#contract/wire/orders.ts';
import { orderSnapshot } from '#commands/order/order-entity.ts';
import type { CardToken } from '#domain/card-form.ts';
import type { Cart } from '#domain/cart.ts';
import { payingMs } from '#domain/limits.ts';
import type { Totals } from '#domain/pricing.ts';
import type { Store } from '#domain/store.ts';
import { deviceClock, wakeIn } from '#platform/clock.ts';
import { newUuid } from '#platform/random.ts';
import { ApiFailure, classOf } from '#sync/failure.ts';
import { api } from '#data/api/api.ts';
import { readFailure } from '#data/api/failure.ts';
import { useEngine } from '#data/outbox/store-engine.ts';
import type { TakenOrder } from './take-order.ts';
import { groupOf, submissionOf } from './take-order.ts';

/** Between two tries of an order whose answer was lost. */
const againMs = 3_000;

const isLost = (error: unknown): boolean => error instanceof ApiFailure && classOf(error) === 'unknown';

/**
 * Takes an order that a card pays. It goes to the server at once and is never queued: a token must not lie on the disk
 * (offline engine, What may wait). When the answer is lost the money may have moved, so the same order is sent again
 * under the same key until there is one; `onDoubt` tells that once.
 */
export async function takeCardOrder(
  cart: Cart,
  totals: Totals,
  store: Pick<Store, 'id' | 'currency'>,
  card: CardToken & { readonly gateway: number },
  onDoubt: () => void,
): Promise<TakenOrder> {
  const uid = newUuid();
  const body = { ...submissionOf(uid, cart, totals, store.currency, card), ...groupOf(cart) };
  const context = { idempotencyKey: newUuid() };
  const until = deviceClock.mono() + payingMs;
  for (let lost = 0; ; lost += 1) {
    try {
      const { order } = await api.orders.create({ store_id: store.id, ...body }, { context });
      const snapshots = [orderSnapshot(readOrder(order, store.currency))];
      await useEngine.getState().current?.engine.merge({ snapshots, removed: [], cursor: null });
      return { kind: 'taken', uid };
    } catch (error) {
      if (!isLost(error) || deviceClock.mono() > until) {
        const { code, messages } = readFailure(error);
        return { kind: 'refused', code, message: messages.join(' ') };
      }
      if (lost === 0) onDoubt();
      await new Promise<void>((resolve) => void wakeIn(againMs, resolve));
    }
  }
}
