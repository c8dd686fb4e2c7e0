import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
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
import { type FolderLock, holderOf, lockFolder } from './folder-lock.ts';
import { commandOf, isAlive } from './process-table.ts';

/*
 * A real PostgreSQL as a child of this process, in a data folder:
 *
 *   <dataDir>/cluster/            PGDATA; initdb writes it under another name, then it is renamed
 *   <dataDir>/postgres-password   0600
 *   <dataDir>/postgres.log
 *   <dataDir>/lock                locked in the kernel by this process and by PostgreSQL (folder-lock.ts)
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
  /** How long to wait for the lock of the folder: PostgreSQL holds it for a moment after its server was killed. */
  lockWaitMs?: number;
  /** PostgreSQL ended by itself and could not be started again, or ended again and again. */
  onGone?: () => void;
}

export interface EmbeddedPostgres {
  /** Connection URL of the database `marche` as the superuser `postgres`. */
  url: string;
  /** Fast shutdown: PostgreSQL rolls open transactions back and flushes its data. Safe to call twice. */
  stop(): Promise<void>;
  /** Process id of PostgreSQL; another one after a restart. */
  readonly pid: number;
}

const database = 'marche';
const startTries = 5;
/** Pauses before PostgreSQL is started again after it ended by itself. After the last one the server ends too. */
const restartPausesMs = [0, 1_000, 3_000];
/** A PostgreSQL that ran this long was started well: the next end begins with the first pause again. */
const steadyMs = 5_000;

/** `.data` in the repository; as root, a folder in /var/lib/marche. */
export const defaultDataDir = (repository: string): string =>
  isRoot() ? systemDataFolder(path.resolve(repository)) : path.join(repository, '.data');

/**
 * Starts PostgreSQL and creates the database `marche` when it is missing (about 1.2 s the first time, 0.4 s later).
 * PostgreSQL is started again, at the same address, when it ends by itself. Throws when another living process uses the
 * folder, or when PostgreSQL cannot run on this machine.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, durable = true, lockWaitMs = 25_000, onGone = () => undefined } = options;
  const { folder, as } = await prepareFolder(path.resolve(options.dataDir), log);
  const binaries = await postgresBinaries(as);
  const lock = await takeFolder(folder, lockWaitMs, log);
  try {
    const home: Home = { folder, cluster: path.join(folder, 'cluster'), binaries, as, durable, lock };
    const { child, port, password } = await launch(home, await ensureCluster(home, log), log);
    const url = `postgres://postgres:${password}@127.0.0.1:${port}`;
    const postgres = keepRunning({ home, password, port, url: `${url}/${database}`, log, onGone }, child);
    await ensureDatabase(url).catch(async (error: unknown) => {
      await postgres.stop();
      throw error;
    });
    return postgres;
  } catch (error) {
    lock.release();
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

/**
 * Locks the data folder. PostgreSQL inherits the lock, so one that outlived its server holds it until it is shut down.
 * Throws while another server uses the folder, also one in another container.
 */
async function takeFolder(folder: string, lockWaitMs: number, log: (line: string) => void): Promise<FolderLock> {
  for (let waited = 0; ; waited += 100) {
    const lock = await lockFolder(folder);
    if (lock) return lock;
    const holder = await holderOf(folder);
    if (holder.lives || waited >= lockWaitMs) throw new Error(`The data folder ${folder} is in use by ${holder.name}.`);
    await stopLeftover(path.join(folder, 'cluster'), log);
    await pause(100);
  }
}

/**
 * Shuts down a PostgreSQL whose server died. It never removes postmaster.pid: PostgreSQL itself decides whether the
 * file is stale.
 */
async function stopLeftover(cluster: string, log: (line: string) => void): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  // The pid may belong to another program after a restart of the machine or the container.
  if (!pid || !isAlive(pid) || !(await commandOf(pid)).includes(cluster)) return;
  log(`Stopping the PostgreSQL (process ${pid}) that an earlier run left behind`);
  await shutDown(pid);
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

/** Everything that starts PostgreSQL again in the same place. */
interface Home {
  readonly folder: string;
  readonly cluster: string;
  readonly binaries: PostgresBinaries;
  readonly as: RunAs;
  readonly durable: boolean;
  readonly lock: FolderLock;
}

const passwordFile = (folder: string): string => path.join(folder, 'postgres-password');

async function writePassword({ folder, as }: Home): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  await rm(passwordFile(folder), { force: true });
  await writeFile(passwordFile(folder), `${password}\n`, { mode: 0o600 });
  await giveTo(passwordFile(folder), as);
  return password;
}

/**
 * Runs initdb once and returns the password. A kill in the middle leaves only `cluster.new`, which the next start
 * deletes.
 */
async function ensureCluster(home: Home, log: (line: string) => void): Promise<string> {
  const { folder, cluster, binaries, as, durable } = home;
  if (existsSync(path.join(cluster, 'PG_VERSION'))) {
    const known = await readFile(passwordFile(folder), 'utf8').catch(() => '');
    return known.trim() || resetPassword(home, log);
  }
  const password = await writePassword(home);
  const unfinished = `${cluster}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await chmod(unfinished, 0o700);
  await giveTo(unfinished, as);
  // The built-in locale needs no locale of the system: it sorts by byte order and maps case by Unicode.
  const flags = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile(folder)}`];
  await promisify(execFile)(
    binaries.initdb,
    [`--pgdata=${unfinished}`, ...flags, ...access, ...(durable ? [] : ['--no-sync'])],
    { ...as, cwd: '/', env: postgresEnvironment() },
  );
  await rename(unfinished, cluster);
  return password;
}

/**
 * Gives the superuser a new password, in PostgreSQL's single-user mode, when the password file is lost or wrong. The
 * right to the data is the right to its folder.
 */
async function resetPassword(home: Home, log: (line: string) => void): Promise<string> {
  log(`The password in ${passwordFile(home.folder)} is missing or wrong: PostgreSQL gets a new one`);
  const password = await writePassword(home);
  const single = spawn(home.binaries.postgres, ['--single', '-D', home.cluster, 'postgres'], {
    ...home.as,
    cwd: home.cluster,
    env: postgresEnvironment(),
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let problem = '';
  single.stderr.on('data', (chunk: Buffer) => (problem += chunk.toString('utf8')));
  single.stdin.end(`alter role postgres password '${password}'\n`);
  const [code] = await once(single, 'exit');
  if (code !== 0) throw new Error(`PostgreSQL did not take a new password:\n${problem}`);
  return password;
}

/** Our own environment must not change PostgreSQL's behaviour: PGPORT, PGDATA and LC_* are not passed on. */
const postgresEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' });

/**
 * Starts PostgreSQL; retries on another port. Another process may take the port before PostgreSQL binds it, and the
 * processes of a killed PostgreSQL hold the data folder for a moment longer. Throws when the password is refused twice.
 */
async function launch(
  home: Home,
  known: string,
  log: (line: string) => void,
): Promise<{ child: ChildProcess; port: number; password: string }> {
  let password = known;
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const child = await spawnPostgres(home, port);
    const answer = await answerOf(child, port, password);
    if (answer === 'well') return { child, port, password };
    if (answer === 'refused') {
      await shutDown(child.pid ?? 0);
      if (password !== known) throw new Error('PostgreSQL refuses the password that it was given.');
      password = await resetPassword(home, log);
    } else {
      if (attempt === startTries) throw new Error(`PostgreSQL does not start:\n${await endOfLog(home.folder)}`);
      await pause(200 * attempt);
    }
  }
}

async function spawnPostgres(
  { folder, cluster, binaries, as, durable, lock }: Home,
  port: number,
): Promise<ChildProcess> {
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
    // The fourth descriptor holds the lock of the folder as long as any process of PostgreSQL lives.
    stdio: ['ignore', output, output, lock.fd],
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

/** SQLSTATE of a refused password. */
const wrongPassword = '28P01';

/** 'well' once a login succeeds, 'refused' for a wrong password, 'ended' when PostgreSQL exits first. */
async function answerOf(child: ChildProcess, port: number, password: string): Promise<'well' | 'refused' | 'ended'> {
  const life = { ended: child.pid === undefined };
  child.once('exit', () => (life.ended = true));
  child.once('error', () => (life.ended = true));
  while (!life.ended) {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' });
    const failure = await client.connect().then(
      () => null,
      (error: unknown) => (error instanceof Error && 'code' in error ? error.code : 'unknown'),
    );
    await client.end().catch(() => undefined);
    if (life.ended) break;
    if (failure === null) return 'well';
    if (failure === wrongPassword) return 'refused';
    await pause(20);
  }
  return 'ended';
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

interface Running {
  readonly home: Home;
  readonly password: string;
  readonly port: number;
  readonly url: string;
  readonly log: (line: string) => void;
  readonly onGone: () => void;
}

/** Watches PostgreSQL and starts it again at the same address when it ends by itself. */
function keepRunning({ home, password, port, url, log, onGone }: Running, first: ChildProcess): EmbeddedPostgres {
  let stopping: Promise<void> | undefined;
  let starting: Promise<void> = Promise.resolve();
  let child = first;
  let tries = 0;

  function watch(): void {
    const steady = setTimeout(() => (tries = 0), steadyMs);
    steady.unref();
    child.once('exit', (code, signal) => {
      clearTimeout(steady);
      if (stopping) return;
      log(`PostgreSQL ended by itself (${signal ?? code}); see ${path.join(home.folder, 'postgres.log')}`);
      starting = restart();
    });
  }

  async function restart(): Promise<void> {
    for (; tries < restartPausesMs.length && !stopping; tries += 1) {
      await pause(restartPausesMs[tries]);
      if (stopping) return;
      child = await spawnPostgres(home, port);
      if ((await answerOf(child, port, password)) !== 'well') continue;
      tries += 1;
      log('PostgreSQL runs again');
      watch();
      return;
    }
    if (!stopping) onGone();
  }

  const stop = async (): Promise<void> => {
    await starting;
    await shutDown(child.pid ?? 0);
    home.lock.release();
  };
  watch();
  return {
    url,
    get pid() {
      return child.pid ?? 0;
    },
    stop: () => (stopping ??= stop()),
  };
}
