import type { Audience } from '#contract/stores.ts';
import type { Uuid } from '#domain/ids.ts';
import type { Code } from '#domain/store.ts';
import { type Instant, minutes, wallTime } from '#domain/time.ts';
import type { PaymentRow, StoredOrder } from '#domain/order.ts';
import { epochAt, numberIn } from '#server/db/epochs.ts';
import type { StoredCommand } from '#server/http/commands/execute-command.ts';
import { orderOf, type OrderRow } from '#server/modules/orders/order-rows.ts';
import type { FeedEvent } from '#server/modules/profile/changes.ts';
import type { CodeState } from '#server/modules/stores/codes-store.ts';
import type { Announcement } from '#server/realtime/announce.ts';
import { memoryCodes, memoryStaff, memoryStore } from './memory-catalog.ts';

/** One applied effect, for the checks of a simulation. */
export interface Effect {
  readonly cmdId: Uuid;
  readonly orderId: number;
  readonly kind: 'create' | 'status' | 'reject' | 'delay' | 'money';
  /** 0 before a creation. */
  readonly statusRevBefore: number;
  readonly statusRevAfter: number;
  readonly actorId: number;
  /** The store_seq of its event in the admins' feed, which numbers the shop's effects, without gaps in an epoch. */
  readonly serverSeq: number;
}

/** The whole state of a shop. A transaction works on a copy; no value is changed in place. */
export interface ShopState {
  readonly orders: Map<number, OrderRow>;
  readonly payments: Map<number, readonly PaymentRow[]>;
  /** Who last changed an order's amounts; the real server takes this from the audit. */
  readonly lastMoneyChanges: Map<number, { readonly by: number | null; readonly at: Instant }>;
  readonly commands: Map<Uuid, StoredCommand>;
  /** Versions of the changed codes. */
  readonly codeVers: Map<number, number>;
  readonly events: Record<Audience, FeedEvent[]>;
  readonly effects: Effect[];
  /** Numbers that the feeds and the ids of orders left out when the last epoch began. */
  readonly skipped: Readonly<Record<Audience | 'ids', number>>;
  readonly epoch: number;
  /** Number of ids given to detail rows and payments so far. */
  rows: number;
  /** Announcements that the commit will emit. */
  readonly announcements: Announcement[];
}

export const emptyState = (): ShopState => ({
  orders: new Map(),
  payments: new Map(),
  lastMoneyChanges: new Map(),
  commands: new Map(),
  codeVers: new Map(),
  events: { store: [], admin: [] },
  effects: [],
  skipped: { store: 0, admin: 0, ids: 0 },
  epoch: 0,
  rows: 0,
  announcements: [],
});

export const copyOf = (state: ShopState): ShopState => ({
  ...state,
  orders: new Map(state.orders),
  payments: new Map(state.payments),
  lastMoneyChanges: new Map(state.lastMoneyChanges),
  commands: new Map(state.commands),
  codeVers: new Map(state.codeVers),
  events: { store: [...state.events.store], admin: [...state.events.admin] },
  effects: [...state.effects],
  announcements: [],
});

const codeById = new Map(memoryCodes.map((c) => [c.id, c]));
const staffById = new Map(memoryStaff.map(({ id, fullname }) => [id, { id, fullname }]));

export const nameById = (id: number): string | null => staffById.get(id)?.fullname ?? null;

/** Cache: a row never changes in place, and its payments are written with it, so each is converted once. */
const readRows = new WeakMap<OrderRow, StoredOrder>();

export function orderIn(state: ShopState, id: number): StoredOrder | null {
  const row = state.orders.get(id);
  if (!row) return null;
  const known = readRows.get(row);
  if (known) return known;
  const place = row.code_id === null ? undefined : codeById.get(row.code_id);
  const read = orderOf(row, {
    code: place ? { id: place.id, code: place.code, description: place.description, group: place.group } : null,
    user: null,
    seller: row.seller_id === null ? null : (staffById.get(row.seller_id) ?? null),
    payments: state.payments.get(id) ?? [],
  });
  readRows.set(row, read);
  return read;
}

export const ordersIn = (state: ShopState, ids: Iterable<number> = state.orders.keys()): StoredOrder[] =>
  [...ids].flatMap((id) => orderIn(state, id) ?? []).toSorted((a, b) => a.id - b.id);

/** The orders of the board, and those finished since the store's day began (at least 12 h), as in readBoard. */
export function boardIn(state: ShopState, now: Instant): StoredOrder[] {
  const { hour } = wallTime(now, memoryStore.timezone);
  const sinceMidnight = minutes(Number(hour.slice(0, 2)) * 60 + Number(hour.slice(3))) + (now % 60_000);
  const since = now - Math.max(sinceMidnight, minutes(12 * 60));
  const rows = [...state.orders.values()].filter(
    (o) => !(o.status === 'COMPLETE' || o.status === 'REJECTED') || o.status_at >= since,
  );
  return ordersIn(
    state,
    rows.map((o) => o.id),
  );
}

const codeIn = (state: ShopState, code: Code): CodeState => ({
  ver: state.codeVers.get(code.id) ?? 1,
  code: {
    ...code,
    waiting_count: [...state.orders.values()].filter((o) => o.code_id === code.id && o.status === 'PENDING').length,
  },
});

export const codesIn = (state: ShopState): CodeState[] => memoryCodes.map((c) => codeIn(state, c));

/** Raises a code's version. Throws when the shop has no such code. */
export function touchCodeIn(state: ShopState, id: number): CodeState {
  const code = codeById.get(id);
  if (!code) throw new Error(`code ${id} is gone`);
  state.codeVers.set(id, (state.codeVers.get(id) ?? 1) + 1);
  return codeIn(state, code);
}

export const headIn = ({ events, skipped }: Pick<ShopState, 'events' | 'skipped'>, audience: Audience): number =>
  events[audience].length + skipped[audience];

/** The state after a copy of it was restored, as beginEpoch leaves it. */
export function inNewEpoch(state: ShopState, now: Instant): ShopState {
  const epoch = numberIn(epochAt(now), state.epoch);
  const next = (before: number): number => numberIn(epoch, before);
  const orders = [...state.orders.values()].map((row) => ({
    ...row,
    ver: next(row.ver),
    status_rev: next(row.status_rev),
    money_rev: next(row.money_rev),
  }));
  const { events, skipped } = state;
  return {
    ...copyOf(state),
    epoch,
    orders: new Map(orders.map((row) => [row.id, row])),
    skipped: {
      store: next(headIn(state, 'store')) - events.store.length,
      admin: next(headIn(state, 'admin')) - events.admin.length,
      ids: next(orders.length + skipped.ids) - orders.length,
    },
  };
}
