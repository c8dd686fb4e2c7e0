import type { PaymentCard } from './order.ts';
import type { Country } from './store.ts';
import type { Instant } from './time.ts';
import { wallTime } from './time.ts';

/** A card as a person types it. It stays in the card drawer: only the card provider gets it. */
export interface CardForm {
  readonly number: string;
  readonly securityCode: string;
  /** '01' to '12', and a year of four digits; '' until one is chosen. */
  readonly month: string;
  readonly year: string;
  readonly holder: string;
  readonly documentType: string;
  readonly documentNumber: string;
}

export type CardField = keyof CardForm;

export const emptyCard: CardForm = {
  number: '',
  securityCode: '',
  month: '',
  year: '',
  holder: '',
  documentType: '',
  documentNumber: '',
};

export const cardNumberDigits = 16;
export const securityCodeDigits = 4;
const groupDigits = 4;
const expiryYearCount = 10;
export const holderMaxChars = 60;
export const documentMaxChars = 20;

const digitsIn = (text: string, most: number): string => text.replaceAll(/\D/gu, '').slice(0, most);

/** '4509953566233704' as '4509 9535 6623 3704'; more than 16 digits are cut off (Y-20). */
export const cardNumberText = (typed: string): string =>
  digitsIn(typed, cardNumberDigits).replaceAll(new RegExp(String.raw`(\d{${groupDigits}})(?=\d)`, 'gu'), '$1 ');

/** The digits alone, as the provider wants them. */
export const cardDigits = (number: string): string => digitsIn(number, cardNumberDigits);

/** Digits only, at most four (Y-21). */
export const securityCodeText = (typed: string): string => digitsIn(typed, securityCodeDigits);

/** Letters and digits: a passport has both. */
export const documentText = (typed: string): string => typed.replaceAll(/[^\p{L}\d]/gu, '').slice(0, documentMaxChars);

/** '01' to '12' (Y-22). */
export const expiryMonths: readonly string[] = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'));

/** This year, by the store's calendar, and the nine after it (Y-23). */
export function expiryYears(now: Instant, zone: string): string[] {
  const first = Number(wallTime(now, zone).date.slice(0, 4));
  return Array.from({ length: expiryYearCount }, (_, at) => String(first + at));
}

/** The documents that a cardholder identifies with, by country (Y-25). */
export const documentTypes: Readonly<Record<Country, readonly string[]>> = {
  AR: ['DNI', 'CI', 'LC', 'LE', 'Otro'],
  PY: ['CI', 'RUC', 'Otro'],
};

/** The codes of the card provider that have a sentence of their own (Y-29 to Y-44). */
export const cardErrorCodes = [
  '205',
  '208',
  '209',
  '212',
  '213',
  '214',
  '220',
  '221',
  '224',
  'E301',
  'E302',
  '316',
  '322',
  '323',
  '324',
  '325',
  '326',
] as const;
export type CardErrorCode = (typeof cardErrorCodes)[number];

export const isCardErrorCode = (code: string): code is CardErrorCode =>
  (cardErrorCodes as readonly string[]).includes(code);

/** The field that a code is about; null: none of this form. */
export const cardErrorFields: Readonly<Record<CardErrorCode, CardField | null>> = {
  '205': 'number',
  '208': 'month',
  '209': 'year',
  '212': 'documentType',
  '213': 'documentNumber',
  '214': 'documentNumber',
  '220': null,
  '221': 'holder',
  '224': 'securityCode',
  E301: 'number',
  E302: 'securityCode',
  '316': 'holder',
  '322': 'documentType',
  '323': 'documentNumber',
  '324': 'documentNumber',
  '325': 'month',
  '326': 'year',
};

/** The check digit of a card number (ISO/IEC 7812). */
function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

const cardNumberMinDigits = 13;
const securityCodeMinDigits = 3;

/** What the form lacks, in the provider's own codes and the order of the screen; empty: it can be sent. */
export function cardProblems(card: CardForm, now: Instant, zone: string): CardErrorCode[] {
  const digits = cardDigits(card.number);
  const [thisYear = '', thisMonth = ''] = wallTime(now, zone).date.split('-');
  const isPast = card.year === thisYear && card.month !== '' && card.month < thisMonth;
  const problems: (CardErrorCode | null)[] = [
    digits === '' ? '205' : digits.length < cardNumberMinDigits || !passesLuhn(digits) ? 'E301' : null,
    card.month === '' ? '208' : expiryMonths.includes(card.month) && !isPast ? null : '325',
    card.year === '' ? '209' : expiryYears(now, zone).includes(card.year) ? null : '326',
    card.securityCode === '' ? '224' : card.securityCode.length < securityCodeMinDigits ? 'E302' : null,
    card.holder.trim() === '' ? '221' : /\d/u.test(card.holder) ? '316' : null,
    card.documentType === '' ? '212' : null,
    card.documentNumber === '' ? '214' : null,
  ];
  return problems.filter((code) => code !== null);
}

/** Each field's first code, and whether a code belongs to no field (Y-28). */
export function problemsByField(codes: readonly string[]): {
  readonly fields: ReadonlyMap<CardField, CardErrorCode>;
  /** Codes without a field: their sentence, or the general one, stands above the form. */
  readonly general: CardErrorCode | 'unknown' | null;
} {
  const fields = new Map<CardField, CardErrorCode>();
  let general: CardErrorCode | 'unknown' | null = null;
  for (const code of codes) {
    const field = isCardErrorCode(code) ? cardErrorFields[code] : null;
    if (isCardErrorCode(code) && field !== null) {
      if (!fields.has(field)) fields.set(field, code);
    } else general ??= isCardErrorCode(code) ? code : 'unknown';
  }
  return { fields, general };
}

/** The provider's name of a card's brand. */
export type CardBrand = 'visa' | 'master' | 'amex';

/** The brand that a number begins as; null: another, or not yet known. */
export function cardBrand(number: string): CardBrand | null {
  const digits = cardDigits(number);
  if (digits.startsWith('4')) return 'visa';
  if (/^3[47]/u.test(digits)) return 'amex';
  return /^(?:5[0-5]|2[2-7])/u.test(digits) ? 'master' : null;
}

/** The store's account with the card provider. */
export interface CardAccount {
  readonly gateway: number;
  readonly publicKey: string;
}

/**
 * A card that the provider has exchanged for a token, with the account that charges it: the card's fields of a payment
 * (Y-02). Neither number nor security code is in it.
 */
export interface CardToken extends PaymentCard {
  readonly token: string;
  /** The provider's name of the brand. */
  readonly option: string;
}
