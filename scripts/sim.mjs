/**
 * The simulator (docs/decisions/013-proof-of-the-engine.md):
 *   npm run sim                        5,000 histories
 *   npm run sim -- --histories 1000000 [--seed 7] [--workers 2]
 *   npm run sim -- --mutants           plants each bug of sim/mutants.mjs in the shipped code; each must be caught
 *   npm run sim -- --mutants --only poison   those whose names contain the word
 *   npm run sim -- --indexed           plays every history over IndexedDB, not one in ten
 *   npm run sim -- --script '{…}'      plays one history in the form that a failure prints
 */
import './node-version.mjs';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureInstalled, root } from './prepare.mjs';

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '5000' },
    seed: { type: 'string' },
    workers: { type: 'string' },
    mutants: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    indexed: { type: 'boolean', default: false },
    script: { type: 'string' },
  },
});
process.chdir(root);
await ensureInstalled();
const { build } = await import('esbuild');
const { mutants: allMutants } = await import(pathToFileURL(path.join(root, 'sim', 'mutants.mjs')).href);
const mutants = allMutants.filter(({ name }) => name.includes(values.only));
const folder = path.join(root, '.cache', 'sim');
mkdirSync(folder, { recursive: true });

/** The shipped file with the bug in it. */
function withBug({ name, file, find, replace }) {
  const parts = readFileSync(path.join(root, file), 'utf8').split(find);
  if (parts.length !== 2) throw new Error(`${name}: found ${parts.length - 1} times in ${file}`);
  return parts.join(replace);
}

/** Bundles an entry of sim/, with one planted bug if `mutant` is given. */
async function bundle(entry, name, mutant) {
  const outfile = path.join(folder, `${name}.mjs`);
  let planted = 0;
  const plant = {
    name: 'plant',
    setup(on) {
      if (!mutant) return;
      on.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
        if (path.relative(root, file).replaceAll(path.sep, '/') !== mutant.file) return undefined;
        planted += 1;
        return { contents: withBug(mutant), loader: 'ts' };
      });
    },
  };
  await build({
    entryPoints: [path.join('sim', entry)],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    outfile,
    plugins: [plant],
    logLevel: 'error',
  });
  if (mutant && planted !== 1) throw new Error(`${mutant.name}: ${mutant.file} is not part of the simulation`);
  return outfile;
}

/** Rare, single-threaded garbage collection plays a fifth more histories in the same time. */
const lean = ['--min-semi-space-size=128', '--max-semi-space-size=128', '--single-threaded-gc'];

/** Runs a bundle; returns its last line and its exit code. */
function run(file, args, onLine = () => {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...lean, file, ...args.map(String)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let last = null;
    createInterface({ input: child.stdout }).on('line', (line) => {
      last = JSON.parse(line);
      onLine(last);
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, last }));
  });
}

/** How many tests of `mutant.test` fail with the bug: the simulator cannot contain it, or meets it too seldom. */
function failedTests(mutant) {
  withBug(mutant);
  const { test, file, find, replace } = mutant;
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', test, '--reporter=json'], {
    env: { ...process.env, PLANTED_BUG: JSON.stringify({ file, find, replace }) },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => {
      const report = JSON.parse(Buffer.concat(output).toString());
      if (report.numPassedTests + report.numFailedTests === 0) reject(new Error(`${mutant.name}: no test ran`));
      resolve(report.numFailedTests);
    });
  });
}

/** Distributes a list over `workers`; each takes the next item when it is free. */
async function share(workers, list, work) {
  const waiting = [...list];
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
    }),
  );
}

const workers = Number(values.workers ?? Math.min(availableParallelism(), 2));
const seconds = (since) => ((performance.now() - since) / 1000).toFixed(1);
const began = performance.now();

if (values.script !== undefined) {
  const { code } = await run(
    await bundle('one.ts', 'one'),
    [values.script, ...(values.indexed ? ['indexed'] : [])],
    (line) => console.log(JSON.stringify(line)),
  );
  process.exitCode = code;
} else if (values.mutants) {
  const survivors = [];
  const tried = Number(values.histories);
  await share(workers, mutants.entries(), async ([n, mutant]) => {
    const at = performance.now();
    if (mutant.test !== undefined) {
      const failed = await failedTests(mutant);
      if (failed === 0) survivors.push(mutant.name);
      const caught = failed === 0 ? 'SURVIVED' : `caught by ${failed} unit tests`;
      console.log(`${caught.padEnd(20)} ${seconds(at).padStart(6)} s  ${mutant.name}`);
      return;
    }
    const { code, last } = await run(await bundle('worker.ts', `mutant-${n}`, mutant), [
      values.seed ?? 1,
      tried,
      'hunt',
      ...(mutant.indexed ? ['indexed'] : []),
    ]);
    if (code === 0) survivors.push(mutant.name);
    const caught = code === 0 ? 'SURVIVED' : last ? `caught after ${last.played}` : 'caught at once';
    console.log(
      `${caught.padEnd(20)} ${seconds(at).padStart(6)} s  ${mutant.name}: ${last?.why?.split('\n')[0] ?? ''}`,
    );
  });
  console.log(`${mutants.length - survivors.length} of ${mutants.length} planted bugs caught in ${seconds(began)} s`);
  process.exitCode = survivors.length > 0 ? 1 : 0;
} else {
  const histories = Number(values.histories);
  const seed = Number(values.seed ?? (Date.now() % 1_000_000) * 1_000);
  const file = await bundle('worker.ts', 'worker');
  const each = Math.ceil(histories / workers / 1_000) * 1_000;
  const shares = Array.from({ length: workers }, (_, n) => ({
    seed: seed + n * 1_000_000,
    histories: Math.max(0, Math.min(each, histories - n * each)),
  })).filter((s) => s.histories > 0);
  const progress = new Map();
  let failed = 0;
  let told = 0;
  await Promise.all(
    shares.map(async (part) => {
      const { code, last } = await run(
        file,
        [part.seed, part.histories, ...(values.indexed ? ['indexed'] : [])],
        (line) => {
          progress.set(part.seed, line);
          const played = [...progress.values()].reduce((sum, l) => sum + l.played, 0);
          if (played - told < 50_000) return;
          told = played;
          console.log(`${played} histories after ${seconds(began)} s`);
        },
      );
      if (code === 0) return;
      failed += 1;
      console.error(
        `VIOLATION (seed ${last?.seed}, path ${last?.path})\n${last?.why}\n${JSON.stringify(last?.script)}`,
      );
    }),
  );
  const sum = (key) => [...progress.values()].reduce((total, l) => total + l[key], 0);
  console.log(
    `${sum('played')} histories, ${sum('commands')} commands, ${sum('applied')} effects, seed ${seed}, ${seconds(began)} s: ` +
      (failed > 0 ? `${failed} VIOLATIONS` : '0 violations'),
  );
  process.exitCode = failed > 0 ? 1 : 0;
}
