import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Instant } from '#domain/time.ts';
import type { Tx } from './database.ts';
import { migrate } from './migrate.ts';

/*
 * A database that goes back in time, because a copy was restored, begins a new epoch. Until then it has given numbers
 * that the copy does not know: positions of feeds, versions and revisions of orders, ids. Given again, they would mean
 * something else to a device that has seen them. So an epoch is itself a number, the seconds since 2020, and these
 * numbers go on from there, those of new orders too. None repeats as long as an order, a feed and the ids of a table
 * take fewer than one number a second on average.
 */
const zero = Date.UTC(2020, 0, 1);
/** A second epoch of one store begins this many seconds after the first at the earliest. */
const shortestEpoch = 60;
/** Epochs are further apart than this: a copy is not restored in less time. */
const leastGap = 5;
/** Revisions of an order that no epoch has touched stay below this. */
const firstEpoch = 1_000_000;

export const epochAt = (now: Instant): number => Math.floor((now - zero) / 1_000);

/** The advisory lock of the process that begins an epoch; shared by transactions whose first versions depend on it. */
export const epochLock = sql`hashtextextended('epoch', 0)`;

/** Continues a number of an order that existed when the epoch began. */
export const numberIn = (epoch: number, before: number): number => Math.max(before + 1, epoch);

/** Whether the revision is one of an epoch. */
export const wasRenewed = (rev: number): boolean => rev >= firstEpoch;

/**
 * Whether a revision that a person saw may be from before the epoch in which the order has its revision `now`. Taking
 * one for older than it is costs the device one more try.
 */
export const isOfEarlierEpoch = (seen: number, now: number): boolean => wasRenewed(now) && now - seen > leastGap;

/**
 * Whether a device at position `since` has read what the feed does not have: the database went back and nothing said
 * so. A position that no feed can have reached yet proves nothing.
 */
export const showsReturn = (
  since: number,
  feed: { readonly head: number; readonly epoch: number },
  now: Instant,
): boolean => since > feed.head && since <= epochAt(now) && epochAt(now) - feed.epoch >= shortestEpoch;

/**
 * Begins an epoch for one store, or for all of them with null, in the open transaction of a user who may change every
 * store. Returns false when another process has just begun one.
 */
export async function beginEpoch(tx: Pick<Tx, 'execute'>, storeId: number | null, now: Instant): Promise<boolean> {
  const mine = (column: SQL): SQL => (storeId === null ? sql`true` : sql`${column} = ${storeId}`);
  await tx.execute(sql`select pg_advisory_xact_lock(${epochLock})`);
  const { rows } = await tx.execute<{ last: number }>(
    sql`select coalesce(max(epoch), 0) as last from store_feeds where ${mine(sql`store_id`)}`,
  );
  const last = rows[0]?.last ?? 0;
  if (storeId !== null && epochAt(now) - last < shortestEpoch) return false;
  const epoch = numberIn(epochAt(now), last);
  const next = (column: SQL): SQL => sql`greatest(${column} + 1, ${epoch})`;
  // Groups and orders first, then the feeds, the admins' first: the order in which a command locks them.
  await tx.execute(
    sql`update orders set ver = ${next(sql`ver`)}, status_rev = ${next(sql`status_rev`)}, money_rev = ${next(sql`money_rev`)} where ${mine(sql`store_id`)}`,
  );
  await tx.execute(sql`update order_groups set rev = ${next(sql`rev`)} where ${mine(sql`store_id`)}`);
  await tx.execute(sql`update tickets set ver = ${next(sql`ver`)} where ${mine(sql`store_id`)}`);
  await tx.execute(sql`select from store_feeds where ${mine(sql`store_id`)} order by store_id, audience for update`);
  await tx.execute(
    sql`update store_feeds set head = ${next(sql`head`)}, epoch = ${epoch} where ${mine(sql`store_id`)}`,
  );
  // A waiting command names its order or its ticket by id.
  for (const table of ['orders', 'order_groups', 'tickets'])
    await tx.execute(
      sql`select setval(s, greatest(nextval(s), ${epoch})) from pg_get_serial_sequence(${table}, 'id') s`,
    );
  return true;
}

/** Begins an epoch for every store of a database that was restored; applies the pending migrations first. */
export async function beginEpochs(url: string, now: Instant): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ found: boolean }>(`select to_regclass('store_feeds') is not null as found`);
    if (rows[0]?.found !== true) return;
    await migrate(url);
    await drizzle({ client }).transaction((tx) => beginEpoch(tx, null, now));
  } finally {
    await client.end();
  }
}
