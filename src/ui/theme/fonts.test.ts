import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { fontPart, parts, rangeOf } from '#scripts/fonts.mjs';

const css = readFileSync(path.join(import.meta.dirname, 'fonts.css'), 'utf8').replaceAll(/\s+/g, ' ');
const ranges = Array.from(css.matchAll(/unicode-range: (?<range>[^;]+);/g), ({ groups }) => groups?.['range'] ?? '');
const codesOf = (range: string): number[] =>
  range.split(', ').flatMap((run) => {
    const [first = 0, last = first] = run
      .replace('U+', '')
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: last - first + 1 }, (_, n) => first + n);
  });

it.each(parts)('$name is what `npm run fonts` writes, and its range is in fonts.css', async (part) => {
  const file = readFileSync(path.join(import.meta.dirname, 'fonts', part.name));
  expect(Buffer.from(await fontPart(part)).equals(file)).toBe(true);
  expect(css).toContain(`url('./fonts/${part.name}') format('woff2'); unicode-range: ${rangeOf(part.letters)};`);
});

it('the file of first screens has the letters, figures and signs of our texts and amounts', () => {
  const [first] = parts;
  for (const letter of 'ABCXYZabcxyz0123456789áéíóúüñÁÉÍÓÚÜÑ¿¡«»·…–−×°ºª$€.,:;()%#@/+-')
    expect(first?.letters).toContain(letter);
  expect(parts[1]?.letters).toContain('₲');
});

it("the two files share no letter with the package's files, nor with each other", () => {
  const own = parts.flatMap(({ letters }) => Array.from(letters, (letter) => letter.codePointAt(0)));
  const codes = ranges.flatMap(codesOf);
  for (const code of own) expect(codes.filter((other) => other === code)).toEqual([code]);
});
