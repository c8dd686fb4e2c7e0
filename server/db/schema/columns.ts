import { bigint, customType, integer } from 'drizzle-orm/pg-core';
import type { Money } from '#domain/money.ts';
import { instant, type Instant } from '#domain/time.ts';

/** timestamptz with milliseconds <-> Instant. The driver passes text such as '2026-11-20 23:59:59.123+00'. */
export const moment = customType<{ data: Instant; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  toDriver: (at) => new Date(at).toISOString(),
  fromDriver: (text) => instant(new Date(text).getTime()),
});

/** Minor units of the store's currency. */
export const amount = () => bigint({ mode: 'number' }).$type<Money>();

/** Primary key, numbered by the database from 1. */
export const key = () => integer().primaryKey().generatedByDefaultAsIdentity();
