import { describe, expect, it } from 'vitest';
import { phoneKit } from '#contract/phone.ts';
import { prefixOptions, withPrefix } from './prefixes.ts';

describe('the countries of a phone', () => {
  it('are the product’s two while nothing else is known, and stay the first (A-06, F-45)', async () => {
    const alone = prefixOptions(null);
    expect(alone.map((o) => `${o.prefix} ${o.name}`)).toEqual(['+54 Argentina', '+595 Paraguay']);
    const all = prefixOptions(await phoneKit());
    expect(all.slice(0, 2)).toEqual(alone);
    expect(all.length).toBeGreaterThan(200);
    expect(new Set(all.map((o) => o.country)).size).toBe(all.length);
  });

  it.each([
    ['', '+54 '],
    ['11 2345-6789', '+54 11 2345-6789'],
    ['+595 981 234567', '+54 981 234567'],
    ['+', '+54 '],
  ])('choosing Argentina turns «%s» into «%s» (A-06)', (typed, expected) => {
    expect(withPrefix(typed, '+54', prefixOptions(null))).toBe(expected);
  });
});

describe('the number while it is typed', () => {
  it.each([
    ['+5491123456789', '+54 9 11 2345 6789', 'AR'],
    ['+595981234567', '+595 981 234567', 'PY'],
    ['abc', 'abc', null],
    ['+', '+', null],
  ])('%s reads %s (A-06)', async (typed, shown, country) => {
    const kit = await phoneKit();
    expect(kit.format(typed).replaceAll('-', ' ')).toBe(shown);
    expect(kit.countryOf(typed)).toBe(country);
  });
});
