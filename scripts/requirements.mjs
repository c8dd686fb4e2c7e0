/**
 * `npm run requirements`: which rows of docs/requirements.md a test names, and which not. A test title proves the rows
 * that it names: 'refuses a 21-character promo code (K-27)'. Steps of a journey count as titles. Fails when a title
 * names a missing row or one that waits for a screen, or when the tests that name a row are not of the kind that it
 * needs.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './prepare.mjs';

// Titles are in it(), test.step() and in the tables of it.each(): any string of a test file that names a row in
// brackets, or is a row's name.
const title =
  /(['"`])[A-Z]-\d{2,3}\1|(['"`])(?:\\.|(?!\2)[^\\\n])*\([^()\n]*\b[A-Z]-\d{2,3}\b(?:\\.|(?!\2)[^\\\n])*\2/g;
const row = /\b([A-Z])-(\d{2,3})\b/g;

const ledger = readFileSync(path.join(root, 'docs/requirements.md'), 'utf8');
const capabilities = [...ledger.matchAll(/^\| ([A-Z]) \| ([^|]*[a-z][^|]*?) \| (\d+) \|$/gm)].map(
  ([, letter, name]) => ({
    letter,
    name,
  }),
);
/** 'K-05' and 'K-07–09', or their numbers alone, as ids. */
const idsOf = (letter, text) =>
  text
    .split(' ')
    .filter((part) => /\d/.test(part))
    .flatMap((part) => {
      const [first, last = first] = part.split('–').map(Number);
      return Array.from({ length: last - first + 1 }, (_, at) => `${letter}-${String(first + at).padStart(2, '0')}`);
    });
/** The two columns of 'How a row is checked': numbers and ranges ('04 07–09') for each capability. */
const kinds = [...ledger.matchAll(/^\| ([A-Z]) \| ([\d –]+) \| ([\d –]+) \|$/gm)];
const needsBrowser = new Set(kinds.flatMap(([, letter, numbers]) => idsOf(letter, numbers)));
const needsApi = new Set(kinds.flatMap(([, letter, , numbers]) => idsOf(letter, numbers)));
/** Rows that wait for a screen: '| Invoices | I-01–20 H-09 |'. */
const waiting = new Set(
  [...ledger.matchAll(/^\| [^|]+ \| ((?:[A-Z]-\d{2,3}(?:–\d{2,3})? ?)+) \|$/gm)].flatMap(([, ids]) =>
    ids.split(' ').flatMap((part) => idsOf(part[0], part.slice(2))),
  ),
);
const rows = new Map([...ledger.matchAll(/^\| ([A-Z]-\d{2,3}) \| (.*) \|$/gm)].map(([, id, text]) => [id, text]));
const isCapability = (id) => capabilities.some(({ letter }) => id.startsWith(`${letter}-`));

const named = new Map();
for (const file of testFiles()) {
  for (const [text] of readFileSync(path.join(root, file), 'utf8').matchAll(title)) {
    for (const [id] of text.matchAll(row)) named.set(id, [...(named.get(id) ?? []), file]);
  }
}

const required = [...rows.keys()].filter(isCapability);
const missing = required.filter((id) => !named.has(id));
const unknown = [...named.keys()].filter((id) => isCapability(id) && !rows.has(id));

if (process.argv.includes('--list')) {
  for (const id of missing) if (!waiting.has(id)) console.log(`${id}  ${rows.get(id)}`);
  console.log('');
}
console.log(`${'Capability'.padEnd(72)} named  rows`);
for (const { letter, name } of capabilities) {
  const all = required.filter((id) => id.startsWith(`${letter}-`));
  const covered = all.filter((id) => named.has(id));
  console.log(
    `${`${letter}  ${name}`.padEnd(72)} ${String(covered.length).padStart(5)} ${String(all.length).padStart(5)}`,
  );
}
console.log(
  `${'Total'.padEnd(72)} ${String(required.length - missing.length).padStart(5)} ${String(required.length).padStart(5)}`,
);
console.log(`${waiting.size} of the others wait for a screen.`);
console.log('Rows without a test that do not wait for a screen: npm run requirements -- --list');
const isScreen = (file) => /^e2e\/|\.tsx$/.test(file.replaceAll('\\', '/'));
const isApi = (file) => /^(e2e|server|bench)\//.test(file.replaceAll('\\', '/'));
const tooLow = required.filter(
  (id) =>
    named.has(id) &&
    ((needsBrowser.has(id) && !named.get(id).some(isScreen)) || (needsApi.has(id) && !named.get(id).some(isApi))),
);
for (const id of tooLow)
  console.error(
    `${id} needs ${needsBrowser.has(id) ? 'a browser' : 'the API'}, but only these name it: ${[...new Set(named.get(id))].join(', ')}`,
  );
const early = [...waiting].filter((id) => named.has(id) || !rows.has(id));
for (const id of early)
  console.error(`${id} waits for a screen, but ${rows.has(id) ? `${named.get(id).join(', ')} names it` : 'is no row'}`);
for (const id of unknown)
  console.error(`${id} is named by ${named.get(id).join(', ')}, but is not in docs/requirements.md`);
process.exitCode =
  unknown.length > 0 || early.length > 0 || tooLow.length > 0 || needsBrowser.size === 0 || required.length === 0
    ? 1
    : 0;

function testFiles() {
  return ['src', 'server', 'scripts', 'sw', 'e2e', 'bench']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true }).map((name) => path.join(folder, name)),
    )
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file));
}
