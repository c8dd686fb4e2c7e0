/** `npm run engines [firefox] [webkit]`: plays the main story, an offline spell and reloads in Firefox and in WebKit. */
import './node-version.mjs';
import { ensureBuilt, ensureInstalled, root, runPackage } from './prepare.mjs';

process.chdir(root);
await ensureInstalled();
if (!process.env.MARCHE_BUILD) await ensureBuilt();
await runPackage('tsx/dist/cli.mjs', ['e2e/engines/run.ts', ...process.argv.slice(2)]).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
