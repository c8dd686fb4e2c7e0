import { stripVTControlCharacters } from 'node:util';

const characters = 1_500;

/** What failed and with what, once more at the end, where a long log is read first. */
export function printFailures(failures) {
  for (const failure of failures) {
    const plain = stripVTControlCharacters(failure);
    console.log(`\nFAILED ${plain.length > characters ? `${plain.slice(0, characters)}…` : plain}`);
  }
}
