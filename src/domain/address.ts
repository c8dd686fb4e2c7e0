import type { FieldProblem } from './errors.ts';
import { maxLength } from './fields.ts';
import { addressLine2MaxChars } from './limits.ts';
import type { Geolocation } from './shipping.ts';
import { type Country, countryRules } from './store.ts';

/** A door number after the street's name. The day in '9 de Julio' or '12 de Octubre' is not one. */
const doorNumber = /\p{L}\S*\s+(?:n\s?[°º.]?\s*)?(?<number>\d{1,6})(?!\d|\s+de\s)/iu;

/** 'Av. Corrientes 3499' has one, 'Av. 9 de Julio' has not. */
export const hasDoorNumber = (line1: string): boolean => doorNumber.test(line1);

/** A found street with the door number that the person typed before choosing it: a map may know only the street. */
export function withTypedNumber(line1: string, typed: string): string {
  const number = doorNumber.exec(typed)?.groups?.['number'];
  return number === undefined || hasDoorNumber(line1) ? line1 : line1.replace(/\s*(?=,|$)/u, ` ${number}`);
}

/** The values of an address form. There are no coordinates until the person chooses a found address (K-44). */
export interface AddressDraft {
  readonly address_line_1: string;
  readonly geolocation: Geolocation | null;
}

/**
 * Checks for a chosen street with its number and coordinates; in Paraguay the number is optional (K-44, K-45, K-46).
 */
export function addressProblem({ address_line_1, geolocation }: AddressDraft, country: Country): FieldProblem | null {
  const numbered = !countryRules[country].addressNeedsNumber || hasDoorNumber(address_line_1);
  return address_line_1.trim() !== '' && geolocation !== null && numbered ? null : { rule: 'address' };
}

/** Floor, flat or doorbell: at most 20 characters (K-47). */
export const addressLine2Problem = (text: string): FieldProblem | null => maxLength(text, addressLine2MaxChars);

const chosenZoom = 16;

/** The initial view of a map: the chosen address, or the whole country (K-50, K-51). */
export function mapView(
  country: Country,
  chosen: Geolocation | null,
): { readonly center: Geolocation; readonly zoom: number } {
  const { lat, lng, zoom } = countryRules[country].map;
  return chosen ? { center: chosen, zoom: chosenZoom } : { center: { lat, lng }, zoom };
}
