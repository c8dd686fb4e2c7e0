import { expect, it } from 'vitest';
import { pendingText } from './groups.ts';

it.each([
  ['free', 0, 'Sin pendientes'],
  ['open', 0, 'Sin pendientes'],
  ['waiting', 1, '1 Pendiente'],
  ['waiting', 3, '3 Pendiente'],
  ['paying', 0, 'Pagando...'],
] as const)('a code that is %s with %i waiting says %s (G-09, G-10, G-11, G-12)', (state, waiting, text) => {
  expect(pendingText(state, waiting)).toBe(text);
});
