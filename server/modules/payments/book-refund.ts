import { type Money, subtract, zero } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/store.ts';
import type { Tx } from '#server/db/database.ts';
import type { Payable } from '#server/modules/attempts/attempts-store.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import { addEntries, type Booking } from '#server/modules/cashbox/book-money.ts';
import { findOpen, readSettings, registerNotice } from '#server/modules/cashbox/cashbox-store.ts';
import { announceCashbox } from '#server/realtime/announce.ts';
import { pgFeeds } from '#server/realtime/feed-store.ts';

/** Money of an order or table that went back to whoever paid it. */
export interface GivenBack {
  readonly payable: Payable;
  readonly method: PaymentMethod;
  readonly amount: Money;
  readonly reason: string;
}

/** The columns of the ledger that name an order or a table. */
export const payableColumns = { order: 'order_id', orderGroup: 'order_group_id' } as const;

/** Adds money that went back to the ledger, with audit and event. Resolves to the id of its row. */
export async function bookRefund(
  tx: Tx,
  booking: Booking,
  { payable: { type, id }, method, amount, reason }: GivenBack,
): Promise<number> {
  const { storeId, at } = booking;
  const entry = { kind: 'refund', method, amount: subtract(zero, amount) } as const;
  const subject = { [payableColumns[type]]: id, description: reason, since: at };
  const [entryId] = await addEntries(tx, booking, subject, [entry]);
  if (entryId === undefined) throw new Error('the refund was not stored');
  const what = { action: 'money.refund', entity: type === 'order' ? 'order' : 'group', entityId: id };
  appendAudit(tx, { ...booking, ...what, before: null, after: { method, amount, reason } });
  const [settings, open] = [await readSettings(tx, storeId), await findOpen(tx, storeId)];
  const notice = registerNotice(settings ?? { block: false, drawer: false }, open?.id ?? null);
  announceCashbox(pgFeeds(tx, storeId), { at, storeId, notice });
  return entryId;
}
