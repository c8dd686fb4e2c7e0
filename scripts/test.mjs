/**
 * `npm test`: everything that it needs, then all tests, then one line: "N passed, N failed".
 * `npm test -- --unit` and `npm test -- --e2e` run one half; what follows goes to that runner.
 */
import './node-version.mjs';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findChromium } from './chromium.mjs';
import { printFailures } from './failures.mjs';
import { ensureBuilt, ensureInstalled, root, runPackage } from './prepare.mjs';

process.chdir(root);
const [half, ...rest] = process.argv.slice(2);
const runs = { unit: half !== '--e2e', e2e: half !== '--unit' };
const passOn = half === '--unit' || half === '--e2e' ? rest : process.argv.slice(2);
const report = (name) => path.join(root, '.cache', `${name}.json`);

const total = { passed: 0, failed: 0, failures: [] };
mkdirSync(path.join(root, '.cache'), { recursive: true });
rmSync(report('tests'), { force: true });
try {
  await ensureInstalled();
  if (runs.unit) await unitTests();
  if (runs.e2e) await browserTests();
} catch (error) {
  console.error(error.message);
  total.failed += 1;
  total.failures.push(error.message);
}
// For the gate that adds its own checks to these.
writeFileSync(report('tests'), JSON.stringify(total));
printFailures(total.failures);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function unitTests() {
  const file = report('vitest');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  await count('vitest/vitest.mjs', [...args, ...passOn], file, (result) => ({
    passed: result.numPassedTests,
    // A file that cannot be loaded has no tests that could fail.
    failed:
      result.numFailedTests +
      result.testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
        .length,
    failures: result.testResults
      .filter(({ status }) => status === 'failed')
      .flatMap(({ name, message, assertionResults }) => {
        const failed = assertionResults.filter((one) => one.status === 'failed');
        const about = path.relative(root, name);
        if (failed.length === 0) return [`${about}: ${message}`];
        return failed.map((one) => `${about}: ${one.fullName}\n${one.failureMessages.join('\n')}`);
      }),
  }));
}

async function browserTests() {
  const file = report('playwright');
  const env = { CHROMIUM_PATH: await findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  await ensureBuilt();
  // A flaky one failed: there are no retries here that could hide it.
  await count(
    '@playwright/test/cli.js',
    ['test', ...passOn],
    file,
    ({ stats, suites, errors }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + errors.length,
      failures: [...suites.flatMap(failuresOf), ...errors.map(({ message }) => message)],
    }),
    env,
  );
}

/** Of a suite of Playwright's report and of those inside it: which journeys failed, and with what. */
function failuresOf({ specs, suites = [] }) {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      return `${file}:${line}: ${title}\n${errors.map(({ message }) => message).join('\n')}`;
    });
  return [...own, ...suites.flatMap(failuresOf)];
}

/** Whatever the report says, a runner that ends with an error has failed. */
async function count(program, args, file, read, env = {}) {
  rmSync(file, { force: true });
  const ok = await runPackage(program, args, { env }).then(
    () => true,
    () => false,
  );
  const none = { passed: 0, failed: 0, failures: [] };
  const { passed, failed, failures } = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : none;
  total.passed += passed;
  total.failed += ok ? failed : Math.max(failed, 1);
  total.failures.push(...failures);
}
