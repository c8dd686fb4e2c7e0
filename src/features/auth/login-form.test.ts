import { describe, expect, it } from 'vitest';
import { fieldText } from '#texts/fields.ts';
import { loginProblems } from './login-form.ts';

const texts = (email: string, password: string) => {
  const { email: ofEmail, password: ofPassword } = loginProblems({ email, password });
  return [ofEmail && fieldText(ofEmail), ofPassword && fieldText(ofPassword)];
};
const good = 'ana@demo.marche';

describe('the login form', () => {
  it.each([
    ['both empty (A-16, A-17, E-08)', '', '', ['Este campo es obligatorio', 'Este campo es obligatorio']],
    [
      'a malformed address (A-16, E-13)',
      'a@',
      'marche2026',
      ['No es una dirección de correo electrónico válida', undefined],
    ],
    ['7 characters (A-17, M-19)', good, '1234567', [undefined, 'Este campo debe tener al menos 8 caracteres']],
    ['8 characters (A-17)', good, '12345678', [undefined, undefined]],
    ['16 characters (A-17)', good, '1234567890123456', [undefined, undefined]],
    [
      '17 characters (A-17, E-10)',
      good,
      '12345678901234567',
      [undefined, 'Este campo debe tener 16 caracteres como máximo'],
    ],
    ['capitals and spaces around', '  ANA@Demo.Marche ', 'marche2026', [undefined, undefined]],
  ])('%s', (_, email, password, expected) => {
    expect(texts(email, password)).toEqual(expected);
  });
});
