import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, openSync, closeSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  canUse,
  isRoot,
  openSystemFolder,
  type PostgresBinaries,
  postgresBinaries,
  type RunAs,
  systemDataFolder,
  unprivilegedUser,
} from './postgres-binaries.ts';
import { claimFolder, commandOf, isAlive, releaseFolder } from './process-table.ts';

/*
 * A real PostgreSQL as a child of this process, in a data folder:
 *
 *   <dataDir>/cluster/            PGDATA; initdb writes it under another name, then it is renamed
 *   <dataDir>/postgres-password   0600
 *   <dataDir>/postgres.log
 *   <dataDir>/owner               id and start time of the process that uses the folder
 *
 *   this process ──spawns──> postgres   (own session: a Ctrl-C in the terminal does not reach it)
 *        └────────pipe─────> guard      (own session: stops postgres when the pipe closes, even after kill -9)
 */

export interface EmbeddedPostgresOptions {
  /**
   * Created when missing. As root, a folder that PostgreSQL's user cannot enter is replaced by one in /var/lib/marche.
   */
  dataDir: string;
  log: (line: string) => void;
  /** false = no fsync, for tests only. */
  durable?: boolean;
}

export interface EmbeddedPostgres {
  /** Connection URL of the database `marche` as the superuser `postgres`. */
  url: string;
  /** Fast shutdown: PostgreSQL rolls open transactions back and flushes its data. Safe to call twice. */
  stop(): Promise<void>;
  /** Process id of PostgreSQL. */
  pid: number;
}

const database = 'marche';
const startTries = 5;

/** `.data` in the repository; as root, a folder in /var/lib/marche. */
export const defaultDataDir = (repository: string): string =>
  isRoot() ? systemDataFolder(path.resolve(repository)) : path.join(repository, '.data');

/**
 * Starts PostgreSQL and creates the database `marche` when it is missing (about 1.2 s the first time, 0.4 s later).
 * Throws when another living process uses the folder, or when PostgreSQL cannot run on this machine.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, durable = true } = options;
  const { folder, as } = await prepareFolder(path.resolve(options.dataDir), log);
  const binaries = await postgresBinaries(as);
  const cluster = path.join(folder, 'cluster');
  await claimFolder(folder);
  try {
    await stopLeftover(cluster, log);
    const password = await ensureCluster(folder, cluster, binaries, as, durable);
    const { child, port } = await launch({ folder, cluster, binaries, as, durable, password });
    const url = `postgres://postgres:${password}@127.0.0.1:${port}`;
    const postgres = handle(child, `${url}/${database}`, folder, log);
    await ensureDatabase(url).catch(async (error: unknown) => {
      await postgres.stop();
      throw error;
    });
    return postgres;
  } catch (error) {
    await releaseFolder(folder);
    throw error;
  }
}

async function prepareFolder(wanted: string, log: (line: string) => void): Promise<{ folder: string; as: RunAs }> {
  if (isRoot()) await openSystemFolder();
  await mkdir(wanted, { recursive: true });
  if (!isRoot()) return { folder: wanted, as: {} };
  const ownerOf = async (folder: string): Promise<RunAs | undefined> => {
    const { uid, gid } = await stat(path.join(folder, 'cluster')).catch(() => ({ uid: 0, gid: 0 }));
    return uid > 0 ? { uid, gid } : undefined;
  };
  const as = (await ownerOf(wanted)) ?? (await unprivilegedUser());
  await giveTo(wanted, as);
  if (await canUse(wanted, as)) return { folder: wanted, as };
  const folder = systemDataFolder(wanted);
  log(`PostgreSQL cannot run in ${wanted} as an unprivileged user: its data is in ${folder}`);
  await mkdir(folder, { recursive: true });
  const asThere = (await ownerOf(folder)) ?? as;
  await giveTo(folder, asThere);
  return { folder, as: asThere };
}

const giveTo = async (target: string, as: RunAs): Promise<void> => {
  if (as.uid !== undefined && as.gid !== undefined) await chown(target, as.uid, as.gid);
};

/** Shuts down a PostgreSQL whose parent died, and removes its pid file, also when PostgreSQL itself is dead. */
async function stopLeftover(cluster: string, log: (line: string) => void): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  if (!pid) return;
  // The pid may belong to another program after a restart of the machine or the container.
  if (isAlive(pid) && (await commandOf(pid)).includes(cluster)) {
    log(`Stopping the PostgreSQL (process ${pid}) that an earlier run left behind`);
    await shutDown(pid);
  }
  await rm(pidFile, { force: true });
}

/** Requests a fast shutdown (SIGINT), after 20 s an immediate one (SIGQUIT, recovery at the next start). */
async function shutDown(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    for (let waited = 0; waited < 20_000; waited += 20) {
      if (!isAlive(pid)) return;
      await pause(20);
    }
  }
}

/**
 * Runs initdb once and returns the password. A kill in the middle leaves only `cluster.new`, which the next start
 * deletes.
 */
async function ensureCluster(
  folder: string,
  cluster: string,
  { initdb }: PostgresBinaries,
  as: RunAs,
  durable: boolean,
): Promise<string> {
  const passwordFile = path.join(folder, 'postgres-password');
  if (existsSync(path.join(cluster, 'PG_VERSION'))) return (await readFile(passwordFile, 'utf8')).trim();
  const password = randomBytes(24).toString('base64url');
  await rm(passwordFile, { force: true });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await giveTo(passwordFile, as);
  const unfinished = `${cluster}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await chmod(unfinished, 0o700);
  await giveTo(unfinished, as);
  // The built-in locale needs no locale of the system: it sorts by byte order and maps case by Unicode.
  const flags = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  await promisify(execFile)(
    initdb,
    [`--pgdata=${unfinished}`, ...flags, ...access, ...(durable ? [] : ['--no-sync'])],
    { ...as, cwd: '/', env: postgresEnvironment() },
  );
  await rename(unfinished, cluster);
  return password;
}

/** Our own environment must not change PostgreSQL's behaviour: PGPORT, PGDATA and LC_* are not passed on. */
const postgresEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' });

interface Launch {
  folder: string;
  cluster: string;
  binaries: PostgresBinaries;
  as: RunAs;
  durable: boolean;
  password: string;
}

/**
 * Starts PostgreSQL; retries on another port. Another process may take the port before PostgreSQL binds it, and the
 * processes of a killed PostgreSQL hold the data folder for a moment longer.
 */
async function launch(options: Launch): Promise<{ child: ChildProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const child = await spawnPostgres(options, port);
    if (await answers(child, port, options.password)) return { child, port };
    if (attempt === startTries) throw new Error(`PostgreSQL does not start:\n${await endOfLog(options.folder)}`);
    await pause(200 * attempt);
  }
}

async function spawnPostgres({ folder, cluster, binaries, as, durable }: Launch, port: number): Promise<ChildProcess> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    max_connections: 100,
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const logFile = path.join(folder, 'postgres.log');
  const { size } = await stat(logFile).catch(() => ({ size: 0 }));
  // A file, not a pipe: PostgreSQL must be able to write its log after this process has died.
  const output = openSync(logFile, size > 5_000_000 ? 'w' : 'a', 0o600);
  const child = spawn(binaries.postgres, ['-D', cluster, ...flags], {
    ...as,
    cwd: cluster,
    detached: true,
    env: postgresEnvironment(),
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  if (child.pid !== undefined) guard(child, child.pid);
  return child;
}

/**
 * Starts a shell whose standard input closes when this process ends, even by kill -9. The shell then stops PostgreSQL.
 * The shell ends when PostgreSQL ends.
 */
function guard(postgres: ChildProcess, pid: number): void {
  if (process.platform === 'win32') return;
  const shell = spawn('/bin/sh', ['-c', 'cat > /dev/null; kill -INT "$1"', 'sh', String(pid)], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  postgres.once('exit', () => shell.kill('SIGKILL'));
}

/** Resolves to true once a login succeeds, to false if PostgreSQL exits first. */
async function answers(child: ChildProcess, port: number, password: string): Promise<boolean> {
  const life = { ended: child.pid === undefined };
  child.once('exit', () => (life.ended = true));
  child.once('error', () => (life.ended = true));
  while (!life.ended) {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' });
    const connected = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (connected) return !life.ended;
    await pause(20);
  }
  return false;
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

async function endOfLog(folder: string): Promise<string> {
  const text = await readFile(path.join(folder, 'postgres.log'), 'utf8').catch(() => '');
  return text.trim().split('\n').slice(-15).join('\n');
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${url}/postgres` });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}

function handle(child: ChildProcess, url: string, folder: string, log: (line: string) => void): EmbeddedPostgres {
  const { pid } = child;
  if (pid === undefined) throw new Error('PostgreSQL has no process id');
  let stopping: Promise<void> | undefined;
  child.once('exit', (code, signal) => {
    if (!stopping) log(`PostgreSQL ended by itself (${signal ?? code}); see ${path.join(folder, 'postgres.log')}`);
  });
  const stop = async (): Promise<void> => {
    await shutDown(pid);
    await releaseFolder(folder);
  };
  return { url, pid, stop: () => (stopping ??= stop()) };
}
