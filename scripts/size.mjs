/**
 * `npm run size`: the bytes that a browser must download before the first control of a page works, from the build's
 * manifest: the entry, the chunks of the page's routes, and all their static imports. Gzipped, with an empty cache.
 * Fails above a budget, or when a page's route is not in the build.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './prepare.mjs';

const cssBudget = 35;
const pages = [
  { name: 'login', js: 180, routes: ['src/routes/__root.tsx', 'src/routes/login.tsx'] },
  {
    name: 'board',
    js: 215,
    routes: ['src/routes/__root.tsx', 'src/routes/$storeId/route.tsx', 'src/routes/$storeId/orders.kanban.tsx'],
  },
];

const client = path.join(root, 'dist/client');
const manifest = JSON.parse(readFileSync(path.join(client, '.vite/manifest.json'), 'utf8'));
const kilobytes = (files) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(client, file)), { level: 9 }).length, 0) /
  1000;

let failed = false;
console.log('page    JS gzip          CSS gzip        files');
for (const { name, js: jsBudget, routes } of pages) {
  const { js, css } = neededBy(routes);
  const measured = { js: kilobytes(js), css: kilobytes(css) };
  const over = measured.js > jsBudget || measured.css > cssBudget;
  failed ||= over;
  const cell = (value, budget) => `${value.toFixed(1).padStart(6)} / ${String(budget).padEnd(3)} kB`;
  console.log(
    `${name.padEnd(6)} ${cell(measured.js, jsBudget)}  ${cell(measured.css, cssBudget)}  ${js.size + css.size}${over ? '  OVER' : ''}`,
  );
}
const all = new Set(
  Object.values(manifest)
    .map(({ file }) => file)
    .filter((file) => file.endsWith('.js')),
);
console.log(`all    ${kilobytes(all).toFixed(1).padStart(6)} kB of JavaScript in ${all.size} files`);
process.exitCode = failed ? 1 : 0;

function neededBy(routes) {
  const chunks = new Set();
  const add = (key) => {
    if (chunks.has(key)) return;
    chunks.add(key);
    for (const imported of manifest[key].imports ?? []) add(imported);
  };
  add('index.html');
  for (const route of routes) {
    // A route without a component of its own is entirely in the entry.
    for (const key of Object.keys(manifest)) if (key === route || key.startsWith(`${route}?`)) add(key);
    readFileSync(path.join(root, route));
  }
  const list = [...chunks].map((key) => manifest[key]);
  return { js: new Set(list.map(({ file }) => file)), css: new Set(list.flatMap(({ css = [] }) => css)) };
}
