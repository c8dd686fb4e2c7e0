/** `npm run bench`: the measurements of bench/ against the built server. Arguments go to it. */
import './node-version.mjs';
import { ensureBuilt, ensureInstalled, root, runPackage } from './prepare.mjs';

process.chdir(root);
await ensureInstalled();
await ensureBuilt();
await runPackage('tsx/dist/cli.mjs', ['bench/run.ts', ...process.argv.slice(2)]);
