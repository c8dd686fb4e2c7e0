import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Instant } from '#domain/time.ts';
import { giveTo, passwordFile } from './cluster.ts';
import { prepareFolder, startEmbeddedPostgres } from './embedded.ts';
import { beginEpochs } from './epochs.ts';
import { holderOf, lockFolder } from './folder-lock.ts';
import { postgresBinaries, type RunAs } from './postgres-binaries.ts';

/*
 * Copies of the embedded PostgreSQL, in one file:
 *
 *   marche-2026-11-23.tar.gz
 *     postgres-password    of the superuser
 *     cluster/             PGDATA; with backup_label when PostgreSQL ran while it was copied
 */

const run = promisify(execFile);
const walFolder = 'pg_wal';

/** What PostgreSQL creates again, or must not find in a copy of a running cluster. */
const left = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map']);
const emptied = new Set([
  walFolder,
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const isTemporary = (name: string): boolean => name.startsWith('pgsql_tmp') || name.startsWith('pg_internal.init');

export interface BackupOptions {
  /** The server's data folder. */
  readonly dataDir: string;
  /** The .tar.gz to write or to read. */
  readonly file: string;
  readonly log: (line: string) => void;
}

/**
 * Writes a copy of the whole database, also while the server runs and takes orders. The copy holds everything that was
 * acknowledged before it began. Throws when there is no database, or the file cannot be written.
 */
export async function backUp({ dataDir, file, log }: BackupOptions): Promise<void> {
  const { folder } = await prepareFolder(path.resolve(dataDir), log);
  const cluster = path.join(folder, 'cluster');
  await readFile(path.join(cluster, 'PG_VERSION')).catch(() => {
    throw new Error(`There is no database in ${folder}.`);
  });
  await mkdir(path.dirname(file), { recursive: true });
  const staging = await mkdtemp(`${file}.`);
  try {
    await copyFile(passwordFile(folder), passwordFile(staging));
    const copy = path.join(staging, 'cluster');
    const lock = await lockFolder(folder);
    if (lock) {
      try {
        await copyTree(cluster, copy, (name) => name === 'postmaster.pid');
      } finally {
        lock.release();
      }
    } else await copyRunning(folder, copy);
    const unfinished = path.join(staging, 'whole.tar.gz');
    await run('tar', ['-czf', unfinished, '-C', staging, 'postgres-password', 'cluster']);
    // It holds everybody's data and password hashes.
    await chmod(unfinished, 0o600);
    await rename(unfinished, file);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/**
 * PostgreSQL's low-level base backup: the files as they are while they change, and the write-ahead log from the
 * backup's start to its end, which makes them consistent at the next start. A replication slot keeps that log.
 */
async function copyRunning(folder: string, copy: string): Promise<void> {
  const cluster = path.join(folder, 'cluster');
  const port = Number((await readFile(path.join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[3]);
  const password = (await readFile(passwordFile(folder), 'utf8')).trim();
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' });
  await client.connect();
  try {
    const slot = `backup_${process.pid}`;
    // Temporary: it ends with this connection, also after kill -9.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
    const started = await client.query<{ segment: string }>(
      `select pg_walfile_name(pg_backup_start('marche', true)) as segment`,
    );
    await copyTree(cluster, copy, (name, parent) => left.has(name) || isTemporary(name) || emptied.has(parent));
    const stopped = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
    await writeFile(path.join(copy, 'backup_label'), stopped.rows[0]?.label ?? '', { mode: 0o600 });
    const first = started.rows[0]?.segment ?? '';
    const segments = (await readdir(path.join(cluster, walFolder))).filter(
      (n) => /^[0-9A-F]{24}$/.test(n) && n >= first,
    );
    for (const segment of segments)
      await copyFile(path.join(cluster, walFolder, segment), path.join(copy, walFolder, segment));
  } finally {
    await client.end();
  }
}

/** Copies a folder; a file that PostgreSQL deletes meanwhile is left out. `skips` gets name and parent folder. */
async function copyTree(
  from: string,
  to: string,
  skips: (name: string, parent: string) => boolean,
  parent = '',
): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (skips(entry.name, parent)) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) await copyTree(source, target, skips, entry.name);
    else await copyFile(source, target).catch(unlessGone);
  }
}

const unlessGone = (error: unknown): void => {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
};

export interface RestoreOptions extends BackupOptions {
  /** Begins the epoch of the restored database (epochs.ts). */
  readonly now: Instant;
}

/** A server uses the data folder. */
export class FolderInUse extends Error {}

/**
 * Replaces the database by a copy, which begins a new epoch; the server must be stopped. Keeps the replaced database
 * beside it and returns its folder; null when there was none. Throws while a server uses the folder, or when the file
 * is no copy.
 */
export async function restoreBackup({ dataDir, file, log, now }: RestoreOptions): Promise<string | null> {
  const { folder, as } = await prepareFolder(path.resolve(dataDir), log);
  const lock = await lockFolder(folder);
  if (!lock) throw new FolderInUse(`${(await holderOf(folder)).name} uses ${folder}`);
  const staging = await mkdtemp(path.join(folder, 'restored-'));
  try {
    await run('tar', ['-xzf', path.resolve(file), '-C', staging]);
    const restored = path.join(staging, 'cluster');
    await refuseOtherVersion(restored, as);
    await giveTree(staging, as);
    await chmod(restored, 0o700);
    // Before it takes the place: a device must not meet the restored database with its old numbers.
    const started = await startEmbeddedPostgres({ dataDir: staging, log });
    try {
      await beginEpochs(started.url, now);
    } finally {
      await started.stop();
    }
    const cluster = path.join(folder, 'cluster');
    const before = `${cluster}-before-${path.basename(staging)}`;
    const kept = await rename(cluster, before).then(
      () => before,
      (error: unknown) => {
        unlessGone(error);
        return null;
      },
    );
    await rename(restored, cluster);
    await rename(passwordFile(staging), passwordFile(folder));
    return kept;
  } finally {
    await rm(staging, { recursive: true, force: true });
    lock.release();
  }
}

async function refuseOtherVersion(cluster: string, as: RunAs): Promise<void> {
  const made = (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  const { stdout } = await run((await postgresBinaries(as)).postgres, ['--version'], { cwd: '/' });
  const own = /(\d+)/.exec(stdout)?.[1];
  if (made !== own) throw new Error(`The file is no copy of PostgreSQL ${own}${made && `: it was made by ${made}`}.`);
}

/** Gives a folder and all that it holds to PostgreSQL's user, where that is another one. */
async function giveTree(target: string, as: RunAs): Promise<void> {
  await giveTo(target, as);
  for (const entry of await readdir(target, { withFileTypes: true })) {
    const inner = path.join(target, entry.name);
    await (entry.isDirectory() ? giveTree(inner, as) : giveTo(inner, as));
  }
}
