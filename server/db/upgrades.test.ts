import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { openedCashbox } from '#server/testing/cashboxes.ts';
import { pairedScreen } from '#server/testing/kiosks.ts';
import { readCreated } from '#server/testing/read.ts';
import { sendOrder } from '#server/testing/submissions.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { migrate, ownMigrations } from './migrate.ts';

/*
 * Every state that was released, each migration as the last one: a database of that state with rows in every table is
 * migrated to the newest. Its rows are still there, and its schema is that of a new database.
 */

type Row = Readonly<Record<string, unknown>>;
type Rows = ReadonlyMap<string, readonly Row[]>;

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

const journalShape = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) });
const rowsEach = 40;

let server: TestServer;
let admin: pg.Client;
let folder: string;
let journal: z.infer<typeof journalShape>;
/** Rows of the newest state, from which those of older ones are made. */
let newest: Rows;
let fresh: unknown;
/** Those that are still there. A copy that was compared goes at once. */
const databases = new Set<string>();

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function rowsIn(client: pg.Client): Promise<Rows> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const all = new Map<string, readonly Row[]>();
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: Row }>(`select to_jsonb(t) as row from "${name}" t`);
    all.set(
      name,
      rows.map((r) => r.row),
    );
  }
  return all;
}

async function columnsIn(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(`
    select table_name as "table", column_name as name, udt_name as type,
      is_nullable = 'NO' and column_default is null and is_identity = 'NO' as required
    from information_schema.columns where table_schema = 'public' order by 1, 2`);
  return rows;
}

/** All that a migration can make, in words that do not depend on when it was made. */
async function schemaIn(client: pg.Client): Promise<unknown> {
  const lists = [
    `select table_name, column_name, udt_name, is_nullable, column_default, is_identity, datetime_precision
     from information_schema.columns where table_schema = 'public' order by 1, 2`,
    `select indexdef from pg_indexes where schemaname = 'public' order by 1`,
    `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
     where connamespace = 'public'::regnamespace order by 1, 2`,
    `select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1`,
    `select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
    `select tablename, policyname, qual, with_check from pg_policies order by 1, 2`,
    `select relname, relkind, relpersistence, relrowsecurity, relacl::text from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') order by 1`,
  ];
  const found: unknown[] = [];
  for (const list of lists) found.push((await client.query(list)).rows);
  return found;
}

/** A value for a column that the newest state has not. */
function filler(type: string): unknown {
  if (type === 'bool') return false;
  if (/^(int|float|numeric)/.test(type)) return 1;
  if (type === 'timestamptz') return '2026-11-20T23:00:00Z';
  if (type === 'date') return '2026-11-20';
  if (type === 'uuid') return server.deps.ids.uuid();
  if (type.startsWith('_')) return [];
  return type === 'jsonb' || type === 'json' ? {} : 'x';
}

/** Fills the tables that are empty: with the newest state's rows as far as their columns go, or with one made up. */
async function fill(client: pg.Client): Promise<void> {
  const columns = await columnsIn(client);
  // Neither foreign keys nor triggers, whatever the order of the tables.
  await client.query(`set session_replication_role = 'replica'`);
  for (const [table, known] of await rowsIn(client)) {
    if (known.length > 0) continue;
    const own = columns.filter((c) => c.table === table);
    const rows = (newest.get(table) ?? []).slice(0, rowsEach);
    const used = own.filter(({ name, required }) => required || Object.hasOwn(rows[0] ?? {}, name));
    const made = (rows.length > 0 ? rows : [{}]).map((row) =>
      Object.fromEntries(
        used.map(({ name, type, required }) => {
          const value: unknown = Reflect.get(row, name) ?? null;
          return [name, value === null && required ? filler(type) : value];
        }),
      ),
    );
    const names = used.map(({ name }) => `"${name}"`).join(', ');
    await client.query(
      `insert into "${table}" (${names}) overriding system value
       select ${names} from jsonb_populate_recordset(null::"${table}", $1)`,
      [JSON.stringify(made)],
    );
  }
  await client.query(`set session_replication_role = 'origin'`);
}

const urlOf = (name: string): string => {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return url.href;
};

/** A new database, empty or a copy. */
async function create(template = 'template1'): Promise<string> {
  const name = `upgrade_${server.deps.ids.uuid().slice(-12)}`;
  await admin.query(`create database ${name} template ${template}`);
  databases.add(name);
  return name;
}

async function drop(name: string): Promise<void> {
  await admin.query(`drop database ${name} with (force)`);
  databases.delete(name);
}

/** Migrates to the state whose last migration is the one of this index. */
async function migrateTo(name: string, last: number): Promise<void> {
  const entries = journal.entries.slice(0, last + 1);
  await writeFile(path.join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
  await migrate(urlOf(name), folder);
}

beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  folder = await mkdtemp(path.join(tmpdir(), 'marche-upgrades-'));
  await cp(ownMigrations, folder, { recursive: true });
  journal = z.parse(journalShape, JSON.parse(await readFile(path.join(folder, 'meta/_journal.json'), 'utf8')));
  const order = readCreated(await sendOrder(server));
  await server.ask('ana', `/store/1/orders/${order.id}/delay`, {
    method: 'PATCH',
    body: { minutes: 5 },
    headers: command(),
  });
  await pairedScreen(server);
  await openedCashbox(server);
  [newest, fresh] = await connected(server.url, async (client) => [await rowsIn(client), await schemaIn(client)]);
});
afterAll(async () => {
  for (const name of databases) await drop(name);
  await admin.end();
  await rm(folder, { recursive: true });
  await server.close();
});

/** Tables that a migration renamed. No other one goes. */
const renamed: Readonly<Record<string, string>> = { order_sightings: 'order_receipts' };
/**
 * Columns whose values a migration rewrites; its own test says how (migrations.test.ts). The version of a store's facts
 * rises when a migration says where the store is.
 */
const rewritten = new Set(['order_receipts.stage', 'stores.facts_version']);

describe('an upgrade from every released schema', () => {
  it('keeps the rows, and ends with the schema of a new database', async () => {
    const last = journal.entries.length - 1;
    const state = await create();
    for (const [index, { tag }] of journal.entries.entries()) {
      await migrateTo(state, index);
      const before = await connected(urlOf(state), async (client) => {
        await fill(client);
        return rowsIn(client);
      });
      for (const [table, rows] of before) expect([tag, table, rows.length > 0]).toEqual([tag, table, true]);

      const upgraded = await create(state);
      await migrateTo(upgraded, last);
      await connected(urlOf(upgraded), async (client) => {
        const after = await rowsIn(client);
        for (const [table, rows] of before) {
          const name = renamed[table] ?? table;
          const now = after.get(name) ?? [];
          const kept = Object.keys(now[0] ?? {}).filter(
            (c) => Object.hasOwn(rows[0] ?? {}, c) && !rewritten.has(`${name}.${c}`),
          );
          const content = (all: readonly Row[]) => all.map((row) => JSON.stringify(kept.map((c) => row[c]))).toSorted();
          expect([tag, table, content(now)]).toEqual([tag, table, content(rows)]);
        }
        expect([tag, await schemaIn(client)]).toEqual([tag, fresh]);
      });
      await drop(upgraded);
    }
    // Grows with every migration.
  }, 300_000);
});
