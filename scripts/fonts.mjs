/**
 * `npm run fonts` writes the parts of Archivo that first screens load: the letters of Spanish and Portuguese in one
 * file, those of Guaraní and ₲ in another (src/ui/theme/fonts.css). All other letters stay in the package's files.
 * Weights outside of 400 to 750, which no screen uses, are left out.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';
import { root } from './prepare.mjs';

const fromCode = (first, last) => Array.from({ length: last - first + 1 }, (_, n) => String.fromCodePoint(first + n));
const weights = { wght: { min: 400, max: 750, default: 400 } };

export const parts = [
  {
    name: 'archivo-spanish.woff2',
    of: 'archivo-latin-wght-normal.woff2',
    letters: `${fromCode(0x20, 0x7e).join('')}\u00A0¡¢£¥§©ª«¬®°±²³´·º»¼½¾¿ÀÁÂÃÇÉÊÍÑÓÔÕÚÜàáâãçéêíñóôõúü×÷–—‘’“”•…‹›€−↑↓`,
  },
  { name: 'archivo-guarani.woff2', of: 'archivo-latin-ext-wght-normal.woff2', letters: 'ĨĩŨũẼẽỸỹ₲' },
];

/** The bytes of a part. */
export const fontPart = ({ of, letters }) =>
  subsetFont(
    readFileSync(
      path.join(
        path.dirname(createRequire(import.meta.url).resolve('@fontsource-variable/archivo/package.json')),
        'files',
        of,
      ),
    ),
    letters,
    { targetFormat: 'woff2', variationAxes: weights },
  );

/** `unicode-range` of some letters. */
export function rangeOf(letters) {
  const codes = [...new Set(Array.from(letters, (letter) => letter.codePointAt(0)))].toSorted((a, b) => a - b);
  const runs = [];
  for (const code of codes) {
    const last = runs.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else runs.push([code, code]);
  }
  const hex = (code) => code.toString(16).toUpperCase().padStart(4, '0');
  return runs.map(([first, last]) => `U+${hex(first)}${last > first ? `-${hex(last)}` : ''}`).join(', ');
}

if (process.argv[1] === import.meta.filename)
  for (const part of parts) {
    const bytes = await fontPart(part);
    writeFileSync(path.join(root, 'src/ui/theme/fonts', part.name), bytes);
    console.log(`${part.name} ${bytes.length} bytes, unicode-range: ${rangeOf(part.letters)}`);
  }
