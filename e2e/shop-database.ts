import pg from 'pg';
import type { Shop } from './shop.ts';

/** What somebody else changed in the shop meanwhile, for which there is no screen yet. */
export async function inDatabase(shop: Pick<Shop, 'databaseUrl'>, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: shop.databaseUrl() });
  await client.connect();
  await client.query(statement);
  await client.end();
}
