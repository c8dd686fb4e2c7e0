import { writeHistoryEntry } from '#contract/wire/order-history.ts';
import type { OrderSubmission } from '#contract/order-submission.ts';
import type { WireOrder } from '#contract/wire/orders.ts';
import { can } from '#domain/permissions.ts';
import { commandHandler } from '#server/http/commands/run-command.ts';
import { authoriserOf } from '#server/http/pin-grants.ts';
import { forgiveGuess, limitGuesses, promocodeKey } from '#server/http/guess-limits.ts';
import type { StoreContext } from '#server/http/context.ts';
import { refusal } from '#server/http/errors.ts';
import type { OnlineCharging } from '#server/modules/attempts/attempts-store.ts';
import { inStore } from '#server/http/recipe.ts';
import { readHistories } from './history/history-store.ts';
import { orderAnswer } from './order-command.ts';
import { orderCommands } from './order-commands.ts';
import { listOrders, loadOrder, loadOrderFor } from './orders-store.ts';
import { pgOrderRepository } from './pg-order-repository.ts';
import { readSaleStart } from './sale-start.ts';
import type { KeptFacts } from './store-facts.ts';

const { create, changeStatus, reject, delay, removeItem, changeMany } = inStore.orders;

/** The caller of a new order, with whoever allowed its manual discount by their PIN to a person without the right. */
async function withDiscountAllowed(
  context: StoreContext,
  { discount, promocode }: OrderSubmission,
): Promise<StoreContext> {
  const { actor, member } = context;
  if (discount === 0 || promocode !== undefined || can('order.discount', member)) return context;
  const authorisedBy = await authoriserOf(context, context, { ability: 'order.discount', entityId: null });
  return authorisedBy === null ? context : { ...context, actor: { ...actor, authorisedBy } };
}

/**
 * `kept`: the facts that this process keeps of the stores. `charging` asks the payment provider
 * about what a change started or called off.
 */
export const ordersRoutes = (kept: KeptFacts, charging: OnlineCharging) => {
  const open = pgOrderRepository(kept, { service: charging.service });
  const charge = charging.begin;
  /** For a command whose order may begin to be paid, or stops. */
  const charged =
    <I, C extends StoreContext>(work: (call: { input: I; context: C }) => Promise<WireOrder>) =>
    async (call: { input: I; context: C }): Promise<WireOrder> => {
      const order = await work(call);
      if (order.status === 'PAYING' || order.status === 'REJECTED')
        charge(call.context.member.storeId, { type: 'order', id: order.id });
      return order;
    };
  const take = commandHandler(orderCommands.create, open, {
    readAhead: (tx, { actor, member }, order) =>
      readSaleStart(tx, member.storeId, { ...order, sellerId: order.seller_id ?? actor.userId }),
    async complete(answer, repository) {
      const number = await repository.placedNumber();
      return number === null ? answer : { order: { ...answer.order, number } };
    },
  });
  const taking: typeof take = async (call) => {
    const taken = await take(call);
    if (taken.order.status === 'PAYING') charge(call.context.member.storeId, { type: 'order', id: taken.order.id });
    return taken;
  };
  return {
    create: create.handler(async ({ input, context: caller }) => {
      const context = await withDiscountAllowed(caller, input);
      if (input.promocode === undefined) return taking({ input, context });
      const key = promocodeKey(context);
      await limitGuesses(context, key, context.deps.config.limits.promocodesPerMinute);
      const taken = await taking({ input, context });
      // A code that counted was no guess: a device may send the sales of a whole evening.
      if (taken.order.promocodes.length > 0) await forgiveGuess(context, key);
      return taken;
    }),
    changeStatus: changeStatus.handler(charged(commandHandler(orderCommands.changeStatus, open))),
    reject: reject.handler(charged(commandHandler(orderCommands.reject, open))),
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
        const found = await loadOrderFor(tx, { actor, member }, input.id);
        if (!found) throw refusal({ code: 'not_found' });
        return orderAnswer(found, { member });
      }),
    ),

    history: inStore.orders.history.handler(({ input, context: { deps, member } }) =>
      deps.db.store(member.storeId, 'snapshot', async (tx) => {
        if (!(await loadOrder(tx, member.storeId, input.id))) throw refusal({ code: 'not_found' });
        const entries = (await readHistories(tx, member.storeId, [input.id])).get(input.id) ?? [];
        return { entries: entries.map((entry) => writeHistoryEntry(entry, member.currency)) };
      }),
    ),
  };
};
