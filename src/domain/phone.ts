import { type Country, countryRules } from './store.ts';

/** The possible problems of a telephone number; texts/phone has the sentences. */
export const phoneProblems = [
  'not-a-number',
  'no-country',
  'too-short',
  'invalid-length',
  'too-long',
  'invalid',
] as const;
export type PhoneProblem = (typeof phoneProblems)[number];

/** '+54…' for a store in Argentina: an order's phone must belong to the store's country (K-69). */
export const isPhoneOf = (country: Country, e164: string): boolean =>
  e164.startsWith(countryRules[country].phonePrefix);
