import pg from 'pg';

/** The same hours every day, as `stores.hours` keeps them. */
export const everyDay = (range: { readonly from: string; readonly to: string }): string =>
  JSON.stringify([1, 2, 3, 4, 5, 6, 7].map((day_idx) => ({ day_idx, hours: [range] })));
export const wholeDay = { from: '00:00', to: '00:00' } as const;

/**
 * Every store is open at every hour: a store about to close asks about it in front of its screens, and closes. A store
 * without hours keeps none.
 */
export const openAlways = `
  update stores set open = true, autoclose = null, autoclose_asked = false, hours = '${everyDay(wholeDay)}'::jsonb
  where jsonb_array_length(hours) > 0`;

/** Changes in the database for which there is no screen and no call of the API. */
export async function inDatabase(shop: { databaseUrl(): string }, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: shop.databaseUrl() });
  await client.connect();
  await client.query(statement);
  await client.end();
}
