import { describe, expect, it } from 'vitest';
import { dataAgeText } from './data-age.tsx';
import { syncCountText } from './sync-pill.tsx';

describe('the age of data', () => {
  it('is said in minutes, then in hours', () => {
    expect([0, 1, 59, 60, 185].map(dataAgeText)).toEqual([
      'Actualizado recién',
      'Actualizado hace 1 min',
      'Actualizado hace 59 min',
      'Actualizado hace 1 h',
      'Actualizado hace 3 h',
    ]);
  });
});

describe('the pill', () => {
  it('says what its number counts', () => {
    expect(syncCountText('offline', 1)).toBe('cambio sin enviar');
    expect(syncCountText('sending', 2)).toBe('cambios sin enviar');
    expect(syncCountText('attention', 2)).toBe('cambios no se pudieron guardar');
  });
});
