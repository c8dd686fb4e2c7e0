import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
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
const startOf = (pid: number): Promise<string> =>
  readFile(`/proc/${pid}/stat`, 'latin1').then(
    (line) => line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? '',
    () => ask(pid, 'lstart='),
  );

const ask = (pid: number, column: string): Promise<string> =>
  run('ps', ['-o', column, '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );

const ownerFile = (folder: string): string => path.join(folder, 'owner');

/** Records this process as the owner of the folder. Throws while another living process owns it. */
export async function claimFolder(folder: string): Promise<void> {
  const [pid, started] = (await readFile(ownerFile(folder), 'utf8').catch(() => '')).split('\n');
  if (pid && isAlive(Number(pid)) && (await startOf(Number(pid))) === started) {
    throw new Error(`The data folder ${folder} is in use by process ${pid}.`);
  }
  await writeFile(ownerFile(folder), `${process.pid}\n${await startOf(process.pid)}\n`, { mode: 0o600 });
}

export const releaseFolder = (folder: string): Promise<void> => rm(ownerFile(folder), { force: true });
