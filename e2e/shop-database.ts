import pg from 'pg';

/** JSON for `stores.hours` with the same hours every day. */
export const everyDay = (range: { readonly from: string; readonly to: string }): string =>
  JSON.stringify([1, 2, 3, 4, 5, 6, 7].map((day_idx) => ({ day_idx, hours: [range] })));
export const wholeDay = { from: '00:00', to: '00:00' } as const;

/**
 * Opens every store at all hours: a store near its closing time would show its question over the screens, and close. A
 * store without hours stays without.
 */
export const openAlways = `
  update stores set open = true, autoclose = null, autoclose_asked = false, hours = '${everyDay(wholeDay)}'::jsonb
  where jsonb_array_length(hours) > 0`;

/** Changes the database where no screen and no API call can. */
export async function inDatabase(shop: { databaseUrl(): string }, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: shop.databaseUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Ends every table and every order in work. */
export const freeAllTables = (shop: { databaseUrl(): string }): Promise<void> =>
  inDatabase(
    shop,
    `update order_groups set status = 'COMPLETE' where status in ('OPENED', 'PAYING');
     update orders set status = 'COMPLETE' where status in ('PENDING', 'ACCEPTED', 'DELIVER', 'PAYING')`,
  );
