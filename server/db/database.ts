import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

/** A connection inside an open transaction. */
export type Tx = NodePgDatabase;

/** write = read committed. snapshot = repeatable read, read only: all queries of one answer see the same moment. */
export type TxMode = 'write' | 'snapshot';

const begin: Readonly<Record<TxMode, string>> = {
  write: 'begin',
  snapshot: 'begin isolation level repeatable read read only',
};

export interface Database {
  /**
   * Runs one transaction as the tenant role; row-level security hides the rows of other stores (docs/threats.md T2).
   */
  store<T>(storeId: number, mode: TxMode, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs one transaction on data that belongs to no single store: accounts, sessions, settings. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Single statements outside a transaction, with the rights of `system`. */
  readonly direct: NodePgDatabase;
  readonly url: string;
  end(): Promise<void>;
}

export interface PoolOptions {
  readonly connections: number;
  /** Logs a connection that broke while idle. */
  readonly log: (line: string) => void;
}

/** Opens a pool on a migrated database. `end` waits for running queries. */
export async function connectDatabase(url: string, { connections, log }: PoolOptions): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    // A stuck query or a forgotten transaction must not lock a store's rows forever.
    statement_timeout: 20_000,
    idle_in_transaction_session_timeout: 30_000,
  });
  pool.on('error', (error) => log(`database connection lost: ${error.message}`));
  const tenancy = await tenantRole(pool);
  if (!tenancy) log('row level security is off: this database user may not use the role marche_tenant');

  async function transaction<T>(start: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let broken = false;
    try {
      await client.query(start);
      const result = await work(drizzle({ client }));
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => {
        broken = true;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  return {
    store: (storeId, mode, work) => {
      if (!Number.isSafeInteger(storeId)) throw new RangeError(`not a store id: ${storeId}`);
      const role = tenancy ? '; set local role marche_tenant' : '';
      return transaction(`${begin[mode]}${role}; set local app.store_id = '${storeId}'`, work);
    },
    system: (work) => transaction(begin.write, work),
    direct: drizzle({ client: pool }),
    url,
    end: () => pool.end(),
  };
}

async function tenantRole(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ usable: boolean }>(
    `select exists (select from pg_roles where rolname = 'marche_tenant' and pg_has_role(current_user, oid, 'MEMBER')) as usable`,
  );
  return rows[0]?.usable === true;
}
