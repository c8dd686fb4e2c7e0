import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from './migrate.ts';

const template = 'marche_template';
/** Key of an advisory lock: its holder creates the template. */
const templateLock = 4173;

export interface TestDatabase {
  url: string;
  /** Closes the connections that are still open, then drops the database. */
  drop(): Promise<void>;
}

/**
 * Creates a fresh, migrated, empty database. The first caller creates the template; the others wait for it and copy it.
 * @param adminUrl `inject('postgresUrl')`: any database of the cluster, as a user that may create databases.
 */
export async function createTestDatabase(adminUrl: string): Promise<TestDatabase> {
  if (!adminUrl) throw new Error('This test needs PostgreSQL, which did not start: see the beginning of the run.');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await withClient(adminUrl, async (client) => {
    await makeTemplateOnce(client, adminUrl);
    await client.query(`create database ${name} template ${template}`);
  });
  return {
    url: databaseUrl(adminUrl, name),
    drop: () =>
      withClient(adminUrl, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}

async function makeTemplateOnce(client: pg.Client, adminUrl: string): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [templateLock]);
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (found.rowCount !== 0) return;
    // Renamed when complete: a failed migration leaves no half template.
    const unfinished = `${template}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished}`);
    await migrate(databaseUrl(adminUrl, unfinished));
    await client.query(`alter database ${unfinished} rename to ${template}`);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [templateLock]);
  }
}

const databaseUrl = (adminUrl: string, name: string): string => {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
};

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
