import * as z from 'zod/mini';
import { fiscalAuthorities, fiscalKinds, fiscalStates, issuerConditions } from '#domain/fiscal-documents.ts';
import { arIdTypeCodes, customerTypes, customerVatCategories, invoiceTypes, pyIdTypes } from '#domain/invoices.ts';
import { customerNameMaxChars, idNumberMaxChars } from '#domain/limits.ts';
import { payableTypes } from '#domain/paying.ts';
import { decimal, id, pathId, positiveDecimal, text, timestamp } from './fields.ts';
import { fiscalForm, toldFiscalSettings } from './fiscal-settings.ts';
import { procedure } from './procedure.ts';

/*
 * The types have names, because the compiler writes the whole contract into one declaration, whose length is limited.
 */

/**
 * The forms of both countries: Argentina has `invoiceType`, and `exempt` (of the vatCategory 2, Exento instead of
 * Monotributo); the server takes the fields of the store's country (I-03 to I-08, I-13 to I-15).
 */
const invoiceFields = {
  invoiceType: z.optional(z.literal(invoiceTypes)),
  customerType: z.enum(customerTypes),
  customerName: z.optional(text(customerNameMaxChars)),
  vatCategory: z.literal(customerVatCategories),
  exempt: z.optional(z.boolean()),
  /** Absent: DNI, in Paraguay CI. */
  customerIdType: z.optional(z.literal([...arIdTypeCodes, ...pyIdTypes])),
  customerIdNumber: z.optional(text(idNumberMaxChars)),
};

const fiscalDate = z.iso.date();

const issuer = z.object({
  name: z.string(),
  taxId: z.string(),
  address: z.string(),
  condition: z.enum(issuerConditions),
  point: z.int(),
  establishment: z.int(),
  grossIncome: z.nullable(z.string()),
  startedOn: fiscalDate,
  timbrado: z.nullable(z.string()),
  activity: z.nullable(z.string()),
});

const line = z.object({ name: z.string(), quantity: z.int(), amount: decimal, rate: z.int() });
const vat = z.object({ rate: z.int(), base: decimal, tax: decimal });

/**
 * An invoice or a credit note. `number` is null until it has one, `code` (CAE or CDC) until the authority gave it; `state`
 * says which of them is final.
 */
const document = z.object({
  id,
  kind: z.enum(fiscalKinds),
  state: z.enum(fiscalStates),
  authority: z.enum(fiscalAuthorities),
  /** SIN VALIDEZ FISCAL: the authority is the sandbox. */
  sandbox: z.boolean(),
  number: z.nullable(z.int()),
  /** As it is printed, such as 00003-00000012. */
  printed_number: z.nullable(z.string()),
  date: z.nullable(fiscalDate),
  content: z.object({
    kind: z.enum(fiscalKinds),
    type: z.int(),
    issuer,
    customer: z.object({
      type: z.enum(customerTypes),
      name: z.nullable(z.string()),
      idType: z.nullable(z.union([z.int(), z.enum(pyIdTypes)])),
      idNumber: z.string(),
      condition: z.int(),
    }),
    lines: z.array(line),
    vat: z.array(vat),
    total: positiveDecimal,
    of: z.nullable(z.object({ type: z.int(), point: z.int(), number: z.int(), date: fiscalDate, code: z.string() })),
  }),
  code: z.nullable(z.string()),
  codeExpires: z.nullable(fiscalDate),
  qr: z.nullable(z.string()),
  remarks: z.array(z.string()),
  problem: z.nullable(z.string()),
  created_at: timestamp,
  ended_at: z.nullable(timestamp),
  next_at: z.nullable(timestamp),
  by: z.nullable(z.string()),
  undone: z.boolean(),
});

export interface WireBilling extends z.infer<typeof document> {}
export const billing: z.ZodMiniType<WireBilling> = document;

const payable = z.object({
  documents: z.array(billing),
  draft: z.object({ lines: z.array(line), vat: z.array(vat), total: positiveDecimal }),
  /** 'Pedido 12', 'Mesa 4'. */
  subject: z.string(),
  /** null: the store's fiscal data are missing. */
  issuer: z.nullable(issuer),
  /** From this total on the customer has to be identified. */
  identify_from: positiveDecimal,
  /** Whether it may be invoiced now. */
  open: z.boolean(),
  /** Whether its invoice may be undone. */
  undoable: z.boolean(),
  authority: z.nullable(z.enum(fiscalAuthorities)),
  sandbox: z.boolean(),
  now: timestamp,
});

/** What an order or table would be invoiced for, and its documents, oldest first. */
export interface WirePayableBilling extends z.infer<typeof payable> {}
const payableBilling: z.ZodMiniType<WirePayableBilling> = payable;

const pathIds = { store_id: pathId, id: pathId };

const withStatus = <S extends 201 | 202>(status: S) => z.object({ status: z.literal(status), body: billing });
export interface BillingAnswer {
  readonly status: 201 | 202;
  readonly body: WireBilling;
}
/** 201 with a final document, 202 while the authority has not answered for good. */
const answered: z.ZodMiniType<BillingAnswer> = z.union([withStatus(201), withStatus(202)]);

const form = z.object({ ...pathIds, ...invoiceFields });
export interface InvoiceInput extends z.infer<typeof form> {}
const invoice: z.ZodMiniType<InvoiceInput> = form;

const open = z.object({
  documents: z.array(
    z.object({ ...document.shape, payable_type: z.enum(payableTypes), payable_id: id, subject: z.string() }),
  ),
  now: timestamp,
});
export interface WirePendingBillings extends z.infer<typeof open> {}
const pendingBillings: z.ZodMiniType<WirePendingBillings> = open;

const issuing = (ability: 'invoice.create' | 'invoice.credit', path: `/${string}`, summary: string) =>
  procedure(ability, 'POST', path, summary, 201).route({ outputStructure: 'detailed' });

/** Electronic invoices (I-16, docs/decisions/039). */
export const billingContract = {
  settings: procedure('fiscal.manage', 'GET', '/store/{store_id}/fiscal', 'Who the store is for its tax authority')
    .input(z.object({ store_id: pathId }))
    .output(toldFiscalSettings),
  /** Errors: validation at the fields of the form; at `issuer` while an invoice is not decided. */
  saveSettings: procedure('fiscal.manage', 'PATCH', '/store/{store_id}/fiscal', 'Say who the store is for it')
    .input(fiscalForm)
    .output(toldFiscalSettings),
  order: procedure('invoice.create', 'GET', '/store/{store_id}/orders/{id}/billing', 'The invoices of an order')
    .input(z.object(pathIds))
    .output(payableBilling),
  group: procedure('invoice.create', 'GET', '/store/{store_id}/orderGroups/{id}/billing', 'The invoices of a table')
    .input(z.object(pathIds))
    .output(payableBilling),
  /**
   * Idempotency-Key. Invoices an order: 201 with the invoice, 202 with its state while the authority has not answered for
   * good. Errors: already_billed, billing_unavailable (also when the authority refuses it,
   * with its sentence), validation at the fields of the form.
   */
  invoiceOrder: issuing('invoice.create', '/store/{store_id}/orders/{id}/billing/invoice', 'Invoice an order')
    .input(invoice)
    .output(answered),
  /** As for an order; the table has to be COMPLETE. */
  invoiceGroup: issuing('invoice.create', '/store/{store_id}/orderGroups/{id}/billing/invoice', 'Invoice a table')
    .input(invoice)
    .output(answered),
  /** Idempotency-Key. Undoes the invoice of an order. Errors: not_found, billing_unavailable. */
  creditOrder: issuing('invoice.credit', '/store/{store_id}/orders/{id}/billing/credit-note', 'Undo an invoice')
    .input(z.object(pathIds))
    .output(answered),
  creditGroup: issuing(
    'invoice.credit',
    '/store/{store_id}/orderGroups/{id}/billing/credit-note',
    'Undo that of a table',
  )
    .input(z.object(pathIds))
    .output(answered),
  /** What the authority has not answered for good, oldest first. */
  pending: procedure('invoice.create', 'GET', '/store/{store_id}/billing/pending', 'Invoices without an answer')
    .input(z.object({ store_id: pathId }))
    .output(pendingBillings),
};
