import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type {
  FiscalAuthorityName,
  FiscalContent,
  FiscalEnvironment,
  FiscalIssuer,
  FiscalKind,
  FiscalState,
} from '#domain/fiscal-documents.ts';
import type { PayableType } from '#domain/paying.ts';
import { amount, key, moment } from './columns.ts';
import { stores } from './stores.ts';

/** Who a store is for the tax authority, and with which credentials it asks. */
export const fiscalSettings = pgTable('fiscal_settings', {
  store_id: integer()
    .primaryKey()
    .references(() => stores.id),
  authority: text().notNull().$type<FiscalAuthorityName>(),
  environment: text().notNull().$type<FiscalEnvironment>(),
  issuer: jsonb().notNull().$type<FiscalIssuer>(),
  /** PEM; null: the sandbox's own. */
  certificate: text(),
  /** The key of the certificate, and in Paraguay the CSC, both encrypted (docs/decisions/039). */
  private_key: text(),
  csc_id: text(),
  csc: text(),
  changed_at: moment().notNull(),
});

/** Something that the authority said, or that was learnt without its answer. */
export interface FiscalNote {
  readonly at: string;
  readonly said: string;
}

/** What is still to be done for a document: give it a number, learn what the authority has, nothing. */
export const fiscalWorks = ['number', 'verify', 'none'] as const;
export type FiscalWork = (typeof fiscalWorks)[number];

/**
 * Every invoice and credit note that somebody asked for, from the transaction that asked. Never deleted. Number and full
 * content are stored before the authority is asked, so that a lost answer is looked up and never asked for twice.
 */
export const fiscalDocuments = pgTable(
  'fiscal_documents',
  {
    id: key(),
    store_id: integer().notNull(),
    payable_type: text().notNull().$type<PayableType>(),
    /** No foreign key: an order may be deleted, its invoice may not. */
    payable_id: integer().notNull(),
    kind: text().notNull().$type<FiscalKind>(),
    /** The invoice that a credit note undoes. */
    undoes: integer(),
    authority: text().notNull().$type<FiscalAuthorityName>(),
    environment: text().notNull().$type<FiscalEnvironment>(),
    /** Of its numbering, beside authority and environment. */
    tax_id: text().notNull(),
    point: text().notNull(),
    type: integer().notNull(),
    number: integer(),
    date: text(),
    state: text().notNull().$type<FiscalState>(),
    work: text().notNull().$type<FiscalWork>(),
    content: jsonb().notNull().$type<FiscalContent>(),
    total: amount().notNull(),
    code: text(),
    code_expires: text(),
    qr: text(),
    /** What is sent, when it is made before: the signed document of Paraguay. */
    sealed: text(),
    /** The authority's receipt of a document that it has not decided yet. */
    receipt: text(),
    remarks: jsonb().notNull().default([]).$type<string[]>(),
    problem: text(),
    /** Its order or table was undone: a credit note follows as soon as it is issued. */
    undone: boolean().notNull().default(false),
    /** Failures in a row since the last answer. */
    failures: integer().notNull().default(0),
    asked_at: moment(),
    next_at: moment().notNull(),
    /** A process reserves the row until this time, as in `payment_attempts`. */
    held_until: moment(),
    history: jsonb().notNull().default([]).$type<FiscalNote[]>(),
    created_by: integer(),
    created_at: moment().notNull(),
    ended_at: moment(),
  },
  (t) => [
    index('fiscal_documents_payable').on(t.store_id, t.payable_type, t.payable_id, t.id),
    // One invoice in force: nothing can be invoiced twice.
    uniqueIndex('fiscal_documents_in_force')
      .on(t.store_id, t.payable_type, t.payable_id)
      .where(sql`${t.kind} = 'invoice' and ${t.state} <> 'rejected' and not ${t.undone}`),
    uniqueIndex('fiscal_documents_undoes')
      .on(t.undoes)
      .where(sql`${t.state} <> 'rejected'`),
    uniqueIndex('fiscal_documents_number')
      .on(t.authority, t.environment, t.tax_id, t.point, t.type, t.number)
      .where(sql`${t.number} is not null and ${t.state} <> 'rejected'`),
    index('fiscal_documents_open')
      .on(t.store_id, t.created_at)
      .where(sql`${t.work} <> 'none'`),
    index('fiscal_documents_due')
      .on(t.next_at)
      .where(sql`${t.work} <> 'none'`),
  ],
);

/** The numbering of one taxpayer, point and type. `document` has the number that is in doubt, and the others wait. */
export const fiscalSeries = pgTable(
  'fiscal_series',
  {
    authority: text().notNull().$type<FiscalAuthorityName>(),
    environment: text().notNull().$type<FiscalEnvironment>(),
    tax_id: text().notNull(),
    point: text().notNull(),
    type: integer().notNull(),
    last_number: integer().notNull().default(0),
    document: integer(),
  },
  (t) => [primaryKey({ columns: [t.authority, t.environment, t.tax_id, t.point, t.type] })],
);

/** The access ticket of a taxpayer at a service of the authority, shared by all processes. */
export const fiscalTickets = pgTable(
  'fiscal_tickets',
  {
    environment: text().notNull().$type<FiscalEnvironment>(),
    tax_id: text().notNull(),
    service: text().notNull(),
    /** Token and sign as JSON, encrypted; null: none yet. */
    sealed: text(),
    expires_at: moment(),
    /** A process is asking for one until this time. */
    held_until: moment(),
  },
  (t) => [primaryKey({ columns: [t.environment, t.tax_id, t.service] })],
);
