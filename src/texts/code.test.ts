import { expect, it } from 'vitest';
import { codeTexts, maskedTarget } from './code.ts';

it.each([
  ['+5491123456789', '+54 ••• 6789'],
  ['+595981234567', '+595 ••• 4567'],
  ['+14155550132', '+1 ••• 0132'],
  ['+598991234567', '+598 ••• 4567'],
  ['ana@demo.marche', 'an••••@demo.marche'],
  ['a@demo.marche', 'a••••@demo.marche'],
])('%s is shown as %s (A-28)', (target, shown) => {
  expect(maskedTarget(target)).toBe(shown);
});

it.each([
  [60, 'Reenviar en 1:00'],
  [42, 'Reenviar en 0:42'],
  [5, 'Reenviar en 0:05'],
])('%i seconds read well (A-34, N-32)', (seconds, text) => {
  expect(codeTexts.resendIn(seconds)).toBe(text);
});
