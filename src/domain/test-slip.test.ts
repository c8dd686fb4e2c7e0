import { expect, it } from 'vitest';
import { testSlip } from './test-slip.ts';

const hex = (bytes: Uint8Array): string => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join(' ');

it('has the same letters once per code page, each in the bytes of its page', () => {
  const bytes = hex(testSlip(['La Ñ']));
  expect(bytes.startsWith('1b 40 1b 74 02 4c 61 20 a5 0a 0a')).toBe(true);
  expect(bytes.endsWith('0a 0a 0a 0a 1d 56 01')).toBe(true);
  // Cp850, Cp858 and WPC1252: «á», «ñ».
  for (const [page, accented, tilde] of [
    ['02', 'a0', 'a4'],
    ['13', 'a0', 'a4'],
    ['10', 'e1', 'f1'],
  ] as const) {
    const line = bytes.split(`1b 74 ${page}`).at(-1)?.split(' 0a')[0] ?? '';
    expect(line).toContain(` 3a 20 ${accented} `);
    expect(line).toContain(` 20 ${tilde} `);
  }
});

it('a name cannot bring a command along: controls and unknown characters are «?»', () => {
  const name = 'A\u001Bp\u0000\nB🍕\u011B';
  const [line] = hex(testSlip([name]))
    .slice('1b 40 1b 74 02 '.length)
    .split(' 0a');
  expect(line).toBe('41 3f 70 3f 3f 42 3f 3f');
});
