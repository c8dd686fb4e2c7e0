import { randomUUID } from 'node:crypto';
import type { Tx } from '#server/db/database.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import { bookGroup } from '#server/modules/cashbox/book-money.ts';
import { deleteOrder } from '#server/modules/orders/delete-order.ts';
import { lockOrdersOfGroup, moveOrdersOfGroup } from '#server/modules/orders/orders-store.ts';
import { pgOrderRepository, type RepositoryCall } from '#server/modules/orders/pg-order-repository.ts';
import type { KeptFacts } from '#server/modules/orders/store-facts.ts';
import { readCode } from '#server/modules/stores/codes-store.ts';
import { isStaff } from '#server/modules/stores/stores-store.ts';
import { pgFeeds } from '#server/realtime/feed-store.ts';
import type { GroupRepository } from './group-repository.ts';
import {
  deleteMove,
  insertMove,
  moveOrderToGroup,
  movePayments,
  readMove,
  splitOrder,
  takeRows,
} from './moves-store.ts';
import { followLines } from './printed-lines-store.ts';
import { groupOfUid, insertGroup, isOccupied, lockGroup, loadGroup, updateGroup, staffHead } from './groups-store.ts';

/** The groups of one store in PostgreSQL, inside the transaction that decides a command. */
export const pgGroupRepository =
  (kept: KeptFacts, service: string | null) =>
  (tx: Tx, call: RepositoryCall): GroupRepository => {
    const { actor, member, headers, now } = call;
    const { storeId } = member;
    const orders = pgOrderRepository(kept, { tellsPlaces: false, service })(tx, call);
    const booking = { storeId, actor, command: headers.id, at: now };
    let ver: number | null = null;
    return {
      orders,
      code: (id) => readCode(tx, storeId, id),
      isStaff: (userId) => isStaff(tx, storeId, userId),
      paymentMethods: () => orders.paymentMethods(),
      ofUid: (uid) => groupOfUid(tx, storeId, uid),
      insert: (group) => insertGroup(tx, storeId, group),
      lock: (id) => lockGroup(tx, storeId, id),
      lockOrders: (id) => lockOrdersOfGroup(tx, storeId, id),

      async read(id) {
        const group = await loadGroup(tx, storeId, id, ver ?? (await staffHead(tx, storeId)));
        if (!group) throw new Error(`group ${id} is gone`);
        return group;
      },

      save: (id, change) => updateGroup(tx, storeId, id, change),
      isOccupied: (codeId, id) => isOccupied(tx, storeId, codeId, id),
      moveOrders: (id, codeId) => moveOrdersOfGroup(tx, storeId, id, { codeId, at: now }),
      rows: (count) => takeRows(tx, count),
      moveOrder: (order, to) => moveOrderToGroup(tx, storeId, order, { to, at: now }),
      splitOrder: (from, part, to) => splitOrder(tx, storeId, from, { part, to, at: now, uid: randomUUID() }),
      followPrinted: (to, lines) => followLines(tx, storeId, { to, lines }),

      async removeOrder(id) {
        const order = await orders.read(id);
        await deleteOrder(tx, order, { ...booking, currency: member.currency, tellsPlaces: false });
      },

      movePayments: (from, to, ids) => movePayments(tx, storeId, { from, to, ids }),
      noteMove: (move) => insertMove(tx, storeId, move),
      move: (id) => readMove(tx, storeId, id),
      forgetMove: (id) => deleteMove(tx, storeId, id),
      appliedAnswer: (command) => orders.appliedAnswer(command),

      nameOf: (userId) => orders.nameOf(userId),

      audit({ action, groupId, before, after }) {
        const what = { action, entity: 'group', entityId: groupId, before, after, command: headers.id, at: now };
        appendAudit(tx, { storeId, actor, ...what });
      },

      async announce(id, name, codeIds) {
        await bookGroup(tx, booking, id);
        const feeds = pgFeeds(tx, storeId);
        for (const codeId of codeIds) feeds.appendCode(codeId, now);
        ver = await feeds.appendGroup(id, name, now);
      },
    };
  };
