import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Uuid } from '#domain/ids.ts';
import type { PrintJobState } from '#domain/print-jobs.ts';
import type { PrintedType, PrinterKind } from '#domain/printing.ts';
import { users } from './accounts.ts';
import { key, moment } from './columns.ts';
import { stores } from './stores.ts';

const storeId = () =>
  integer()
    .notNull()
    .references(() => stores.id);

/** Computers that print (P-17). */
export const printPoints = pgTable(
  'print_points',
  {
    id: key(),
    store_id: storeId(),
    name: text().notNull(),
    shared: boolean().notNull(),
    /** What other devices may send to it. */
    types: text().array().notNull().$type<PrinterKind[]>(),
    /** Names of its printers: only on these the server signs a print (docs/threats.md T1). */
    printers: text().array().notNull(),
    /** The device that it is. */
    device_id: uuid().notNull(),
    created_at: moment().notNull(),
  },
  (t) => [uniqueIndex('print_points_device').on(t.store_id, t.device_id)],
);

/** What one device sends to the print point of another one (decision 037). Deleted a day after its end. */
export const printJobs = pgTable(
  'print_jobs',
  {
    /** The id of the command that sent it. */
    id: uuid().notNull().$type<Uuid>(),
    store_id: storeId(),
    printpoint_id: integer()
      .notNull()
      .references(() => printPoints.id),
    kind: text().notNull().$type<PrinterKind>(),
    payable_type: text().notNull().$type<PrintedType>(),
    payable_id: integer().notNull(),
    from_printpoint_id: integer().references(() => printPoints.id),
    created_by: integer()
      .notNull()
      .references(() => users.id),
    created_at: moment().notNull(),
    state: text().notNull().$type<PrintJobState>(),
    /** Number of the last lease; 0: none yet. */
    lease: integer().notNull().default(0),
    lease_until: moment(),
    /** Of the bytes, in hexadecimal digits; stored before they leave. */
    sha256: text(),
    error: text(),
    ended_at: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.store_id, t.id] }),
    index('print_jobs_open')
      .on(t.store_id, t.printpoint_id, t.created_at)
      .where(sql`ended_at is null`),
    index('print_jobs_ended').on(t.ended_at),
  ],
);
