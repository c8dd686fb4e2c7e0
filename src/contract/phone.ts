import type { PhoneProblem } from '#domain/phone.ts';
import type { Country } from '#domain/store.ts';

export type ReadPhone =
  /** '+541123456789' (E.164). */
  { readonly ok: true; readonly e164: string } | { readonly ok: false; readonly problem: PhoneProblem };

const problems: Readonly<Record<string, PhoneProblem>> = {
  NOT_A_NUMBER: 'not-a-number',
  INVALID_COUNTRY: 'no-country',
  TOO_SHORT: 'too-short',
  INVALID_LENGTH: 'invalid-length',
  TOO_LONG: 'too-long',
};

// Loads 34 kB, only when a phone field is filled.
const numbers = () => import('libphonenumber-js/min');

/** Loads the numbering plans ahead, so that they are ready when the form is sent. */
export const preparePhones = (): void => void numbers().catch(() => {});

/**
 * Converts a typed number, local to `country` (the store's) or with its own prefix, to E.164 (K-69, K-73). Rejects only
 * if the numbering plans cannot be loaded.
 */
export async function readPhone(text: string, country: Country | null): Promise<ReadPhone> {
  const { ParseError, parsePhoneNumberWithError, validatePhoneNumberLength } = await numbers();
  const defaults = country ?? undefined;
  try {
    const number = parsePhoneNumberWithError(text, { defaultCountry: defaults, extract: false });
    const length = validatePhoneNumberLength(text, defaults);
    if (length !== undefined) return { ok: false, problem: problems[length] ?? 'invalid' };
    return number.isValid() ? { ok: true, e164: number.number } : { ok: false, problem: 'invalid' };
  } catch (error) {
    if (error instanceof ParseError) return { ok: false, problem: problems[error.message] ?? 'invalid' };
    throw error;
  }
}

export interface PhoneCountry {
  /** ISO 3166: 'AR'. */
  readonly country: string;
  /** '+54' */
  readonly prefix: string;
}

/** Functions for a phone field while a person types. */
export interface PhoneKit {
  /** Unsorted. */
  readonly countries: readonly PhoneCountry[];
  /** '+5491123456789' -> '+54 9 11 2345-6789'. Returns any other text unchanged. */
  readonly format: (text: string) => string;
  /** 'AR' for '+54…'; null if the country is not clear yet. */
  readonly countryOf: (text: string) => string | null;
}

/** Rejects only if the numbering plans cannot be loaded. */
export async function phoneKit(): Promise<PhoneKit> {
  const { AsYouType, getCountries, getCountryCallingCode } = await numbers();
  return {
    countries: getCountries().map((country) => ({ country, prefix: `+${getCountryCallingCode(country)}` })),
    format: (text) => (/^\+[\d\s()-]*$/.test(text) ? new AsYouType().input(text) : text),
    countryOf(text) {
      const typing = new AsYouType();
      typing.input(text);
      return typing.getCountry() ?? null;
    },
  };
}
