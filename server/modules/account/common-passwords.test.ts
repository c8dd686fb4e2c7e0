import { expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

it.each([
  ['12345678', true],
  ['CONTRASEÑA', true],
  ['Qwerty123', true],
  ['argentina', true],
  ['aaaaaaaaaa', true],
  ['23456789', true],
  ['98765432', true],
  ['cdefghij', true],
  ['ana.ferreyra', true],
  ['ana.ferreyra@x.ar', true],
  ['marche2026', false],
  ['empanadas9', false],
  ['aaaaaaab', false],
  ['13579acegi', false],
  ['ñandú volador', false],
])('%s is guessed at once: %s (T5)', (password, common) => {
  expect(isCommonPassword(password, 'ana.ferreyra@x.ar')).toBe(common);
});
