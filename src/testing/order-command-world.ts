import { plainSubmission } from './submission.ts';
import type { CallContext, CommandCalls } from '#commands/api.ts';
import { storeCommands } from '#commands/commands.ts';
import type { CreateArgs } from '#commands/order/create.ts';
import { orderCreate } from '#commands/order/create.ts';
import type { DelayArgs } from '#commands/order/delay.ts';
import { orderDelay } from '#commands/order/delay.ts';
import type { RejectArgs } from '#commands/order/reject.ts';
import { orderReject } from '#commands/order/reject.ts';
import type { StatusArgs } from '#commands/order/status.ts';
import { orderStatus } from '#commands/order/status.ts';
import type { WireOrder } from '#contract/wire/orders.ts';
import { writeOrder } from '#contract/wire/orders.ts';
import { headersOf } from '#data/api/link.ts';
import type { Order } from '#domain/order.ts';
import type { OfflineCommand, SendContext } from '#sync/command.ts';
import { ApiFailure } from '#sync/failure.ts';
import { buildOrder, testNow } from './builders.ts';
import { noCalls } from './no-calls.ts';

interface Sent {
  readonly route: string;
  readonly input: unknown;
  readonly context: CallContext;
  readonly signal: AbortSignal | undefined;
}

type Name = 'status' | 'reject' | 'delay' | 'create';

/** One command of each kind for the same order, and a fake server that they are sent to. */
export function orderCommandWorld() {
  const currency = { symbol: '$ ', decimals: 2 };
  const order = buildOrder({ id: 41, number: 123, ver: 6, status_rev: 4 });
  const { uid } = order;
  const wire = (more: Partial<WireOrder> = {}): WireOrder => ({ ...writeOrder(order, currency), ...more });
  const snapshotOf = (body: Order) => ({ type: 'order', id: uid, ver: body.ver, body });

  const common = { storeId: 7, currency };
  const status: StatusArgs = { ...common, to: 'ACCEPTED', at: testNow, delayMinutes: 20 };
  const reject: RejectArgs = { ...common, reason: 'missing_products', sentence: 'Faltan productos.' };
  const delay: DelayArgs = { ...common, minutes: 10, at: testNow };
  const submission = plainSubmission([], { uid, type: 'LOCAL', subtotal: 145, total: 145 });
  const provisional = buildOrder({ id: null, number: null, ver: 0 });
  const create: CreateArgs = {
    ...common,
    submission,
    code: null,
    promocodes: [],
    at: testNow,
    readyBy: null,
  };
  const commandNames = {
    status: orderStatus.name,
    reject: orderReject.name,
    delay: orderDelay.name,
    create: orderCreate.name,
  };
  const bodies = { status, reject, delay, create };
  const names: readonly Name[] = ['status', 'reject', 'delay', 'create'];

  /** The commands with a fake server that answers every call with `answer`, and the calls that they sent. */
  function server(answer: () => Promise<WireOrder> = () => Promise.resolve(wire())) {
    const sent: Sent[] = [];
    const route =
      <T>(name: string, shape: (order: WireOrder) => T) =>
      async (input: unknown, options?: { context?: CallContext; signal?: AbortSignal }): Promise<T> => {
        sent.push({ route: name, input, context: options?.context ?? {}, signal: options?.signal });
        return shape(await answer());
      };
    const orders: CommandCalls['orders'] = {
      create: route('create', (o) => ({ order: o })),
      changeStatus: route('status', (o) => o),
      reject: route('reject', (o) => o),
      delay: route('delay', (o) => o),
    };
    const absent = (): Promise<never> => Promise.reject(new Error('only orders here'));
    const commands = new Map(storeCommands({ ...noCalls(absent), orders }).map((c) => [c.name, c]));
    const command = (name: Name): OfflineCommand => {
      const found = commands.get(commandNames[name]);
      if (!found) throw new Error(`no command ${name}`);
      return found;
    };
    const send = (name: Name, more: Partial<SendContext<Order>> = {}) =>
      command(name).send(bodies[name], {
        idempotencyKey: 'cmd-1',
        base: null,
        settleOnly: false,
        ageMs: 0,
        deviceId: 'tablet',
        seq: 12,
        entity: order,
        signal: new AbortController().signal,
        ...more,
      });
    return { sent, command, versions: commands, send, headers: () => headersOf(sent.at(-1)?.context ?? {}) };
  }

  const failing = (status_: number, code: string, body: unknown = null, retryAfterMs: number | null = null) =>
    server(() => Promise.reject(new ApiFailure(status_, code, 'Lo que dijo el servidor.', body, retryAfterMs, 3)));
  return {
    currency,
    order,
    wire,
    snapshotOf,
    common,
    status,
    reject,
    delay,
    submission,
    provisional,
    create,
    bodies,
    names,
    server,
    failing,
    uid,
  };
}
