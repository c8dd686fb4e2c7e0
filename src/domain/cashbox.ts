import { add, type Money, smaller, subtract, zero } from './money.ts';
import { isOnBoard, type Order, type OrderStatus, type PaymentRow } from './order.ts';
import type { OrderGroupDetail } from './order-group.ts';
import { shippingProgress } from './order-progress.ts';
import { startsPayment } from './paying.ts';
import type { PaymentMethod } from './store.ts';
import type { Instant } from './time.ts';

/** Why a person moves money by hand (N-10). The sign is the person's. */
export const flowTypes = ['cash_in', 'cash_out', 'change', 'supplier', 'expense', 'salary', 'other'] as const;
export type FlowType = (typeof flowTypes)[number];

/**
 * Why money came or went. sale: the first money of a method for an order. change: more or less of it later.
 * rejection: the order was rejected or deleted (negative), or is valid again (positive). refund: a person gave money back,
 * and the order stays. payout: a rider's cash. movement: by hand. tip: which part of a table's payments is tip, so it is
 * in no sum of money.
 */
export const entryKinds = ['sale', 'change', 'rejection', 'refund', 'payout', 'movement', 'tip'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** The store's answers to the first setup (X-16, N-09). */
export interface CashboxConfig {
  /** The riders' cash enters the register with its payout, not with its order. */
  readonly payouts: boolean;
  /** The staff takes orders only while a register is open. */
  readonly block: boolean;
  /** The person who closes counts before they see what the register should have. */
  readonly blind: boolean;
  /** A payment in cash opens the drawer of the device that took it. */
  readonly drawer: boolean;
}

/** What a method brought for an order or a group. `tip` is no method: it says which part of the money is tip. */
export type MoneyKey = PaymentMethod | 'tip';

/** The sum of the entries of one kind and method. A movement and a payout are cash. */
export interface EntrySum {
  readonly kind: EntryKind;
  readonly method: MoneyKey;
  readonly amount: Money;
}

/** What counts for an order now. `out`: it was rejected or deleted. */
export interface CountedMoney {
  readonly out: boolean;
  readonly sums: ReadonlyMap<MoneyKey, Money>;
}

/** What the register has to do with an order that is gone. */
export const nothingCounts: CountedMoney = { out: true, sums: new Map() };

type CountedPayment = Pick<PaymentRow, 'method' | 'amount' | 'status'>;

function sumsOf(payments: readonly CountedPayment[]): Map<MoneyKey, Money> {
  const sums = new Map<MoneyKey, Money>();
  for (const { method, amount, status } of payments)
    if (status === 'APPROVED' && amount !== 0) sums.set(method, add(sums.get(method) ?? zero, amount));
  return sums;
}

/**
 * What the register counts for an order: a sale of the store from its registration, a customer's once it is finished,
 * and what a provider charged as soon as it is approved. With `payouts`, the cash that a rider collects comes
 * with its payout instead (N-09); a rider who was called off collects nothing.
 */
export function countedOfOrder(
  { status, origin, payments, shipping }: Pick<Order, 'status' | 'origin' | 'payments' | 'shipping'>,
  { payouts }: Pick<CashboxConfig, 'payouts'>,
): CountedMoney {
  if (status === 'REJECTED') return nothingCounts;
  const taken = origin === 'store' || status === 'COMPLETE';
  const counted = taken ? payments : payments.filter((p) => startsPayment(p.method));
  const rider = payouts && shipping !== null && shippingProgress[shipping.status] > 0;
  return { out: false, sums: sumsOf(rider ? counted.filter((p) => p.method !== 'cash') : counted) };
}

/** What the register counts for a group: all its payments once it is finished, before that what a provider charged. */
export function countedOfGroup({
  status,
  payments,
  tip,
}: Pick<OrderGroupDetail, 'status' | 'tip'> & { readonly payments: readonly CountedPayment[] }): CountedMoney {
  if (status === 'REJECTED') return nothingCounts;
  const sums = sumsOf(status === 'COMPLETE' ? payments : payments.filter((p) => startsPayment(p.method)));
  if (status === 'COMPLETE' && tip !== 0) sums.set('tip', tip);
  return { out: false, sums };
}

/**
 * The entries that bring what is booked of an order to what counts now. Empty when nothing changed, so a repeated change
 * is never counted twice.
 */
export function missingEntries({ out, sums }: CountedMoney, booked: readonly EntrySum[]): EntrySum[] {
  const keys = new Set([...sums.keys(), ...booked.map((b) => b.method)]);
  return [...keys].flatMap((method): EntrySum[] => {
    const known = booked.filter((b) => b.method === method);
    // What was given back of an order that stays is not missing. A rejection takes out only what is left.
    const expected = known.filter((b) => out || b.kind !== 'refund');
    const gap = subtract(sums.get(method) ?? zero, add(zero, ...expected.map((b) => b.amount)));
    if (gap === 0) return [];
    if (method === 'tip') return [{ kind: 'tip', method, amount: gap }];
    if (out) return [{ kind: 'rejection', method, amount: gap }];
    // An order that is valid again first gets back what its rejection took out.
    const rejected = add(zero, ...known.filter((b) => b.kind === 'rejection').map((b) => b.amount));
    const back = rejected < 0 && gap > 0 ? smaller(gap, subtract(zero, rejected)) : zero;
    const rest = subtract(gap, back);
    const first = known.length === 0 && rest > 0;
    return [
      ...(back === 0 ? [] : [{ kind: 'rejection', method, amount: back } as const]),
      ...(rest === 0 ? [] : [{ kind: first ? 'sale' : 'change', method, amount: rest } as const]),
    ];
  });
}

/** The sums of a register (API, Cash register). All amounts in minor units. */
export interface CashboxBalance {
  readonly open: Money;
  readonly payment_cash_in: Money;
  readonly payment_totals: Money;
  readonly payments_with_cash_in: Money;
  readonly orders_rejecteds: Money;
  /** What was given back of orders that stay, of all methods. */
  readonly refunds_total: Money;
  readonly payouts_total: Money;
  readonly cashbox_flows: Money;
  readonly in: ReadonlyMap<PaymentMethod, Money>;
  readonly out: ReadonlyMap<PaymentMethod, Money>;
  readonly tips: Money;
  readonly calculated: Money;
}

/** The sums from which the cash in the drawer could be told. */
type TellingSum = 'payment_cash_in' | 'payment_totals' | 'payments_with_cash_in' | 'calculated';

/** The sums as a person sees them; null: they have to count first. */
export type ShownBalance = Omit<CashboxBalance, TellingSum> & Readonly<Record<TellingSum, Money | null>>;

/** What whoever closes may see before they have counted, if the store wants it so. */
export function beforeCount(balance: ShownBalance): ShownBalance {
  const withoutCash = (sums: ReadonlyMap<PaymentMethod, Money>): ReadonlyMap<PaymentMethod, Money> =>
    new Map([...sums].filter(([method]) => method !== 'cash'));
  return {
    ...balance,
    payment_cash_in: null,
    payment_totals: null,
    payments_with_cash_in: null,
    calculated: null,
    in: withoutCash(balance.in),
    out: withoutCash(balance.out),
  };
}

/** The kinds that are about the money of an order or a table. */
const ofOrders: ReadonlySet<EntryKind> = new Set(['sale', 'change', 'rejection', 'refund']);

/** Adds the entries of a register up. `flowsIn`: the sum of the movements that brought money. */
export function balanceOf(
  entries: readonly EntrySum[],
  { open, flowsIn, payouts }: { readonly open: Money; readonly flowsIn: Money } & Pick<CashboxConfig, 'payouts'>,
): CashboxBalance {
  const sum = (kinds: readonly EntryKind[], method?: MoneyKey): Money =>
    add(
      zero,
      ...entries
        .filter((e) => kinds.includes(e.kind) && (method === undefined || e.method === method))
        .map((e) => e.amount),
    );
  const incoming = new Map<PaymentMethod, Money>();
  const outgoing = new Map<PaymentMethod, Money>();
  const methods = new Set(
    entries.filter((e) => ofOrders.has(e.kind)).flatMap((e) => (e.method === 'tip' ? [] : [e.method])),
  );
  let rejections = zero;
  for (const method of methods) {
    const rejected = sum(['rejection'], method);
    // What an earlier register counted as rejected and is valid again, comes in.
    const restored = rejected > 0 ? rejected : zero;
    const taken = subtract(restored, rejected);
    rejections = add(rejections, taken);
    incoming.set(method, add(sum(['sale', 'change'], method), restored));
    outgoing.set(method, subtract(taken, sum(['refund'], method)));
  }
  const total = (sums: ReadonlyMap<PaymentMethod, Money>): Money => add(zero, ...sums.values());
  const cashIn = incoming.get('cash') ?? zero;
  const flows = sum(['movement']);
  const payoutsTotal = sum(['payout']);
  return {
    open,
    payment_cash_in: cashIn,
    payment_totals: total(incoming),
    payments_with_cash_in: add(total(incoming), flowsIn),
    orders_rejecteds: rejections,
    refunds_total: subtract(zero, sum(['refund'])),
    payouts_total: payoutsTotal,
    cashbox_flows: flows,
    in: incoming,
    out: outgoing,
    tips: sum(['tip']),
    calculated: subtract(add(open, cashIn, flows, payouts ? payoutsTotal : zero), outgoing.get('cash') ?? zero),
  };
}

/** Money that a person moved by hand. Positive is money in. */
export interface CashFlow {
  readonly id: number;
  readonly type: FlowType;
  readonly description: string | null;
  readonly amount: Money;
  readonly created_at: Instant;
  /** Full name of the person. */
  readonly by: string;
}

/** A register of the store, from its opening to its close. */
export interface Cashbox {
  readonly id: number;
  readonly opened_at: Instant;
  readonly opened_by: string;
  readonly closed_at: Instant | null;
  readonly closed_by: string | null;
  /** What was counted at the close, and what the rows made at that moment; null while it is open. */
  readonly counted: Money | null;
  readonly expected: Money | null;
  /** How many of each note and coin, by its value in major units; null: only the sum was counted. */
  readonly pieces: Readonly<Record<string, number>> | null;
  readonly difference_reason: string | null;
  readonly observations: string | null;
  readonly balance: ShownBalance;
  /** Oldest first. */
  readonly flows: readonly CashFlow[];
}

/** What the store's registers are now. */
export interface CashboxState {
  readonly config: CashboxConfig;
  /** Hours after which an open register warns (N-09). */
  readonly time_limit: number;
  readonly open: Cashbox | null;
  /** Id of the last closed one. */
  readonly last_id: number | null;
  /** Orders that are not finished. */
  readonly unfinished: number;
}

/** How long a register has been open, in whole hours, up to its limit, and whether it is past it. */
export function cashboxAge(
  openedAt: Instant,
  now: Instant,
  limitHours: number,
): { readonly hours: number; readonly passed: boolean } {
  const hours = Math.max(0, Math.floor((now - openedAt) / 3_600_000));
  return { hours: Math.min(hours, limitHours), passed: hours >= limitHours };
}

/** The register after a movement that it does not contain yet. */
export function withFlow(register: Cashbox, flow: CashFlow): Cashbox {
  if (register.flows.some((f) => f.id === flow.id)) return register;
  const { balance } = register;
  const more = (sum: Money | null, amount: Money): Money | null => (sum === null ? null : add(sum, amount));
  return {
    ...register,
    flows: [...register.flows, flow],
    balance: {
      ...balance,
      cashbox_flows: add(balance.cashbox_flows, flow.amount),
      payments_with_cash_in: more(balance.payments_with_cash_in, flow.amount > 0 ? flow.amount : zero),
      calculated: more(balance.calculated, flow.amount),
    },
  };
}

/** The movements with the sum of all up to each of them. */
export function runningFlows<Flow extends Pick<CashFlow, 'amount'>>(
  flows: readonly Flow[],
): { readonly flow: Flow; readonly total: Money }[] {
  let total = zero;
  return flows.map((flow) => {
    total = add(total, flow.amount);
    return { flow, total };
  });
}

/** Orders that a close leaves unfinished. */
export const isUnfinished = (status: OrderStatus): boolean => isOnBoard(status);
