/**
 * `npm run dev`: the server from its source (restarted on changes), and the app with hot module replacement in front of
 * it.
 */
import './node-version.mjs';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { onlyOne } from './one-at-a-time.mjs';
import { ensureInstalled, root } from './prepare.mjs';
import { settings } from './settings.mjs';

process.chdir(root);
const { port, lock, url } = settings();
const elsewhere = await onlyOne(lock, url);
if (elsewhere !== undefined) {
  console.error(`Marche ya está funcionando: ${elsewhere}`);
  process.exit(1);
}
await ensureInstalled();

const start = (file, args, env) =>
  spawn(process.execPath, [path.join(root, 'node_modules', file), ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
const children = [
  start('tsx/dist/cli.mjs', ['watch', '--clear-screen=false', '--include', 'server/**/*.sql', 'server/main.ts'], {
    PORT: String(port + 1),
    HOST: '127.0.0.1',
    PUBLIC_ORIGIN: process.env.PUBLIC_ORIGIN || `http://localhost:${port}`,
  }),
  start('vite/bin/vite.js', ['--port', String(port), '--host', process.env.HOST || 'localhost'], {
    API_URL: `http://127.0.0.1:${port + 1}`,
  }),
];

// Each child gets one signal: a second one would make the watcher kill the server in the middle of its shutdown.
let stopping = false;
const stopAll = () => {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
};
// The terminal sends Ctrl-C to the children as well.
process.on('SIGINT', () => (stopping = true));
process.on('SIGTERM', stopAll);
for (const child of children) child.once('exit', stopAll);
await Promise.all(children.map((child) => new Promise((resolve) => child.once('close', resolve))));
