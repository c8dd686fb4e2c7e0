/**
 * `npm start`: installs and builds what has changed, then runs the server in this same process, so that a signal
 * reaches the server directly and a second start is quick.
 */
import './node-version.mjs';
import { createServer } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { onlyOne } from './one-at-a-time.mjs';
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs';
import { settings } from './settings.mjs';

process.chdir(root);
const { port, host, lock, url } = settings();

const elsewhere = await onlyOne(lock, url);
if (elsewhere !== undefined) stop(`Marche ya está funcionando: ${elsewhere}`);
if (!(await isFree()))
  stop(`El puerto ${port} está ocupado por otro programa. Elegí otro, por ejemplo: PORT=4180 npm start`);

try {
  await ensureInstalled();
  await ensureBuilt();
} catch (error) {
  stop(error.message);
}

process.env.NODE_ENV = 'production';
process.setSourceMapsEnabled(true);
await import(pathToFileURL(path.join(root, 'dist/server/main.js')).href);

function stop(reason) {
  console.error(reason);
  process.exit(1);
}

function isFree() {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}
