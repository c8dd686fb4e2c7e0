import { describe, expect, it } from 'vitest';
import { isUuid, uuidV7 } from './ids.ts';
import {
  email,
  equalTo,
  firstProblem,
  maxLength,
  maxValue,
  minLength,
  minValue,
  normalEmail,
  required,
} from './fields.ts';
import { instant, instantFromIso, isoFromInstant, isWithinHours, wallTime } from './time.ts';

const at = (iso: string) => instant(Date.parse(iso));
const ba = 'America/Argentina/Buenos_Aires';

describe('time', () => {
  it('reads the wall of the store, whose Monday is day 1 (M-13, N-08)', () => {
    // 2026-11-23 is a Monday; 01:30 UTC is still Sunday in Buenos Aires.
    expect(wallTime(at('2026-11-23T01:30:00Z'), ba)).toEqual({ date: '2026-11-22', hour: '22:30', weekday: 7 });
    expect(wallTime(at('2026-11-23T15:05:00Z'), ba)).toEqual({ date: '2026-11-23', hour: '12:05', weekday: 1 });
    expect(wallTime(at('2026-11-23T03:00:00Z'), ba).hour).toBe('00:00');
  });

  it('goes to ISO and back to the millisecond', () => {
    expect(isoFromInstant(instant(1_700_000_000_123))).toBe('2023-11-14T22:13:20.123Z');
    expect(instantFromIso('2023-11-14T22:13:20.123Z')).toBe(1_700_000_000_123);
    expect(instantFromIso('ayer')).toBeNull();
  });

  const days = [
    {
      day_idx: 5 as const,
      hours: [
        { from: '12:00', to: '15:00' },
        { from: '20:00', to: '02:00' },
      ],
    },
    { day_idx: 7 as const, hours: [{ from: '00:00', to: '00:00' }] },
  ];
  it.each([
    ['inside a range', '2026-11-27T16:00:00Z', true],
    ['at its start', '2026-11-27T15:00:00Z', true],
    ['at its end', '2026-11-27T18:00:00Z', false],
    ['in the evening of a range past midnight', '2026-11-28T01:00:00Z', true],
    ['after midnight of that range', '2026-11-28T04:30:00Z', true],
    ['after its end', '2026-11-28T05:00:00Z', false],
    ['a range from 00:00 to 00:00 is the whole day', '2026-11-29T15:00:00Z', true],
    ['a day without hours', '2026-11-26T16:00:00Z', false],
  ])('knows whether the timetable is open: %s (T-18, N-08)', (_, iso, expected) => {
    expect(isWithinHours(days, at(iso), ba)).toBe(expected);
  });
});

describe('ids', () => {
  it('makes UUIDv7 that sort by time', () => {
    const random = new Uint8Array(10).fill(7);
    const a = uuidV7(1_700_000_000_000, random);
    const b = uuidV7(1_700_000_000_001, random);
    expect(isUuid(a)).toBe(true);
    expect(a[14]).toBe('7');
    expect(a < b).toBe(true);
    expect(isUuid('no')).toBe(false);
  });
});

describe('field rules', () => {
  it('required (E-08)', () => {
    expect(required('  ')).toEqual({ rule: 'required' });
    expect(required('a')).toBeNull();
  });
  it('lengths count characters, not code units (E-09, E-10)', () => {
    expect(minLength('1234567', 8)).toEqual({ rule: 'min-length', min: 8 });
    expect(minLength('12345678', 8)).toBeNull();
    expect(maxLength('😀😀', 2)).toBeNull();
    expect(maxLength('abc', 2)).toEqual({ rule: 'max-length', max: 2 });
  });
  it('values (E-11, E-12)', () => {
    expect(minValue(-1, 0)).toEqual({ rule: 'min-value', min: 0 });
    expect(maxValue(3, 2)).toEqual({ rule: 'max-value', max: 2 });
    expect(firstProblem(minValue(1, 0), maxValue(1, 2))).toBeNull();
  });
  it('e-mail, whatever its case and the spaces around it (E-13)', () => {
    for (const good of ['ana@demo.marche', ' Ana@Demo.Marche ', "o'neil+caja@x.com.ar"]) expect(email(good)).toBeNull();
    for (const bad of ['a@', 'a@b', '@b.c', 'a b@c.d', 'a@b..c', 'a@@b.c'])
      expect(email(bad)).toEqual({ rule: 'email' });
    expect(normalEmail(' Ana@X.Com ')).toBe('ana@x.com');
  });
  it('equality names the other field (E-14)', () => {
    expect(equalTo('a', 'b', 'Contraseña')).toEqual({ rule: 'equal', otherName: 'Contraseña' });
  });
});
