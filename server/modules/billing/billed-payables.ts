import { and, eq } from 'drizzle-orm';
import type { FiscalLine } from '#domain/fiscal-documents.ts';
import { add, type Money, subtract, zero } from '#domain/money.ts';
import type { OrderStatus } from '#domain/order.ts';
import type { GroupStatus } from '#domain/order-group.ts';
import type { Country } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { defaultVatRate, spreadDiscount, vatRateOf } from '#domain/vat.ts';
import { orderName } from '#texts/order.ts';
import type { Uuid } from '#domain/ids.ts';
import type { Tx } from '#server/db/database.ts';
import { fiscalSettings } from '#server/db/schema/billing.ts';
import { orders } from '#server/db/schema/orders.ts';
import type { Actor } from '#server/http/access-store.ts';
import type { NamedActor } from '#server/http/actors.ts';
import type { Payable } from '#server/modules/attempts/attempts-store.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import type { FiscalRow } from '#server/modules/fiscal/documents-store.ts';
import { lockGroup, readGroups } from '#server/modules/groups/groups-store.ts';
import { announceOrder } from '#server/modules/orders/announce-order.ts';
import type { OrderRow } from '#server/modules/orders/order-rows.ts';
import { loadOrder, lockOrder } from '#server/modules/orders/orders-store.ts';
import { readStoreRow } from '#server/modules/stores/stores-store.ts';
import { pgFeeds } from '#server/realtime/feed-store.ts';

export type FiscalSettingsRow = typeof fiscalSettings.$inferSelect;

export async function readFiscalSettings(tx: Tx, storeId: number): Promise<FiscalSettingsRow | null> {
  const [row] = await tx.select().from(fiscalSettings).where(eq(fiscalSettings.store_id, storeId));
  return row ?? null;
}

/** Locks an order or table, which comes before its documents. */
export async function lockPayable(tx: Tx, storeId: number, { type, id }: Payable): Promise<boolean> {
  const row = await (type === 'order' ? lockOrder(tx, storeId, id) : lockGroup(tx, storeId, id));
  return row !== null;
}

/** What an order or table is invoiced for. */
export interface BilledPayable {
  readonly subject: string;
  readonly status: OrderStatus | GroupStatus;
  /** An order of a group code is invoiced with its table. */
  readonly ofTable: boolean;
  readonly billings: number;
  /** The seller whose order it is; null for a table, which every member may read. */
  readonly sellerId: number | null;
  readonly total: Money;
  /** They add up to `total`. */
  readonly lines: readonly FiscalLine[];
}

/** The lines of an order with its delivery, after its discount. */
function linesOf(row: Pick<OrderRow, 'lines' | 'delivery_amount' | 'total'>, country: Country): FiscalLine[] {
  const products = row.lines.map(({ name, quantity, price, vat }): FiscalLine => ({
    name,
    quantity,
    amount: price,
    rate: vatRateOf(country, vat),
  }));
  const delivery: FiscalLine[] =
    row.delivery_amount === 0
      ? []
      : [{ name: 'Envío', quantity: 1, amount: row.delivery_amount, rate: defaultVatRate[country] }];
  const sold = add(zero, ...products.map(({ amount }) => amount));
  return [...spreadDiscount(products, subtract(add(sold, row.delivery_amount), row.total)), ...delivery];
}

/** null: the store has none with this id. */
export async function readBilledPayable(
  tx: Tx,
  storeId: number,
  { type, id }: Payable,
  country: Country,
): Promise<BilledPayable | null> {
  if (type === 'order') {
    const [row] = await tx
      .select()
      .from(orders)
      .where(and(eq(orders.store_id, storeId), eq(orders.id, id)));
    if (!row) return null;
    const { status, seller_id: sellerId, billings_count: billings, total, number } = row;
    const ofTable = row.order_group_id !== null;
    return { subject: orderName(number), status, ofTable, billings, sellerId, total, lines: linesOf(row, country) };
  }
  const [[group], rows] = await Promise.all([
    readGroups(tx, storeId, [id], 0),
    tx
      .select()
      .from(orders)
      .where(and(eq(orders.store_id, storeId), eq(orders.order_group_id, id)))
      .orderBy(orders.id),
  ]);
  if (!group) return null;
  const lines = rows.filter(({ status }) => status !== 'REJECTED').flatMap((row) => linesOf(row, country));
  const sold = add(zero, ...lines.map(({ amount }) => amount));
  const { total, status, billings_count: billings } = group;
  const shared = spreadDiscount(lines, subtract(sold, total));
  return { subject: group.code.description, status, ofTable: false, billings, sellerId: null, total, lines: shared };
}

/** Tells every device how many invoices an order or table has; nothing for one that is gone. */
export async function announcePayable(tx: Tx, storeId: number, { type, id }: Payable, at: Instant): Promise<void> {
  const feeds = pgFeeds(tx, storeId);
  if (type === 'orderGroup') {
    const [group] = await readGroups(tx, storeId, [id], 0);
    if (group) await feeds.appendGroup(id, 'order-group-updated', at);
    return;
  }
  const order = await loadOrder(tx, storeId, id);
  if (!order) return;
  const { currency_symbol: symbol, currency_decimals: decimals } = await readStoreRow(tx, storeId);
  const changed = { waitingChanged: false, groupChanged: false };
  announceOrder(feeds, { at, name: 'order-updated', order, currency: { symbol, decimals }, ...changed });
}

/** Records what became of a document; by the authority when no person did it. */
export function auditDocument(
  tx: Tx,
  row: FiscalRow,
  verb: 'request' | 'issue' | 'reject',
  by: { readonly actor: Actor | NamedActor; readonly command: Uuid } | null,
  at: Instant,
): void {
  const { id, store_id: storeId, kind, state, number, type, total, code, payable_type, payable_id, authority } = row;
  const actor = by?.actor ?? ({ kind: 'provider', name: authority } as const);
  const after = { payable_type, payable_id, type, number, total, code, state };
  const what = { action: `${kind}.${verb}`, entity: 'fiscalDocument', entityId: id, before: null, after };
  appendAudit(tx, { storeId, actor, ...what, command: by?.command ?? null, at });
}

/** Who a store is for the authority, and in which country. */
export const countryOf = ({ authority }: Pick<FiscalSettingsRow, 'authority'>): Country =>
  authority === 'ARCA' ? 'AR' : 'PY';
