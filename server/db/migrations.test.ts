import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { receiptStages } from '#domain/alerts.ts';
import { money } from '#domain/money.ts';
import { firstStatus } from '#domain/order-status.ts';
import type { AcceptedOrder } from '#server/modules/orders/order-rows.ts';
import { loadOrder } from '#server/modules/orders/orders-store.ts';
import { insertOrder } from '#server/modules/orders/place-order.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { connectDatabase } from './database.ts';
import { migrate, ownMigrations } from './migrate.ts';
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
      const files = (await readdir(ownMigrations)).filter((name) => name.endsWith('.sql'));
      expect(rows[0]?.n).toBe(files.length);
    }));

  it('seed once when several servers start together, and never into a database with data', () =>
    withEmptyDatabase(async (url) => {
      await migrate(url);
      const db = await connectDatabase(url, { connections: 4, log: () => undefined });
      const tools = { now: server.clock.now(), ids: server.deps.ids };
      const made = await Promise.all([seedIfEmpty(db, tools), seedIfEmpty(db, tools), seedIfEmpty(db, tools)]);
      expect(made.filter(Boolean)).toHaveLength(1);
      expect(await seedIfEmpty(db, tools)).toBe(false);
      expect([await db.direct.$count(users), await db.direct.$count(orders)]).toEqual([7, 9]);
      await db.end();
    }));
});

/** A copy of the migrations that ends before the given tag. */
async function migrationsBefore(tag: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'marche-migrations-'));
  await cp(ownMigrations, folder, { recursive: true });
  const file = path.join(folder, 'meta/_journal.json');
  const journal = z.parse(
    z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) }),
    JSON.parse(await readFile(file, 'utf8')),
  );
  const end = journal.entries.findIndex((e) => e.tag === tag);
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }));
  return folder;
}

describe('the upgrade to actors that are no users (0011) and to order receipts (0012)', () => {
  it('keeps what was written before, and takes rows of every actor and payments of a group', () =>
    withEmptyDatabase(async (url) => {
      const before = await migrationsBefore('0011_actors');
      await migrate(url, before);
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const run = (text: string) => client.query(text);
      const refused = (text: string, constraint: string) => expect(run(text)).rejects.toMatchObject({ constraint });
      try {
        const id = `'${server.deps.ids.uuid()}'`;
        await run(`insert into users (id, fullname, email, password_hash, notification_types, notification_channels, created_at)
          values (1, 'Ana', 'ana@x.com', 'x', '{}', '{}', now())`);
        const columns = await server.db.direct.execute<{ row: object }>(
          sql`select to_jsonb(s) as row from stores s where id = 1`,
        );
        await client.query('insert into stores select * from jsonb_populate_record(null::stores, $1)', [
          JSON.stringify(columns.rows[0]?.row),
        ]);
        await run(
          `insert into commands (store_id, cmd_id, actor_id, device_id, fingerprint, created_at) values (1, ${id}, 1, ${id}, 'f', now())`,
        );
        await run(`insert into audit (store_id, actor_id, session_id, device, action, entity, entity_id, at)
          values (1, 1, ${id}, 'Chrome', 'order.delay', 'order', '1', now())`);
        await run(`insert into orders (id, store_id, uid, submission, number, type, status, origin, lines, subtotal, discount,
          delivery_amount, total, is_scheduled, status_at, created_at, updated_at)
          values (1, 1, ${id}, 'x', 1, 'LOCAL', 'PENDING', 'store', '[]', 0, 0, 0, 0, false, now(), now(), now())`);
        for (const stage of ['delivered', 'painted', 'rang', 'touched'])
          await run(`insert into order_sightings values (1, 1, ${id}, '${stage}', 1, 'Chrome', now(), now())`);
        await migrate(url);
        const stages = await run('select stage from order_receipts');
        expect(stages.rows.map((r: { stage: string }) => r.stage)).toEqual(receiptStages);
        const old = await run(
          'select actor_kind, actor_id, actor_name from audit union all select actor_kind, actor_id, actor_name from commands',
        );
        expect(old.rows).toEqual(
          Array.from({ length: 2 }, () => ({ actor_kind: 'user', actor_id: 1, actor_name: null })),
        );
        const entry = (kind: string, actor: string) =>
          `insert into audit (store_id, actor_kind, actor_id, actor_name, session_id, device, action, entity, entity_id, at)
           values (1, '${kind}', ${actor}, 'x', 'order', '1', now())`;
        for (const kind of ['system', 'timer', 'provider']) await run(entry(kind, `null, 'it', null, null`));
        await refused(entry('timer', 'null, null, null, null'), 'audit_actor');
        await refused(entry('ghost', `null, 'it', null, null`), 'audit_actor');
        await refused(entry('user', `null, null, ${id}, 'Chrome'`), 'audit_actor');
        await refused(entry('user', `1, 'it', ${id}, 'Chrome'`), 'audit_actor');
        const decided = (kind: string, actor: string) =>
          `insert into commands (store_id, cmd_id, actor_kind, actor_id, actor_name, device_id, fingerprint, created_at)
           values (1, '${server.deps.ids.uuid()}', '${kind}', ${actor}, 'f', now())`;
        await run(decided('provider', `null, 'bank', null`));
        await refused(decided('user', 'null, null, null'), 'commands_actor');
        const payment = (order: string, group: string) =>
          `insert into payments (store_id, order_id, order_group_id, method, amount, option, can_modify, status)
           values (1, ${order}, ${group}, 'cash', 1, 'cash', true, 'APPROVED')`;
        await run(payment('null', '7'));
        await refused(payment('null', 'null'), 'payments_payable');
      } finally {
        await client.end();
        await rm(before, { recursive: true });
      }
    }));
});

describe('the upgrade to what customers read of a shipping delay (0023)', () => {
  it('writes a sentence where the delay was shown, and nothing elsewhere', () =>
    withEmptyDatabase(async (url) => {
      const before = await migrationsBefore('0023_shipping_words');
      await migrate(url, before);
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        const columns = await server.db.direct.execute<{ row: object }>(
          sql`select to_jsonb(s) as row from stores s where id = 1`,
        );
        await client.query('insert into stores select * from jsonb_populate_record(null::stores, $1)', [
          JSON.stringify(columns.rows[0]?.row),
        ]);
        for (const [delay, delay_display] of [
          [10, true],
          [10, false],
          [0, true],
        ] as const)
          await client.query(
            "insert into gateways (store_id, type, name, service, config) values (1, 'shipping', 'x', 'x', $1)",
            [JSON.stringify({ support: false, order_ready: true, delay, delay_display })],
          );
        await migrate(url);
        const { rows } = await client.query<{ config: object }>('select config from gateways order by id');
        expect(rows.map((r) => r.config)).toEqual([
          { support: false, order_ready: true, delay: 10, delay_display: 'El envío puede demorar 10 minutos más.' },
          { support: false, order_ready: true, delay: 10, delay_display: null },
          { support: false, order_ready: true, delay: 0, delay_display: null },
        ]);
      } finally {
        await client.end();
        await rm(before, { recursive: true });
      }
    }));
});

describe('an order that no person of the store made', () => {
  it('begins as PAYING, belongs to a customer and has no seller', async () => {
    const [customer] = await server.db.direct
      .select()
      .from(users)
      .where(sql`email = 'fede@demo.marche'`);
    const nothing = { description: null, phone: null, comments: null, address: null, shipping: null, ready_by: null };
    const order: AcceptedOrder = {
      ...nothing,
      uid: server.deps.ids.uuid(),
      submission: 'x',
      type: 'TAKEAWAY',
      status: firstStatus([{ status: 'PENDING' }]),
      origin: 'customer',
      is_scheduled: false,
      subtotal: money(5),
      discount: money(0),
      delivery_amount: money(0),
      total: money(5),
      price_difference: null,
      promocodes: [],
      order_group_id: null,
      reject_reason: null,
      rejected_reason_message: null,
      created_at: server.clock.now(),
      code_id: null,
      user_id: customer?.id ?? null,
      seller_id: null,
      created_by: null,
      lines: [],
      payments: [],
    };
    const read = await server.db.store(1, 'write', async (tx) => loadOrder(tx, 1, await insertOrder(tx, 1, order)));
    expect(read).toMatchObject({
      status: 'PAYING',
      origin: 'customer',
      user: { fullname: customer?.fullname },
      seller: null,
    });
    expect([firstStatus([]), firstStatus([{ status: 'APPROVED' }])]).toEqual(['PENDING', 'PENDING']);
  });
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
