import { describe, expect, it } from 'vitest';
import type { SignUpValues } from './sign-up-form.ts';
import { readSignUp, refusalOf } from './sign-up-form.ts';

const good: SignUpValues = {
  fullname: 'Ana Pérez',
  email: 'ana@demo.marche',
  phone: '+54 9 11 2345-6789',
  password: 'marche2026',
};
const errorsOf = async (change: Partial<SignUpValues>) => (await readSignUp({ ...good, ...change })).errors;
const required = 'Este campo es obligatorio';

describe('the sign-up form', () => {
  it('sends the phone in E.164 (A-06, A-14)', async () => {
    expect(await readSignUp(good)).toEqual({
      user: { ...good, phone: '+5491123456789' },
      errors: {},
    });
  });

  it('all empty (A-04, A-05, A-07, E-08)', async () => {
    expect(await errorsOf({ fullname: '', email: '', phone: '', password: '' })).toEqual({
      fullname: required,
      email: required,
      phone: required,
      password: required,
    });
  });

  it.each<[string, keyof SignUpValues, string, string | undefined]>([
    ['a name of spaces (A-04)', 'fullname', '   ', required],
    ['a name of marks of direction (A-04)', 'fullname', '\u200F\u202E', required],
    ['a name with emoji (A-04)', 'fullname', 'Ana 👩‍🍳', undefined],
    ['150 characters (A-04)', 'fullname', 'a'.repeat(150), undefined],
    ['151 characters (A-04, E-10)', 'fullname', 'a'.repeat(151), 'Este campo debe tener 150 caracteres como máximo'],
    ['a malformed address (A-05, E-13)', 'email', 'a@', 'No es una dirección de correo electrónico válida'],
    ['an address with emoji (A-05)', 'email', 'ana😀@demo.marche', 'No es una dirección de correo electrónico válida'],
    ['an address in capitals, with spaces (A-05)', 'email', '  ANA@Demo.Marche ', undefined],
    [
      'an address of 255 characters (A-05, E-10)',
      'email',
      `${'a'.repeat(240)}@demo.marche.ar`,
      'Este campo debe tener 254 caracteres como máximo',
    ],
    ['letters (A-08)', 'phone', 'abc', 'Debe ser numérico'],
    ['emoji (A-08)', 'phone', '😀', 'Debe ser numérico'],
    ['without country (A-09)', 'phone', '1123456789', 'Debe incluir el código de país, incluyendo el signo +'],
    ['too short (A-10)', 'phone', '+5411', 'Es demasiado corto'],
    ['a length that no number there has (A-11)', 'phone', '+65999999999', 'Contiene una longitud inválida'],
    ['too long (A-12)', 'phone', '+5411234567890123', 'Es demasiado largo'],
    ['of a good length, yet no number (A-13)', 'phone', '+540000000000', 'Es inválido'],
    ['copied from a messenger (A-06)', 'phone', '\u202A+54 9 11 2345-6789\u202C', undefined],
    ['7 characters (A-07, M-19)', 'password', '1234567', 'Este campo debe tener al menos 8 caracteres'],
    ['8 characters (A-07)', 'password', '12345678', undefined],
    ['16 characters (A-07)', 'password', '1234567890123456', undefined],
    ['17 characters (A-07)', 'password', '12345678901234567', 'Este campo debe tener 16 caracteres como máximo'],
  ])('%s', async (_case, field, value, expected) => {
    const errors = await errorsOf({ [field]: value });
    expect(errors[field]).toBe(expected);
    expect(Object.keys(errors)).toEqual(expected === undefined ? [] : [field]);
  });

  it('leaves a password as it was typed, spaces included (A-07)', async () => {
    const { user } = await readSignUp({ ...good, password: ' con espacios ' });
    expect(user?.password).toBe(' con espacios ');
  });

  it('strips what nobody sees from address and name (A-05)', async () => {
    const { user } = await readSignUp({ ...good, email: '\u200Fana@demo.marche\u200E', fullname: '\u200FAna ' });
    expect(user).toMatchObject({ email: 'ana@demo.marche', fullname: 'Ana' });
  });
});

describe('a refused sign-up', () => {
  it.each([
    ['email_taken', { email: 'El correo electrónico ya está registrado.' }],
    ['phone_taken', { phone: 'El teléfono ya está registrado.' }],
  ] as const)('%s is said at its field (A-14)', (code, errors) => {
    expect(refusalOf({ code, messages: [], fields: {} })).toEqual({ errors, above: [] });
  });

  it('field errors of the server stand at their fields (E-04, A-07)', () => {
    const sentence = 'Es una contraseña muy usada, elegí otra';
    const failure = { code: 'validation', messages: [sentence], fields: { password: [sentence] } } as const;
    expect(refusalOf(failure)).toEqual({ errors: { password: sentence }, above: [] });
  });

  it('anything else stands above the form (E-01, E-03)', () => {
    expect(refusalOf({ code: 'no_response', messages: [], fields: {} }).above).toEqual([
      'Ocurrió un error con la petición.',
    ]);
  });
});
