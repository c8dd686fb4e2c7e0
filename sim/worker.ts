/**
 * Plays histories and prints each outcome as a JSON line: `node worker.mjs <first seed> <histories> [hunt] [indexed]`. A block of
 * a thousand histories shares one seed. `hunt` begins with the histories that once failed, and stops at the first
 * violation without shrinking it; `indexed` plays every history over IndexedDB.
 */
import fc from 'fast-check';
import { foundBefore } from './found.ts';
import { History } from './history.ts';
import { script } from './steps.ts';

const [firstSeed = 1, histories = 1_000] = process.argv.slice(2, 4).map(Number);
const hunt = process.argv.includes('hunt');
const options = process.argv.includes('indexed') ? { indexed: true } : {};
const block = 1_000;
// An ApiFailure is an ordinary answer here; it needs no stack.
Error.stackTraceLimit = 0;

let played = 0;
let commands = 0;
let applied = 0;
if (hunt)
  for (const [, given] of foundBefore) {
    const history = new History(given, options);
    const [why] = await history.run();
    played += 1;
    if (why === undefined) continue;
    console.log(JSON.stringify({ played, commands, applied, why, script: given }));
    process.exit(1);
  }
for (let n = 0; n * block < histories; n += 1) {
  const seed = firstSeed + n;
  const result = await fc.check(
    fc.asyncProperty(script, async (given) => {
      const history = new History(given, options);
      const broken = new Set(await history.run());
      commands += history.enqueued.size;
      applied += history.shop.applied.length;
      if (broken.size > 0) throw new Error([...broken].slice(0, 5).join('\n'));
    }),
    { seed, numRuns: Math.min(block, histories - n * block), endOnFailure: hunt },
  );
  played += result.numRuns;
  const line = { played, commands, applied };
  if (result.failed) {
    const why = result.errorInstance instanceof Error ? result.errorInstance.message : String(result.errorInstance);
    console.log(
      JSON.stringify({ ...line, seed, path: result.counterexamplePath, why, script: result.counterexample?.[0] }),
    );
    process.exit(1);
  }
  console.log(JSON.stringify(line));
}
