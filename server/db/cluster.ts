import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { FolderLock } from './folder-lock.ts';
import type { PostgresBinaries, RunAs } from './postgres-binaries.ts';

/* The files of the embedded PostgreSQL: initdb, and the password of its superuser. */

/** Everything that starts PostgreSQL again in the same place. */
export interface Home {
  readonly folder: string;
  readonly cluster: string;
  readonly binaries: PostgresBinaries;
  readonly as: RunAs;
  readonly durable: boolean;
  readonly lock: FolderLock;
}

export const passwordFile = (folder: string): string => path.join(folder, 'postgres-password');

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
export async function ensureCluster(home: Home, log: (line: string) => void): Promise<string> {
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
export async function resetPassword(home: Home, log: (line: string) => void): Promise<string> {
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

export const giveTo = async (target: string, as: RunAs): Promise<void> => {
  if (as.uid !== undefined && as.gid !== undefined) await chown(target, as.uid, as.gid);
};

/** Our own environment must not change PostgreSQL's behaviour: PGPORT, PGDATA and LC_* are not passed on. */
export const postgresEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' });
