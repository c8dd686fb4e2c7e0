/**
 * `npm run size`: the files that a first screen needs, as the server sends them: everything that the page of its
 * address names (scripts/first-pages.ts), compressed with brotli. Fails above a budget. What the browser really asks
 * for until the first control is usable is counted by e2e/journeys/first-screen.spec.ts.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from './prepare.mjs';

const pages = [
  { name: 'login', page: 'login', js: 134.9, css: 5.7, files: 7 },
  { name: 'board', page: '$storeId.orders.kanban', js: 185.4, css: 9.4, files: 9 },
];

const client = path.join(root, 'dist/client');
const sent = (file) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
const kilobytes = (files) => files.reduce((sum, file) => sum + sent(path.join(client, file)), 0) / 1000;
const cell = (value, budget) => `${value.toFixed(1).padStart(6)} / ${String(budget).padEnd(3)} kB`;

let failed = false;
console.log('page    JS brotli        CSS brotli       files');
for (const { name, page, ...budgets } of pages) {
  const html = readFileSync(path.join(client, 'pages', `${page}.html`), 'utf8');
  const files = Array.from(
    html.matchAll(/(?<!disabled href=)"\/sellers\/(?<file>assets\/[^"]+\.(?:js|css))"/g),
    ({ groups }) => groups.file,
  );
  const js = kilobytes(files.filter((file) => file.endsWith('.js')));
  const css = kilobytes(files.filter((file) => file.endsWith('.css')));
  const over = js > budgets.js || css > budgets.css || files.length > budgets.files;
  failed ||= over;
  console.log(
    `${name.padEnd(6)} ${cell(js, budgets.js)}  ${cell(css, budgets.css)}  ${files.length} / ${budgets.files}${over ? '  OVER' : ''}`,
  );
}
// Each further file costs a device 20 ms of processor time, and every device gets all of them (scripts/chunks.ts).
const most = { js: 720, files: 85 };
const all = readdirSync(path.join(client, 'assets')).filter((file) => file.endsWith('.js'));
const js = kilobytes(all.map((file) => `assets/${file}`));
const over = js > most.js || all.length > most.files;
failed ||= over;
console.log(`all    ${cell(js, most.js)} of JavaScript in ${all.length} / ${most.files} files${over ? '  OVER' : ''}`);
process.exitCode = failed ? 1 : 0;
