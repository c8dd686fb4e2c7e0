import { describe, expect, it } from 'vitest';
import {
  cardBrand,
  cardErrorCodes,
  cardErrorFields,
  cardNumberText,
  cardProblems,
  documentText,
  emptyCard,
  expiryMonths,
  expiryYears,
  problemsByField,
  securityCodeText,
} from './card-form.ts';
import { instant, instantFromIso } from './time.ts';

const zone = 'America/Argentina/Buenos_Aires';
const now = instantFromIso('2026-11-25T15:00:00Z') ?? instant(0);
const card = {
  number: '4509 9535 6623 3704',
  securityCode: '123',
  month: '11',
  year: '2030',
  holder: 'Ana Gómez',
  documentType: 'DNI',
  documentNumber: '30111222',
};

describe('the fields of a card', () => {
  it.each([
    ['', ''],
    ['4509', '4509'],
    ['45099', '4509 9'],
    ['4509953566233704', '4509 9535 6623 3704'],
    ['4509-9535-6623-3704', '4509 9535 6623 3704'],
    ['45099535662337041111', '4509 9535 6623 3704'],
    ['a4b5', '45'],
  ])('%j is shown as %j', (typed, shown) => expect(cardNumberText(typed)).toBe(shown));

  it('a security code has at most four digits', () => {
    expect(securityCodeText('12 3x45')).toBe('1234');
  });

  it('months 01 to 12, and ten years from the one of the store’s calendar (Y-23)', () => {
    expect([expiryMonths.length, expiryMonths[0], expiryMonths.at(-1)]).toEqual([12, '01', '12']);
    const years = Array.from({ length: 10 }, (_, n) => String(2026 + n));
    expect(expiryYears(now, zone)).toEqual(years);
    // Midnight in UTC is still the old year there.
    expect(expiryYears(instantFromIso('2027-01-01T01:00:00Z') ?? instant(0), zone)).toEqual(years);
  });

  it.each([
    ['4509 95', 'visa'],
    ['5031', 'master'],
    ['2223', 'master'],
    ['3711', 'amex'],
    ['6', null],
    ['', null],
  ])('%j begins as the brand %s', (number, brand) => expect(cardBrand(number)).toBe(brand));

  it('a document has letters and digits only', () => {
    expect(documentText('30.111.222-A')).toBe('30111222A');
  });
});

describe('what a card lacks', () => {
  it.each([
    ['nothing', {}, []],
    ['everything', emptyCard, ['205', '208', '209', '224', '221', '212', '214']],
    ['a digit of the number', { number: '4509 9535 6623 370' }, ['E301']],
    ['the right check digit', { number: '4509 9535 6623 3705' }, ['E301']],
    ['a digit of the code', { securityCode: '12' }, ['E302']],
    ['a name', { holder: ' 4509' }, ['316']],
    ['a month that is to come', { month: '10', year: '2026' }, ['325']],
    ['this month is still good', { month: '11', year: '2026' }, []],
    ['a month', { month: '13' }, ['325']],
    ['a year of the list', { year: '2025' }, ['326']],
  ])('%s', (_, change, codes) => expect(cardProblems({ ...card, ...change }, now, zone)).toEqual(codes));

  it('every code has its place; one without a field, or unknown, stands above the form', () => {
    for (const code of cardErrorCodes) {
      const { fields, general } = problemsByField([code]);
      const field = cardErrorFields[code];
      expect(field === null ? general : fields.get(field)).toBe(code);
    }
    expect(problemsByField(['E999', '205', 'E301'])).toEqual({
      fields: new Map([['number', '205']]),
      general: 'unknown',
    });
  });
});
