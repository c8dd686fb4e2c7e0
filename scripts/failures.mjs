import { stripVTControlCharacters } from 'node:util';

const characters = 700;

/** What failed, then with what, once more at the end, where a long log is read first: each of them short, so that all are seen. */
export function printFailures(failures) {
  const plain = failures.map((failure) => stripVTControlCharacters(failure));
  if (plain.length > 1) console.log(['', ...plain.map((text) => `FAILED ${text.split('\n', 1)[0]}`)].join('\n'));
  for (const text of plain)
    console.log(`\nFAILED ${text.length > characters ? `${text.slice(0, characters)}…` : text}`);
}
