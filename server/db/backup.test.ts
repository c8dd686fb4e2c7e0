import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { repositoryRoot } from '#server/root.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { migrate } from './migrate.ts';

const run = promisify(execFile);
const silent = (): void => undefined;

let dataDir: string;
let folder: string;
let running: EmbeddedPostgres | null = null;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'marche backup '));
  // PostgreSQL may run as another user, who must be able to enter the folder.
  await chmod(folder, 0o755);
  dataDir = path.join(folder, 'data');
});
afterAll(async () => {
  await running?.stop();
  await rm(folder, { recursive: true, force: true });
});

const start = async (): Promise<EmbeddedPostgres> => (running = await startEmbeddedPostgres({ dataDir, log: silent }));
const stop = async (): Promise<void> => {
  await running?.stop();
  running = null;
};

/** The commands as people type them: `npm run backup`, `npm run restore`. */
const command = (name: 'backup' | 'restore', ...args: string[]) =>
  run(process.execPath, ['--import', 'tsx', `scripts/${name}.ts`, ...args], {
    cwd: repositoryRoot,
    env: { ...process.env, MARCHE_DATA: dataDir, DATABASE_URL: '' },
  });

async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: running?.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const countOf = (table: string): Promise<number> =>
  withClient(
    async (client) => (await client.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n ?? 0,
  );

describe('backup and restore of the embedded database', { timeout: 120_000 }, () => {
  it('a copy made under load is restored whole: everything acknowledged before it, nothing half', async () => {
    const file = path.join(folder, 'under load.tar.gz');
    await start();
    await withClient((client) => client.query('create table sales (n int); create table payments (n int)'));
    let acknowledged = 0;
    const stopped = new AbortController();
    const till = withClient(async (client) => {
      while (!stopped.signal.aborted) {
        await client.query('begin');
        await client.query('insert into sales values ($1)', [acknowledged + 1]);
        await client.query('insert into payments values ($1)', [acknowledged + 1]);
        await client.query('commit');
        acknowledged += 1;
      }
    });
    await vi.waitFor(() => expect(acknowledged).toBeGreaterThan(200), { timeout: 20_000 });
    const before = acknowledged;
    const { stdout } = await command('backup', file);
    const after = acknowledged;
    stopped.abort();
    await till;
    expect(stdout).toContain(file);
    expect(after).toBeGreaterThan(before);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    await expect(command('restore', file)).rejects.toThrow('Detené primero el servidor');
    await withClient((client) => client.query('drop table payments'));
    await stop();
    await command('restore', file);
    await start();
    const sales = await countOf('sales');
    expect(sales).toBeGreaterThanOrEqual(before);
    expect(sales).toBeLessThanOrEqual(after + 1);
    expect(await countOf('payments')).toBe(sales);
    // The former database is kept.
    expect((await readdir(dataDir)).filter((name) => name.startsWith('cluster-before-'))).toHaveLength(1);
  });

  it('a copy of a stopped server is restored into an empty folder', async () => {
    const file = path.join(folder, 'stopped.tar.gz');
    const sales = await countOf('sales');
    await stop();
    await command('backup', file);
    await rm(dataDir, { recursive: true });
    await command('restore', file);
    await start();
    expect(await countOf('sales')).toBe(sales);
  });

  it('refuses a file that is no copy and leaves the database as it was', async () => {
    const file = path.join(folder, 'no copy.tar.gz');
    await writeFile(file, 'not a tar file');
    const sales = await countOf('sales');
    await stop();
    await expect(command('restore', file)).rejects.toThrow('No se pudo restaurar');
    await start();
    expect(await countOf('sales')).toBe(sales);
  });

  it('refuses a folder without a database', async () => {
    const empty = path.join(folder, 'empty');
    const failed = run(process.execPath, ['--import', 'tsx', 'scripts/backup.ts', path.join(folder, 'x.tar.gz')], {
      cwd: repositoryRoot,
      env: { ...process.env, MARCHE_DATA: empty, DATABASE_URL: '' },
    });
    await expect(failed).rejects.toThrow('No se pudo hacer la copia');
  });

  it('a restored database of Marche begins a new epoch, each time another one', async () => {
    const file = path.join(folder, 'epoch.tar.gz');
    await stop();
    await rm(dataDir, { recursive: true });
    await migrate((await start()).url);
    await withClient((client) =>
      client.query(`
        set session_replication_role = replica;
        insert into store_feeds (store_id, audience, head) values (1, 'admin', 7)`),
    );
    await command('backup', file);
    const epochs: number[] = [];
    for (const _time of ['first', 'second']) {
      await stop();
      await command('restore', file);
      await start();
      const { rows } = await withClient((client) =>
        client.query<{ head: number; epoch: number }>('select head::int, epoch from store_feeds'),
      );
      for (const { head, epoch } of rows) {
        expect([epoch > 200_000_000, head]).toEqual([true, epoch]);
        epochs.push(epoch);
      }
    }
    expect(epochs).toHaveLength(2);
    expect(epochs[1]).toBeGreaterThan(epochs[0] ?? 0);
  });
});
