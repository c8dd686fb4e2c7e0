/** `npm run build`: dist/client and dist/server, from scratch. */
import './node-version.mjs';
import { build, ensureInstalled, root } from './prepare.mjs';

process.chdir(root);
await ensureInstalled();
await build();
