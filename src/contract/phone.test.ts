import { describe, expect, it } from 'vitest';
import { isPhoneOf } from '#domain/phone.ts';
import { phoneProblemTexts } from '#texts/fields.ts';
import { readPhone } from './phone.ts';

describe('a phone number', () => {
  it.each([
    ['11 2345-6789', 'AR', '+541123456789'],
    ['(011) 2345-6789', 'AR', '+541123456789'],
    ['+54 9 11 2345 6789', 'AR', '+5491123456789'],
    ['0981 123456', 'PY', '+595981123456'],
    ['+595 981 123456', 'AR', '+595981123456'],
    ['+54 9 11 2345 6789', null, '+5491123456789'],
  ] as const)("%s in %s becomes %s, by the store's country (K-69, K-73)", async (text, country, e164) => {
    expect(await readPhone(text, country)).toEqual({ ok: true, e164 });
  });

  it.each([
    ['abc', 'AR', 'Debe ser numérico'],
    ['mi teléfono', null, 'Debe ser numérico'],
    ['1123456789', null, 'Debe incluir el código de país, incluyendo el signo +'],
    ['+5411', null, 'Es demasiado corto'],
    ['11', 'AR', 'Es demasiado corto'],
    ['+5411234567890123', null, 'Es demasiado largo'],
    ['1123456789012345', 'AR', 'Es demasiado largo'],
  ] as const)('%s in %s: %s (K-69, A-08, A-09, A-10, A-12)', async (text, country, sentence) => {
    const read = await readPhone(text, country);
    expect(read.ok).toBe(false);
    expect(read.ok ? null : phoneProblemTexts[read.problem]).toBe(sentence);
  });

  it('says so when a number of a good length does not exist, or its length fits no plan (A-11, A-13)', async () => {
    expect(await readPhone('+1 111 111 1111', null)).toEqual({ ok: false, problem: 'invalid' });
    expect(await readPhone('11 2345-6789 llamar', 'AR')).toEqual({ ok: false, problem: 'not-a-number' });
    expect(phoneProblemTexts['invalid-length']).toBe('Contiene una longitud inválida');
  });

  it('knows the country of a number by its prefix (K-69)', async () => {
    const local = await readPhone('11 4555-0199', 'AR');
    const foreign = await readPhone('+595 981 555 019', 'AR');
    if (!local.ok || !foreign.ok) throw new Error('not read');
    expect([isPhoneOf('AR', local.e164), isPhoneOf('PY', local.e164)]).toEqual([true, false]);
    expect([isPhoneOf('AR', foreign.e164), isPhoneOf('PY', foreign.e164)]).toEqual([false, true]);
  });
});
