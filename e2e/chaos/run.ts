import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { findChromium } from '#scripts/chromium.mjs';
import { drainWithinMs, fewestKills, percentile, runChaos, summaryOf } from './chaos.ts';
import { forgetfulServer } from './forgetful-server.ts';

/** `npm run chaos -- --minutes 30 [--seed N] [--idempotency off]`; exits with 1 on a failure. */
const { values } = parseArgs({
  options: { minutes: { type: 'string' }, seed: { type: 'string' }, idempotency: { type: 'string' } },
});
/** With fewer drain times the 95th percentile means little: one slow moment of the machine would decide it. */
const enoughDrains = 20;
const forgetful = values.idempotency === 'off';
const minutes = Number(values.minutes ?? '1');
const seed = Number(values.seed ?? randomInt(2 ** 31));
if (!(minutes > 0) || !Number.isSafeInteger(seed)) throw new Error('--minutes and --seed are numbers');

process.env.CHROMIUM_PATH = await findChromium();
console.log(`seed ${seed}, ${minutes} minutes${forgetful ? ', with a server that forgets its commands' : ''}`);
const server = forgetful ? forgetfulServer() : undefined;
try {
  const result = await runChaos({
    seed,
    durationMs: minutes * 60_000,
    say: (line) => console.log(line),
    ...(server ? { forgetful: server } : {}),
  });
  console.log(summaryOf(result));
  const { counts, violations, drains } = result;
  const wellDone =
    violations.length === 0 &&
    (drains.length < enoughDrains || percentile(drains, 0.95) <= drainWithinMs) &&
    Math.min(counts['server kills'], counts['browser kills']) >= fewestKills;
  // With the forgetful server, a check that finds nothing has failed.
  process.exitCode = (forgetful ? violations.length > 0 : wellDone) ? 0 : 1;
} finally {
  server?.remove();
}
