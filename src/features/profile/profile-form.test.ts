import { describe, expect, it } from 'vitest';
import { fieldText } from '#texts/fields.ts';
import { fullnameProblem, isChanged, passwordProblems, withChoice } from './profile-form.ts';
import { passwordTexts } from './texts.ts';

const required = 'Este campo es obligatorio';

describe('the general tab', () => {
  it.each([
    ['empty (A-41, E-08)', '', required],
    ['only spaces (A-41)', '   ', required],
    ['only a mark of direction (A-41)', '\u200F', required],
    ['emoji (A-41)', 'Ana 👩‍🍳', null],
    ['150 characters (A-41)', 'a'.repeat(150), null],
    ['151 characters (A-41, E-10)', 'a'.repeat(151), 'Este campo debe tener 150 caracteres como máximo'],
  ])('a name: %s', (_case, typed, expected) => {
    const problem = fullnameProblem(typed);
    expect(problem && fieldText(problem)).toBe(expected);
  });

  const now = {
    fullname: 'Ana',
    notification_types: ['OrderNew' as const],
    notification_channels: ['push' as const],
    new_order_push: 'unattended' as const,
  };

  it.each([
    ['nothing', {}, false],
    ['spaces around the name', { fullname: ' Ana ' }, false],
    ['the name', { fullname: 'Ana P' }, true],
    ['another channel', { notification_channels: ['database' as const, 'push' as const] }, true],
    ['no type', { notification_types: [] }, true],
    ['every new order', { new_order_push: 'always' as const }, true],
  ])('%s changed is worth saving: %s (A-42)', (_case, change, expected) => {
    const before = { ...now };
    expect(isChanged({ ...now, ...change }, before)).toBe(expected);
  });

  it('a switch adds or takes its own value only (A-43, A-44)', () => {
    const all = ['database', 'push'] as const;
    expect(withChoice(all, ['push'], 'database', true)).toEqual(['database', 'push']);
    expect(withChoice(all, ['database', 'push'], 'push', false)).toEqual(['database']);
    expect(withChoice(all, ['push'], 'push', true)).toEqual(['push']);
  });
});

describe('the password tab (A-45, A-46)', () => {
  const texts = (password: string, confirm: string) => {
    const found = passwordProblems({ password, confirm }, passwordTexts.password);
    return [found.password && fieldText(found.password), found.confirm && fieldText(found.confirm)];
  };

  it.each([
    ['both empty (A-46, E-08)', '', '', [required, required]],
    ['7 characters (A-46)', '1234567', '1234567', ['Este campo debe tener al menos 8 caracteres', null]],
    ['8 characters (A-46)', '12345678', '12345678', [null, null]],
    ['16 characters (A-46)', '1234567890123456', '1234567890123456', [null, null]],
    [
      '17 characters (A-46, E-10)',
      '12345678901234567',
      '12345678901234567',
      ['Este campo debe tener 16 caracteres como máximo', null],
    ],
    [
      'another confirmation (A-46, E-14)',
      'marche2026',
      'marche2027',
      [null, 'El valor debe ser igual al valor del campo Contraseña'],
    ],
    [
      'a space makes another one (A-46)',
      'marche2026',
      'marche2026 ',
      [null, expect.stringContaining('debe ser igual')],
    ],
  ])('%s', (_case, password, confirm, expected) => {
    expect(texts(password, confirm)).toEqual(expected);
  });
});
