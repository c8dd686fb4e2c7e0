import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { SlipChange } from '#domain/comanda-ledger.ts';
import type { Uuid } from '#domain/ids.ts';
import type { PrintJobState, SlipState } from '#domain/print-jobs.ts';
import type { OrderPaper } from '#domain/paper/kinds.ts';
import type { PrintedType, PrinterKind } from '#domain/printing.ts';
import { users } from './accounts.ts';
import { key, moment } from './columns.ts';
import type { StoredLine } from './orders.ts';
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
    /** Since when it prints comandas by itself; null: it does not. */
    automatic_since: moment(),
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
    /** When a person has dealt with its failure, or it was printed after all. */
    settled_at: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.store_id, t.id] }),
    index('print_jobs_open')
      .on(t.store_id, t.printpoint_id, t.created_at)
      .where(sql`ended_at is null`),
    index('print_jobs_ended').on(t.ended_at),
  ],
);

/** Slips of orders that a print point printed, or was about to (decision 040). Kept for 30 days. */
export const printSlips = pgTable(
  'print_slips',
  {
    id: key(),
    store_id: storeId(),
    order_id: integer().notNull(),
    /** null: a person has told the kitchen without a printer. */
    printpoint_id: integer().references(() => printPoints.id),
    printer: text().notNull(),
    kind: text().notNull().$type<OrderPaper>(),
    change: text().notNull().$type<SlipChange>(),
    /** Counts the slips of an order. */
    revision: integer().notNull(),
    /** How often it was printed again by hand; 0: not yet. */
    reprint: integer().notNull(),
    /** Of a change of table only: the table on the paper that the kitchen holds. */
    place_from: text(),
    lines: jsonb().notNull().$type<StoredLine[]>(),
    /** Who asked for it. */
    created_by: integer()
      .notNull()
      .references(() => users.id),
    created_at: moment().notNull(),
    state: text().notNull().$type<SlipState>(),
    /** When its bytes were last about to leave. */
    sending_at: moment().notNull(),
    error: text(),
    /** When a person has dealt with its failure. */
    settled_at: moment(),
  },
  (t) => [
    index('print_slips_order').on(t.store_id, t.order_id),
    index('print_slips_open')
      .on(t.store_id)
      .where(sql`state <> 'accepted' and settled_at is null`),
    index('print_slips_created').on(t.created_at),
    // A summary has no lines in the ledger: this is its key.
    uniqueIndex('print_slips_summary')
      .on(t.store_id, t.order_id, t.printpoint_id, t.printer)
      .where(sql`kind = 'summary' and reprint = 0`),
  ],
);

/** The comanda ledger: each row permits a printer to print a line once (decision 040). */
export const printLines = pgTable(
  'print_lines',
  {
    store_id: storeId(),
    printpoint_id: integer()
      .notNull()
      .references(() => printPoints.id),
    printer: text().notNull(),
    /** Key of the order's line. */
    line_row: integer().notNull(),
    /** Counts the changes of the line on this printer. */
    revision: integer().notNull(),
    /** The order that has the line now. */
    order_id: integer().notNull(),
    /** Units printed; negative: voided. */
    delta: integer().notNull(),
    /** The table on the paper; null: none. */
    place: text(),
    line: jsonb().notNull().$type<StoredLine>(),
    slip_id: integer()
      .notNull()
      .references(() => printSlips.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.store_id, t.printpoint_id, t.printer, t.line_row, t.revision] }),
    index('print_lines_order').on(t.store_id, t.order_id),
    index('print_lines_slip').on(t.slip_id),
  ],
);
