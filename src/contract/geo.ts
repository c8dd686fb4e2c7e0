import * as z from 'zod/mini';
import { country, geolocation, requiredText } from './fields.ts';
import { procedure } from './procedure.ts';

/** `has_number` false: a street without a door number, which Argentina does not accept as an address (K-45, K-46). */
export const geoPlace = z.object({ address_line_1: z.string(), has_number: z.boolean(), geolocation });

/** A coordinate in a query. */
export const degrees = (limit: number) => z.coerce.number().check(z.gte(-limit), z.lte(limit));

/** The server's address search, for a shop without a maps key (N-30, K-49). */
export const geo = {
  /** At most 6 results, best first. */
  autocomplete: procedure('user', 'GET', '/geo/autocomplete', 'Addresses that begin like this')
    .input(z.object({ q: requiredText(100), country }))
    .output(z.array(geoPlace)),
  /** The address nearest to a point; null if there is none near. */
  reverse: procedure('user', 'GET', '/geo/reverse', 'The address at a point')
    .input(z.object({ lat: degrees(90), lng: degrees(180) }))
    .output(z.nullable(geoPlace)),
};
