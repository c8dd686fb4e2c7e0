import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { stores } from '#server/db/schema/stores.ts';
import { commands } from '#server/db/schema/sync.ts';
import { appendAudit, lastAudited } from '#server/modules/audit/audit-store.ts';
import { readDiscounts, readItems } from '#server/modules/catalog/catalog-store.ts';
import { loadPromocode, readZones } from '#server/modules/ordering/ordering-store.ts';
import type { CommandCall } from '#server/http/commands/command.ts';
import { readCode, touchCode } from '#server/modules/stores/codes-store.ts';
import { isStaff, readStoreAlone } from '#server/modules/stores/stores-store.ts';
import { pgFeeds } from '#server/realtime/feed-store.ts';
import { announceOrder } from './announce-order.ts';
import type { OrderRepository } from './order-repository.ts';
import { saveMoney } from './money/money-store.ts';
import { insertOrder, lockOrder, orderIdOfUid, loadOrder, saveReadyBy, saveOrderStatus } from './orders-store.ts';

/** The orders of one store in PostgreSQL, inside the transaction that decides a command. */
export function pgOrderRepository(tx: Tx, { actor, member, headers, now }: CommandCall): OrderRepository {
  const { storeId, pivot } = member;
  return {
    lock: (id) => lockOrder(tx, storeId, id),

    async read(id) {
      const order = await loadOrder(tx, storeId, id);
      if (!order) throw new Error(`order ${id} is gone`);
      return order;
    },

    async appliedAnswer(command) {
      const [known] = await tx
        .select({ status: commands.status, response: commands.response })
        .from(commands)
        .where(and(eq(commands.store_id, storeId), eq(commands.cmd_id, command)));
      return known && known.status !== null && known.status < 400 ? known.response : null;
    },

    saveStatus: (id, change) => saveOrderStatus(tx, storeId, id, change),
    saveReadyBy: (id, change) => saveReadyBy(tx, storeId, id, change),
    saveMoney: (id, change) => saveMoney(tx, storeId, id, change),
    lastMoneyChange: (id) => lastAudited(tx, storeId, 'order', id, ['order.removeItem', 'order.saveMoney']),
    paymentMethods: async () => (await readStoreAlone(tx, storeId, pivot)).payment_methods,
    insert: (order) => insertOrder(tx, storeId, order),

    async orderOfUid(uid) {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`order:${storeId}:${uid}`}, 0))`);
      return orderIdOfUid(tx, storeId, uid);
    },

    async nameOf(userId) {
      const [user] = await tx.select({ fullname: users.fullname }).from(users).where(eq(users.id, userId));
      return user?.fullname ?? null;
    },

    async delayMinutes() {
      const [store] = await tx.select({ delay: stores.delay_minutes }).from(stores).where(eq(stores.id, storeId));
      return store?.delay ?? 0;
    },

    saleFacts: async ({ type, items, code, promocode, seller_id }) => ({
      store: await readStoreAlone(tx, storeId, pivot),
      items: await readItems(
        tx,
        storeId,
        items.map((line) => line.id),
      ),
      rules: await readDiscounts(tx, storeId),
      code: code === undefined ? null : await readCode(tx, storeId, code),
      promocode: promocode === undefined ? null : await loadPromocode(tx, storeId, promocode),
      zones: type === 'DELIVERY' ? await readZones(tx, storeId) : [],
      sellerIsStaff: seller_id !== null && (await isStaff(tx, storeId, seller_id)),
    }),

    audit: ({ action, orderId, before, after }) =>
      appendAudit(tx, {
        storeId,
        actor,
        action,
        entity: 'order',
        entityId: orderId,
        before,
        after,
        command: headers.id,
        at: now,
      }),

    announce(event) {
      const feeds = { ...pgFeeds(tx, storeId), touchCode: (id: number) => touchCode(tx, storeId, id) };
      return announceOrder(feeds, { ...event, currency: member.currency, at: now });
    },
  };
}
