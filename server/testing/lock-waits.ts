import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';

/** How many transactions of this database wait for a lock. */
export const lockWaits = ({ direct }: Pick<Database, 'direct'>): Promise<number> =>
  direct.$count(sql`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
