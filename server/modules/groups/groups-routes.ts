import { contract } from '#contract/contract.ts';
import { writeGroup } from '#contract/wire/groups.ts';
import { fail, ok, refuseTransition, type Result } from '#domain/errors.ts';
import { openRefusal } from '#domain/order-group.ts';
import { isoFromInstant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { commandHandler } from '#server/http/commands/run-command.ts';
import type { StoreContext } from '#server/http/context.ts';
import { refusal } from '#server/http/errors.ts';
import { answer, inStore } from '#server/http/recipe.ts';
import type { OnlineCharging } from '#server/modules/attempts/attempts-store.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import { bookGroup } from '#server/modules/cashbox/book-money.ts';
import { deleteOrder } from '#server/modules/orders/delete-order.ts';
import { lockOrdersOfGroup, ordersOfGroup } from '#server/modules/orders/orders-store.ts';
import type { KeptFacts } from '#server/modules/orders/store-facts.ts';
import { groupType } from '#server/realtime/announce.ts';
import { pgFeeds } from '#server/realtime/feed-store.ts';
import { changeGroupCodeCommand } from './commands/change-code.ts';
import { mergeGroupsCommand } from './commands/merge.ts';
import { moveItemsCommand } from './commands/move-items.ts';
import { openGroupCommand } from './commands/open.ts';
import { saveGroupCommand } from './commands/save.ts';
import { undoMoveCommand } from './commands/undo-move.ts';
import { bindGroupCommand } from './group-command.ts';
import { deleteGroup, lockGroup, loadGroup, staffHead } from './groups-store.ts';
import { pgGroupRepository } from './pg-group-repository.ts';

const { groups } = contract;

/** All commands about groups by their contract names, independent of the transport. */
export const groupCommands = {
  open: bindGroupCommand(groups.open, openGroupCommand),
  save: bindGroupCommand(groups.save, saveGroupCommand),
  changeCode: bindGroupCommand(groups.changeCode, changeGroupCodeCommand),
  moveItems: bindGroupCommand(groups.moveItems, moveItemsCommand),
  merge: bindGroupCommand(groups.merge, mergeGroupsCommand),
  undoMove: bindGroupCommand(groups.undoMove, undoMoveCommand),
};

/**
 * `kept`: the facts that this process keeps of the stores. `charging` asks the payment provider
 * about what a change started or called off.
 */
export const groupsRoutes = (kept: KeptFacts, charging: OnlineCharging) => {
  const open = pgGroupRepository(kept, charging.service);
  const saved = commandHandler(groupCommands.save, open);
  return {
    get: inStore.groups.get.handler(({ input, context: { deps, member } }) =>
      deps.db.store(member.storeId, 'snapshot', async (tx) => {
        const group = await loadGroup(tx, member.storeId, input.id, await staffHead(tx, member.storeId));
        if (!group) throw refusal({ code: 'not_found' });
        return writeGroup(group, member.currency);
      }),
    ),
    open: inStore.groups.open.handler(commandHandler(groupCommands.open, open)),
    save: inStore.groups.save.handler(async ({ input, context }) => {
      const group = await saved({ input, context });
      if (group.status === 'PAYING' || group.status === 'REJECTED')
        charging.begin(context.member.storeId, { type: 'orderGroup', id: group.id });
      return group;
    }),
    changeCode: inStore.groups.changeCode.handler(commandHandler(groupCommands.changeCode, open)),
    moveItems: inStore.groups.moveItems.handler(commandHandler(groupCommands.moveItems, open)),
    merge: inStore.groups.merge.handler(commandHandler(groupCommands.merge, open)),
    undoMove: inStore.groups.undoMove.handler(commandHandler(groupCommands.undoMove, open)),
    remove: inStore.groups.remove.handler(async ({ input, context }) => {
      const { deps, member } = context;
      answer(await deps.db.store(member.storeId, 'write', (tx) => removeGroup(tx, context, input.id)));
    }),
  };
};

/** Deletes an open group with its orders (G-52). The audit keeps what it was. */
async function removeGroup(tx: Tx, { deps, actor, member }: StoreContext, id: number): Promise<Result<null>> {
  const { storeId, currency } = member;
  const row = await lockGroup(tx, storeId, id);
  if (!row) return fail('not_found');
  const closed = openRefusal(row.status);
  if (closed !== null) return refuseTransition(closed);
  const at = deps.clock.now();
  const booking = { storeId, actor, command: null, at };
  await lockOrdersOfGroup(tx, storeId, id);
  const group = await loadGroup(tx, storeId, id, 0);
  for (const order of await ordersOfGroup(tx, storeId, id))
    await deleteOrder(tx, order, { ...booking, currency, tellsPlaces: false });
  await deleteGroup(tx, storeId, id);
  await bookGroup(tx, booking, id);
  const what = { action: 'group.remove', entity: 'group', entityId: id, before: group, after: null, command: null };
  appendAudit(tx, { storeId, actor, ...what, at });
  const feeds = pgFeeds(tx, storeId);
  feeds.appendCode(row.code_id, at);
  const payload = { id, uid: row.uid, code_id: row.code_id, status: 'REJECTED', removed: true };
  const event = { name: 'order-group-updated', type: groupType, id: String(id), ver: null, payload };
  feeds.append('store', { at: isoFromInstant(at), ...event }, at);
  return ok(null);
}
