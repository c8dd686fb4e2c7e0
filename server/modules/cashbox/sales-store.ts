import { eq, type SQL, sql } from 'drizzle-orm';
import { money } from '#domain/money.ts';
import type { Sales, SalesReport, SalesRow } from '#domain/sales-report.ts';
import type { ServiceType } from '#domain/store.ts';
import { after, type Instant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { stores } from '#server/db/schema/stores.ts';
import type { CashboxRow } from './cashbox-store.ts';

const weekMs = 7 * 24 * 3_600_000;

/** The most rows of a list. */
const rowsMax = 200;

interface Span {
  readonly storeId: number;
  readonly timezone: string;
  readonly from: Instant;
  readonly to: Instant;
}

/** The index orders_created leads to them, so orders outside of the span cost nothing. */
const soldIn = ({ storeId, from, to }: Omit<Span, 'timezone'>): SQL => sql`
  from orders where orders.store_id = ${storeId} and orders.created_at >= ${iso(from)}::timestamptz
    and orders.created_at < ${iso(to)}::timestamptz and orders.status <> 'REJECTED'`;

const iso = (at: Instant): string => new Date(at).toISOString();

interface SumRow<Key> extends Record<string, unknown> {
  readonly key: Key;
  readonly count: string;
  readonly total: string | null;
}

const rowOf = <Key>({ key, count, total }: SumRow<Key>): SalesRow<Key> => ({
  key,
  count: Number(count),
  total: money(Number(total ?? 0)),
});

async function rowsOf<Key>(tx: Tx, query: SQL): Promise<SalesRow<Key>[]> {
  const { rows } = await tx.execute<SumRow<Key>>(query);
  return rows.map((row) => rowOf(row));
}

async function sumOf(tx: Tx, span: Omit<Span, 'timezone'>): Promise<Pick<Sales, 'orders' | 'total'>> {
  const [sum] = await rowsOf<null>(tx, sql`select null as key, count(*) as count, sum(total) as total ${soldIn(span)}`);
  return { orders: sum?.count ?? 0, total: sum?.total ?? money(0) };
}

/** The units and totals of each line of the orders, by what `key` names. */
const linesBy = (span: Span, key: SQL, join: SQL): SQL => sql`
  select ${key} as key, sum((line->>'quantity')::integer) as count, sum((line->>'price')::bigint) as total
  from (select lines ${soldIn(span)}) sold, jsonb_array_elements(sold.lines) line ${join}
  group by 1 order by total desc, key limit ${rowsMax}`;

async function readSales(tx: Tx, span: Span): Promise<Sales> {
  const { storeId, timezone } = span;
  const by = (key: SQL, order: SQL): SQL => sql`
    select ${key} as key, count(*) as count, sum(total) as total
    from (select total, type, seller_id, created_at ${soldIn(span)}) sold group by 1 order by ${order}`;
  return {
    ...(await sumOf(tx, span)),
    hours: await rowsOf<number>(tx, by(sql`extract(hour from created_at at time zone ${timezone})::integer`, sql`1`)),
    products: await rowsOf<string>(tx, linesBy(span, sql`line->>'name'`, sql``)),
    categories: await rowsOf<string>(
      tx,
      linesBy(
        span,
        sql`coalesce(sections.name, 'Sin categoría')`,
        sql`left join items on items.store_id = ${storeId} and items.id = (line->>'id')::integer
          left join sections on sections.id = items.section_id`,
      ),
    ),
    sellers: await rowsOf<string | null>(
      tx,
      by(sql`(select fullname from users where users.id = seller_id)`, sql`total desc, 1`),
    ),
    services: await rowsOf<ServiceType>(tx, by(sql`type`, sql`total desc, 1`)),
  };
}

/** The report of a register from its opening to its close, or to now. */
export async function readReport(
  tx: Tx,
  { store_id: storeId, opened_at: from, closed_at }: CashboxRow,
  timezone: string,
  now: Instant,
): Promise<SalesReport> {
  // What was taken in this very millisecond counts too.
  const to = closed_at ?? after(now, 1);
  const before = { storeId, from: after(from, -weekMs), to: after(to, -weekMs) };
  return {
    from,
    to,
    closed: closed_at !== null,
    sales: await readSales(tx, { storeId, timezone, from, to }),
    weekBefore: await sumOf(tx, before),
  };
}

/** The name of the store, as the head of its reports. */
export async function readStoreName(tx: Tx, storeId: number): Promise<string> {
  const [store] = await tx.select({ name: stores.name }).from(stores).where(eq(stores.id, storeId));
  return store?.name ?? '';
}
