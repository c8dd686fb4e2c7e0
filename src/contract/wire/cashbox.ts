import type * as z from 'zod/mini';
import type { cashbox, cashFlow, moneyEntry, salesReport } from '#contract/cashbox.ts';
import type { Cashbox, CashboxState, CashFlow, EntryKind, FlowType, ShownBalance } from '#domain/cashbox.ts';
import { balanceOf } from '#domain/cashbox.ts';
import type { Currency, Money } from '#domain/money.ts';
import { zero } from '#domain/money.ts';
import type { SalesReport } from '#domain/sales-report.ts';
import type { PaymentMethod } from '#domain/store.ts';
import { paymentMethods } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { readInstant, readMoney, readOptional, writeInstant, writeMoney } from './amounts.ts';

export type WireCashbox = z.infer<typeof cashbox>;
export type WireCashFlow = z.infer<typeof cashFlow>;
export type WireMoneyEntry = z.infer<typeof moneyEntry>;

/** A row of the ledger of money, as a screen shows it. */
export interface ShownEntry {
  readonly id: number;
  readonly kind: EntryKind;
  /** null: a tip. */
  readonly method: PaymentMethod | null;
  readonly amount: Money;
  readonly order: { readonly id: number; readonly number: number | null } | null;
  readonly group: { readonly id: number; readonly code: string } | null;
  readonly flow_type: FlowType | null;
  readonly description: string | null;
  readonly authorised_by: string | null;
  readonly by: string;
  readonly device: string | null;
  readonly at: Instant;
  readonly late: boolean;
}

export const readCashFlow = (
  { user, type_description: _description, ...flow }: WireCashFlow,
  currency: Currency,
): CashFlow => ({
  ...flow,
  amount: readMoney(flow.amount, currency),
  created_at: readInstant(flow.created_at),
  by: user.fullname,
});

/** `description`: of each type, in Spanish. */
export const writeCashFlow = (
  { by, ...flow }: CashFlow,
  currency: Currency,
  description: Readonly<Record<FlowType, string>>,
): WireCashFlow => ({
  ...flow,
  type_description: description[flow.type],
  amount: writeMoney(flow.amount, currency),
  created_at: writeInstant(flow.created_at),
  user: { fullname: by },
});

type WireBalance = WireCashbox['balance'];
type WireSums = WireBalance['payment_methods_in_out']['in'];

function readSums(sums: WireSums, currency: Currency): Map<PaymentMethod, Money> {
  const read = new Map<PaymentMethod, Money>();
  for (const method of paymentMethods) {
    const amount = sums[method];
    if (amount !== undefined) read.set(method, readMoney(amount, currency));
  }
  return read;
}

const writeSums = (sums: ReadonlyMap<PaymentMethod, Money>, currency: Currency): WireSums =>
  Object.fromEntries([...sums].map(([method, amount]) => [method, writeMoney(amount, currency)]));

const readBalance = (
  { payment_methods_in_out: sums, tips_total, ...amounts }: WireBalance,
  currency: Currency,
): ShownBalance => {
  const read = (value: number): Money => readMoney(value, currency);
  const told = (value: number | null): Money | null => readOptional(value, read);
  return {
    open: read(amounts.open),
    payment_cash_in: told(amounts.payment_cash_in),
    payment_totals: told(amounts.payment_totals),
    payments_with_cash_in: told(amounts.payments_with_cash_in),
    orders_rejecteds: read(amounts.orders_rejecteds),
    refunds_total: read(amounts.refunds_total),
    payouts_total: read(amounts.payouts_total),
    cashbox_flows: read(amounts.cashbox_flows),
    calculated: told(amounts.calculated),
    tips: read(tips_total),
    in: readSums(sums.in, currency),
    out: readSums(sums.out, currency),
  };
};

const writeBalance = ({ tips, in: incoming, out, ...amounts }: ShownBalance, currency: Currency): WireBalance => {
  const write = (amount: Money): number => writeMoney(amount, currency);
  const told = (amount: Money | null): number | null => readOptional(amount, write);
  return {
    open: write(amounts.open),
    payment_cash_in: told(amounts.payment_cash_in),
    payment_totals: told(amounts.payment_totals),
    payments_with_cash_in: told(amounts.payments_with_cash_in),
    orders_rejecteds: write(amounts.orders_rejecteds),
    refunds_total: write(amounts.refunds_total),
    payouts_total: write(amounts.payouts_total),
    cashbox_flows: write(amounts.cashbox_flows),
    calculated: told(amounts.calculated),
    tips_total: write(tips),
    payment_methods_in_out: { in: writeSums(incoming, currency), out: writeSums(out, currency) },
  };
};

/** The register of an answer; null when the store has none open. */
export function readCashbox(wire: WireCashbox, currency: Currency): Cashbox | null {
  const { id, created_at, user } = wire;
  if (id === null || created_at === null || user === null) return null;
  const amount = (value: number | null): Money | null => readOptional(value, (v) => readMoney(v, currency));
  return {
    id,
    opened_at: readInstant(created_at),
    opened_by: user.fullname,
    closed_at: readOptional(wire.closed_at, readInstant),
    closed_by: wire.closed_by?.fullname ?? null,
    counted: amount(wire.counted),
    expected: amount(wire.expected),
    pieces: wire.pieces,
    difference_reason: wire.difference_reason,
    observations: wire.observations,
    balance: readBalance(wire.balance, currency),
    flows: wire.flows.map((flow) => readCashFlow(flow, currency)),
  };
}

export const readCashboxState = (wire: WireCashbox, currency: Currency): CashboxState => ({
  config: wire.config,
  time_limit: wire.time_limit,
  open: readCashbox(wire, currency),
  last_id: wire.cashbox_last_id,
  unfinished: wire.unfinished_count,
});

interface CashboxWords {
  /** Of each payment method, and of each type of movement. */
  readonly methods: Readonly<Record<PaymentMethod, string>>;
  readonly flows: Readonly<Record<FlowType, string>>;
}

/** A register with the state of its store; `register` null: none is open. */
export function writeCashbox(
  { config, time_limit, last_id, unfinished }: Omit<CashboxState, 'open'>,
  register: Cashbox | null,
  currency: Currency,
  words: CashboxWords,
): WireCashbox {
  const person = (fullname: string | null): { fullname: string } | null =>
    readOptional(fullname, (f) => ({ fullname: f }));
  const amount = (value: Money | null): number | null => readOptional(value, (v) => writeMoney(v, currency));
  const balance = register?.balance ?? balanceOf([], { open: zero, flowsIn: zero, payouts: config.payouts });
  return {
    id: register?.id ?? null,
    cashbox_last_id: last_id,
    time_limit,
    created_at: readOptional(register?.opened_at ?? null, writeInstant),
    user: person(register?.opened_by ?? null),
    closed_at: readOptional(register?.closed_at ?? null, writeInstant),
    closed_by: person(register?.closed_by ?? null),
    counted: amount(register?.counted ?? null),
    expected: amount(register?.expected ?? null),
    pieces: register?.pieces ? { ...register.pieces } : null,
    difference_reason: register?.difference_reason ?? null,
    observations: register?.observations ?? null,
    balance: writeBalance(balance, currency),
    payment_methods: Object.fromEntries(paymentMethods.map((method) => [method, { title: words.methods[method] }])),
    flow_types: describedFlows(words.flows),
    flows: (register?.flows ?? []).map((flow) => writeCashFlow(flow, currency, words.flows)),
    config: { ...config },
    unfinished_count: unfinished,
  };
}

const describedFlows = (words: Readonly<Record<FlowType, string>>): WireCashbox['flow_types'] => ({
  cash_in: { description: words.cash_in },
  cash_out: { description: words.cash_out },
  change: { description: words.change },
  supplier: { description: words.supplier },
  expense: { description: words.expense },
  salary: { description: words.salary },
  other: { description: words.other },
});

export const readMoneyEntry = (wire: WireMoneyEntry, currency: Currency): ShownEntry => ({
  ...wire,
  amount: readMoney(wire.amount, currency),
  at: readInstant(wire.at),
});

export const writeMoneyEntry = (entry: ShownEntry, currency: Currency): WireMoneyEntry => ({
  ...entry,
  amount: writeMoney(entry.amount, currency),
  at: writeInstant(entry.at),
});

export type WireSalesReport = z.infer<typeof salesReport>;

/** Amounts of a list of rows, read or written. */
const rowsWith = <Key, From, To>(
  rows: readonly { readonly key: Key; readonly count: number; readonly total: From }[],
  convert: (amount: From) => To,
) => rows.map(({ key, count, total }) => ({ key, count, total: convert(total) }));

export function readSalesReport({ week_before, ...wire }: WireSalesReport, currency: Currency): SalesReport {
  const read = (value: number): Money => readMoney(value, currency);
  const { sales } = wire;
  return {
    from: readInstant(wire.from),
    to: readInstant(wire.to),
    closed: wire.closed,
    sales: {
      orders: sales.orders,
      total: read(sales.total),
      hours: rowsWith(sales.hours, read),
      products: rowsWith(sales.products, read),
      categories: rowsWith(sales.categories, read),
      sellers: rowsWith(sales.sellers, read),
      services: rowsWith(sales.services, read),
    },
    weekBefore: { orders: week_before.orders, total: read(week_before.total) },
  };
}

export function writeSalesReport(
  { from, to, closed, sales, weekBefore }: SalesReport,
  currency: Currency,
): WireSalesReport {
  const write = (amount: Money): number => writeMoney(amount, currency);
  return {
    from: writeInstant(from),
    to: writeInstant(to),
    closed,
    sales: {
      orders: sales.orders,
      total: write(sales.total),
      hours: rowsWith(sales.hours, write),
      products: rowsWith(sales.products, write),
      categories: rowsWith(sales.categories, write),
      sellers: rowsWith(sales.sellers, write),
      services: rowsWith(sales.services, write),
    },
    week_before: { orders: weekBefore.orders, total: write(weekBefore.total) },
  };
}
