import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { repositoryRoot } from '#server/root.ts';

// Key of an advisory lock of this program: two servers that start together migrate one after the other.
const migrationLock = 4_173_001;

export const ownMigrations = path.join(repositoryRoot, 'server/db/migrations');

/** Applies all pending migrations. Safe when several processes start together. */
export async function migrate(url: string, migrationsFolder = ownMigrations): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    // Suppresses the notice "already exists, skipping" of every later start.
    await client.query('set client_min_messages = warning');
    await applyMigrations(drizzle({ client }), { migrationsFolder });
  } finally {
    await client.end();
  }
}
