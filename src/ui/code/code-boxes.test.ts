import { expect, it } from 'vitest';
import { digitsOf } from './code-boxes.tsx';

it.each([
  ['a letter is refused (A-31)', '12a', '12'],
  ['a code with spaces around is pasted whole (A-31)', ' 12 34 ', '1234'],
  ['the sentence of an SMS leaves its first digits (A-31)', 'Tu código es 4821.', '4821'],
  ['a fifth digit is refused (A-30)', '12345', '1234'],
  ['emoji and marks of direction are no digits', '1\u200F2😀3', '123'],
  ['nothing', '', ''],
])('%s', (_case, typed, expected) => {
  expect(digitsOf(typed, 4)).toBe(expected);
});
