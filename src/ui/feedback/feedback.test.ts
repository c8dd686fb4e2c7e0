import { describe, expect, it } from 'vitest';
import { dataAgeText } from './data-age.tsx';
import { syncWords } from './sync-pill.tsx';

describe('the age of data', () => {
  it('is said in tens of seconds, then in minutes, hours and days (offline engine, What people see)', () => {
    const day = 24 * 60 * 60;
    expect([0, 9, 47, 60, 3_599, 3_600, 3 * 3_600 + 5, day, 8 * day + 7].map(dataAgeText)).toEqual([
      'Actualizado recién',
      'Actualizado recién',
      'Actualizado hace 40 s',
      'Actualizado hace 1 min',
      'Actualizado hace 59 min',
      'Actualizado hace 1 h',
      'Actualizado hace 3 h',
      'Actualizado hace 1 d',
      'Actualizado hace 8 d',
    ]);
  });
});

describe('the pill', () => {
  it.each([
    ['online', 0, 'Conectado'],
    ['offline', 0, 'Sin conexión'],
    ['offline', 3, 'Sin conexión: 3 por enviar'],
    ['sending', 2, 'Enviando 2…'],
    ['attention', 1, 'Atención: 1 para revisar'],
  ] as const)('%s %i: %s (offline engine, What people see)', (state, count, text) => {
    expect(syncWords(state, count).join(' ')).toBe(text);
  });
});
