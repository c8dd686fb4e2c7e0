/**
 * `npm run chaos -- --minutes 30 [--seed N] [--idempotency off]`: real browsers and a real server that are killed all
 * the time.
 */
import './node-version.mjs';
import { ensureBuilt, ensureInstalled, root, runPackage } from './prepare.mjs';

process.chdir(root);
await ensureInstalled();
if (!process.env.MARCHE_BUILD) await ensureBuilt();
await runPackage('tsx/dist/cli.mjs', ['e2e/chaos/run.ts', ...process.argv.slice(2)]).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
