import { stripVTControlCharacters } from 'node:util';

/** A failure's message is cut to this length. */
export const characters = 700;

/**
 * Repeats the failures at the end of the log, where people read first: their names, then each with its shortened
 * message.
 */
export function printFailures(failures) {
  const plain = failures.map((failure) => stripVTControlCharacters(failure));
  if (plain.length > 1) console.log(['', ...plain.map((text) => `FAILED ${text.split('\n', 1)[0]}`)].join('\n'));
  for (const text of plain)
    console.log(`\nFAILED ${text.length > characters ? `${text.slice(0, characters)}…` : text}`);
}
