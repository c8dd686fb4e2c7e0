import type { FieldProblem } from './errors.ts';
import { maxLength } from './fields.ts';
import { addressLine2MaxChars } from './limits.ts';
import type { Geolocation } from './shipping.ts';
import { type Country, countryRules } from './store.ts';

/** A door number after the street's name; the day of '9 de Julio' or '12 de Octubre' is none. */
const doorNumber = /\p{L}\S*\s+(?:n\s?[°º.]?\s*)?\d{1,6}(?!\d|\s+de\s)/iu;

/** 'Av. Corrientes 3499' has one, 'Av. 9 de Julio' has not. */
export const hasDoorNumber = (line1: string): boolean => doorNumber.test(line1);

/** What an address form holds: no coordinates until one of the found addresses was chosen (K-44). */
export interface AddressDraft {
  readonly address_line_1: string;
  readonly geolocation: Geolocation | null;
}

/** A chosen street with its number and coordinates; Paraguay's needs no number (K-44, K-45, K-46). */
export function addressProblem({ address_line_1, geolocation }: AddressDraft, country: Country): FieldProblem | null {
  const numbered = !countryRules[country].addressNeedsNumber || hasDoorNumber(address_line_1);
  return address_line_1.trim() !== '' && geolocation !== null && numbered ? null : { rule: 'address' };
}

/** Floor, flat or bell: 20 characters at most (K-47). */
export const addressLine2Problem = (text: string): FieldProblem | null => maxLength(text, addressLine2MaxChars);

const chosenZoom = 16;

/** Where a map opens: on the chosen address, else on the whole country (K-50, K-51). */
export function mapView(
  country: Country,
  chosen: Geolocation | null,
): { readonly center: Geolocation; readonly zoom: number } {
  const { lat, lng, zoom } = countryRules[country].map;
  return chosen ? { center: chosen, zoom: chosenZoom } : { center: { lat, lng }, zoom };
}
