/**
 * The simulator's part of the gate: random histories, then the planted bugs. It runs beside the tests at the lowest
 * priority, so it takes only the processor time that they leave.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './prepare.mjs';
import { lowerPriority } from './priority.mjs';

const runs = [
  { name: 'simulation', args: ['--histories', '50000', '--seed', '20000000'] },
  { name: 'mutants', args: ['--mutants', '--histories', '8000'] },
];

/**
 * Plays both, one after the other.
 * @returns {Promise<{ name: string, ok: boolean, seconds: number, output: string }[]>}
 */
export async function playSimulations() {
  const outcome = [];
  for (const { name, args } of runs) {
    const began = performance.now();
    const { ok, output } = await behindEverything(path.join('scripts', 'sim.mjs'), args);
    outcome.push({ name, ok, seconds: (performance.now() - began) / 1000, output });
  }
  return outcome;
}

function behindEverything(file, args) {
  // A session of its own (scripts/priority.mjs).
  const child = spawn(process.execPath, [file, ...args], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  lowerPriority(child.pid);
  const end = () => stop(child.pid);
  process.once('exit', end);
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('exit', end);
      resolve({ ok: code === 0, output: Buffer.concat(output).toString() });
    });
  });
}

/** Ends the simulator with its workers, which are a process group. */
function stop(pid) {
  try {
    process.kill(-pid);
  } catch {
    // It has ended.
  }
}
