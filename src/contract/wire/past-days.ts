import type * as z from 'zod/mini';
import type { pastDay } from '#contract/past-days.ts';
import type { Currency } from '#domain/money.ts';
import type { PastOrder, PastRegister } from '#domain/past-day.ts';
import type { Instant } from '#domain/time.ts';
import { readInstant, readMoney, readOptional, writeInstant, writeMoney } from './amounts.ts';
import { readMoneyEntry, type ShownEntry, writeMoneyEntry } from './cashbox.ts';
import { readHistoryEntry, writeHistoryEntry } from './order-history.ts';

export type WirePastDay = z.infer<typeof pastDay>;

/** A day of a store, from `from` to `to`. */
export interface PastDay {
  readonly from: Instant;
  readonly to: Instant;
  readonly orders: readonly PastOrder[];
  readonly complete: boolean;
  readonly registers: readonly PastRegister<ShownEntry>[];
}

export function readPastDay({ from, to, orders, complete, registers }: WirePastDay, currency: Currency): PastDay {
  const amount = (value: number | null) => readOptional(value, (v) => readMoney(v, currency));
  return {
    from: readInstant(from),
    to: readInstant(to),
    complete,
    orders: orders.map((order) => ({
      ...order,
      created_at: readInstant(order.created_at),
      removed_at: readOptional(order.removed_at, readInstant),
      ready_by: readOptional(order.ready_by, readInstant),
      total: readMoney(order.total, currency),
      changes: order.changes.map((entry) => readHistoryEntry(entry, currency)),
    })),
    registers: registers.map((register) => ({
      ...register,
      opened_at: readInstant(register.opened_at),
      closed_at: readOptional(register.closed_at, readInstant),
      open_amount: readMoney(register.open_amount, currency),
      counted: amount(register.counted),
      entries: register.entries?.map((entry) => readMoneyEntry(entry, currency)) ?? null,
    })),
  };
}

export function writePastDay({ from, to, orders, complete, registers }: PastDay, currency: Currency): WirePastDay {
  return {
    from: writeInstant(from),
    to: writeInstant(to),
    complete,
    orders: orders.map((order) => ({
      ...order,
      created_at: writeInstant(order.created_at),
      removed_at: readOptional(order.removed_at, writeInstant),
      ready_by: readOptional(order.ready_by, writeInstant),
      total: writeMoney(order.total, currency),
      changes: order.changes.map((entry) => writeHistoryEntry(entry, currency)),
    })),
    registers: registers.map((register) => ({
      ...register,
      opened_at: writeInstant(register.opened_at),
      closed_at: readOptional(register.closed_at, writeInstant),
      open_amount: writeMoney(register.open_amount, currency),
      counted: readOptional(register.counted, (v) => writeMoney(v, currency)),
      entries: register.entries?.map((entry) => writeMoneyEntry(entry, currency)) ?? null,
    })),
  };
}
