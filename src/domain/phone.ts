import { type Country, countryRules } from './store.ts';

/** What may be wrong with a telephone number; worded in texts/phone. */
export const phoneProblems = [
  'not-a-number',
  'no-country',
  'too-short',
  'invalid-length',
  'too-long',
  'invalid',
] as const;
export type PhoneProblem = (typeof phoneProblems)[number];

/** '+54…' for a store in Argentina: an order's phone must be one of the store's country (K-69). */
export const isPhoneOf = (country: Country, e164: string): boolean =>
  e164.startsWith(countryRules[country].phonePrefix);
