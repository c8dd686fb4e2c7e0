import { arIdentifyFrom, pyIdentifyFrom } from '#domain/limits.ts';
import { type Currency, type Money, times, money } from '#domain/money.ts';
import type { Country } from '#domain/store.ts';

/** From this total on a customer has to be identified (RG 5700/2025; in Paraguay unconfirmed today). */
export const identifyFrom = (country: Country, { decimals }: Currency): Money =>
  times(money(country === 'AR' ? arIdentifyFrom : pyIdentifyFrom), 10 ** decimals);
