import { eq, sql } from 'drizzle-orm';
import { shippingFollows } from '#domain/order-progress.ts';
import type { Instant } from '#domain/time.ts';
import type { Currency } from '#domain/money.ts';
import type { Tx } from '#server/db/database.ts';
import { orders } from '#server/db/schema/orders.ts';
import { stores } from '#server/db/schema/stores.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import { bookOrder } from '#server/modules/cashbox/book-money.ts';
import { announceOrder } from '#server/modules/orders/announce-order.ts';
import { loadOrder, lockOrder } from '#server/modules/orders/orders-store.ts';
import { pgFeeds } from '#server/realtime/feed-store.ts';
import type { ShippingNotice } from '#server/shipping/port.ts';

interface Moved {
  readonly storeId: number;
  readonly orderId: number;
  readonly service: string;
  readonly at: Instant;
}

/** Stores what the provider says of the order's rider, and tells it. A repeated or late notice changes nothing. */
export async function moveShipping(
  tx: Tx,
  { storeId, orderId, service, at }: Moved,
  { status, rider }: ShippingNotice,
): Promise<void> {
  const before = await lockOrder(tx, storeId, orderId);
  if (!before || !shippingFollows(before.shipping?.status ?? null, status)) return;
  const shipping = { status, rider: rider ?? before.shipping?.rider ?? null };
  await tx
    .update(orders)
    .set({ shipping, updated_at: at, ver: sql`${orders.ver} + 1` })
    .where(eq(orders.id, orderId));
  const change = { before: { shipping: before.shipping }, after: { shipping }, command: null, at };
  const actor = { kind: 'provider', name: service } as const;
  appendAudit(tx, { storeId, actor, action: 'order.ship', entity: 'order', entityId: orderId, ...change });
  const order = await loadOrder(tx, storeId, orderId);
  const [store] = await tx.select().from(stores).where(eq(stores.id, storeId));
  if (!order || !store) throw new Error(`order ${orderId} is gone`);
  const currency: Currency = { symbol: store.currency_symbol, decimals: store.currency_decimals };
  await bookOrder(tx, { storeId, actor, command: null, at }, order);
  announceOrder(pgFeeds(tx, storeId), {
    at,
    name: 'order-updated',
    order,
    currency,
    waitingChanged: false,
    groupChanged: false,
  });
}
