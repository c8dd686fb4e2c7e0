import type { DelayMinutes } from '#domain/order-delay.ts';
import { delayChoices, orderDelayed } from '#domain/order-delay.ts';
import type { Order } from '#domain/order.ts';
import { instant } from '#domain/time.ts';
import { defineCommand } from '#sync/command.ts';
import { orderName } from '#texts/order.ts';
import type { CommandCalls } from '#commands/api.ts';
import type { StoreArgs } from '#commands/schema.ts';
import { hourMs, isStoreArgs } from '#commands/schema.ts';
import { onOrder, orderEntity } from './order-entity.ts';

export interface DelayArgs extends StoreArgs {
  readonly minutes: DelayMinutes;
  /** The device's wall clock at the tap, only for the display until the server answers. */
  readonly at: number;
}

const isDelayArgs = (body: unknown): body is DelayArgs =>
  isStoreArgs(body) && delayChoices.some((m) => m === body['minutes']) && typeof body['at'] === 'number';

const delayed = (order: Order, { minutes, at }: DelayArgs) => orderDelayed(order, minutes, { now: instant(at) });

/**
 * PATCH /store/{id}/orders/{id}/delay {minutes}. It checks no revision, because a delay is valid on top of any status.
 */
export const orderDelay = defineCommand<DelayArgs, Order, CommandCalls>({
  name: 'order.delay/1',
  entity: orderEntity,
  is: isDelayArgs,
  ttlMs: hourMs / 2,
  canBeParent: false,
  apply: (order, args) => {
    const next = order && delayed(order, args);
    return next?.ok ? next.value : order;
  },
  canApplyAgain: (order, args) => order !== null && delayed(order, args).ok,
  call: (args, context, { orders }) =>
    onOrder(args, context, (path, options) => orders.delay({ ...path, minutes: args.minutes }, options)),
  texts: ({ minutes }) => ({
    title: (number) => `${orderName(number)} · +${minutes} min`,
    notApplied: `Tu demora de +${minutes} min no se aplicó.`,
    creates: false,
  }),
});
