import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { lockFolder } from './folder-lock.ts';
import { isAlive } from './process-table.ts';

const silent = (): void => undefined;

let dataDir: string;
let running: EmbeddedPostgres[];
let parents: ChildProcess[];

// One folder for all tests, because initdb is slow and because each test must start a database that another one left.
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'marche embedded '));
});

beforeEach(() => {
  running = [];
  parents = [];
});

afterEach(async () => {
  for (const parent of parents) parent.kill('SIGKILL');
  for (const postgres of running) await postgres.stop();
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function start(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent });
  running.push(postgres);
  return postgres;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Starts the database as the child of another Node process, which prints its URL and waits. */
async function startInAnotherProcess(): Promise<{ parent: ChildProcess; url: string; pid: number }> {
  const module = JSON.stringify(new URL('./embedded.ts', import.meta.url).href);
  const program = `
    import { startEmbeddedPostgres } from ${module};
    const { url, pid } = await startEmbeddedPostgres({ dataDir: process.argv[1], log() {} });
    console.log(JSON.stringify({ url, pid }));
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  parents.push(parent);
  for await (const line of createInterface({ input: parent.stdout })) {
    const answer: { url: string; pid: number } = JSON.parse(line);
    return { parent, ...answer };
  }
  throw new Error('the other process ended');
}

async function killed(parent: ChildProcess): Promise<void> {
  const exit = once(parent, 'exit');
  parent.kill('SIGKILL');
  await exit;
}

/** Process ids of the children of a process. */
async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')));
  return pids.filter((_, i) => Number(stats[i]?.slice(stats[i].lastIndexOf(')') + 2).split(' ')[1]) === parent);
}

describe('embedded PostgreSQL', { timeout: 120_000 }, () => {
  it('keeps its data over a stop and a start, with fsync on and a password that only the owner can read', async () => {
    const first = await start();
    await query(first.url, 'create table stopped as select 41 + 1 as answer');
    expect(await query(first.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
    expect((await stat(path.join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600);
    await expect(query(first.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/);
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);

    const second = await start();
    expect(await query(second.url, 'select answer from stopped')).toEqual([{ answer: 42 }]);
  });

  it('is stopped when its parent is killed with SIGKILL, and starts again with every committed row', async () => {
    const { parent, url, pid } = await startInAnotherProcess();
    await query(url, 'create table orphaned as select generate_series(1, 1000) as n');
    await killed(parent);
    const again = await start();
    expect(isAlive(pid)).toBe(false);
    expect(await query(again.url, 'select count(*)::int as rows from orphaned')).toEqual([{ rows: 1000 }]);
  });

  it('starts after parent and PostgreSQL were both killed with SIGKILL', async () => {
    const { parent, url, pid } = await startInAnotherProcess();
    await query(url, 'create table crashed as select 7 as n');
    process.kill(pid, 'SIGKILL');
    await killed(parent);
    const again = await start();
    expect(await query(again.url, 'select n from crashed')).toEqual([{ n: 7 }]);
  });

  it('ignores a lock file whose process number belongs to another program by now', async () => {
    const first = await start();
    await first.stop();
    const pidFile = path.join(dataDir, 'cluster', 'postmaster.pid');
    await writeFile(pidFile, `${process.ppid}\n${path.join(dataDir, 'cluster')}\n1\n1\n\n\n\nready\n`);
    const second = await start();
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(isAlive(process.ppid)).toBe(true);
  });

  it('refuses a data folder that a living process uses', async () => {
    await start();
    await expect(startEmbeddedPostgres({ dataDir, log: silent })).rejects.toThrow(
      `in use by process ${process.pid} on ${hostname()}`,
    );
  });

  it('refuses a data folder that a server in another container uses, and leaves its files alone', async () => {
    const first = await start();
    await first.stop();
    const lock = path.join(dataDir, 'lock');
    const pidFile = path.join(dataDir, 'cluster', 'postmaster.pid');
    // The process number of another container means nothing here; only the kernel's lock says that its server lives.
    await writeFile(pidFile, '999999\n');
    const other = spawn('flock', ['--exclusive', lock, 'sleep', '1000'], { detached: true, stdio: 'ignore' });
    await vi.waitFor(async () => {
      const mine = await lockFolder(dataDir);
      mine?.release();
      expect(mine).toBeNull();
    }, 10_000);
    await writeFile(lock, '1\n1\nanother-container\n');
    try {
      await expect(startEmbeddedPostgres({ dataDir, log: silent, lockWaitMs: 300 })).rejects.toThrow(
        'in use by process 1 on another-container',
      );
      expect(await readFile(pidFile, 'utf8')).toBe('999999\n');
    } finally {
      process.kill(-(other.pid ?? 0), 'SIGKILL');
    }
    await vi.waitFor(() => start(), 10_000);
  });

  it('stops a PostgreSQL that an earlier run left behind, and takes its data over', async () => {
    const { parent, url, pid } = await startInAnotherProcess();
    await query(url, 'create table left_behind as select 3 as n');
    // Without its guard, PostgreSQL outlives its server.
    for (const guard of await childrenOf(parent.pid ?? 0)) if (guard !== pid) process.kill(guard, 'SIGKILL');
    await killed(parent);
    expect(isAlive(pid)).toBe(true);
    const next = await start();
    expect(isAlive(pid)).toBe(false);
    expect(await query(next.url, 'select n from left_behind')).toEqual([{ n: 3 }]);
  });

  it('throws away an initialisation that was killed half-way', async () => {
    await rm(path.join(dataDir, 'cluster'), { recursive: true, force: true });
    await mkdir(path.join(dataDir, 'cluster.new', 'base'), { recursive: true });
    await writeFile(path.join(dataDir, 'cluster.new', 'PG_VERSION'), '18\n');
    const postgres = await start();
    expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('starts a killed PostgreSQL again at the same address, with every committed row', async () => {
    const log = vi.fn<(line: string) => void>();
    const postgres = await startEmbeddedPostgres({ dataDir, log });
    running.push(postgres);
    await query(postgres.url, 'create table survived as select 5 as n');
    const { pid } = postgres;
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(async () => expect(await query(postgres.url, 'select n from survived')).toEqual([{ n: 5 }]), {
      timeout: 10_000,
    });
    expect(postgres.pid).not.toBe(pid);
    expect(log).toHaveBeenCalledWith(expect.stringContaining('ended by itself'));
    await expect(startEmbeddedPostgres({ dataDir, log: silent })).rejects.toThrow('in use by');
  });

  it('gives up after three starts that failed, and says so', async () => {
    const gone = vi.fn<() => void>();
    const postgres = await startEmbeddedPostgres({ dataDir, log: silent, onGone: gone });
    running.push(postgres);
    const configuration = path.join(dataDir, 'cluster', 'postgresql.conf');
    const before = await readFile(configuration, 'utf8');
    await writeFile(configuration, `${before}\nno_such_setting = 1\n`);
    try {
      process.kill(postgres.pid, 'SIGKILL');
      await vi.waitFor(() => expect(gone).toHaveBeenCalledTimes(1), { timeout: 20_000 });
    } finally {
      await writeFile(configuration, before);
    }
  });

  it.each([
    ['is lost', (file: string) => rm(file)],
    ['is wrong', (file: string) => writeFile(file, 'another one\n')],
  ])('sets a new password when the password file %s', async (_, spoil) => {
    const first = await start();
    await query(first.url, 'create table if not exists kept as select 1 as n');
    await first.stop();
    const file = path.join(dataDir, 'postgres-password');
    await spoil(file);
    const again = await start();
    expect(await query(again.url, 'select n from kept')).toEqual([{ n: 1 }]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await again.stop();
    await start();
  });
});
