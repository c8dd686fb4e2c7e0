import type { Order, OrderStatus } from '#domain/order.ts';
import { orderWithStatus } from '#domain/order-status.ts';
import { orderStatuses } from '#domain/order.ts';
import { instant } from '#domain/time.ts';
import { defineCommand } from '#sync/command.ts';
import { orderName, orderStatusLabels } from '#texts/order.ts';
import type { CommandCalls } from '#commands/api.ts';
import type { StoreArgs } from '#commands/schema.ts';
import { hourMs, isStoreArgs } from '#commands/schema.ts';
import { onOrder, orderEntity, statusRegister } from './order-entity.ts';

export interface StatusArgs extends StoreArgs {
  readonly to: OrderStatus;
  /** The device's wall clock at the tap and the store's delay, only for the display until the server answers. */
  readonly at: number;
  readonly delayMinutes: number;
}

const isStatusArgs = (body: unknown): body is StatusArgs =>
  isStoreArgs(body) &&
  orderStatuses.some((s) => s === body['to']) &&
  Number.isFinite(body['at']) &&
  Number.isFinite(body['delayMinutes']);

const changed = (order: Order, { to, at, delayMinutes }: StatusArgs) =>
  orderWithStatus(order, to, { now: instant(at), delayMinutes });

/** PATCH /store/{id}/orders/{id} {status} (B-30, B-33, F-10). */
export const orderStatus = defineCommand<StatusArgs, Order, CommandCalls>({
  name: 'order.status/1',
  entity: orderEntity,
  is: isStatusArgs,
  ttlMs: 12 * hourMs,
  register: statusRegister,
  replacesUnsent: true,
  undoes: ({ to }, predecessor) => predecessor.seen === to,
  apply: (order, args) => {
    const next = order && changed(order, args);
    return next?.ok ? next.value : order;
  },
  canApplyAgain: (order, args) => order !== null && changed(order, args).ok,
  call: (args, context, { orders }) =>
    onOrder(args, context, (path, options) => orders.changeStatus({ ...path, status: args.to }, options)),
  texts: ({ to }) => ({
    title: (number) => `${orderName(number)} a ${orderStatusLabels[to]}`,
    notApplied: `Tu cambio a ${orderStatusLabels[to]} no se aplicó.`,
    creates: false,
  }),
});
