import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { OrderSubmission } from '#contract/order-submission.ts';
import { describeError } from '#server/db/failures.ts';
import { users } from '#server/db/schema/accounts.ts';
import { orders } from '#server/db/schema/orders.ts';
import { readCreated, readError, readFeed } from '#server/testing/read.ts';
import { buildSubmission } from '#server/testing/submissions.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

/** Faults of the database under a running server: lost connections, no connections, no disk, waits. */
let server: TestServer;
let admin: pg.Client;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  await server.token('ana');
  admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
});
afterEach(() => {
  server.errors.length = 0;
});
afterAll(async () => {
  await admin.end();
  await server.close();
});

const databaseName = (): string => new URL(server.url).pathname.slice(1);

/** Ends all connections to the test's database and waits until they are gone. */
const endConnections = (): Promise<unknown> =>
  admin.query('select pg_terminate_backend(pid, 20000) from pg_stat_activity where datname = $1', [databaseName()]);

/** Ends connections while orders are written through them: holds what every order refers to until one waits for it. */
async function endWriters(times: number): Promise<void> {
  const holder = new pg.Client({ connectionString: server.url });
  await holder.connect();
  const holderPid = await pidOf(holder);
  try {
    for (let ended = 1; ended <= times; ended += 1) {
      await holder.query('begin');
      await holder.query('select from stores where id = 1 for update');
      const waiting = `select pid from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`;
      await vi.waitFor(async () => expect((await admin.query(waiting, [databaseName()])).rowCount).toBeGreaterThan(0), {
        timeout: 10_000,
        interval: 5,
      });
      // Every fourth time all of them, the idle ones too.
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = $1 and pid <> $2 and (wait_event_type = 'Lock' or $3)`,
        [databaseName(), holderPid, ended % 4 === 0],
      );
      await holder.query('rollback');
    }
  } finally {
    await holder.end();
  }
}

async function pidOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

interface Sale {
  readonly body: unknown;
  readonly headers: Record<string, string>;
  acknowledged: number | null;
}

const newSale = (body: OrderSubmission): Sale => ({ body, headers: command(null, randomUUID()), acknowledged: null });

async function send(sale: Sale): Promise<Answer> {
  const answer = await server.ask('ana', '/store/1/orders', { method: 'POST', body: sale.body, headers: sale.headers });
  if (answer.status === 201) sale.acknowledged = readCreated(answer).id;
  return answer;
}

describe('connections that PostgreSQL ends', () => {
  it('20 ended connections under 8 writers: 503 with Retry-After and a retry, no order lost, none twice (N-16)', async () => {
    const before = await server.db.direct.$count(orders);
    const body = await buildSubmission(server);
    const sales: Sale[] = [];
    const refused: Answer[] = [];
    const ending = { goesOn: true };
    const write = async (): Promise<void> => {
      while (ending.goesOn) {
        const sale = newSale({ ...body, uid: randomUUID() });
        sales.push(sale);
        while (sale.acknowledged === null) {
          const answer = await send(sale);
          if (answer.status !== 201) refused.push(answer);
        }
      }
    };
    const writers = Array.from({ length: 8 }, write);
    try {
      await endWriters(20);
    } finally {
      ending.goesOn = false;
      await Promise.all(writers);
    }
    expect(refused.length).toBeGreaterThanOrEqual(20);
    for (const answer of refused)
      expect([answer.status, readError(answer).code, answer.headers['retry-after']]).toEqual(
        answer.status === 409 ? [409, 'in_progress', '1'] : [503, 'unavailable', '1'],
      );
    expect(await server.db.direct.$count(orders)).toBe(before + sales.length);
    expect(new Set(sales.map((s) => s.acknowledged)).size).toBe(sales.length);
    const feed = readFeed(await server.ask('ana', '/store/1/changes?audience=admin&since=0'));
    expect(feed.changes.map((c) => c.store_seq)).toEqual(Array.from({ length: sales.length }, (_, i) => i + 1));
  }, 60_000);

  it('a database that accepts no connection: health and calls answer 503, and recover by themselves', async () => {
    await admin.query(`alter database ${databaseName()} with allow_connections false`);
    try {
      await endConnections();
      for (const [who, path] of [
        [null, '/health'],
        ['ana', '/stores'],
      ] as const) {
        const answer = await server.ask(who, path);
        expect([answer.status, readError(answer).code, answer.headers['retry-after']]).toEqual([
          503,
          'unavailable',
          '1',
        ]);
      }
      // What a client cannot change is not an error of the program.
      expect(server.errors.filter((line) => line.startsWith('health'))).toEqual([]);
    } finally {
      await admin.query(`alter database ${databaseName()} with allow_connections true`);
    }
    await vi.waitFor(async () => expect((await server.ask(null, '/health')).status).toBe(200), { timeout: 10_000 });
    expect((await server.ask('ana', '/stores')).status).toBe(200);
    // The connection that listens for events returns too: it waits with a growing pause.
    await vi.waitFor(async () => expect(await listeners()).toBe(1), { timeout: 10_000 });
  }, 30_000);

  it('all connections in use: 503 with Retry-After after a short wait, not 500', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let holding = 0;
    const held = Array.from({ length: 8 }, () =>
      server.db.system(async (tx) => {
        await tx.execute(sql`select 1`);
        holding += 1;
        await released;
      }),
    );
    try {
      await vi.waitFor(() => expect(holding).toBe(8), { timeout: 10_000 });
      const answer = await server.ask(null, '/health');
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
    } finally {
      release();
    }
    await Promise.all(held);
    expect((await server.ask(null, '/health')).status).toBe(200);
  }, 30_000);
});

async function listeners(): Promise<number> {
  const { rows } = await admin.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = $1 and query like 'listen %'`,
    [databaseName()],
  );
  return rows[0]?.n ?? 0;
}

it('a full disk: 507 with a sentence, nothing saved, and the same command succeeds afterwards', async () => {
  await server.db.direct.execute(sql`
    create function no_space() returns trigger language plpgsql as
      $$ begin raise 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
  await server.db.direct.execute(sql`create trigger no_space before insert on orders execute function no_space()`);
  const before = await server.db.direct.$count(orders);
  const sale = newSale(await buildSubmission(server));
  const answer = await send(sale);
  expect([answer.status, readError(answer)]).toEqual([
    507,
    {
      code: 'disk_full',
      message: 'El servidor se quedó sin espacio en el disco. Avisá a quien lo administra: no se guardó nada.',
    },
  ]);
  await server.db.direct.execute(sql`drop trigger no_space on orders`);
  expect(await server.db.direct.$count(orders)).toBe(before);
  expect((await send(sale)).status).toBe(201);
});

it('a failed query is logged without its parameters: no name, e-mail, phone or password hash', async () => {
  const [ana] = await server.db.direct
    .select()
    .from(users)
    .where(sql`email = 'ana@demo.marche'`);
  if (!ana) throw new Error('Ana is missing');
  const { id: _, ...twin } = ana;
  const failure: unknown = await server.db.direct
    .insert(users)
    .values(twin)
    .then(
      () => null,
      (error: unknown) => error,
    );
  const logged = describeError(failure);
  expect(logged).toContain('code 23505');
  expect(logged).toContain('insert into "users"');
  for (const secret of [ana.fullname, ana.email, ana.phone, ana.password_hash])
    expect(logged).not.toContain(String(secret));
});

describe('saving the status of a store', () => {
  const openStatus = {
    open: true,
    type: { inmediate: { open: true, services: { LOCAL: true, TAKEAWAY: true, DELIVERY: true } }, preorder: true },
    delay: 10,
  };

  it('does not wait for an order that is being written', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const order = server.db.store(1, 'write', async (tx) => {
      // The lock that a foreign key to the store takes.
      await tx.execute(sql`select 1 from stores where id = 1 for key share`);
      await released;
    });
    try {
      const saved = await server.ask('ana', '/store/1/status', { method: 'PATCH', body: openStatus });
      expect(saved.status).toBe(200);
    } finally {
      release();
    }
    await order;
  });

  it('24 answers to the closing question at once: no deadlock, one is applied, the others are told (N-06)', async () => {
    const asked = new Date(server.clock.now() + 10 * 60_000).toISOString();
    await server.db.direct.execute(sql`
      update stores set open = true, autoclose = ${asked}, autoclose_asked = true, autoclose_accepted = false where id = 1`);
    const answers = await Promise.all(
      Array.from({ length: 24 }, () =>
        server.ask('ana', '/store/1/autoclose', { method: 'PATCH', body: { minutes: 15 }, headers: command() }),
      ),
    );
    expect(answers.filter((a) => a.status >= 500)).toEqual([]);
    expect(answers.filter((a) => a.status === 200).length).toBeGreaterThan(0);
    expect(server.errors).toEqual([]);
  });
});
