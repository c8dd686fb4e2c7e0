import { and, asc, eq, inArray, lt } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { receiptsOfOrder } from '#contract/alerts.ts';
import type { ReceiptStage } from '#domain/alerts.ts';
import { after, type Instant, isoFromInstant, minutes } from '#domain/time.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { orderAlerts, orderReceipts } from '#server/db/schema/alerts.ts';
import { orders } from '#server/db/schema/orders.ts';
import type { Actor } from '#server/http/access-store.ts';

const keptMs = minutes(90 * 24 * 60);

export interface OrderReceipt {
  readonly order_id: number;
  readonly stage: ReceiptStage;
  /** Time by the device's own clock. */
  readonly at: Instant;
}

/** Stores the first receipt of each (order, session, stage). Returns how many of the orders belong to the store. */
export async function keepReceipts(
  tx: Tx,
  storeId: number,
  actor: Actor,
  receipts: readonly OrderReceipt[],
  now: Instant,
): Promise<number> {
  const found = await tx
    .select({ id: orders.id, created_at: orders.created_at })
    .from(orders)
    .where(and(eq(orders.store_id, storeId), inArray(orders.id, [...new Set(receipts.map((s) => s.order_id))])))
    // An order that is being deleted is waited for, and is then not found.
    .for('key share');
  const createdAt = new Map(found.map((o) => [o.id, o.created_at]));
  const rows = receipts.flatMap(({ order_id, stage, at }) => {
    const created = createdAt.get(order_id);
    if (created === undefined) return [];
    // A wrong device clock must not date a receipt before the order or in the future.
    const seenAt = at > now ? now : at < created ? created : at;
    return [
      {
        store_id: storeId,
        order_id,
        session_id: actor.sessionId,
        stage,
        user_id: actor.userId,
        device: actor.device,
        at: seenAt,
        received_at: now,
      },
    ];
  });
  // Inserted in a fixed order, so that two devices with receipts for the same orders cannot deadlock.
  rows.sort((a, b) => a.order_id - b.order_id || a.stage.localeCompare(b.stage));
  if (rows.length > 0) await tx.insert(orderReceipts).values(rows).onConflictDoNothing();
  return found.length;
}

type Answer = Omit<z.infer<typeof receiptsOfOrder>, 'push'>;

/** The receipts of an order by device, earliest device first; null when the store has no such order. */
export async function readReceipts(tx: Tx, storeId: number, orderId: number): Promise<Answer | null> {
  const [order] = await tx
    .select({ pushed_at: orderAlerts.pushed_at, owner_told_at: orderAlerts.owner_told_at })
    .from(orders)
    .leftJoin(orderAlerts, eq(orderAlerts.order_id, orders.id))
    .where(and(eq(orders.store_id, storeId), eq(orders.id, orderId)));
  if (!order) return null;
  const rows = await tx
    .select({
      session: orderReceipts.session_id,
      stage: orderReceipts.stage,
      at: orderReceipts.at,
      device: orderReceipts.device,
      user: { id: users.id, fullname: users.fullname },
    })
    .from(orderReceipts)
    .innerJoin(users, eq(users.id, orderReceipts.user_id))
    .where(and(eq(orderReceipts.store_id, storeId), eq(orderReceipts.order_id, orderId)))
    .orderBy(asc(orderReceipts.at), asc(orderReceipts.session_id));
  const devices = new Map<string, Answer['devices'][number]>();
  for (const { session, stage, at, device, user } of rows) {
    const known = devices.get(session) ?? {
      user,
      device,
      received: null,
      displayed: null,
      sounded: null,
      acknowledged: null,
    };
    devices.set(session, { ...known, [stage]: isoFromInstant(at) });
  }
  const iso = (at: Instant | null): string | null => (at === null ? null : isoFromInstant(at));
  return {
    devices: [...devices.values()],
    pushed_at: iso(order.pushed_at),
    owner_told_at: iso(order.owner_told_at),
  };
}

/** Deletes receipts after 90 days. */
export async function dropOldReceipts(db: Database, now: Instant): Promise<void> {
  await db.direct.delete(orderReceipts).where(lt(orderReceipts.received_at, after(now, -keptMs)));
}
