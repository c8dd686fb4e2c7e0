import type { OrderSubmission } from '#contract/orders.ts';
import type { WireOrder } from '#contract/wire/orders.ts';
import { readOrder } from '#contract/wire/orders.ts';
import type { Currency } from '#domain/money.ts';
import type { DelayMinutes } from '#domain/order-delay.ts';
import type { Order, OrderStatus, RejectReason } from '#domain/order.ts';
import { orderDelayed, delayChoices } from '#domain/order-delay.ts';
import { orderRejected } from '#domain/order-rejection.ts';
import { orderStatuses, rejectReasons } from '#domain/order.ts';
import { orderWithStatus } from '#domain/order-status.ts';
import { instant } from '#domain/time.ts';
import type { OfflineCommand, SendContext } from '#sync/command.ts';
import { defineCommand } from '#sync/command.ts';
import type { Register } from '#sync/enqueue.ts';
import type { SendOutcome, Snapshot } from '#sync/entry.ts';
import { ApiFailure, classOf } from '#sync/failure.ts';
import type { Api, CallContext } from '#data/api/api.ts';

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
export function conflictIn(
  body: unknown,
  currency: Currency,
): { snapshots: Snapshot<Order>[]; found: string | null; by: string | null; at: string | null } {
  if (!isObject(body)) return { snapshots: [], found: null, by: null, at: null };
  const by = isObject(body['by']) ? textOr(body['by']['fullname'], null) : null;
  const current = readCurrent(body['current'], currency);
  return {
    snapshots: current ? [orderSnapshot(current)] : [],
    found: current?.status ?? null,
    by,
    at: textOr(body['at'], null),
  };
}

/** A refusal stays one even if what comes with it cannot be read. */
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

/** One try of a call that says what is there now, classified (docs/offline-engine.md, Failures). */
export async function outcomeOf(
  call: () => Promise<readonly Snapshot<Order>[]>,
  currency: Currency,
): Promise<SendOutcome<Order>> {
  try {
    return { kind: 'applied', snapshots: await call() };
  } catch (error) {
    // An answer that this version cannot read is as good as none.
    if (!(error instanceof ApiFailure)) return { kind: 'unknown', retryAfterMs: null, fault: true };
    switch (classOf(error)) {
      case 'unknown':
        return { kind: 'unknown', retryAfterMs: error.retryAfterMs, fault: error.status >= 500 };
      case 'auth':
        return { kind: 'auth', generation: error.generation };
      case 'refused':
        return { kind: 'refused', code: error.code, message: error.message, ...conflictIn(error.body, currency) };
    }
  }
}

const orderOutcome = (call: () => Promise<WireOrder>, currency: Currency): Promise<SendOutcome<Order>> =>
  outcomeOf(async () => [orderSnapshot(readOrder(await call(), currency))], currency);

const hourMs = 60 * 60_000;
const statusTtlMs = 12 * hourMs;
const delayTtlMs = hourMs / 2;
const createTtlMs = 72 * hourMs;
/** An order that waited longer than this for the server was sold at the prices on the screen (N-15). */
const soldAfterMs = 15_000;

type Context = Pick<SendContext<Order>, 'idempotencyKey' | 'base' | 'settleOnly' | 'deviceId' | 'seq'>;

export const callContext = ({ idempotencyKey, base, settleOnly, deviceId, seq }: Context): CallContext => ({
  idempotencyKey,
  settleOnly,
  deviceId,
  seq,
  ...(base === null ? {} : 'rev' in base ? { ifMatch: base.rev } : { after: base.after }),
});

const statusRegister = (order: Order): Register => ({ rev: order.status_rev, seen: order.status });

interface Common {
  readonly storeId: number;
  readonly currency: Currency;
}

export interface StatusArgs extends Common {
  readonly to: OrderStatus;
  /** The device's wall clock at the tap and the store's delay: only for what the screen shows meanwhile. */
  readonly at: number;
  readonly delayMinutes: number;
}

export interface RejectArgs extends Common {
  readonly reason: RejectReason;
  /** The reason's sentence, for what the screen shows meanwhile. */
  readonly sentence: string;
}

export interface DelayArgs extends Common {
  readonly minutes: DelayMinutes;
  readonly at: number;
}

export interface CreateArgs extends Common {
  readonly submission: OrderSubmission;
  /** What the board shows until the server has numbered it. */
  readonly provisional: Order;
}

const isCommon = (body: unknown): body is Record<string, unknown> & Common =>
  isObject(body) && typeof body['storeId'] === 'number' && isCurrency(body['currency']);

export const isStatusArgs = (body: unknown): body is StatusArgs =>
  isCommon(body) &&
  orderStatuses.some((s) => s === body['to']) &&
  Number.isFinite(body['at']) &&
  Number.isFinite(body['delayMinutes']);

export const isRejectArgs = (body: unknown): body is RejectArgs =>
  isCommon(body) && rejectReasons.some((r) => r === body['reason']) && typeof body['sentence'] === 'string';

export const isDelayArgs = (body: unknown): body is DelayArgs =>
  isCommon(body) && delayChoices.some((m) => m === body['minutes']) && typeof body['at'] === 'number';

const isProvisional = (order: unknown, uid: string): boolean =>
  isObject(order) &&
  order['uid'] === uid &&
  orderStatuses.some((s) => s === order['status']) &&
  Array.isArray(order['items']) &&
  Number.isFinite(order['total']);

export const isCreateArgs = (body: unknown): body is CreateArgs =>
  isCommon(body) &&
  isObject(body['submission']) &&
  typeof body['submission']['uid'] === 'string' &&
  isProvisional(body['provisional'], body['submission']['uid']);

/** The names under which commands are queued; a change of a body's shape takes the next number. */
export const commandNames = {
  status: 'order.status/1',
  reject: 'order.reject/1',
  delay: 'order.delay/1',
  create: 'order.create/1',
} as const;

const statusContext = (args: Pick<StatusArgs, 'at' | 'delayMinutes'>) => ({
  now: instant(args.at),
  delayMinutes: args.delayMinutes,
});

/** In its lane the creation goes first, so an order without number here was removed meanwhile. */
const gone: SendOutcome<Order> = {
  kind: 'refused',
  code: 'not_found',
  message: '',
  found: null,
  by: null,
  at: null,
  snapshots: [],
};

/** The part of the API that they call. */
export type OrderCalls = Pick<Api['orders'], 'create' | 'changeStatus' | 'reject' | 'delay'>;

/** Every change of an order that may happen offline. */
export function orderCommands(orders: OrderCalls): readonly OfflineCommand<Order>[] {
  const onOrder = (
    args: Common,
    context: SendContext<Order>,
    call: (path: { store_id: number; id: number }, options: CallOptions) => Promise<WireOrder>,
  ): Promise<SendOutcome<Order>> => {
    const id = context.entity?.id;
    if (id === undefined || id === null) return Promise.resolve(gone);
    const options = { signal: context.signal, context: callContext(context) };
    return orderOutcome(() => call({ store_id: args.storeId, id }, options), args.currency);
  };
  return [
    /** PATCH /store/{id}/orders/{id} {status} (B-30, B-33, F-10). */
    ...defineCommand<StatusArgs, Order>({
      name: commandNames.status,
      is: isStatusArgs,
      ttlMs: statusTtlMs,
      register: statusRegister,
      replacesUnsent: true,
      undoes: (args, predecessor) => predecessor.seen === args.to,
      apply: (order, args) => {
        if (!order) return null;
        const changed = orderWithStatus(order, args.to, statusContext(args));
        return changed.ok ? changed.value : order;
      },
      canApplyAgain: (order, args) => order !== null && orderWithStatus(order, args.to, statusContext(args)).ok,
      send: (args, context) =>
        onOrder(args, context, (path, options) => orders.changeStatus({ ...path, status: args.to }, options)),
    }),
    /** PATCH /store/{id}/orders/{id}/reject {reject_reason}. */
    ...defineCommand<RejectArgs, Order>({
      name: commandNames.reject,
      is: isRejectArgs,
      ttlMs: statusTtlMs,
      register: statusRegister,
      apply: (order, args) => {
        const rejected = order && orderRejected(order, args.reason, args.sentence);
        return rejected?.ok ? rejected.value : order;
      },
      canApplyAgain: (order, args) => order !== null && orderRejected(order, args.reason, args.sentence).ok,
      send: (args, context) =>
        onOrder(args, context, (path, options) => orders.reject({ ...path, reject_reason: args.reason }, options)),
    }),
    /** PATCH /store/{id}/orders/{id}/delay {minutes}. Compares nothing: a delay is right on top of any status. */
    ...defineCommand<DelayArgs, Order>({
      name: commandNames.delay,
      is: isDelayArgs,
      ttlMs: delayTtlMs,
      canBeParent: false,
      apply: (order, args) => {
        const delayed = order && orderDelayed(order, args.minutes, { now: instant(args.at) });
        return delayed?.ok ? delayed.value : order;
      },
      canApplyAgain: (order, args) => order !== null && orderDelayed(order, args.minutes, { now: instant(args.at) }).ok,
      send: (args, context) =>
        onOrder(args, context, (path, options) => orders.delay({ ...path, minutes: args.minutes }, options)),
    }),
    /** POST /store/{id}/orders (K-75); its uid makes a repeat harmless even beyond the key. */
    ...defineCommand<CreateArgs, Order>({
      name: commandNames.create,
      is: isCreateArgs,
      ttlMs: createTtlMs,
      apply: (order, args) => order ?? args.provisional,
      canApplyAgain: (order) => order === null,
      send: (args, context) =>
        orderOutcome(async () => {
          const takenOffline = context.ageMs > soldAfterMs;
          const { order } = await orders.create(
            { store_id: args.storeId, ...args.submission },
            { signal: context.signal, context: { ...callContext(context), takenOffline } },
          );
          return order;
        }, args.currency),
    }),
  ];
}

interface CallOptions {
  readonly signal: AbortSignal;
  readonly context: CallContext;
}
