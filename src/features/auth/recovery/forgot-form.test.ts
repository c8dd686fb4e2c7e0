import { describe, expect, it } from 'vitest';
import { readTarget } from './forgot-form.ts';
import { targetOf } from './target.ts';

describe('who forgot the password', () => {
  it.each([
    ['11 2345-6789', '+541123456789'],
    ['+54 9 11 2345-6789', '+5491123456789'],
    ['+595 981 234567', '+595981234567'],
    ['\u202A11 2345-6789\u202C ', '+541123456789'],
  ])('by phone: %s is %s, Argentine unless it says otherwise (A-25, A-27)', async (typed, target) => {
    expect(await readTarget('phone', typed)).toEqual({
      ok: true,
      to: { target_type: 'phone', target, issued_for: 'recovery_access' },
    });
  });

  it.each(['', '123', 'abc', '😀', '+5411234567890123', '0'.repeat(300)])(
    'by phone: «%s» is no number (A-25)',
    async (typed) => {
      expect(await readTarget('phone', typed)).toEqual({ ok: false, error: 'Teléfono inválido' });
    },
  );

  it('by e-mail: in lower case, without spaces and unseen marks (A-26)', async () => {
    expect(await readTarget('email', ' \u200FANA@Demo.Marche ')).toEqual({
      ok: true,
      to: { target_type: 'email', target: 'ana@demo.marche', issued_for: 'recovery_access' },
    });
  });

  it.each([
    ['', 'Este campo es obligatorio'],
    ['   ', 'Este campo es obligatorio'],
    ['ana@', 'No es una dirección de correo electrónico válida'],
    ['ana😀@demo.marche', 'No es una dirección de correo electrónico válida'],
  ])('by e-mail: «%s» gives the generic message (A-26, E-08, E-13)', async (typed, error) => {
    expect(await readTarget('email', typed)).toEqual({ ok: false, error });
  });
});

describe('the link of the verification screen', () => {
  const whole = { target_type: 'phone', target: '+5491123456789', issued_for: 'recovery_access' };

  it('holds the three values (A-28)', () => {
    expect(targetOf(whole)).toEqual(whole);
    expect(targetOf({ ...whole, target: 5491123456789 })).toEqual({ ...whole, target: '5491123456789' });
  });

  it.each(['target_type', 'target', 'issued_for'])('without %s, or with an empty one, it leads back (A-29)', (name) => {
    expect(targetOf({ ...whole, [name]: undefined })).toBeNull();
    expect(targetOf({ ...whole, [name]: '' })).toBeNull();
  });

  it('of another kind or purpose leads back (A-29)', () => {
    expect(targetOf({ ...whole, target_type: 'fax' })).toBeNull();
    expect(targetOf({ ...whole, issued_for: 'phone_verification' })).toBeNull();
    expect(targetOf({ ...whole, target: ['+54'] })).toBeNull();
  });
});
