import type { ChildProcess } from 'node:child_process';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { inDatabase, openAlways } from './shop-database.ts';

/** A real shop: the built server as its own process, with its own PostgreSQL and the demo data. */
export interface Shop {
  readonly url: string;
  readonly origin: string;
  /** Folder of the served client: a copy, so that a test can publish another build. */
  readonly clientFolder: string;
  /** URL of its running PostgreSQL; a restart may change the port. */
  databaseUrl(): string;
  /** Process id of its running PostgreSQL. */
  databasePid(): number;
  /** Kills the server with SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data. */
  start(): Promise<void>;
  /** Copies the database with `npm run backup`. Returns what stops the server, restores the copy and starts it again. */
  backUp(): Promise<() => Promise<void>>;
  /** Ends it for good and keeps its data, stopped in good order, in a new folder. */
  saveAs(folder: string): Promise<void>;
  stop(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, '..');
/** Folder of the build, with `client` and `server`. */
export const built = path.resolve(process.env.MARCHE_BUILD ?? path.join(root, 'dist'));
const builtServer = path.join(built, 'server/main.js');
/** Names the folder of template-shop.ts. */
export const templateVariable = 'MARCHE_TEMPLATE';
const patienceMs = 60_000;

async function answers(origin: string, child: ChildProcess): Promise<void> {
  const end = performance.now() + patienceMs;
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const well = await fetch(`${origin}/api/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (well) return;
    // Polls, because there is no signal that a process has begun to listen.
    await delay(20);
  }
  throw new Error('the server did not answer');
}

/**
 * `program`: replaces the built server; `env`: additional settings. A built server begins with a copy of the demo shop that
 * template-shop.ts made.
 */
export async function openShop({
  program = builtServer,
  env = {},
}: {
  readonly program?: string;
  readonly env?: Readonly<Record<string, string>>;
} = {}): Promise<Shop> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const folder = mkdtempSync(path.join(tmpdir(), 'marche e2e '));
  // PostgreSQL may run as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755);
  const clientFolder = path.join(folder, 'client');
  const data = path.join(folder, 'data');
  cpSync(path.join(built, 'client'), clientFolder, { recursive: true });
  // PostgreSQL refuses files of another user. Node's own copy changes their owner, `cp -a` keeps it.
  const copy = (from: string, to: string): Buffer => execFileSync('cp', ['-a', from, to]);
  const template = process.env[templateVariable];
  if (template && program === builtServer) copy(template, data);
  let child: ChildProcess | null = null;

  const start = async (): Promise<void> => {
    const started = spawn(process.execPath, [program], {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        MARCHE_DATA: data,
        CLIENT_FOLDER: clientFolder,
        SIGN_IN_PER_MINUTE: '10000',
        REQUESTS_PER_MINUTE: '1000000',
        LOG_LEVEL: 'error',
        DATABASE_URL: '',
        ...env,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child = started;
    await answers(origin, started);
  };

  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    const ending = child;
    child = null;
    if (!ending || ending.exitCode !== null) return;
    const gone = once(ending, 'exit');
    ending.kill(signal);
    await gone;
  };

  const postmaster = (line: number): string =>
    readFileSync(path.join(data, 'cluster/postmaster.pid'), 'utf8').split('\n')[line] ?? '';
  const databaseUrl = (): string => {
    const password = readFileSync(path.join(data, 'postgres-password'), 'utf8').trim();
    const itsPort = postmaster(3);
    return `postgres://postgres:${password}@127.0.0.1:${itsPort}/marche`;
  };

  const script = (name: 'backup' | 'restore', file: string): Promise<unknown> =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', `scripts/${name}.ts`, file], {
      cwd: root,
      env: { ...process.env, MARCHE_DATA: data, DATABASE_URL: '' },
    });

  try {
    await start();
    await inDatabase({ databaseUrl }, openAlways);
  } catch (error) {
    // The caller gets no shop that it could stop.
    await end('SIGKILL');
    throw error;
  }
  return {
    url: `${origin}/sellers/`,
    origin,
    clientFolder,
    databaseUrl,
    databasePid: () => Number(postmaster(0)),
    start,
    kill: () => end('SIGKILL'),
    async backUp() {
      const file = path.join(folder, 'copy.tar.gz');
      await script('backup', file);
      return async () => {
        await end('SIGTERM');
        await script('restore', file);
        await start();
      };
    },
    async saveAs(kept) {
      await end('SIGTERM');
      copy(data, kept);
      rmSync(folder, { recursive: true, force: true });
    },
    async stop() {
      // After a kill the database may still run: a start and a normal stop end it.
      if (!child) await start();
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
