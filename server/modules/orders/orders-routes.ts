import * as z from 'zod/mini';
import { order as wireOrder } from '#contract/orders.ts';
import { writeOrder } from '#contract/wire/orders.ts';
import { isAdmin } from '#domain/store.ts';
import { runCommand } from '#server/http/commands.ts';
import { refusal } from '#server/http/errors.ts';
import { inStore } from '#server/http/recipe.ts';
import { baseOf, changeStatus } from './change-status.ts';
import { createOrder } from './create-order.ts';
import { listOrders, readOrder } from './orders-store.ts';

const created = z.object({ order: wireOrder });

export const ordersRoutes = {
  create: inStore.orders.create.handler(({ input, context }) => {
    const { store_id: _, ...submission } = input;
    return runCommand(
      context,
      { ability: 'order.create', input, successStatus: 201, parse: (body) => z.parse(created, body) },
      (tx, command) => createOrder(tx, context, submission, command),
    );
  }),

  list: inStore.orders.list.handler(({ input, context: { deps, member } }) =>
    deps.db.store(member.storeId, 'snapshot', async (tx) => {
      const found = await listOrders(tx, member.storeId, member.timezone, input);
      return found.map((o) => writeOrder(o, member.currency));
    }),
  ),

  get: inStore.orders.get.handler(({ input, context: { deps, actor, member } }) =>
    deps.db.store(member.storeId, 'snapshot', async (tx) => {
      const admin = isAdmin(member.pivot.role);
      const found = await readOrder(tx, member.storeId, input.id);
      // What is not theirs to see answers as if it did not exist (API §5).
      if (!found || (!admin && found.seller?.id !== actor.userId)) throw refusal({ code: 'not_found' });
      return writeOrder(admin ? found : { ...found, user: null }, member.currency);
    }),
  ),

  changeStatus: inStore.orders.changeStatus.handler(({ input, context }) => {
    const base = baseOf(context);
    const { id, status } = input;
    return runCommand(
      context,
      {
        ability: 'order.changeStatus',
        input,
        successStatus: 200,
        parse: (body) => z.parse(wireOrder, body),
      },
      (tx, command) => changeStatus(tx, context, { id, status, base }, command),
    );
  }),
};
