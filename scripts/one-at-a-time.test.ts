import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const module = JSON.stringify(new URL('./one-at-a-time.mjs', import.meta.url).href);
const program = `
  import { onlyOne } from ${module};
  console.log(JSON.stringify({ other: await onlyOne(process.argv[1], process.argv[2]) ?? null }));
  process.stdin.resume();`;

let folder: string;
let children: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'marche lock '));
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Starts a process that tries to take the lock, prints the holder's message, and keeps running. */
async function tryLock(name: string, message: string): Promise<{ child: ChildProcess; other: string | null }> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, name, message], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line]: string[] = await once(createInterface({ input: child.stdout }), 'line');
  const { other }: { other: string | null } = JSON.parse(line ?? '');
  return { child, other };
}

describe('the lock against a second start', () => {
  it('tells the second process where the first one is, and lets another name in', async () => {
    expect((await tryLock('data A', 'http://one/')).other).toBeNull();
    expect((await tryLock('data A', 'http://two/')).other).toBe('http://one/');
    expect((await tryLock('data B', 'http://three/')).other).toBeNull();
  });

  it('is free again when its holder was killed with SIGKILL', async () => {
    const { child } = await tryLock('data A', 'http://one/');
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
    expect((await tryLock('data A', 'http://two/')).other).toBeNull();
  });
});
