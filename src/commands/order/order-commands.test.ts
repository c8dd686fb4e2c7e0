import { describe, expect, it } from 'vitest';
import type { OrderSubmission } from '#contract/orders.ts';
import type { WireOrder } from '#contract/wire/orders.ts';
import { writeOrder } from '#contract/wire/orders.ts';
import type { Order } from '#domain/order.ts';
import type { OfflineCommand, SendContext } from '#sync/command.ts';
import { ApiFailure } from '#sync/failure.ts';
import { buildEntry } from '#testing/builders-sync.ts';
import { buildOrder, testNow } from '#testing/builders.ts';
import type { CallContext, CommandCalls } from '#commands/api.ts';
import { headersOf } from '#data/api/api.ts';
import { storeCommands } from '#commands/commands.ts';
import type { CreateArgs } from './create.ts';
import { orderCreate } from './create.ts';
import type { DelayArgs } from './delay.ts';
import { orderDelay } from './delay.ts';
import type { RejectArgs } from './reject.ts';
import { orderReject } from './reject.ts';
import type { StatusArgs } from './status.ts';
import { orderStatus } from './status.ts';

const currency = { symbol: '$ ', decimals: 2 };
const order = buildOrder({ id: 41, number: 123, ver: 6, status_rev: 4 });
const { uid } = order;
const wire = (more: Partial<WireOrder> = {}): WireOrder => ({ ...writeOrder(order, currency), ...more });
const snapshotOf = (body: Order) => ({ type: 'order', id: uid, ver: body.ver, body });

const common = { storeId: 7, currency };
const status: StatusArgs = { ...common, to: 'ACCEPTED', at: testNow, delayMinutes: 20 };
const reject: RejectArgs = { ...common, reason: 'missing_products', sentence: 'Faltan productos.' };
const delay: DelayArgs = { ...common, minutes: 10, at: testNow };
const submission: OrderSubmission = {
  uid,
  type: 'LOCAL',
  when: { option: 'immediate' },
  payments: [],
  items: [],
  subtotal: 145,
  discount: 0,
  delivery_amount: 0,
  total: 145,
  seller_id: null,
  description: null,
  phone: null,
  comments: null,
};
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
type Name = keyof typeof bodies;
const names: readonly Name[] = ['status', 'reject', 'delay', 'create'];

interface Sent {
  readonly route: string;
  readonly input: unknown;
  readonly context: CallContext;
  readonly signal: AbortSignal | undefined;
}

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
  const commands = new Map(
    storeCommands({ orders, tickets: { send: () => Promise.reject(new Error('no tickets here')) } }).map((c) => [
      c.name,
      c,
    ]),
  );
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

describe('what leaves for the server (API, N-16)', () => {
  it.each([
    ['status', { store_id: 7, id: 41, status: 'ACCEPTED' }],
    ['reject', { store_id: 7, id: 41, reject_reason: 'missing_products' }],
    ['delay', { store_id: 7, id: 41, minutes: 10 }],
    ['create', { store_id: 7, ...submission }],
  ] as const)('%s: its route, its id as the key, who sends it and in which order', async (name, input) => {
    const s = server();
    const { signal } = new AbortController();
    await s.send(name, { signal });
    expect(s.sent).toMatchObject([{ route: name, input }]);
    expect(s.sent[0]?.signal).toBe(signal);
    expect(s.headers()).toEqual({ 'idempotency-key': 'cmd-1', 'x-device': 'tablet', 'x-seq': '12' });
  });

  it('says on which revision, or on which own command, it stands', async () => {
    const s = server();
    await s.send('status', { base: { rev: 4 } });
    expect(s.headers()).toMatchObject({ 'if-match': '"4"' });
    expect(s.headers()).not.toHaveProperty('x-after');
    await s.send('reject', { base: { after: 'cmd-0' } });
    expect(s.headers()).toMatchObject({ 'x-after': 'cmd-0' });
    expect(s.headers()).not.toHaveProperty('if-match');
  });

  it.each(names)(
    '%s: only asks what became of it when it is too old or discarded (offline engine, Failures)',
    async (name) => {
      const s = server();
      await s.send(name, { settleOnly: true });
      expect(s.headers()).toMatchObject({ 'x-settle-only': '1', 'idempotency-key': 'cmd-1' });
      await s.send(name);
      expect(s.headers()).not.toHaveProperty('x-settle-only');
    },
  );

  it('an order that waited over 15 s was sold at the prices on the screen; nothing else says so (N-15)', async () => {
    const s = server();
    await s.send('create', { ageMs: 15_000, entity: null });
    expect(s.headers()).not.toHaveProperty('x-taken-offline');
    await s.send('create', { ageMs: 15_001 });
    expect(s.headers()).toMatchObject({ 'x-taken-offline': '1' });
    await s.send('status', { ageMs: 3_600_000 });
    expect(s.headers()).not.toHaveProperty('x-taken-offline');
  });

  it.each(['status', 'reject', 'delay'] as const)('%s of an order that lost its number is not sent', async (name) => {
    for (const entity of [null, provisional]) {
      const s = server();
      expect(await s.send(name, { entity })).toMatchObject({ kind: 'refused', code: 'not_found', snapshots: [] });
      expect(s.sent).toEqual([]);
    }
  });
});

describe('what an answer means (offline engine, Failures; D-07)', () => {
  it.each(names)('%s: the order that comes back is the new snapshot', async (name) => {
    const s = server(() => Promise.resolve(wire({ ver: 9, status: 'DELIVER' })));
    expect(await s.send(name)).toEqual({
      kind: 'applied',
      snapshots: [snapshotOf({ ...order, ver: 9, status: 'DELIVER' })],
    });
  });

  it.each([
    [0, 'no_response', null, false],
    [408, '', null, false],
    [409, 'in_progress', null, false],
    [429, 'too_many_requests', 7_000, false],
    [500, '', null, true],
    [503, 'unavailable', 2_000, true],
  ])('%i %s is unknown: sent again; only a 5xx counts as a fault', async (code, name, retryAfterMs, fault) => {
    for (const command of names)
      expect(await failing(code, name, null, retryAfterMs).send(command)).toEqual({
        kind: 'unknown',
        retryAfterMs,
        fault,
      });
  });

  it('401 is a matter of the session, with the token that it was said of (N-18)', async () => {
    for (const command of names)
      expect(await failing(401, 'unauthorized').send(command)).toEqual({ kind: 'auth', generation: 3 });
  });

  it.each([
    [403, 'forbidden'],
    [404, 'not_found'],
    [409, 'expired'],
    [410, 'gone'],
    [412, 'precondition'],
    [422, 'idempotency_mismatch'],
    [422, 'total_mismatch'],
  ])("%i %s is refused, with the server's sentence", async (code, name) => {
    expect(await failing(code, name, { code: name }).send('create')).toEqual({
      kind: 'refused',
      code: name,
      message: 'Lo que dijo el servidor.',
      found: null,
      by: null,
      at: null,
      snapshots: [],
    });
  });

  it('a conflict brings the order as it is now, who moved it and when (N-16)', async () => {
    const body = {
      code: 'conflict',
      current: wire({ ver: 9, status: 'COMPLETE' }),
      by: { id: 2, fullname: 'Ana' },
      at: '2026-11-21T23:14:00.000Z',
    };
    expect(await failing(409, 'conflict', body).send('status')).toMatchObject({
      kind: 'refused',
      code: 'conflict',
      found: 'COMPLETE',
      by: 'Ana',
      at: '2026-11-21T23:14:00.000Z',
      snapshots: [snapshotOf({ ...order, ver: 9, status: 'COMPLETE' })],
    });
  });

  it.each([
    [{ current: null, by: null, at: null }],
    [{ current: { uid }, by: 'Ana', at: 7 }],
    [{ current: 'x', by: { fullname: 8 } }],
    ['nothing that we know'],
  ])('a conflict that says less is still a refusal: %o', async (body) => {
    expect(await failing(409, 'conflict', body).send('status')).toMatchObject({
      kind: 'refused',
      code: 'conflict',
      found: null,
      by: null,
      at: null,
      snapshots: [],
    });
  });

  it.each([
    ['an amount that the currency cannot hold', () => wire({ total: 1.001 })],
    ['a time that is none', () => wire({ created_at: 'ayer' })],
    ['null', () => JSON.parse('null')],
    ['another shape', () => JSON.parse('{"ok":true}')],
  ])('an answer that cannot be read is as good as none: %s (I1)', async (_, answer) => {
    for (const command of names)
      expect(await server(() => Promise.resolve(answer())).send(command)).toEqual({
        kind: 'unknown',
        retryAfterMs: null,
        fault: true,
      });
  });
});

describe('bodies from disk', () => {
  it.each(names)('%s reads what it wrote, and nothing else', (name) => {
    const { isReadable } = server().command(name);
    const written: unknown = JSON.parse(JSON.stringify(bodies[name]));
    expect(isReadable(written)).toBe(true);
    for (const body of [null, 7, '', [], {}, { ...common }, { ...bodies[name], currency: '$' }])
      expect(isReadable(body)).toBe(false);
    const mayBeNull = ['code', 'readyBy'];
    for (const key of Object.keys(bodies[name]).filter((k) => !mayBeNull.includes(k)))
      expect([key, isReadable({ ...bodies[name], [key]: null })]).toEqual([key, false]);
  });

  it.each(names)('%s leaves the order alone when its body is nonsense', async (name) => {
    const s = server();
    const command = s.command(name);
    const { signal } = new AbortController();
    const context = { idempotencyKey: 'c', base: null, settleOnly: false, ageMs: 0, deviceId: 'd', seq: 1 };
    for (const body of [null, 7, { to: 'FLYING' }]) {
      expect(command.apply(order, body)).toBe(order);
      expect(command.canApplyAgain(order, body)).toBe(false);
      expect(command.undoes(body, buildEntry(1))).toBe(false);
      expect(await command.send(body, { ...context, entity: order, signal })).toEqual({ kind: 'unreadable' });
    }
    expect(s.sent).toEqual([]);
  });
});

describe('what the screen shows meanwhile (offline engine, principle 8)', () => {
  const { command } = server();

  it('a status, with the ready time that the server will give it (F-10, B-30)', () => {
    expect(command('status').apply(order, status)).toMatchObject({
      status: 'ACCEPTED',
      ready_by: testNow + 20 * 60_000,
    });
    const finished = buildOrder({ status: 'ACCEPTED' });
    expect(command('status').apply(finished, status)).toBe(finished);
    expect(command('status').apply(null, status)).toBeNull();
  });

  it('a rejection with its sentence, and a delay', () => {
    expect(command('reject').apply(order, reject)).toMatchObject({
      status: 'REJECTED',
      rejected_reason_message: 'Faltan productos.',
    });
    expect(command('delay').apply(order, delay)).toMatchObject({ ready_by: testNow + 10 * 60_000 });
  });

  it('a new order until the server has numbered it (K-75)', () => {
    expect(command('create').apply(null, create)).toMatchObject({
      uid,
      id: null,
      number: null,
      status: 'PENDING',
      total: 145_00,
      created_at: testNow,
      ready_by: null,
      ver: 0,
    });
    expect(command('create').apply(order, create)).toBe(order);
  });

  it('a new order that version 1 of the command had queued (I1)', () => {
    const code = { id: 7, code: 'm7', description: 'Mesa 7', group: false };
    const old = { ...common, submission, provisional: { ...provisional, code, ready_by: testNow } };
    const queued: unknown = JSON.parse(JSON.stringify(old));
    const version1 = server().versions.get('order.create/1');
    expect(version1?.isReadable(queued)).toBe(true);
    expect(version1?.apply(null, queued)).toMatchObject({ uid, code, ready_by: testNow, total: 145_00 });
  });

  it('compares the status by its own revision, a delay and a creation nothing (offline engine, On the server)', () => {
    const registers = names.map((name) => command(name).register?.(order) ?? null);
    const seen = { rev: 4, seen: 'PENDING' };
    expect(registers).toEqual([seen, seen, null, null]);
    // A delay succeeds on top of a state that the person has not seen, so no command may depend on it (I6).
    expect(names.map((name) => command(name).canBeParent)).toEqual([true, true, false, true]);
  });

  it('a status alone stands for one that never left, and is nothing when it leads back (offline engine, principle 8)', () => {
    expect(names.map((name) => command(name).replacesUnsent)).toEqual([true, false, false, false]);
    expect(command('status').undoes({ ...status, to: 'PENDING' }, buildEntry(1, 'a', { seen: 'PENDING' }))).toBe(true);
    expect(command('status').undoes(status, buildEntry(1, 'a', { seen: 'PENDING' }))).toBe(false);
  });

  it.each([
    ['status', 'PENDING', true],
    ['status', 'ACCEPTED', false],
    ['status', 'PAYING', false],
    ['reject', 'COMPLETE', true],
    ['reject', 'REJECTED', false],
    ['delay', 'ACCEPTED', true],
    ['delay', 'COMPLETE', false],
    ['create', 'PENDING', false],
  ] as const)('"Aplicar igual" of %s on an order that is %s: %s', (name, now, offered) => {
    expect(command(name).canApplyAgain(buildOrder({ status: now }), bodies[name])).toBe(offered);
  });

  it('"Aplicar igual" makes sense of an order that is gone for its creation alone', () => {
    expect(names.map((name) => command(name).canApplyAgain(null, bodies[name]))).toEqual([false, false, false, true]);
  });

  it('lives as long as it may wait (offline engine, What may wait): status and rejection 12 h, delay 30 min', () => {
    expect(names.map((name) => command(name).ttlMs / 3_600_000)).toEqual([12, 12, 0.5, 72]);
  });
});
