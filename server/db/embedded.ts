import type { ChildProcess } from 'node:child_process';
import { mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ensureCluster, giveTo, type Home } from './cluster.ts';
import { type FolderLock, holderOf, lockFolder } from './folder-lock.ts';
import {
  canUse,
  isRoot,
  openSystemFolder,
  postgresBinaries,
  type RunAs,
  systemDataFolder,
  unprivilegedUser,
} from './postgres-binaries.ts';
import { answerOf, launch, shutDown, spawnPostgres } from './postgres-process.ts';
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

/** Creates the data folder, where PostgreSQL can use it: as root, perhaps another one. */
export async function prepareFolder(
  wanted: string,
  log: (line: string) => void,
): Promise<{ folder: string; as: RunAs }> {
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
  /** How often it ended since it last ran well. */
  let ends = 0;

  function watch(): void {
    const steady = setTimeout(() => (ends = 0), steadyMs);
    steady.unref();
    child.once('exit', (code, signal) => {
      clearTimeout(steady);
      if (stopping) return;
      log(`PostgreSQL ended by itself (${signal ?? code}); see ${path.join(home.folder, 'postgres.log')}`);
      starting = restart().catch((error: unknown) => {
        log(`PostgreSQL could not be started: ${error instanceof Error ? error.message : String(error)}`);
        onGone();
      });
    });
  }

  async function restart(): Promise<void> {
    // A start that fails, because processes of the killed one still hold its memory, does not shorten the next restart.
    for (let next = ends; next < restartPausesMs.length; next += 1) {
      await pause(restartPausesMs[next]);
      if (stopping) return;
      child = await spawnPostgres(home, port);
      if ((await answerOf(child, port, password)) !== 'well') continue;
      ends += 1;
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
