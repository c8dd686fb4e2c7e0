import type { PhoneProblem } from '#domain/phone.ts';

/**
 * The sentence below the phone field of a person's own account. The checkout uses the short one of E-15.
 */
export const phoneProblemTexts: Readonly<Record<PhoneProblem, string>> = {
  'not-a-number': 'Debe ser numérico',
  'no-country': 'Debe incluir el código de país, incluyendo el signo +',
  'too-short': 'Es demasiado corto',
  'invalid-length': 'Contiene una longitud inválida',
  'too-long': 'Es demasiado largo',
  invalid: 'Es inválido',
};
