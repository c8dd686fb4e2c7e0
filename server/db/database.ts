import { DrizzleQueryError, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { type FixedQuery, fixedQuery } from './fixed-query.ts';
import { BatchingClient, connectionFailure } from './batching-client.ts';
import { inTurns } from './turns.ts';

/** Runs a query of fixed text; returns its rows. */
type Run = <Values, Row>(query: FixedQuery<Values, Row>, values: Values) => Promise<Row[]>;

/** A connection inside an open transaction. Statements that are sent without waiting are one round trip. */
export interface Tx extends NodePgDatabase {
  readonly run: Run;
  /**
   * Does not wait for the result of a write that was sent; `check` throws for a wrong one. What follows is sent at once
   * behind it, the commit too, which fails when the write fails.
   */
  behind<T>(write: Promise<T>, check?: (result: T) => void): void;
}

/** write = read committed. snapshot = repeatable read, read only: all queries of one answer see the same moment. */
export type TxMode = 'write' | 'snapshot';

const named = (text: string) => ({ name: text, text });
const begin = { write: named('begin'), snapshot: named('begin isolation level repeatable read read only') };
const commit = named('commit');

/** Role and store for the rest of the transaction. */
const enterStore = sql`select set_config('role', ${sql.placeholder('role')}, true),
  set_config('app.store_id', ${sql.placeholder('storeId')}::text, true)`;

/**
 * The statements of a command find rows by their keys: one plan fits all values, and it takes the index, also while the
 * table is small. Otherwise PostgreSQL would plan some of them again each time, which takes longer than to run them, and
 * would keep a plan that scans a table from the time when it had few rows.
 */
const enter = {
  snapshot: fixedQuery<{ readonly role: string; readonly storeId: number }>(enterStore),
  write: fixedQuery<{ readonly role: string; readonly storeId: number }>(
    sql`${enterStore}, set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`,
  ),
};

export interface Database {
  /**
   * Runs one transaction as the tenant role; row-level security hides the rows of other stores (docs/threats.md T2).
   */
  store<T>(storeId: number, mode: TxMode, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * As `store` in write mode, for a command. Few commands of one store run at once: they would wait for each other in
   * PostgreSQL, for the row that order numbers are taken from. Here they wait without a connection.
   */
  command<T>(storeId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs one transaction on data that belongs to no single store: accounts, sessions, settings. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Single statements outside a transaction, with the rights of `system`. */
  readonly direct: NodePgDatabase;
  /** As `direct`, with a query of fixed text. */
  readonly run: Run;
  readonly url: string;
  end(): Promise<void>;
}

export interface PoolOptions {
  readonly connections: number;
  /** Logs a connection that broke. */
  readonly log: (line: string) => void;
}

/** A request that waits longer for its turn or a connection gets 503 and comes again. */
const patienceMs = 5_000;
/** Of one store: enough that its last batches follow each other without a gap (docs/decisions/024). */
const commandsAtOnce = 4;

/** Opens a pool on a migrated database. `end` waits for running queries. */
export async function connectDatabase(url: string, { connections, log }: PoolOptions): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: patienceMs,
    // A stuck query or a forgotten transaction must not lock a store's rows forever.
    statement_timeout: 20_000,
    idle_in_transaction_session_timeout: 30_000,
    Client: BatchingClient,
  });
  // The pool listens to idle connections only: without these listeners a connection that breaks in use ends the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', (error) => log(`database connection lost: ${error.message}`));
  });
  const tenancy = await tenantRole(pool);
  if (!tenancy) log('row level security is off: this database user may not use the role marche_tenant');

  async function transaction<T>(mode: TxMode, storeId: number | null, work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    const run = runOn(client);
    const writes: Promise<unknown>[] = [];
    const behind: Tx['behind'] = (write, check) => {
      const sent = write.then(check);
      // Awaited at the commit; without a handler its failure before that would end the process.
      sent.catch(() => undefined);
      writes.push(sent);
    };
    let broken = false;
    try {
      behind(client.query(begin[mode]));
      const role = tenancy ? 'marche_tenant' : 'none';
      if (storeId !== null) behind(run(enter[mode], { role, storeId }));
      const tx: NodePgDatabase = Object.create(drizzleOf(client));
      const result = await work(Object.assign(tx, { behind, run }));
      // After a failed write PostgreSQL answers this commit with a rollback.
      const committed = client.query(commit);
      await Promise.all([...writes, committed]);
      const { command } = await committed;
      if (command !== 'COMMIT') throw new Error(`the commit answered ${command}`);
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => {
        broken = true;
      });
      throw connectionFailure(client, error);
    } finally {
      client.release(broken);
    }
  }

  const store: Database['store'] = (storeId, mode, work) => {
    if (!Number.isSafeInteger(storeId)) throw new RangeError(`not a store id: ${storeId}`);
    return transaction(mode, storeId, work);
  };
  const inTurn = inTurns(commandsAtOnce, patienceMs);

  return {
    store,
    command: (storeId, work) => inTurn(storeId, () => store(storeId, 'write', work)),
    system: (work) => transaction('write', null, work),
    direct: drizzle({ client: pool }),
    run: runOn(pool),
    url,
    end: () => pool.end(),
  };
}

const drizzles = new WeakMap<pg.PoolClient, NodePgDatabase>();

/** One for each connection: making one for each transaction takes longer than a statement. */
function drizzleOf(client: pg.PoolClient): NodePgDatabase {
  const known = drizzles.get(client) ?? drizzle({ client });
  drizzles.set(client, known);
  return known;
}

const runOn =
  (connection: pg.Pool | pg.PoolClient): Run =>
  async <Values, Row>({ name, text, parameters }: FixedQuery<Values, Row>, values: Values) => {
    const config = { name, text, values: parameters(values) };
    const { rows } = await connection.query<Row & pg.QueryResultRow>(config).catch((error: unknown) => {
      throw new DrizzleQueryError(text, [], error instanceof Error ? error : undefined);
    });
    return rows;
  };

async function tenantRole(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ usable: boolean }>(
    `select exists (select from pg_roles where rolname = 'marche_tenant' and pg_has_role(current_user, oid, 'MEMBER')) as usable`,
  );
  return rows[0]?.usable === true;
}
