import type { OrderSubmission } from '#contract/orders.ts';
import type { WireOrder } from '#contract/wire/orders.ts';
import { readOrder } from '#contract/wire/orders.ts';
import type { Currency } from '#domain/money.ts';
import type { Order, OrderStatus } from '#domain/order.ts';
import { orderStatuses, orderWithStatus } from '#domain/order.ts';
import { instant } from '#domain/time.ts';
import { defineCommand } from '#sync/command.ts';
import type { Outcome, Snapshot } from '#sync/entry.ts';
import { ApiFailure, classOf } from '#sync/failure.ts';
import type { CallContext } from './api.ts';
import { api } from './api.ts';

/** The orders of a store are the engine's entities: type 'order', id = the order's uid. */
export const orderEntity = 'order';
export const orderSnapshot = (order: Order): Snapshot<Order> => ({
  type: orderEntity,
  id: order.uid,
  ver: order.ver,
  body: order,
});

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isCurrency = (value: unknown): value is Currency =>
  isObject(value) && typeof value['symbol'] === 'string' && typeof value['decimals'] === 'number';

const textOr = (value: unknown, otherwise: string | null): string | null =>
  typeof value === 'string' ? value : otherwise;

/** What a conflict carries: the order as it is now, and who moved it when. */
function conflictOf(
  body: unknown,
  currency: Currency,
): { snapshots: Snapshot<Order>[]; by: string | null; at: string | null } {
  if (!isObject(body)) return { snapshots: [], by: null, at: null };
  const by = isObject(body['by']) ? textOr(body['by']['fullname'], null) : null;
  const current = body['current'];
  return {
    snapshots: isWireOrder(current) ? [orderSnapshot(readOrder(current, currency))] : [],
    by,
    at: textOr(body['at'], null),
  };
}

const isWireOrder = (value: unknown): value is WireOrder =>
  isObject(value) &&
  typeof value['uid'] === 'string' &&
  typeof value['ver'] === 'number' &&
  Array.isArray(value['items']);

/** One try, classified (SYNC, Failures). */
async function outcomeOf(call: () => Promise<WireOrder>, currency: Currency): Promise<Outcome<Order>> {
  try {
    return { kind: 'applied', snapshots: [orderSnapshot(readOrder(await call(), currency))] };
  } catch (error) {
    if (!(error instanceof ApiFailure)) return { kind: 'unknown', retryAfterMs: null };
    switch (classOf(error)) {
      case 'unknown':
        return { kind: 'unknown', retryAfterMs: error.retryAfterMs };
      case 'auth':
        return { kind: 'auth', generation: error.generation };
      case 'refused':
        return { kind: 'refused', code: error.code, message: error.message, ...conflictOf(error.body, currency) };
    }
  }
}

type Base = { readonly rev: number } | { readonly after: string } | null;

const callContext = (idempotencyKey: string, base: Base): CallContext => {
  if (base === null) return { idempotencyKey };
  return 'rev' in base ? { idempotencyKey, ifMatch: base.rev } : { idempotencyKey, after: base.after };
};

export interface StatusArgs {
  readonly storeId: number;
  readonly currency: Currency;
  readonly to: OrderStatus;
  /** The device's wall clock at the tap and the store's delay: only for what the screen shows meanwhile. */
  readonly at: number;
  readonly delayMinutes: number;
}

export const isStatusArgs = (body: unknown): body is StatusArgs =>
  isObject(body) &&
  typeof body['storeId'] === 'number' &&
  isCurrency(body['currency']) &&
  orderStatuses.some((s) => s === body['to']) &&
  typeof body['at'] === 'number' &&
  typeof body['delayMinutes'] === 'number';

/** PATCH /store/{id}/orders/{id} {status} (B-30, B-33, F-10). */
export const changeOrderStatus = defineCommand<StatusArgs, Order>({
  name: 'order.status/1',
  is: isStatusArgs,
  apply: (order, args) => {
    if (!order) return null;
    const changed = orderWithStatus(order, args.to, { now: instant(args.at), delayMinutes: args.delayMinutes });
    return changed.ok ? changed.value : order;
  },
  send: async (args, { entity, base, idempotencyKey, signal }) => {
    const id = entity?.id;
    // In its lane the creation goes first, so an order without number here was removed meanwhile.
    if (id === undefined || id === null)
      return { kind: 'refused', code: 'not_found', message: '', by: null, at: null, snapshots: [] };
    return outcomeOf(
      () =>
        api.orders.changeStatus(
          { store_id: args.storeId, id, status: args.to },
          { signal, context: callContext(idempotencyKey, base) },
        ),
      args.currency,
    );
  },
});

export interface CreateArgs {
  readonly storeId: number;
  readonly currency: Currency;
  readonly submission: OrderSubmission;
  /** What the board shows until the server has numbered it. */
  readonly provisional: Order;
}

export const isCreateArgs = (body: unknown): body is CreateArgs =>
  isObject(body) &&
  typeof body['storeId'] === 'number' &&
  isCurrency(body['currency']) &&
  isObject(body['submission']) &&
  typeof body['submission']['uid'] === 'string' &&
  isObject(body['provisional']);

/** POST /store/{id}/orders (K-75); its uid makes a repeat harmless even beyond the key. */
export const createOrder = defineCommand<CreateArgs, Order>({
  name: 'order.create/1',
  is: isCreateArgs,
  apply: (order, args) => order ?? args.provisional,
  send: (args, { idempotencyKey, signal }) =>
    outcomeOf(async () => {
      const { order } = await api.orders.create(
        { store_id: args.storeId, ...args.submission },
        { signal, context: { idempotencyKey } },
      );
      return order;
    }, args.currency),
});

export const orderCommands = [changeOrderStatus, createOrder];
