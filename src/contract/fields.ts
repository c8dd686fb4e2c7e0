import * as z from 'zod/mini';
import { promoCodeChars } from '#domain/limits.ts';
import { normalPromocode, promoTypes } from '#domain/promocode.ts';
import { catalogTypes, countries, kitchenRole, paymentMethods, plans, roles, serviceTypes } from '#domain/store.ts';

/** Schemas of single values, as they stand on the wire. */

const largestInt = 2_147_483_647;

/** Positive integer id in a JSON body. */
export const id = z.int().check(z.gte(1), z.lte(largestInt));
/** The same in a path or query, where it arrives as text. */
export const pathId = z.coerce.number().check(z.int(), z.gte(1), z.lte(largestInt));
/** A sequence number in a query; 0 = from the beginning. */
export const sequence = z.coerce.number().check(z.int(), z.gte(0), z.lte(Number.MAX_SAFE_INTEGER));

/** Major units with the currency's decimals; which ones is checked by moneyFromDecimal with the store's currency. */
export const decimal = z.number().check(z.gte(-10_000_000_000), z.lte(10_000_000_000));
export const positiveDecimal = z.number().check(z.gte(0), z.lte(10_000_000_000));

/** 'YYYY-MM-DDTHH:mm:ss.sssZ' */
export const timestamp = z.iso.datetime();
export const date = z.iso.date();
export const hour = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
export const uuid = z.uuid();

// PostgreSQL stores neither NUL nor a lone surrogate; both would turn a typo into a 500.
const storable = z.refine<string>((text) => !text.includes('\0') && text.isWellFormed(), { error: 'invalid' });

/** Text of at most `max` characters that a person typed. */
export const text = (max: number) => z.string().check(z.maxLength(max), storable);
export const requiredText = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max), storable);

/** Stripped of whitespace and in upper case, whatever was typed (K-27, K-28). */
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
/** What people are invited as. */
export const staffRole = z.enum(roles);
export const paymentMethod = z.enum(paymentMethods);
