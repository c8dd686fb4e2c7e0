import * as z from 'zod/mini';
import { promoCodeChars } from '#domain/limits.ts';
import { normalPromocode, promoTypes } from '#domain/promocode.ts';
import { kitchenRole, roles } from '#domain/roles.ts';
import { catalogTypes, countries, paymentMethods, plans, serviceTypes } from '#domain/store.ts';

/** Schemas of single values on the wire. */

const largestInt = 2_147_483_647;

/** A positive integer id in a JSON body. */
export const id = z.int().check(z.gte(1), z.lte(largestInt));
/** An id in a path or query, where it arrives as text. */
export const pathId = z.coerce.number().check(z.int(), z.gte(1), z.lte(largestInt));
/** A sequence number in a query; 0 = from the beginning. */
export const sequence = z.coerce.number().check(z.int(), z.gte(0), z.lte(Number.MAX_SAFE_INTEGER));

/** An amount in major units. moneyFromDecimal checks the number of decimals with the store's currency. */
export const decimal = z.number().check(z.gte(-10_000_000_000), z.lte(10_000_000_000));
export const positiveDecimal = z.number().check(z.gte(0), z.lte(10_000_000_000));
/** A sum of amounts, in answers. */
export const sum = z.number().check(z.gte(-10_000_000_000_000), z.lte(10_000_000_000_000));
export const positiveSum = z.number().check(z.gte(0), z.lte(10_000_000_000_000));

/** 'YYYY-MM-DDTHH:mm:ss.sssZ' */
export const timestamp = z.iso.datetime();
export const date = z.iso.date();
export const hour = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
export const uuid = z.uuid();

// PostgreSQL cannot store NUL or a lone surrogate: reject them, or they cause a 500.
const storable = z.refine<string>((text) => !text.includes('\0') && text.isWellFormed(), { error: 'invalid' });

/** A text of at most `max` characters. */
export const text = (max: number) => z.string().check(z.maxLength(max), storable);
export const requiredText = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max), storable);

/** Removes whitespace and converts to upper case (K-27, K-28). */
export const promocodeText = z
  .string()
  .check(z.overwrite(normalPromocode), z.minLength(promoCodeChars.min), z.maxLength(promoCodeChars.max), storable);
export const promoType = z.enum(promoTypes);

/** Degrees, WGS 84. */
export const geolocation = z.object({
  lat: z.number().check(z.gte(-90), z.lte(90)),
  lng: z.number().check(z.gte(-180), z.lte(180)),
});

export const serviceType = z.enum(serviceTypes);
export const catalogType = z.enum(catalogTypes);
export const country = z.enum(countries);
export const plan = z.enum(plans);
export const role = z.enum([...roles, kitchenRole]);
/** The roles that people can be invited with. */
export const staffRole = z.enum(roles);
export const paymentMethod = z.enum(paymentMethods);
