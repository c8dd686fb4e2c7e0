import { sql } from 'drizzle-orm';
import type { OrderSubmission } from '#contract/order-submission.ts';
import type { Tx } from '#server/db/database.ts';
import { epochLock } from '#server/db/epochs.ts';
import { fixedQuery } from '#server/db/fixed-query.ts';
import { orderRows, orders } from '#server/db/schema/orders.ts';
import { users } from '#server/db/schema/accounts.ts';

/** The keys of a new order. */
export interface OrderIds {
  readonly id: number;
  /** The first version of the store's epoch, which is also its first revision of status and money (epochs.ts). */
  readonly ver: number;
  /** One for each line and one for each of its additionals, in that order. */
  readonly rows: readonly number[];
  readonly payments: readonly number[];
}

export interface KnownOrder {
  readonly id: number;
  readonly submission: string;
}

/** What a creation needs whatever it decides: it is read before the command is known to be new. */
export interface SaleStart {
  /** Whether this transaction has locked the uid. If not, another one is creating the order now. */
  readonly locked: boolean;
  /** The order with this uid, as of the lock. */
  readonly known: KnownOrder | null;
  readonly ids: OrderIds;
  readonly seller: { readonly id: number; readonly fullname: string } | null;
}

const value = sql.placeholder;

const keyOf = (storeId: number, uid: string): string => `order:${storeId}:${uid}`;

/** The lock of the epoch keeps the version that follows valid until the commit. */
const lockStart = fixedQuery<{ readonly key: string }, { readonly locked: boolean }>(sql`
  select pg_try_advisory_xact_lock(hashtextextended(${value('key')}, 0)) as locked, pg_advisory_xact_lock_shared(${epochLock})`);

const lockUid = fixedQuery<{ readonly key: string }>(
  sql`select pg_advisory_xact_lock(hashtextextended(${value('key')}, 0))`,
);

const ofUid = sql`${orders.store_id} = ${value('storeId')}::integer and ${orders.uid} = ${value('uid')}::uuid`;

const orderByUid = fixedQuery<{ readonly storeId: number; readonly uid: string }, KnownOrder>(
  sql`select ${orders.id}, ${orders.submission} from ${orders} where ${ofUid}`,
);

/** The next `count` numbers of a sequence. */
const next = (sequence: string, count: string) =>
  sql`array(select nextval(${sql.raw(`'${sequence}'`)})::integer from generate_series(1, ${value(count)}::integer))`;

interface StartRow {
  readonly knownId: number | null;
  readonly submission: string;
  readonly ver: number;
  readonly id: number;
  readonly rows: readonly number[];
  readonly payments: readonly number[];
  readonly fullname: string | null;
}

const readStart = fixedQuery<
  {
    readonly storeId: number;
    readonly uid: string;
    readonly sellerId: number | null;
    readonly rows: number;
    readonly payments: number;
  },
  StartRow
>(sql`
  select ${orders.id} as "knownId", ${orders.submission} as submission, epoch + 1 as ver,
    nextval('orders_id_seq')::integer as id, ${next(orderRows.seqName ?? '', 'rows')} as rows,
    ${next('payments_id_seq', 'payments')} as payments,
    (select fullname from ${users} where ${users.id} = ${value('sellerId')}::integer) as fullname
  from store_feeds left join ${orders} on ${ofUid}
  where store_feeds.store_id = ${value('storeId')}::integer and audience = 'admin'`);

/** Locks the order's uid if it is free, reads the order of that uid, and takes ids, in one round trip. */
export async function readSaleStart(
  tx: Tx,
  storeId: number,
  {
    uid,
    items,
    payments: paid,
    sellerId,
  }: Pick<OrderSubmission, 'uid'> & {
    readonly items: readonly { readonly additionals: readonly unknown[] }[];
    readonly payments: readonly unknown[];
    readonly sellerId: number | null;
  },
): Promise<SaleStart> {
  const rowCount = items.reduce((sum, { additionals }) => sum + 1 + additionals.length, 0);
  // Two statements: the second sees what was committed before the lock was free.
  const [[lock], [row]] = await Promise.all([
    tx.run(lockStart, { key: keyOf(storeId, uid) }),
    tx.run(readStart, { storeId, uid, sellerId, rows: rowCount, payments: paid.length }),
  ]);
  if (!row) throw new Error(`store ${storeId} has no feed`);
  const { id, knownId, submission, ver, rows, payments, fullname } = row;
  return {
    locked: lock?.locked === true,
    known: knownId === null ? null : { id: knownId, submission },
    ids: { id, ver, rows, payments },
    seller: sellerId === null || fullname === null ? null : { id: sellerId, fullname },
  };
}

/** Waits for the transaction that is creating the order of this uid; returns the order, or null if it made none. */
export async function waitForOrder(tx: Tx, storeId: number, uid: string): Promise<KnownOrder | null> {
  const [, [known]] = await Promise.all([
    tx.run(lockUid, { key: keyOf(storeId, uid) }),
    tx.run(orderByUid, { storeId, uid }),
  ]);
  return known ?? null;
}
