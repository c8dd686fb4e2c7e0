import * as z from 'zod/mini';
import { bulkChanged, order as wireOrder } from '#contract/orders.ts';
import { writeOrder } from '#contract/wire/orders.ts';
import { can } from '#domain/permissions.ts';
import { runCommand } from '#server/http/commands.ts';
import { refusal } from '#server/http/errors.ts';
import { inStore, type StoreContext } from '#server/http/recipe.ts';
import { orderSeenBy } from '#server/modules/kiosk/kitchen-view.ts';
import { readHistory } from './history/history-store.ts';
import { type OrderCommand, orderCommands } from './order-commands.ts';
import { listOrders, readOrder } from './orders-store.ts';
import { pgOrderBook } from './pg-order-book.ts';

const created = z.object({ order: wireOrder });
const changed = (body: unknown) => z.parse(wireOrder, body);

/** Runs a command about orders; `parse` reads a stored answer back. */
const run = <I, T>(
  context: StoreContext,
  command: OrderCommand<I, T>,
  input: I,
  parse: (body: unknown) => T,
): Promise<T> =>
  runCommand(context, { ...command, input, parse }, (tx, headers) => {
    const call = { actor: context.actor, member: context.member, headers, now: context.deps.clock.now() };
    return command.decide(pgOrderBook(tx, call), call, input);
  });

export const ordersRoutes = {
  create: inStore.orders.create.handler(({ input, context }) =>
    run(context, orderCommands.create, input, (body) => z.parse(created, body)),
  ),

  list: inStore.orders.list.handler(({ input, context: { deps, member } }) =>
    deps.db.store(member.storeId, 'snapshot', async (tx) => {
      const found = await listOrders(tx, member.storeId, member.timezone, input);
      return found.map((o) => orderSeenBy(member, writeOrder(o, member.currency)));
    }),
  ),

  get: inStore.orders.get.handler(({ input, context: { deps, actor, member } }) =>
    deps.db.store(member.storeId, 'snapshot', async (tx) => {
      const all = can('board.view', member);
      const found = await readOrder(tx, member.storeId, input.id);
      // What is not theirs to see answers as if it did not exist (API §5).
      if (!found || (!all && found.seller?.id !== actor.userId)) throw refusal({ code: 'not_found' });
      return orderSeenBy(member, writeOrder(all ? found : { ...found, user: null }, member.currency));
    }),
  ),

  changeStatus: inStore.orders.changeStatus.handler(({ input, context }) =>
    run(context, orderCommands.changeStatus, input, changed),
  ),

  reject: inStore.orders.reject.handler(({ input, context }) => run(context, orderCommands.reject, input, changed)),

  delay: inStore.orders.delay.handler(({ input, context }) => run(context, orderCommands.delay, input, changed)),

  removeItem: inStore.orders.removeItem.handler(({ input, context }) =>
    run(context, orderCommands.removeItem, input, changed),
  ),

  history: inStore.orders.history.handler(({ input, context: { deps, member } }) =>
    deps.db.store(member.storeId, 'snapshot', async (tx) => {
      if (!(await readOrder(tx, member.storeId, input.id))) throw refusal({ code: 'not_found' });
      return { entries: await readHistory(tx, member, input.id) };
    }),
  ),

  changeMany: inStore.orders.changeMany.handler(({ input, context }) =>
    run(context, orderCommands.changeMany, input, (body) => z.parse(bulkChanged, body)),
  ),
};
