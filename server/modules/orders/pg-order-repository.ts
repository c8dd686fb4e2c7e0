import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/database.ts';
import { fixedQuery } from '#server/db/fixed-query.ts';
import { users } from '#server/db/schema/accounts.ts';
import { orders } from '#server/db/schema/orders.ts';
import { commands } from '#server/db/schema/sync.ts';
import { appendAudit, lastAudited } from '#server/modules/audit/audit-store.ts';
import type { CommandCall } from '#server/http/commands/command.ts';
import { readCode } from '#server/modules/stores/codes-store.ts';
import { pgFeeds } from '#server/realtime/feed-store.ts';
import { announceOrder } from './announce-order.ts';
import type { OrderRepository } from './order-repository.ts';
import { saveMoney } from './money/money-store.ts';
import { readFormerPrices } from './reviews/former-prices-store.ts';
import { insertReview } from './reviews/reviews-store.ts';
import { loadOrder, lockOrder, saveOrderStatus, saveReadyBy } from './orders-store.ts';
import { placeOrder, takeRowIds } from './place-order.ts';
import { type KeptFacts, storeFacts } from './store-facts.ts';

const lockUid = fixedQuery<{ readonly key: string }>(
  sql`select pg_advisory_xact_lock(hashtextextended(${sql.placeholder('key')}, 0))`,
);

const orderByUid = fixedQuery<
  { readonly storeId: number; readonly uid: string },
  { readonly id: number; readonly submission: string }
>(sql`
  select ${orders.id}, ${orders.submission} from ${orders}
  where ${orders.store_id} = ${sql.placeholder('storeId')} and ${orders.uid} = ${sql.placeholder('uid')}`);

/** The orders of one store in PostgreSQL, inside the transaction that decides a command. */
export const pgOrderRepository =
  (kept: KeptFacts) =>
  (tx: Tx, { actor, member, headers, now }: CommandCall): OrderRepository => {
    const { storeId } = member;
    const facts = storeFacts(kept, tx, member);
    let rowIds: readonly number[] = [];
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
      paymentMethods: async () => (await facts.store()).payment_methods,
      insert: (order) => placeOrder(tx, storeId, order, rowIds),

      async orderOfUid(uid) {
        // Two statements in one round trip: the second sees what was committed while the first waited.
        const [, [known]] = await Promise.all([
          tx.run(lockUid, { key: `order:${storeId}:${uid}` }),
          tx.run(orderByUid, { storeId, uid }),
        ]);
        return known ?? null;
      },

      async nameOf(userId) {
        const [user] = await tx.select({ fullname: users.fullname }).from(users).where(eq(users.id, userId));
        return user?.fullname ?? null;
      },

      delayMinutes: async () => (await facts.store()).status.delay,

      async saleFacts({ type, items: lines, code: codeId, promocode: entered, seller_id }) {
        const [ids, store, items, rules, code, promocode, zones, sellerIsStaff] = await Promise.all([
          takeRowIds(tx, lines),
          facts.store(),
          facts.items(lines.map((line) => line.id)),
          facts.rules(),
          // A sale at a table that was removed since is recorded where it was made.
          codeId === undefined ? null : headers.takenOffline ? readCode(tx, storeId, codeId, true) : facts.code(codeId),
          entered === undefined ? null : facts.promocode(entered),
          type === 'DELIVERY' ? facts.zones() : [],
          seller_id !== null && facts.isStaff(seller_id),
        ]);
        rowIds = ids;
        return { store, items, rules, code, promocode, zones, sellerIsStaff };
      },

      formerPrices: (lines, since) => readFormerPrices(tx, storeId, lines, since),
      requestReview: (order, own) => insertReview(tx, { storeId, order, own, at: now }),

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
        announceOrder(pgFeeds(tx, storeId), { ...event, currency: member.currency, at: now });
      },
    };
  };
