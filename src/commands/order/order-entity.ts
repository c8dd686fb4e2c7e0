import type { WireOrder } from '#contract/wire/orders.ts';
import { readOrder } from '#contract/wire/orders.ts';
import type { Currency } from '#domain/money.ts';
import type { Order } from '#domain/order.ts';
import type { SendContext } from '#sync/command.ts';
import { defineEntity } from '#sync/entity.ts';
import type { Register } from '#sync/enqueue.ts';
import type { SendOutcome, Snapshot } from '#sync/entry.ts';
import { callOptions } from '#commands/api.ts';
import type { CallOptions } from '#commands/api.ts';
import type { Conflict } from '#commands/outcome.ts';
import { noConflict, outcomeOf } from '#commands/outcome.ts';
import type { StoreArgs } from '#commands/schema.ts';
import { isObject } from '#domain/unknown.ts';
import { textOr } from '#commands/schema.ts';

/** The orders of a store, by uid, because a new order has no number yet. */
export const orderEntity = defineEntity<Order>('order');

export const orderSnapshot = (order: Order): Snapshot => orderEntity.snapshot(order.uid, order.ver, order);

export const statusRegister = (order: Order): Register => ({ rev: order.status_rev, seen: order.status });

/** Parses the body of a refusal: the current order, who changed it and when. An unreadable body is still a refusal. */
export function orderConflict(body: unknown, currency: Currency): Conflict & { readonly current: Order | null } {
  if (!isObject(body)) return { ...noConflict, current: null };
  const by = isObject(body['by']) ? textOr(body['by']['fullname'], null) : null;
  const current = readCurrent(body['current'], currency);
  return {
    current,
    snapshots: current ? [orderSnapshot(current)] : [],
    found: current?.status ?? null,
    by,
    at: textOr(body['at'], null),
  };
}

function readCurrent(wire: unknown, currency: Currency): Order | null {
  try {
    return isWireOrder(wire) ? readOrder(wire, currency) : null;
  } catch {
    return null;
  }
}

const isWireOrder = (value: unknown): value is WireOrder =>
  isObject(value) &&
  typeof value['uid'] === 'string' &&
  typeof value['ver'] === 'number' &&
  Array.isArray(value['items']);

/** Runs a call that returns the current order. */
export const orderOutcome = (call: () => Promise<WireOrder>, currency: Currency): Promise<SendOutcome> =>
  outcomeOf(
    async () => [orderSnapshot(readOrder(await call(), currency))],
    (body) => {
      const { snapshots, found, by, at } = orderConflict(body, currency);
      return { snapshots, found, by, at };
    },
  );

/** The create command runs first in its lane. So an order without an id here was removed. */
const gone: SendOutcome = { kind: 'refused', code: 'not_found', message: '', ...noConflict };

/** Runs a call on an order that has an id from the server. */
export function onOrder(
  { storeId, currency }: StoreArgs,
  context: SendContext<Order>,
  call: (path: { store_id: number; id: number }, options: CallOptions) => Promise<WireOrder>,
): Promise<SendOutcome> {
  const id = context.entity?.id ?? null;
  if (id === null) return Promise.resolve(gone);
  return orderOutcome(() => call({ store_id: storeId, id }, callOptions(context)), currency);
}
