/**
 * `npm run verify`: the gate. Every check runs, even after one has failed. The last line sums up: "N passed, N failed",
 * counting each test and each other check. `--after-tests` uses the result of an earlier `npm test -- --simulations`
 * instead of running it (.ci/run).
 */
import './node-version.mjs';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { printFailures } from './failures.mjs';
import { ensureBuilt, ensureInstalled, root, run, runPackage } from './prepare.mjs';

process.chdir(root);
const afterTests = process.argv.includes('--after-tests');
const script = (file, ...args) => run(process.execPath, [path.join('scripts', file), ...args]);

const checks = {
  format: () => runPackage('oxfmt/bin/oxfmt', ['--check']),
  types: () => runPackage('typescript/bin/tsc', ['-b']),
  lint: () => runPackage('oxlint/bin/oxlint', []),
  knip: () => runPackage('knip/bin/knip.js', []),
  size: () => ensureBuilt().then(() => script('size.mjs')),
  requirements: () => script('requirements.mjs'),
};

await ensureInstalled();
const outcome = [];
for (const [name, check] of Object.entries(checks)) {
  const began = performance.now();
  console.log(`\n── ${name}`);
  const ok = await check().then(
    () => true,
    (error) => console.error(error.message),
  );
  outcome.push({ name, ok: ok === true, seconds: (performance.now() - began) / 1000 });
}
if (!afterTests) await script('test.mjs', '--simulations').catch(() => undefined);
const file = path.join('.cache', 'tests.json');
const tests = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passed: 0, failed: 1 };

printFailures(tests.failures ?? []);
console.log('');
for (const name of tests.unsteady ?? []) console.log(`unsteady ${name}`);
for (const { name, seconds } of tests.steps ?? []) console.log(`tests: ${name} (${seconds.toFixed(1)} s)`);
for (const { name, ok, seconds } of outcome)
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
console.log(`${tests.failed ? 'FAILED' : 'ok    '} tests (${tests.passed} passed, ${tests.failed} failed)`);
const passed = tests.passed + outcome.filter(({ ok }) => ok).length;
const failed = tests.failed + outcome.filter(({ ok }) => !ok).length;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
