import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { findChromium } from '#scripts/chromium.mjs';
import { drainWithinMs, fewestKills, percentile, runChaos, summaryOf } from './chaos.ts';
import { forgetfulServer } from './forgetful-server.ts';

/** `npm run chaos -- --minutes 30 [--seed N] [--idempotency off]`; ends with 1 when something went wrong. */
const { values } = parseArgs({
  options: { minutes: { type: 'string' }, seed: { type: 'string' }, idempotency: { type: 'string' } },
});
/** Of fewer there is no 95th percentile: in a minute, one slow moment of the machine would be all of it. */
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
  // With a server that forgets, a check that finds nothing is the failure.
  process.exitCode = (forgetful ? violations.length > 0 : wellDone) ? 0 : 1;
} finally {
  server?.remove();
}
