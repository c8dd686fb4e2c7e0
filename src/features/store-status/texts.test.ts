import { describe, expect, it } from 'vitest';
import { after, instant, minutes } from '#domain/time.ts';
import { closingLabel, rangeLabel, statusTexts } from './texts.ts';

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

describe('the pause of a service (B5)', () => {
  const zone = 'America/Argentina/Buenos_Aires';
  /** Friday, 14:45 store time. */
  it.each([
    ['2026-11-20T18:15:00Z', 'Se reactiva a las 15:15 hs.'],
    ['2026-11-21T02:59:00Z', 'Se reactiva a las 23:59 hs.'],
    ['2026-11-21T15:00:00Z', 'Se reactiva mañana a las 12:00 hs.'],
    ['2026-11-23T15:00:00Z', 'Se reactiva el lunes a las 12:00 hs.'],
  ])('%s: %s', (until, text) => {
    expect(statusTexts.back(instant(Date.parse(until)), now, zone)).toBe(text);
  });

  it.each([
    ['2026-11-21T15:00:00Z', 'Hasta mañana'],
    ['2026-11-20T22:00:00Z', 'Hasta mañana'],
    ['2026-11-23T15:00:00Z', 'Hasta el lunes'],
  ])('%s is offered as «%s»', (opening, text) => {
    expect(statusTexts.nextDay(instant(Date.parse(opening)), now, zone)).toBe(text);
  });
});
