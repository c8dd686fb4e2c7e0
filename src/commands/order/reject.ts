import type { Order, RejectReason } from '#domain/order.ts';
import { orderRejected } from '#domain/order-rejection.ts';
import { rejectReasons } from '#domain/order.ts';
import { defineCommand } from '#sync/command.ts';
import { orderName, orderStatusLabels, rejectReasonLabels } from '#texts/order.ts';
import type { CommandCalls } from '#commands/api.ts';
import type { StoreArgs } from '#commands/schema.ts';
import { hourMs, isStoreArgs } from '#commands/schema.ts';
import { onOrder, orderEntity, statusRegister } from './order-entity.ts';

export interface RejectArgs extends StoreArgs {
  readonly reason: RejectReason;
  /** The sentence of the reason, for the display until the server answers. */
  readonly sentence: string;
}

const isRejectArgs = (body: unknown): body is RejectArgs =>
  isStoreArgs(body) && rejectReasons.some((r) => r === body['reason']) && typeof body['sentence'] === 'string';

/** PATCH /store/{id}/orders/{id}/reject {reject_reason}. */
export const orderReject = defineCommand<RejectArgs, Order, CommandCalls>({
  name: 'order.reject/1',
  entity: orderEntity,
  is: isRejectArgs,
  ttlMs: 12 * hourMs,
  register: statusRegister,
  apply: (order, { reason, sentence }) => {
    const rejected = order && orderRejected(order, reason, sentence);
    return rejected?.ok ? rejected.value : order;
  },
  canApplyAgain: (order, { reason, sentence }) => order !== null && orderRejected(order, reason, sentence).ok,
  call: (args, context, { orders }) =>
    onOrder(args, context, (path, options) => orders.reject({ ...path, reject_reason: args.reason }, options)),
  texts: ({ reason }) => ({
    title: (number) => `${orderName(number)} a ${orderStatusLabels.REJECTED} · ${rejectReasonLabels[reason]}`,
    notApplied: `Tu cambio a ${orderStatusLabels.REJECTED} no se aplicó.`,
    creates: false,
  }),
});
