import { contract } from '#contract/contract.ts';
import { feedOf, mayHear } from '#contract/events.ts';
import type { Audience } from '#contract/stores.ts';
import { writeOrder, type WireOrder } from '#contract/wire/orders.ts';
import type { Failure } from '#domain/errors.ts';
import { isUuid, type Uuid, uuidV7 } from '#domain/ids.ts';
import type { DelayMinutes } from '#domain/order-delay.ts';
import type { OrderStatus, RejectReason } from '#domain/order.ts';
import { refusalFor } from '#domain/permissions.ts';
import type { Instant } from '#domain/time.ts';
import { commandHeaders, type HeaderBag } from '#server/http/commands/command-headers.ts';
import { actorColumns } from '#server/http/actors.ts';
import { readInput } from '#server/http/commands/command.ts';
import { executeCommand } from '#server/http/commands/execute-command.ts';
import { errorBody, statusOf } from '#server/http/errors.ts';
import { fingerprintOf } from '#server/http/fingerprint.ts';
import type { StoreMember } from '#server/http/access-store.ts';
import {
  boardChanges,
  type ChangesAnswer,
  deltaChanges,
  lastEvents,
  needOf,
  staffChanges,
} from '#server/modules/profile/changes.ts';
import type { Announcement } from '#server/realtime/announce.ts';
import { memoryOrders, memoryLedger } from './memory-repository.ts';
import { memoryPivot, memoryStaff, memoryStore } from './memory-catalog.ts';
import { type Matched, matchRoute } from './memory-routes.ts';
import {
  boardIn,
  codesIn,
  copyOf,
  type Effect,
  emptyState,
  headIn,
  inNewEpoch,
  ordersIn,
  type ShopState,
} from './memory-state.ts';

/** A request to the shop; header names in any case, the path with or without /api. */
export interface ShopCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The holder of the token: an id of memoryStaff. Any other id is no member of the shop. */
  readonly actorId: number;
}

export interface ServerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** In wire format. The shop keeps the same object for repeats, so callers must not change it. */
  readonly body: unknown;
}

export interface PendingCall {
  /** Runs the whole transaction, then emits its events. Concurrent commits run one after another. */
  commit(): Promise<ServerAnswer>;
  /** The server died before the commit: nothing was written, and the command is unknown. */
  abandon(): void;
}

/** Another person's change of an order (by default Bruno's): a new status, a rejection or a delay. */
export type OutsideChange = { readonly orderId: number; readonly actorId?: number } & (
  | { readonly status: OrderStatus }
  | { readonly reject_reason: RejectReason }
  | { readonly minutes: DelayMinutes }
);

const contentType = 'application/json; charset=utf-8';

const answerOf = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): ServerAnswer => ({
  status,
  headers: { 'content-type': contentType, 'cache-control': 'no-store', ...headers },
  body,
});

const refused = (failure: Failure): ServerAnswer =>
  answerOf(statusOf(failure), errorBody(failure), failure.code === 'in_progress' ? { 'retry-after': '1' } : {});

const lowerCase = (headers: ShopCall['headers']): HeaderBag =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const memberOf = (actorId: number): StoreMember | null => {
  const found = memoryStaff.find((s) => s.id === actorId);
  const { id, plan, currency, timezone } = memoryStore;
  return found ? { storeId: id, plan, pivot: memoryPivot(found.role), currency, timezone, factsVersion: 1 } : null;
};

/** Any UUID: the shop stores neither sessions nor devices. */
const session = '00000000-0000-4000-8000-000000000000';

/**
 * One shop's server without HTTP, sockets and PostgreSQL: the shipped executor, decisions and feed rules over maps.
 * Simulations create one per history. Transactions are serial and atomic.
 */
export class MemoryShop {
  readonly #clock: { now(): Instant };
  #state: ShopState = emptyState();
  #turn: Promise<unknown> = Promise.resolve();
  /** Commands between begin and commit. */
  readonly #running = new Set<Uuid>();
  readonly #listeners = new Set<(announcement: Announcement) => void>();
  #outsideIds = 0;

  constructor(options: { readonly clock: { now(): Instant } }) {
    this.#clock = options.clock;
  }

  /** Accepts a request; nothing happens before `commit`. Until then its command counts as running. */
  begin(call: ShopCall): PendingCall {
    const headers = lowerCase(call.headers);
    const key = headers['idempotency-key'];
    const id = typeof key === 'string' ? key.toLowerCase() : '';
    const own = isUuid(id) && !this.#running.has(id) ? id : null;
    if (own) this.#running.add(own);
    const done = (): void => {
      if (own) this.#running.delete(own);
    };
    return {
      commit: () => {
        const answer = this.#turn.then(() => this.#answer(call, headers, own !== null)).finally(done);
        this.#turn = answer.catch(() => undefined);
        return answer;
      },
      abandon: done,
    };
  }

  /** GET /store/{id}/changes of an audience, as of the last commit. */
  changes(audience: Audience, since?: number): ChangesAnswer {
    const state = this.#state;
    const { currency } = memoryStore;
    const { epoch } = state;
    const head = headIn(state, audience);
    const events = state.events[audience];
    const need = needOf({ head, epoch, oldest: events[0]?.store_seq ?? null }, since);
    if (need === 'nothing') return { head, epoch, reset: false, changes: [] };
    if (need === 'all') {
      const now = this.#clock.now();
      const all =
        audience === 'admin'
          ? boardChanges(boardIn(state, now), currency, head)
          : staffChanges(
              memoryStore.id,
              { codes: codesIn(state), groups: [], status: memoryStore, currency },
              head,
              now,
            );
      return { head, epoch, reset: true, changes: all };
    }
    const last = lastEvents(events.filter((e) => e.store_seq > (since ?? 0)));
    const ids = last.filter((e) => e.type === 'order').map((e) => Number(e.entity_id));
    const found = { orders: ordersIn(state, ids), codes: codesIn(state), groups: [], status: memoryStore, currency };
    return { head, epoch, reset: false, changes: deltaChanges(last, found) };
  }

  /** The last store_seq of an audience. */
  head(audience: Audience): number {
    return headIn(this.#state, audience);
  }

  /** Returns a function that restores the database as it is now (epochs.ts). */
  backUp(): () => void {
    const state = this.#state;
    return () => {
      this.#state = inNewEpoch(state, this.#clock.now());
    };
  }

  /** Calls the listener for each event after its commit, in order; returns a function that removes it. */
  onEvent(listener: (announcement: Announcement) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** All applied effects, oldest first. */
  get effects(): readonly Effect[] {
    return this.#state.effects;
  }

  /** All orders by id, in the API's format. */
  orders(): WireOrder[] {
    return ordersIn(this.#state).map((o) => writeOrder(o, memoryStore.currency));
  }

  /** The stored HTTP status of a command; null when the shop does not know it. */
  command(cmdId: string): number | null {
    const id = cmdId.toLowerCase();
    return isUuid(id) ? (this.#state.commands.get(id)?.status ?? null) : null;
  }

  /** Changes an order as another person who has seen its current state, under a new command id. */
  outside({ orderId, actorId = 2, ...change }: OutsideChange): Promise<ServerAnswer> {
    this.#outsideIds += 1;
    const random = new Uint8Array(10);
    new DataView(random.buffer).setUint32(6, this.#outsideIds);
    const path = `/store/${memoryStore.id}/orders/${orderId}`;
    const headers: Record<string, string> = { 'idempotency-key': uuidV7(this.#clock.now(), random) };
    const rev = this.#state.orders.get(orderId)?.status_rev;
    if (rev !== undefined) headers['if-match'] = `"${rev}"`;
    const suffix = 'status' in change ? '' : 'minutes' in change ? '/delay' : '/reject';
    return this.begin({ method: 'PATCH', path: path + suffix, headers, body: change, actorId }).commit();
  }

  /** Answers in the order of HTTP: match, access, right, body, headers, command. */
  async #answer(call: ShopCall, headers: HeaderBag, alone: boolean): Promise<ServerAnswer> {
    const [path = '', query = ''] = call.path.replace(/^\/api(?=\/)/, '').split('?');
    const matched = matchRoute(call.method, path);
    const member = memberOf(call.actorId);
    const ids = Object.values(matched?.params ?? {});
    if (!matched || !member || ids.some((id) => !/^[1-9]\d{0,9}$/.test(id))) return refused({ code: 'not_found' });
    if (Number(matched.params['store_id']) !== member.storeId) return refused({ code: 'not_found' });
    if (matched.route) return this.#decide(matched.route, matched.params, { call, headers, member, alone });
    const given = { ...Object.fromEntries(new URLSearchParams(query)), store_id: 1 };
    const read = readInput(contract.stores.changes['~orpc'].inputSchema, given);
    if (!read.ok) return refused(read.failure);
    const { audience: listener = 'store', since } = read.value;
    if (!mayHear(listener, member.pivot.role)) return refused({ code: 'forbidden' });
    return answerOf(200, this.changes(feedOf(listener), since));
  }

  async #decide(
    route: NonNullable<Matched['route']>,
    params: Matched['params'],
    request: { call: ShopCall; headers: HeaderBag; member: StoreMember; alone: boolean },
  ): Promise<ServerAnswer> {
    const { call, headers: bag, member, alone } = request;
    const body = typeof call.body === 'object' && call.body !== null ? call.body : {};
    const opened = route.open({ ...body, ...params });
    const code = refusalFor(route.ability, member);
    const headers = commandHeaders(bag, code ? 'none' : route.base);
    if (code && !(opened.ok && headers.ok)) return refused({ code });
    if (!opened.ok) return refused(opened.failure);
    if (!headers.ok) return refused(headers.failure);
    const { id, seq, deviceId, settleOnly } = headers.value;
    const now = this.#clock.now();
    const actor = { userId: call.actorId, sessionId: session, device: 'simulated' };
    const draft = copyOf(this.#state);
    const decided = await executeCommand(
      memoryLedger(draft, alone),
      {
        id,
        actor: actorColumns(actor),
        deviceId: deviceId ?? session,
        seq,
        fingerprint: fingerprintOf(route.ability, opened.value.input),
        at: now,
        settleOnly,
        successStatus: route.successStatus,
      },
      () => Promise.resolve(code && { code }),
      () => {
        const orderCall = { actor, member, headers: headers.value, now };
        return opened.value.decide(memoryOrders(draft, orderCall), orderCall);
      },
    );
    if (!decided.ok) return refused(decided.failure);
    this.#state = draft;
    for (const announcement of draft.announcements) for (const listener of this.#listeners) listener(announcement);
    const { status, body: answered, outcome } = decided.value;
    return answerOf(status, answered, outcome === null ? { 'idempotent-replayed': 'true' } : {});
  }
}
