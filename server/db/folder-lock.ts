import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, writeSync, ftruncateSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { isAlive, startOf } from './process-table.ts';

/*
 * The lock of a data folder is kept by the kernel (flock) on the file `lock`: it ends with the last process that holds
 * it, and it holds for every process that sees the file, also in another container. The file's text only names the
 * holder for people.
 */

export interface FolderLock {
  /** Open descriptor of the lock. A process that inherits it holds the lock too. */
  readonly fd: number;
  release(): void;
}

const lockFile = (folder: string): string => path.join(folder, 'lock');

/** Flags of open(2) that lock the file, where the system has them (libuv: UV_FS_O_EXLOCK). */
const lockingFlags: Partial<Record<NodeJS.Platform, number>> = {
  darwin: 0x20 | constants.O_NONBLOCK,
  win32: 0x10000000,
};
const busyCodes = new Set(['EAGAIN', 'EWOULDBLOCK', 'EBUSY']);

/** Locks the folder for this process; null while another process holds the lock. */
export async function lockFolder(folder: string): Promise<FolderLock | null> {
  const fd = open(lockFile(folder));
  if (fd === null) return null;
  if (lockingFlags[process.platform] === undefined && !(await flock(fd))) {
    closeSync(fd);
    return null;
  }
  ftruncateSync(fd);
  writeSync(fd, `${process.pid}\n${await startOf(process.pid)}\n${hostname()}\n`, 0);
  let held = true;
  return {
    fd,
    release() {
      if (held) closeSync(fd);
      held = false;
    },
  };
}

function open(file: string): number | null {
  try {
    return openSync(file, constants.O_RDWR | constants.O_CREAT | (lockingFlags[process.platform] ?? 0), 0o600);
  } catch (error) {
    if (error instanceof Error && 'code' in error && busyCodes.has(String(error.code))) return null;
    throw error;
  }
}

/** Node has no flock(2): the program of util-linux locks the open file that this process shares with it. */
async function flock(fd: number): Promise<boolean> {
  const program = spawn('flock', ['--nonblock', '3'], { stdio: ['ignore', 'ignore', 'ignore', fd] });
  const [code] = await once(program, 'exit');
  return code === 0;
}

/** Who holds the lock, and whether that is a living server of this machine (not a PostgreSQL that outlived it). */
export async function holderOf(folder: string): Promise<{ readonly name: string; readonly lives: boolean }> {
  const [pid, started, host] = (await readFile(lockFile(folder), 'utf8').catch(() => '')).split('\n');
  if (!pid || !host) return { name: 'another process', lives: false };
  const lives = host === hostname() && isAlive(Number(pid)) && (await startOf(Number(pid))) === started;
  return { name: `process ${pid} on ${host}`, lives };
}
