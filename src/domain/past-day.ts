import { balanceOf, type CashboxBalance, type CashboxConfig, type EntryKind } from './cashbox.ts';
import { add, type Money, zero } from './money.ts';
import { byReadiness } from './order-columns.ts';
import type { HistoryEntry, OrderEvent } from './order-history.ts';
import { boardStatuses, isOnBoard, type Order, type OrderStatus } from './order.ts';
import type { PaymentMethod, ServiceType } from './store.ts';
import { addDays, after, instant, type Instant, instantOfWall, minutes, wallTime } from './time.ts';

/*
 * A day of a store as it was (issue «time travel»): nothing of it is stored. What an order is now, and what each entry
 * of the audit says of before and after, give its state at any moment.
 */

/** A day begins at this local hour, so that a night belongs to one day. */
const firstHour = '05:00';

/** The board's load is told for spans of this length. */
export const loadSpanMs = minutes(15);

/** The day of the store to which a moment belongs, 'YYYY-MM-DD'. */
export function dayOf(at: Instant, zone: string): string {
  const { date, hour } = wallTime(at, zone);
  return hour < firstHour ? addDays(date, -1) : date;
}

/** From when to when a day lasts; null: there is no such day. */
export function spanOfDay(day: string, zone: string): { readonly from: Instant; readonly to: Instant } | null {
  const from = instantOfWall(day, firstHour, zone);
  const to = from && instantOfWall(addDays(day, 1), firstHour, zone);
  return from && to && { from, to };
}

/**
 * The last moment of a day that can be shown; `changes` are the oldest first. What the answer tells is never after it: the answer is newer than the
 * screen's clock, which ticks seldom, and the server's clock may be ahead of the device's.
 */
export function lastMoment(
  day: { readonly to: Instant },
  now: Instant,
  changes: readonly { readonly at: Instant }[],
): Instant {
  return instant(Math.min(day.to - 1, Math.max(now, changes.at(-1)?.at ?? now)));
}

type Facts = Pick<Order, 'status' | 'ready_by' | 'total'> & {
  /** Where it is eaten; null: nowhere in the store. */
  readonly place: string | null;
};

/** An order as it is now, or was when it was deleted, and everything that happened to it, oldest first. */
export interface PastOrder extends Facts {
  readonly id: number;
  readonly number: number;
  readonly type: ServiceType;
  /** Who or what it was taken for. */
  readonly name: string | null;
  readonly created_at: Instant;
  /** When it was deleted; null: it is still there. */
  readonly removed_at: Instant | null;
  readonly changes: readonly HistoryEntry[];
}

/** A row of the ledger of money. */
interface PastEntry {
  readonly kind: EntryKind;
  /** null: a tip. */
  readonly method: PaymentMethod | null;
  readonly amount: Money;
  readonly at: Instant;
}

/** A register that was open on the day. */
export interface PastRegister<Entry extends PastEntry = PastEntry> {
  readonly id: number;
  readonly opened_at: Instant;
  readonly opened_by: string;
  readonly closed_at: Instant | null;
  readonly closed_by: string | null;
  readonly open_amount: Money;
  readonly counted: Money | null;
  readonly payouts: boolean;
  /** Its rows up to the day's end, oldest first; null: it keeps its sums back until whoever closes has counted. */
  readonly entries: readonly Entry[] | null;
}

/** One step of a fact: its value before, if the event says it, and after. */
type Step<Fact extends keyof Facts> = { readonly before?: Facts[Fact]; readonly after: Facts[Fact] };

/** What each event says of each fact; null: nothing. */
const steps: { readonly [Fact in keyof Facts]: (event: OrderEvent) => Step<Fact> | null } = {
  status(event) {
    if (event.action === 'status') return { before: event.before.status, after: event.after.status };
    return event.action === 'reject' ? { before: event.before.status, after: 'REJECTED' } : null;
  },
  ready_by({ action, before, after: later }) {
    if (action === 'delay') return { before: before.ready_by, after: later.ready_by };
    if ((action !== 'status' && action !== 'reject') || later.ready_by === undefined) return null;
    return { ...(before.ready_by !== undefined && { before: before.ready_by }), after: later.ready_by };
  },
  total(event) {
    if (event.action === 'create' || event.action === 'split') return { after: event.after.total };
    return event.before !== null && event.after !== null && 'total' in event.before && 'total' in event.after
      ? { before: event.before.total, after: event.after.total }
      : null;
  },
  place: ({ action, before, after: later }) =>
    action === 'table' ? { before: before.place, after: later.place } : null,
};

/** The value after the last change up to then; else before the first one behind it; else the present one. */
function factAt<Fact extends keyof Facts>(order: PastOrder, fact: Fact, at: Instant): Facts[Fact] {
  let known: { readonly value: Facts[Fact] } | null = null;
  for (const change of order.changes) {
    const step = steps[fact](change.event);
    if (step === null) continue;
    if (change.at <= at) known = { value: step.after };
    else return known ? known.value : step.before === undefined ? order[fact] : step.before;
  }
  return known ? known.value : order[fact];
}

/** An order as it was at a moment. */
export interface OrderThen extends Pick<PastOrder, 'id' | 'number' | 'type' | 'name' | 'created_at'>, Facts {}

const existsAt = ({ created_at, removed_at }: PastOrder, at: Instant): boolean =>
  created_at <= at && (removed_at === null || at < removed_at);

/** null: it was not taken yet, or was deleted. */
export function orderAt(order: PastOrder, at: Instant): OrderThen | null {
  if (!existsAt(order, at)) return null;
  const { id, number, type, name, created_at } = order;
  return {
    id,
    number,
    type,
    name,
    created_at,
    status: factAt(order, 'status', at),
    ready_by: factAt(order, 'ready_by', at),
    total: factAt(order, 'total', at),
    place: factAt(order, 'place', at),
  };
}

export interface BoardThen {
  /** By status, as the board sorts them. */
  readonly columns: ReadonlyMap<OrderStatus, readonly OrderThen[]>;
  /** How many orders had ended since `from`. */
  readonly complete: number;
  readonly rejected: number;
}

/** The board at a moment. */
export function boardAt(orders: readonly PastOrder[], at: Instant): BoardThen {
  const then = orders.map((order) => orderAt(order, at)).filter((order) => order !== null);
  const inStatus = (status: OrderStatus): readonly OrderThen[] => then.filter((o) => o.status === status);
  const open = (['PAYING', ...boardStatuses] as const).map(
    (status) => [status, inStatus(status).toSorted(byReadiness)] as const,
  );
  return { columns: new Map(open), complete: inStatus('COMPLETE').length, rejected: inStatus('REJECTED').length };
}

/** How many orders the board had in the middle of each quarter of an hour; 0 after `now`. */
export function boardLoad(
  orders: readonly PastOrder[],
  { from, to, now }: { readonly from: Instant; readonly to: Instant; readonly now: Instant },
): number[] {
  return Array.from({ length: Math.ceil((to - from) / loadSpanMs) }, (_, index) => {
    const at = after(from, (index + 0.5) * loadSpanMs);
    if (at > now) return 0;
    return orders.filter((o) => existsAt(o, at) && isOnBoard(factAt(o, 'status', at))).length;
  });
}

/** The first moment at which the board was fullest; null: it was empty all day. */
export function busiestMoment(load: readonly number[], from: Instant): Instant | null {
  const most = Math.max(0, ...load);
  return most === 0 ? null : after(from, (load.indexOf(most) + 0.5) * loadSpanMs);
}

export interface RegisterThen<Register> {
  readonly register: Register;
  /** null: it keeps its sums back. */
  readonly balance: CashboxBalance | null;
}

/** The register that was open at a moment, with the sums of its rows up to then; null: none was open. */
export function registerAt<Register extends PastRegister>(
  registers: readonly Register[],
  at: Instant,
): RegisterThen<Register> | null {
  const register = registers.find((r) => r.opened_at <= at && (r.closed_at === null || r.closed_at > at));
  if (!register) return null;
  const rows = register.entries?.filter((entry) => entry.at <= at);
  if (!rows) return { register, balance: null };
  const config: { open: Money; flowsIn: Money } & Pick<CashboxConfig, 'payouts'> = {
    open: register.open_amount,
    flowsIn: add(zero, ...rows.filter((r) => r.kind === 'movement' && r.amount > 0).map((r) => r.amount)),
    payouts: register.payouts,
  };
  const sums = rows.map(({ kind, method, amount }) => ({ kind, method: method ?? ('tip' as const), amount }));
  return { register, balance: balanceOf(sums, config) };
}
