import { describe, expect, it } from 'vitest';
import { codeLink, scannedCode, typedCode, withRead } from './code-link.ts';
import type { Reads } from './code-link.ts';
import { instant } from './time.ts';

const base = 'https://pedidos.example/c/';
const codes = ['LE-M1', 'LE-B1', 'Barra 2', 'ñ/1'].map((code, id) => ({ id, code }));

describe('the code that a scanned text names', () => {
  it.each([
    ['https://pedidos.example/c/LE-M1', 'LE-M1'],
    [' https://pedidos.example/c/LE-B1\n', 'LE-B1'],
    ['https://pedidos.example/c/LE-M1/', 'LE-M1'],
    ['https://pedidos.example/c/LE-M1?utm=qr', 'LE-M1'],
    ['https://pedidos.example/c/LE-M1/?a=1&b=/c/', 'LE-M1'],
    ['https://pedidos.example/c/LE-M1#arriba', 'LE-M1'],
    ['https://pedidos.example/c/Barra%202', 'Barra 2'],
    ['https://pedidos.example/c/Barra 2', 'Barra 2'],
    // The code of no store, another base, no base, no code.
    ['https://pedidos.example/c/LE-M9', null],
    ['https://pedidos.example/c/le-m1', null],
    ['https://otro.example/c/LE-M1', null],
    ['http://pedidos.example/c/LE-M1', null],
    ['https://pedidos.example/x/LE-M1', null],
    ['https://pedidos.example/c/LE-M1/x', null],
    ['https://pedidos.example/c/%E0%A4%A', null],
    ['LE-M1', null],
    ['https://pedidos.example/c/', null],
    ['https://pedidos.example/c', null],
    ['', null],
  ])('%j: %s (G-55, N-29)', (text, code) => expect(scannedCode(text, base, codes)?.code ?? null).toBe(code));

  it('is the one of its own address (N-29)', () => {
    for (const code of codes) expect(scannedCode(codeLink(base, code), base, codes)).toBe(code);
    expect(codeLink(base, { code: 'LE-M1' })).toBe('https://pedidos.example/c/LE-M1');
  });
});

it.each([
  [' le-m1 ', 'LE-M1'],
  ['barra 2', 'Barra 2'],
  ['https://pedidos.example/c/LE-B1/', 'LE-B1'],
  ['M1', null],
  ['', null],
])('typed by hand: %j is %s', (text, code) => expect(typedCode(text, base, codes)?.code ?? null).toBe(code));

it('prefers the code in the case that was typed', () => {
  const two = [{ code: 'a1' }, { code: 'A1' }];
  expect(typedCode('A1', base, two)).toBe(two[1]);
});

it('counts the same text once in two seconds, another one at once', () => {
  const none: Reads = new Map();
  const first = withRead(none, 'x', instant(1_000));
  expect(first && withRead(first, 'x', instant(2_999))).toBeNull();
  expect(first && withRead(first, 'y', instant(1_001))?.size).toBe(2);
  const again = first && withRead(first, 'x', instant(3_000));
  expect(again && [...again]).toEqual([['x', 3_000]]);
});
