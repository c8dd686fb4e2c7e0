import { describe, expect, it } from 'vitest';
import { after, instant, minutes } from '#domain/time.ts';
import { closingLabel, rangeLabel } from './texts.ts';

const now = instant(Date.UTC(2026, 10, 20, 17, 45));

describe('closingLabel (T-20, T-21, N-07)', () => {
  it.each([
    [-60_000, 'Cerrando la tienda...'],
    [0, 'Cerrando la tienda...'],
    [1, 'La tienda se cerrará en menos de un minuto'],
    [59_000, 'La tienda se cerrará en menos de un minuto'],
    [minutes(1), 'La tienda se cerrará en 1 minuto'],
    [minutes(1) + 1, 'La tienda se cerrará en 2 minutos'],
    [minutes(15), 'La tienda se cerrará en 15 minutos'],
    [minutes(59), 'La tienda se cerrará en 59 minutos'],
    [minutes(60), 'La tienda se cerrará en 1 hora'],
    [minutes(61), 'La tienda se cerrará en 1 hora y 1 minuto'],
    [minutes(75), 'La tienda se cerrará en 1 hora y 15 minutos'],
    [minutes(119), 'La tienda se cerrará en 1 hora y 59 minutos'],
    [minutes(120), 'La tienda se cerrará en 2 horas'],
    [minutes(121), 'La tienda se cerrará en 2 horas y 1 minuto'],
    [minutes(200), 'La tienda se cerrará en 3 horas y 20 minutos'],
  ])('%i ms left', (left, text) => {
    expect(closingLabel(after(now, left), now)).toBe(text);
  });
});

describe('rangeLabel (T-13)', () => {
  it("reads 'De 09:00 a 13:00 hs'", () => {
    expect(rangeLabel({ from: '09:00', to: '13:00' })).toBe('De 09:00 a 13:00 hs');
  });
});
