import { writeHistoryEntry } from '#contract/wire/orders.ts';
import { can } from '#domain/permissions.ts';
import { commandHandler } from '#server/http/commands/run-command.ts';
import { forgiveGuess, limitGuesses, promocodeKey } from '#server/http/guess-limits.ts';
import { refusal } from '#server/http/errors.ts';
import { inStore } from '#server/http/recipe.ts';
import { readHistory } from './history/history-store.ts';
import { orderAnswer } from './order-command.ts';
import { orderCommands } from './order-commands.ts';
import { listOrders, loadOrder } from './orders-store.ts';
import { pgOrderRepository } from './pg-order-repository.ts';
import { readSaleStart } from './sale-start.ts';
import type { KeptFacts } from './store-facts.ts';

const { create, changeStatus, reject, delay, removeItem, changeMany } = inStore.orders;

/** `kept`: the facts that this process keeps of the stores. */
export const ordersRoutes = (kept: KeptFacts) => {
  const open = pgOrderRepository(kept);
  const take = commandHandler(orderCommands.create, open, {
    readAhead: (tx, { actor, member }, order) =>
      readSaleStart(tx, member.storeId, { ...order, sellerId: order.seller_id ?? actor.userId }),
    async complete(answer, repository) {
      const number = await repository.placedNumber();
      return number === null ? answer : { order: { ...answer.order, number } };
    },
  });
  return {
    create: create.handler(async ({ input, context }) => {
      if (input.promocode === undefined) return take({ input, context });
      const key = promocodeKey(context);
      await limitGuesses(context, key, context.deps.config.limits.promocodesPerMinute);
      const taken = await take({ input, context });
      // A code that counted was no guess: a device may send the sales of a whole evening.
      if (taken.order.promocodes.length > 0) await forgiveGuess(context, key);
      return taken;
    }),
    changeStatus: changeStatus.handler(commandHandler(orderCommands.changeStatus, open)),
    reject: reject.handler(commandHandler(orderCommands.reject, open)),
    delay: delay.handler(commandHandler(orderCommands.delay, open)),
    removeItem: removeItem.handler(commandHandler(orderCommands.removeItem, open)),
    changeMany: changeMany.handler(commandHandler(orderCommands.changeMany, open)),

    list: inStore.orders.list.handler(({ input, context: { deps, member } }) =>
      deps.db.store(member.storeId, 'snapshot', async (tx) => {
        const found = await listOrders(tx, member.storeId, member.timezone, input);
        return found.map((order) => orderAnswer(order, { member }));
      }),
    ),

    get: inStore.orders.get.handler(({ input, context: { deps, actor, member } }) =>
      deps.db.store(member.storeId, 'snapshot', async (tx) => {
        const all = can('board.view', member);
        const found = await loadOrder(tx, member.storeId, input.id);
        // An order that the caller may not see is answered like a missing one (docs/threats.md T2).
        if (!found || (!all && found.seller?.id !== actor.userId)) throw refusal({ code: 'not_found' });
        return orderAnswer(all ? found : { ...found, user: null }, { member });
      }),
    ),

    history: inStore.orders.history.handler(({ input, context: { deps, member } }) =>
      deps.db.store(member.storeId, 'snapshot', async (tx) => {
        if (!(await loadOrder(tx, member.storeId, input.id))) throw refusal({ code: 'not_found' });
        const entries = await readHistory(tx, member.storeId, input.id);
        return { entries: entries.map((entry) => writeHistoryEntry(entry, member.currency)) };
      }),
    ),
  };
};
