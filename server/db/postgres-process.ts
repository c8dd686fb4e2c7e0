import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Home, postgresEnvironment, resetPassword } from './cluster.ts';
import { isAlive } from './process-table.ts';

/* The process of the embedded PostgreSQL: start, first login, shutdown. */

const startTries = 5;

/**
 * Starts PostgreSQL; retries on another port. Another process may take the port before PostgreSQL binds it, and the
 * processes of a killed PostgreSQL hold the data folder for a moment longer. Throws when the password is refused twice.
 */
export async function launch(
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

export async function spawnPostgres(
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
export async function answerOf(
  child: ChildProcess,
  port: number,
  password: string,
): Promise<'well' | 'refused' | 'ended'> {
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

/** Requests a fast shutdown (SIGINT), after 20 s an immediate one (SIGQUIT, recovery at the next start). */
export async function shutDown(pid: number): Promise<void> {
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
