import type { PhoneKit } from '#contract/phone.ts';
import { countries, countryRules } from '#domain/store.ts';

/** An option of the country list. */
export interface PrefixOption {
  readonly country: string;
  readonly prefix: string;
  readonly name: string;
}

const names = new Intl.DisplayNames('es', { type: 'region' });
const ours: readonly PrefixOption[] = countries.map((country) => ({
  country,
  prefix: countryRules[country].phonePrefix,
  name: names.of(country) ?? country,
}));

/**
 * The product's countries first, then the others by name. Only the first group until the numbering plans have loaded.
 */
export function prefixOptions(kit: PhoneKit | null): readonly PrefixOption[] {
  const others = (kit?.countries ?? [])
    .filter((c) => ours.every((o) => o.country !== c.country))
    .map((c) => ({ ...c, name: names.of(c.country) ?? c.country }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'es'));
  return [...ours, ...others];
}

/** Replaces the prefix of the typed number; adds one when it has none. */
export function withPrefix(typed: string, prefix: string, options: readonly PrefixOption[]): string {
  const longest = options
    .map((o) => o.prefix)
    .filter((p) => typed.startsWith(p))
    .toSorted((a, b) => b.length - a.length)[0];
  const rest = typed
    .slice(longest?.length ?? 0)
    .replace(/^\+/, '')
    .trimStart();
  return `${prefix} ${rest}`;
}
