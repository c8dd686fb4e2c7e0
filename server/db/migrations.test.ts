import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { money } from '#domain/money.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { items } from './schema/catalog.ts';
import { orders } from './schema/orders.ts';
import { users } from './schema/accounts.ts';
import { audit } from './schema/sync.ts';
import { seedIfEmpty } from '#server/seed/seed.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

async function withEmptyDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  const name = `empty_${process.pid}_${server.deps.ids.uuid().slice(-12)}`;
  await admin.query(`create database ${name}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  try {
    await work(url.href);
  } finally {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
}

describe('migrations', () => {
  it('are applied once when several servers start together', () =>
    withEmptyDatabase(async (url) => {
      await Promise.all([migrate(url), migrate(url), migrate(url)]);
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query<{ n: number }>(
        'select count(*)::integer as n from drizzle.__drizzle_migrations',
      );
      await client.end();
      expect(rows[0]?.n).toBe(11);
    }));

  it('seed once when several servers start together, and never into a database with data (API §9)', () =>
    withEmptyDatabase(async (url) => {
      await migrate(url);
      const db = await openDatabase(url, { connections: 4, log: () => undefined });
      const tools = { now: server.clock.now(), ids: server.deps.ids };
      const made = await Promise.all([seedIfEmpty(db, tools), seedIfEmpty(db, tools), seedIfEmpty(db, tools)]);
      expect(made.filter(Boolean)).toHaveLength(1);
      expect(await seedIfEmpty(db, tools)).toBe(false);
      expect([await db.direct.$count(users), await db.direct.$count(orders)]).toEqual([7, 9]);
      await db.end();
    }));
});

describe('row level security, the second belt (T2)', () => {
  it('stands on every table that names a store', async () => {
    const { rows } = await server.db.direct.execute<{ name: string; secured: boolean; policies: number }>(sql`
      select c.table_name as name, k.relrowsecurity as secured,
             (select count(*)::integer from pg_policies p where p.tablename = c.table_name) as policies
      from information_schema.columns c join pg_class k on k.oid = c.table_name::regclass
      where c.table_schema = 'public' and c.column_name = 'store_id'`);
    expect(rows.length).toBeGreaterThanOrEqual(19);
    for (const row of rows) expect(row).toMatchObject({ secured: true, policies: 1 });
  });

  it('hides the rows of other stores, also from a query that forgot to name its own', async () => {
    const [all, own] = [
      await server.db.direct.$count(items),
      await server.db.store(5, 'snapshot', (tx) => tx.$count(items)),
    ];
    expect([all > 100, own]).toEqual([true, 3]);
    expect(await server.db.store(5, 'snapshot', (tx) => tx.$count(orders))).toBe(0);
  });

  it('refuses to write into another store', async () => {
    const write = server.db.store(5, 'write', (tx) =>
      tx.insert(items).values({ store_id: 1, section_id: 1, name: 'x', price: money(1), position: 1 }),
    );
    await expect(write).rejects.toMatchObject({ cause: { code: '42501' } });
    await server.db.store(5, 'write', (tx) => tx.update(orders).set({ comments: 'mine now' }));
    expect(await server.db.direct.$count(orders, sql`comments = 'mine now'`)).toBe(0);
  });

  it('hides passwords and tokens, and lets nobody change the audit (T7)', async () => {
    const forbidden = [
      () => server.db.store(1, 'snapshot', (tx) => tx.select({ hash: users.password_hash }).from(users)),
      () => server.db.store(1, 'snapshot', (tx) => tx.execute(sql`select * from access_tokens`)),
      () => server.db.store(1, 'snapshot', (tx) => tx.execute(sql`select * from settings`)),
      () => server.db.store(1, 'write', (tx) => tx.delete(audit)),
      () => server.db.store(1, 'write', (tx) => tx.update(audit).set({ action: 'x' })),
    ];
    for (const attempt of forbidden) await expect(attempt()).rejects.toMatchObject({ cause: { code: '42501' } });
  });

  it('is gone with the transaction', async () => {
    await server.db.store(5, 'snapshot', (tx) => tx.$count(items));
    for (let i = 0; i < 10; i += 1) expect(await server.db.direct.$count(items)).toBeGreaterThan(100);
  });

  it('a transaction that fails leaves nothing behind', async () => {
    const failed = server.db.store(1, 'write', async (tx) => {
      await tx.update(orders).set({ comments: 'half' });
      throw new Error('on purpose');
    });
    await expect(failed).rejects.toThrow('on purpose');
    expect(await server.db.direct.$count(orders, sql`comments = 'half'`)).toBe(0);
  });
});
