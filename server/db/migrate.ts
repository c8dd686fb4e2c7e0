import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { repositoryRoot } from '#server/root.ts';

// Any number that only this program uses: two servers that start at once take turns.
const migrationLock = 4_173_001;

export const ownMigrations = path.join(repositoryRoot, 'server/db/migrations');

/** Brings the database up to the newest migration; safe when several processes start together. */
export async function migrate(url: string, migrationsFolder = ownMigrations): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    // "already exists, skipping" of a repeated start is no news.
    await client.query('set client_min_messages = warning');
    await applyMigrations(drizzle({ client }), { migrationsFolder });
  } finally {
    await client.end();
  }
}
