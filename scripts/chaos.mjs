/**
 * `npm run chaos -- --minutes 30 [--seed N] [--idempotency off]`: real browsers and a real server that are killed all
 * the time. `npm run chaos -- --kills 20`: orders under load, while connections, database and server are killed.
 * `npm run chaos -- --printing 30 [--seed N]`: the same for the paper of the kitchen.
 */
import './node-version.mjs';
import { ensureBuilt, ensureInstalled, root, runPackage } from './prepare.mjs';

process.chdir(root);
await ensureInstalled();
if (!process.env.MARCHE_BUILD) await ensureBuilt();
const program = process.argv.includes('--kills')
  ? 'kills.ts'
  : process.argv.includes('--printing')
    ? 'printing.ts'
    : 'run.ts';
await runPackage('tsx/dist/cli.mjs', [`e2e/chaos/${program}`, ...process.argv.slice(2)]).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
