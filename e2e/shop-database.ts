import pg from 'pg';
import type { Shop } from './shop.ts';

/** The same hours every day, as `stores.hours` keeps them. */
export const everyDay = (range: { readonly from: string; readonly to: string }): string =>
  JSON.stringify([1, 2, 3, 4, 5, 6, 7].map((day_idx) => ({ day_idx, hours: [range] })));
export const wholeDay = { from: '00:00', to: '00:00' } as const;

/** What somebody else changed in the shop meanwhile, for which there is no screen yet. */
export async function inDatabase(shop: Pick<Shop, 'databaseUrl'>, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: shop.databaseUrl() });
  await client.connect();
  await client.query(statement);
  await client.end();
}
