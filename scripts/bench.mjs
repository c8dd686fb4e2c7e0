/** `npm run bench`: runs the measurements of bench/ against the built server, with the given arguments. */
import './node-version.mjs';
import { ensureBuilt, ensureInstalled, root, runPackage } from './prepare.mjs';

process.chdir(root);
await ensureInstalled();
await ensureBuilt();
await runPackage('tsx/dist/cli.mjs', ['bench/run.ts', ...process.argv.slice(2)]);
