import * as z from 'zod/mini';
import type { WireHistoryEntry } from '#contract/wire/orders.ts';
import { writeInstant, writeMoney } from '#contract/wire/amounts.ts';
import type { Currency } from '#domain/money.ts';
import { money } from '#domain/money.ts';
import { orderStatuses, rejectReasons } from '#domain/order.ts';
import { paymentMethods } from '#domain/store.ts';
import { instant } from '#domain/time.ts';
import { deviceLabel } from '#texts/device.ts';
import type { Tx } from '#server/db/database.ts';
import type { StoreMember } from '#server/http/access-store.ts';
import { auditOf, type AuditRow } from '#server/modules/audit/audit-store.ts';

/*
 * The audit keeps what each decision wrote down: amounts in minor units, times in milliseconds. Here it is read back,
 * by the same names, and put on the wire. An entry that cannot be read is still one: somebody did something then.
 */

const minor = z.int();
const amounts = z.object({ subtotal: minor, discount: minor, delivery_amount: minor, total: minor });
const paid = z.extend(amounts, { payments: z.array(z.object({ method: z.enum(paymentMethods), amount: minor })) });
const inStatus = z.object({ status: z.enum(orderStatuses) });
const item = z.object({ name: z.string(), quantity: z.int(), price: minor });
const both = <B extends z.ZodMiniType, A extends z.ZodMiniType>(before: B, after: A) => z.object({ before, after });

const audited = {
  create: both(z.unknown(), z.object({ total: minor })),
  status: both(inStatus, inStatus),
  reject: both(inStatus, z.object({ reject_reason: z.nullable(z.enum(rejectReasons)) })),
  delay: both(z.object({ ready_by: z.nullable(minor) }), z.object({ ready_by: minor })),
  removeItem: both(z.extend(amounts, { item }), amounts),
  money: both(paid, paid),
};

/** The part of an entry that its action decides. */
type Told = WireHistoryEntry extends infer E
  ? E extends WireHistoryEntry
    ? Omit<E, 'at' | 'actor' | 'device'>
    : never
  : never;

const unknown: Told = { action: 'unknown', before: null, after: null };

type Amounts = z.infer<typeof amounts>;

function toldOf(row: AuditRow, currency: Currency): Told {
  const amount = (value: number): number => writeMoney(money(value), currency);
  const moment = (ms: number): string => writeInstant(instant(ms));
  const written = (a: Amounts): Amounts => ({
    subtotal: amount(a.subtotal),
    discount: amount(a.discount),
    delivery_amount: amount(a.delivery_amount),
    total: amount(a.total),
  });
  switch (row.action) {
    case 'order.create': {
      const { after } = z.parse(audited.create, row);
      return { action: 'create', before: null, after: { total: amount(after.total) } };
    }
    case 'order.changeStatus':
      return { action: 'status', ...z.parse(audited.status, row) };
    case 'order.reject':
      return { action: 'reject', ...z.parse(audited.reject, row) };
    case 'order.delay': {
      const { before, after } = z.parse(audited.delay, row);
      const from = before.ready_by === null ? null : moment(before.ready_by);
      return { action: 'delay', before: { ready_by: from }, after: { ready_by: moment(after.ready_by) } };
    }
    case 'order.removeItem': {
      const { before, after } = z.parse(audited.removeItem, row);
      const gone = { ...before.item, price: amount(before.item.price) };
      return { action: 'remove-item', before: { ...written(before), item: gone }, after: written(after) };
    }
    case 'order.saveMoney': {
      const { before, after } = z.parse(audited.money, row);
      const side = (s: typeof before) => ({
        ...written(s),
        payments: s.payments.map((p) => ({ method: p.method, amount: amount(p.amount) })),
      });
      return { action: 'money', before: side(before), after: side(after) };
    }
    default:
      return unknown;
  }
}

/** Every change of an order with who, on which device, when, before and after: oldest first (docs/threats.md T7). */
export async function readHistory(
  tx: Tx,
  { storeId, currency }: Pick<StoreMember, 'storeId' | 'currency'>,
  orderId: number,
): Promise<WireHistoryEntry[]> {
  const rows = await auditOf(tx, storeId, 'order', orderId);
  return rows.map((row): WireHistoryEntry => {
    const stamp = { at: writeInstant(row.at), actor: row.actor, device: deviceLabel(row.device) };
    return { ...stamp, ...readable(row, currency) };
  });
}

function readable(row: AuditRow, currency: Currency): Told {
  try {
    return toldOf(row, currency);
  } catch {
    return unknown;
  }
}
