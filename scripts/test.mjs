/**
 * `npm test`: prepares everything, runs all tests, and prints one line: "N passed, N failed". `npm test -- --unit` and
 * `npm test -- --e2e` run one half; further arguments go to that runner. With `--simulations` the simulator plays beside
 * them. What failed is replayed alone (scripts/journeys.mjs): if it fails again it has failed, otherwise it is unsteady.
 */
import './node-version.mjs';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromiumPaths } from './chromium.mjs';
import { characters, printFailures } from './failures.mjs';
import {
  hasFailed,
  joined,
  journeysOf,
  judge,
  nameOf,
  only,
  outsideTests,
  replayLimit,
  replays,
  slowest,
  unitTestsOf,
  unsteadyLimit,
} from './journeys.mjs';
import { ensureBuilt, ensureInstalled, root, runPackage } from './prepare.mjs';
import { playSimulations } from './simulations.mjs';
import { unhandledErrorsFile } from './unhandled-errors.mjs';

process.chdir(root);
const given = process.argv.slice(2).filter((arg) => arg !== '--simulations');
const simulates = process.argv.includes('--simulations');
// The simulator's own test then plays fewer histories.
if (simulates) process.env.SIMULATED = '1';
const [half, ...rest] = given;
const runs = { unit: half !== '--e2e', e2e: half !== '--unit' };
const passOn = half === '--unit' || half === '--e2e' ? rest : given;
const report = (name) => path.join(root, '.cache', `${name}.json`);

/** @type {{ passed: number, failed: number, failures: string[], unsteady: string[], steps: { name: string, seconds: number }[], slowest: { title: string, files: ReturnType<typeof slowest> }[] }} */
const total = { passed: 0, failed: 0, failures: [], unsteady: [], steps: [], slowest: [] };
mkdirSync(path.join(root, '.cache'), { recursive: true });
rmSync(report('tests'), { force: true });
try {
  await step('install', ensureInstalled);
  const simulations = simulates ? playSimulations() : Promise.resolve([]);
  if (runs.unit) await step('unit and server tests', unitTests);
  if (runs.e2e) await browserTests();
  countSimulations(await step('rest of the simulations', () => simulations));
} catch (error) {
  console.error(error.message);
  total.failed += 1;
  total.failures.push(error.message);
}
if (total.unsteady.length > 0) console.log(`\n${total.unsteady.length} unsteady`);
if (total.unsteady.length >= unsteadyLimit) {
  total.failed += 1;
  total.failures.push(`${total.unsteady.length} unsteady tests:\n${total.unsteady.join('\n')}`);
}
// Read by `npm run verify`, which adds its own checks.
writeFileSync(report('tests'), JSON.stringify(total));
for (const { title, files } of total.slowest) {
  console.log(`\n${title}`);
  for (const { file, seconds, tests } of files) console.log(`${seconds.toFixed(1).padStart(8)} s ${file} (${tests})`);
}
console.log('');
for (const { name, seconds } of total.steps) console.log(`${seconds.toFixed(1).padStart(8)} s ${name}`);
printFailures(total.failures);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** Runs `work` and records its duration, whether it succeeds or fails. */
async function step(name, work) {
  const began = performance.now();
  try {
    return await work();
  } finally {
    total.steps.push({ name, seconds: (performance.now() - began) / 1000 });
  }
}

async function unitTests() {
  const { ok, printed, files, outside, nowhere } = await vitest(passOn);
  const tests = [...unitTestsOf(files, root), ...outside.filter(hasFailed)];
  const broken = tests.filter(hasFailed);
  const failures = [...nowhere];
  // A runner that exits with an error has failed, even if its report lists no failure.
  if (!ok && broken.length + failures.length === 0) failures.push(`Vitest ended with an error\n${printed}`);
  const outcome = await judged(broken, async () => {
    const names = [...new Set(broken.map(({ file }) => file))];
    const again = [];
    for (let n = 0; n < replays; n += 1) {
      const replay = await vitest(['--no-file-parallelism', ...names]);
      again.push(...unitTestsOf(replay.files, root), ...replay.outside);
    }
    return joined(again);
  });
  total.passed += tests.length - outcome.failed.length;
  total.failed += failures.length + outcome.failed.length;
  total.failures.push(...failures, ...outcome.failed.map(toldFailure));
  total.slowest.push({ title: 'Slowest files of unit and server tests', files: slowest(tests) });
}

async function vitest(args) {
  const file = report('vitest');
  const reporters = ['default', 'json', './scripts/unhandled-errors.mjs'].map((name) => `--reporter=${name}`);
  rmSync(unhandledErrorsFile, { force: true });
  const { ok, printed, result } = await reported(
    'vitest/vitest.mjs',
    ['run', ...reporters, `--outputFile.json=${file}`, '--includeTaskLocation', ...args],
    file,
  );
  const files = result?.testResults ?? [];
  const unhandled = readReport(unhandledErrorsFile) ?? [];
  return {
    ok,
    printed,
    files,
    outside: outsideTests(files, unhandled, root),
    nowhere: unhandled.filter((error) => error.file === '').map(({ message }) => message),
  };
}

function toldFailure(one) {
  return `${nameOf(one)}\n${one.errors.join('\n')}`;
}

/** Judges the failed ones by `replay`; prints and counts the unsteady ones. */
async function judged(failed, replay) {
  if (failed.length === 0 || failed.length > replayLimit) return { failed };
  console.log(`\n${failed.length} failed and ${failed.length === 1 ? 'is' : 'are'} played again, alone.`);
  const outcome = judge(failed, await replay());
  for (const one of outcome.unsteady) console.log(`\nUNSTEADY ${nameOf(one)}\n${one.errors.join('\n')}`);
  total.unsteady.push(...outcome.unsteady.map(nameOf));
  return outcome;
}

function countSimulations(simulations) {
  for (const { name, ok, seconds, output } of simulations) {
    console.log(`\n── ${name}\n${output}`);
    total.steps.push({ name: `${name}, beside the tests`, seconds });
    count(ok, { passed: ok ? 1 : 0, failed: 0, failures: ok ? [] : [`${name}:\n${output}`] });
  }
}

async function browserTests() {
  const env = await step('Chromium', chromiumPaths);
  await step('build', ensureBuilt);
  const chosen = passOn.some((arg) => arg.startsWith('--project'));
  // Chaos uses every processor, so it runs by itself, also after an unsteady journey.
  const projects = chosen ? [[]] : ['chromium', 'chaos'].map((name) => [`--project=${name}`, '--pass-with-no-tests']);
  const played = [];
  const failed = [];
  for (const [index, project] of projects.entries()) {
    const output = path.join('test-results', String(index));
    const name = project[0]?.replace('--project=chromium', 'journeys').replace('--project=', '') ?? 'journeys';
    const first = await step(name, () => play([...project, '--no-deps', ...passOn], output, env));
    played.push(...first.journeys);
    const broken = first.journeys.filter(hasFailed);
    const { errors } = first;
    // A runner that exits with an error has failed, even if its report lists no failure.
    if (!first.ok && broken.length === 0 && errors.length === 0)
      errors.push(`Playwright ended with an error (${name})`);
    total.failed += errors.length;
    total.failures.push(...errors);
    failed.push(...broken);
  }
  const outcome = await step('journeys played again', () =>
    judged(failed, async () => {
      const args = [...only(failed), '--workers=1', `--repeat-each=${replays}`, '--trace=retain-on-failure'];
      const again = await play(args, path.join('test-results', 'again'), env);
      return again.journeys;
    }),
  );
  total.passed += played.length - outcome.failed.length;
  total.failed += outcome.failed.length;
  total.failures.push(...outcome.failed.map(toldFailure));
  total.slowest.push({ title: 'Slowest files of journeys', files: slowest(played) });
}

async function play(args, output, env) {
  const file = report('playwright');
  const { ok, result } = await reported('@playwright/test/cli.js', ['test', ...args, `--output=${output}`], file, {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  return {
    ok,
    journeys: result ? journeysOf(result) : [],
    errors: result ? result.errors.map(({ message }) => message) : [],
  };
}

function count(ok, { passed, failed, failures }) {
  total.passed += passed;
  // A runner that exits with an error has failed, even if its report lists no failure.
  total.failed += ok ? failed : Math.max(failed, 1);
  total.failures.push(...failures);
}

/** Runs a test runner; `printed` is the end of what it wrote as errors. */
async function reported(program, args, file, env = {}) {
  rmSync(file, { force: true });
  let printed = '';
  const onError = (text) => {
    printed = (printed + text).slice(-characters);
  };
  const ok = await runPackage(program, args, { env, onError }).then(
    () => true,
    () => false,
  );
  return { ok, printed, result: readReport(file) };
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
