import { plainSubmission } from '#testing/submission.ts';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { order } from '#contract/orders.ts';
import { changesAnswer, storeProfile } from '#contract/stores.ts';
import { createTestDatabase, type TestDatabase } from '#server/db/test-database.ts';
import { killPrograms, signInto, startProgram } from '#server/testing/program.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
});
afterEach(() => killPrograms());
afterAll(() => database.drop());

const json = async (response: Response): Promise<unknown> => response.json();

interface Sale {
  readonly key: string;
  readonly body: string;
  acknowledged: number | null;
}

async function salesOf(origin: string, count: number): Promise<Sale[]> {
  const { catalog } = z.parse(
    storeProfile,
    await json(await fetch(`${origin}/api/store/1`, { headers: await signInto(origin) })),
  );
  const item = catalog.items.find((i) => i.name === 'Medialuna de manteca');
  if (!item) throw new Error('the menu has no medialunas');
  return Array.from({ length: count }, () => ({
    key: randomUUID(),
    acknowledged: null,
    body: JSON.stringify(plainSubmission([item], { uid: randomUUID() })),
  }));
}

/** Sends the unacknowledged sales, eight at a time, until `until` is true or none is left. */
async function sell(origin: string, sales: readonly Sale[], until: () => boolean): Promise<void> {
  const headers = await signInto(origin);
  const open = sales.filter((s) => s.acknowledged === null);
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < open.length && !until()) {
      const sale = open[next];
      next += 1;
      if (!sale) return;
      const response = await fetch(`${origin}/api/store/1/orders`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': sale.key },
        body: sale.body,
      }).catch(() => null);
      if (response?.status === 201)
        sale.acknowledged = z.parse(z.object({ order: z.object({ id: z.int() }) }), await json(response)).order.id;
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

async function everyOrder(origin: string): Promise<z.infer<typeof order>[]> {
  const headers = await signInto(origin);
  const pages = await Promise.all(
    [1, 2, 3].map(async (page) =>
      z.parse(z.array(order), await json(await fetch(`${origin}/api/store/1/orders?page=${page}`, { headers }))),
    ),
  );
  return pages.flat();
}

/** Process id of the embedded PostgreSQL: the first line of its pid file, in `folder` or where the program said. */
function databasePid(output: string, folder: string): number {
  const used = /its data is in (\S.*)$/m.exec(output)?.[1] ?? folder;
  return Number(readFileSync(path.join(used, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

describe('the program', () => {
  it('killed (-9) during 100 order creations: every acknowledged order is there, none twice (N-16, K-75)', async () => {
    const first = startProgram({ DATABASE_URL: database.url });
    const origin = await first.ready;
    const sales = await salesOf(origin, 100);
    await sell(origin, sales, () => {
      if (sales.filter((s) => s.acknowledged !== null).length < 40) return false;
      first.child.kill('SIGKILL');
      return true;
    });
    await first.exit;
    const kept = sales.filter((s) => s.acknowledged !== null);
    expect(kept.length).toBeGreaterThanOrEqual(40);
    expect(kept.length).toBeLessThan(100);

    const second = startProgram({ DATABASE_URL: database.url });
    const again = await second.ready;
    const before = await everyOrder(again);
    for (const { acknowledged } of kept) expect(before.filter((o) => o.id === acknowledged)).toHaveLength(1);

    await sell(again, sales, () => false);
    expect(sales.every((s) => s.acknowledged !== null)).toBe(true);
    const orders = await everyOrder(again);
    expect(orders).toHaveLength(109);
    expect(new Set(orders.map((o) => o.uid)).size).toBe(109);
    expect(orders.map((o) => o.number).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 109 }, (_, i) => i + 1));
    const feed = z.parse(
      changesAnswer,
      await json(
        await fetch(`${again}/api/store/1/changes?audience=admin&since=0`, { headers: await signInto(again) }),
      ),
    );
    // Shortly before a store's closing time its feed has the question about it, too.
    expect(feed.changes.map((c) => c.store_seq)).toEqual(Array.from({ length: feed.head }, (_, i) => i + 1));
    const created = feed.changes.flatMap((c) => (c.name === 'order-created' ? [c.id] : []));
    expect(new Set(created)).toEqual(new Set(sales.map((s) => String(s.acknowledged))));
    expect(created).toHaveLength(100);
    second.child.kill('SIGTERM');
    expect(await second.exit).toBe(0);
  }, 120_000);

  it('its PostgreSQL killed (-9) three times under load: back within 10 s each, no acknowledged order lost, none twice (N-16)', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'marche killed '));
    const program = startProgram({ DATABASE_URL: '', MARCHE_DATA: folder });
    const origin = await program.ready;
    const sales = await salesOf(origin, 60);
    const pid = (): number => databasePid(program.output(), folder);
    let killed = 0;
    for (let kill = 1; kill <= 3; kill += 1) {
      const alive = pid();
      await sell(origin, sales, () => {
        if (sales.filter((s) => s.acknowledged !== null).length < kill * 15) return false;
        if (killed < kill) process.kill(alive, 'SIGKILL');
        killed = kill;
        return true;
      });
      // While PostgreSQL dies, a connection that still lives may make the server look healthy.
      const isBack = async (): Promise<void> => {
        expect(pid()).not.toBe(alive);
        expect((await fetch(`${origin}/api/health`)).status).toBe(200);
      };
      await vi.waitFor(isBack, { timeout: 10_000 });
    }
    await sell(origin, sales, () => false);
    expect(sales.every((s) => s.acknowledged !== null)).toBe(true);
    const orders = await everyOrder(origin);
    expect(orders).toHaveLength(69);
    expect(new Set(orders.map((o) => o.uid)).size).toBe(69);
    program.child.kill('SIGTERM');
    expect(await program.exit).toBe(0);
    await rm(folder, { recursive: true });
  }, 120_000);

  it('stops within 5 s at SIGTERM, tells the sockets to come back, and frees its port', async () => {
    const program = startProgram({ DATABASE_URL: database.url });
    const origin = await program.ready;
    const config = z.parse(
      z.object({ realtime: z.object({ key: z.string() }) }),
      await json(await fetch(`${origin}/api/config`)),
    );
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/app/${config.realtime.key}?protocol=7`);
    await new Promise((resolve) => socket.once('message', resolve));
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    program.child.kill('SIGTERM');
    expect(await closed).toBe(4200);
    expect(await program.exit).toBe(0);
    await expect(fetch(`${origin}/api/health`)).rejects.toThrow('fetch failed');
  }, 120_000);

  it('says which port is taken and ends with 1', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const program = startProgram({ DATABASE_URL: database.url, PORT: String(port) });
    expect(await program.exit).toBe(1);
    expect(program.output()).toContain(`El puerto ${port} está ocupado. Elegí otro con PORT.`);
    other.close();
  }, 120_000);

  it('says which setting is wrong and ends with 1', async () => {
    const program = startProgram({ PORT: 'ochenta', PUSHER_KEY: 'x' });
    expect(await program.exit).toBe(1);
    expect(program.output()).toContain('PORT=ochenta');
    expect(program.output()).toContain('PUSHER_APP_ID');
  }, 120_000);

  it('says that the database does not answer and ends with 1', async () => {
    const program = startProgram({ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' });
    expect(await program.exit).toBe(1);
    expect(program.output()).toContain('Marche no pudo empezar');
    expect(program.output()).not.toContain('secret');
  }, 120_000);

  it('says that the database refuses the password and ends with 1, within seconds', async () => {
    const url = new URL(database.url);
    url.password = 'wrong-password';
    const program = startProgram({ DATABASE_URL: url.href });
    expect(await program.exit).toBe(1);
    expect(program.output()).toContain('La base de datos no acepta el usuario o la contraseña de DATABASE_URL.');
    expect(program.output()).not.toContain('wrong-password');
  }, 30_000);

  it('brings its own database when none is given, in a folder with a space, and takes it down again', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'marche con espacio '));
    const program = startProgram({ DATABASE_URL: '', MARCHE_DATA: folder });
    const origin = await program.ready;
    expect(await json(await fetch(`${origin}/api/health`))).toMatchObject({ ok: true });
    program.child.kill('SIGINT');
    expect(await program.exit).toBe(0);
    await rm(folder, { recursive: true });
  }, 120_000);
});
