import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A process that has ended but was never reaped (a zombie, common in containers) counts as dead. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return true;
  }
}

/** The command line of a process; empty when there is no such process. */
export const commandOf = (pid: number): Promise<string> =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').then(
    (line) => line.replaceAll('\0', ' '),
    () => ask(pid, 'command='),
  );

/** Start time of a process, in the system's own unit. It distinguishes two processes that had the same pid. */
export const startOf = (pid: number): Promise<string> =>
  readFile(`/proc/${pid}/stat`, 'latin1').then(
    (line) => line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? '',
    () => ask(pid, 'lstart='),
  );

const ask = (pid: number, column: string): Promise<string> =>
  run('ps', ['-o', column, '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
