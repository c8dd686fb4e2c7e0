/** Plays one history, given as JSON, and prints the traffic on the wire and on the disks. */
import type { Script } from './steps.ts';
import { History } from './history.ts';

const isScript = (value: unknown): value is Script =>
  typeof value === 'object' && value !== null && 'seed' in value && 'devices' in value && 'steps' in value;

const given: unknown = JSON.parse(process.argv[2] ?? 'null');
if (!isScript(given)) throw new Error('give a script as a failure prints it');
Error.stackTraceLimit = 0;
const history = new History(given, {
  ...(process.argv.includes('indexed') ? { indexed: true } : {}),
  log: (what) => console.log(JSON.stringify({ at: history.world.now, what: what() })),
});
const broken = await history.run();
console.log(JSON.stringify({ broken: [...new Set(broken)] }));
process.exitCode = broken.length > 0 ? 1 : 0;
