import { parseArgs } from 'node:util';
import { connectDatabase } from '#server/db/database.ts';
import { startEmbeddedPostgres } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { readEnvironment } from '#server/environment.ts';
import { systemClock, systemIds } from '#server/system.ts';
import { seedLarge } from './large-store.ts';
import { seedIfEmpty } from './seed.ts';

/*
 * npm run seed:large -- --items 20000 --orders 1000
 *
 * Adds a store for measurements to the database of the environment and prints its id. The embedded database serves one
 * program at a time: stop the server first, or give both the same DATABASE_URL.
 */
const { values } = parseArgs({
  options: { items: { type: 'string', default: '20000' }, orders: { type: 'string', default: '1000' } },
});
const env = readEnvironment(process.env);
if (!env.ok) throw new Error(env.problems.join('\n'));
const log = (line: string): void => void process.stderr.write(`${line}\n`);
const postgres =
  env.value.databaseUrl === null ? await startEmbeddedPostgres({ dataDir: env.value.dataDir, log }) : null;
try {
  const url = env.value.databaseUrl ?? postgres?.url ?? '';
  await migrate(url);
  const db = await connectDatabase(url, { connections: 2, log });
  const now = systemClock.now();
  await seedIfEmpty(db, { now, ids: systemIds(systemClock) });
  const id = await seedLarge(db, { items: Number(values.items), orders: Number(values.orders) }, now);
  await db.end();
  process.stdout.write(`${id}\n`);
} finally {
  await postgres?.stop();
}
