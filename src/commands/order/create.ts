import type { OrderSubmission } from '#contract/order-submission.ts';
import { readMoney } from '#contract/wire/amounts.ts';
import { longestAwayMs } from '#domain/limits.ts';
import type { Money } from '#domain/money.ts';
import { formatMoney } from '#domain/money.ts';
import type { Order } from '#domain/order.ts';
import { startsPayment } from '#domain/paying.ts';
import type { Instant } from '#domain/time.ts';
import { defineCommand } from '#sync/command.ts';
import type { Request } from '#sync/entry.ts';
import { orderName } from '#texts/order.ts';
import type { CommandCalls } from '#commands/api.ts';
import { callOptions } from '#commands/api.ts';
import type { StoreArgs } from '#commands/schema.ts';
import { isObject } from '#domain/unknown.ts';
import { isStoreArgs } from '#commands/schema.ts';
import { groupEntity, groupLane } from '#commands/group/group-entity.ts';
import { orderEntity, orderOutcome } from './order-entity.ts';

export interface CreateArgs extends StoreArgs {
  readonly submission: OrderSubmission;
  /** Shown on screen until the server answers. The submission has only their ids. */
  readonly code: Order['code'];
  readonly promocodes: Order['promocodes'];
  /** The device's wall clock at the tap, and the ready time if one was agreed. */
  readonly at: Instant;
  readonly readyBy: Instant | null;
}

const isSubmission = (value: unknown): boolean =>
  isObject(value) &&
  typeof value['uid'] === 'string' &&
  Array.isArray(value['items']) &&
  Array.isArray(value['payments']) &&
  Number.isFinite(value['total']);

const isCreateArgs = (body: unknown): body is CreateArgs =>
  isStoreArgs(body) &&
  isSubmission(body['submission']) &&
  Array.isArray(body['promocodes']) &&
  Number.isFinite(body['at']) &&
  (body['code'] === null || isObject(body['code'])) &&
  (body['readyBy'] === null || Number.isFinite(body['readyBy']));

/** Version 1 stored the displayed order beside the submission. */
function fromVersion1(body: unknown): unknown {
  if (!isObject(body) || !isObject(body['provisional'])) return null;
  const { provisional, ...rest } = body;
  const { code, promocodes, created_at, ready_by } = provisional;
  return { ...rest, code, promocodes, at: created_at, readyBy: ready_by };
}

/** The order as the screens show it until the server assigns its number. */
function shownOrder({ submission, code, promocodes, currency, at, readyBy }: CreateArgs): Order {
  const amount = (value: number): Money => readMoney(value, currency);
  return {
    id: null,
    uid: submission.uid,
    number: null,
    type: submission.type,
    // A payment that a provider charges is in progress from the start (N-02).
    status: submission.payments.some((p) => startsPayment(p.method)) ? 'PAYING' : 'PENDING',
    code,
    user: null,
    seller: null,
    origin: 'store',
    description: submission.description,
    phone: submission.phone,
    comments: submission.comments,
    address: submission.address ?? null,
    items: submission.items.map((l) => ({
      ...l,
      unit_price: amount(l.unit_price),
      discount: amount(l.discount),
      price: amount(l.price),
      additionals: l.additionals.map((a) => ({ ...a, price: amount(a.price) })),
    })),
    order_detail: [],
    payments: submission.payments.map((p) => ({
      id: null,
      method: p.method,
      amount: amount(p.amount),
      option: p.option,
      type: p.type,
      value: p.value === null ? null : amount(p.value),
      can_modify: false,
      status: startsPayment(p.method) ? 'PENDING' : 'APPROVED',
    })),
    shipping: null,
    promocodes,
    subtotal: amount(submission.subtotal),
    discount: amount(submission.discount),
    delivery_amount: amount(submission.delivery_amount),
    total: amount(submission.total),
    billings_count: 0,
    created_at: at,
    updated_at: at,
    ready_by: readyBy,
    is_scheduled: submission.when.option === 'scheduled',
    order_group_id: null,
    reject_reason: null,
    rejected_reason_message: null,
    price_difference: null,
    ver: 0,
    status_rev: 1,
    money_rev: 1,
  };
}

/** The same order for another group: the one that is open now at its table. */
export function forGroup(request: Request, groupUid: string): Request {
  const args = orderCreate.read(request);
  if (args?.submission.order_group === undefined) return request;
  const submission = { ...args.submission, order_group: groupUid };
  return { ...request, ...orderCreate.request(request.entityId, { ...args, submission }, request.seen) };
}

/** If the server has not answered within this time, the order was sold at the prices on the screen (N-15). */
const soldAfterMs = 15_000;

/** POST /store/{id}/orders (K-75). Its uid makes a repeat safe, even without the same Idempotency-Key. */
export const orderCreate = defineCommand<CreateArgs, Order, CommandCalls>({
  name: 'order.create/2',
  entity: orderEntity,
  earlier: { 'order.create/1': fromVersion1 },
  is: isCreateArgs,
  ttlMs: longestAwayMs,
  lane: (uid, { submission: { order_group: group } }) =>
    group === undefined ? `${orderEntity.name}:${uid}` : groupLane(group),
  needs: ({ submission: { order_group: id } }) => (id === undefined ? null : { type: groupEntity.name, id }),
  apply: (order, args) => order ?? shownOrder(args),
  canApplyAgain: (order) => order === null,
  call: ({ storeId, submission, currency }, context, { orders }) =>
    orderOutcome(async () => {
      const takenOffline = context.ageMs > soldAfterMs;
      const { order } = await orders.create(
        { store_id: storeId, ...submission },
        callOptions(context, { takenOffline }),
      );
      return order;
    }, currency),
  texts: ({ submission, code, currency }) => ({
    title: () =>
      [
        orderName(null),
        code?.description,
        submission.description,
        formatMoney(readMoney(submission.total, currency), currency),
      ]
        .filter(Boolean)
        .join(' · '),
    notApplied: 'El pedido no se tomó.',
    contents: submission.items.map(({ quantity, name }) => `${quantity} ${name}`).join(', '),
    creates: true,
  }),
});
