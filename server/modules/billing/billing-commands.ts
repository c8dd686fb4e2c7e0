import type { BillingAnswer, InvoiceInput } from '#contract/billing.ts';
import { contract } from '#contract/contract.ts';
import { writeBilling } from '#contract/wire/billing.ts';
import { fail, ok, type Result } from '#domain/errors.ts';
import type { FiscalContent, FiscalCustomer, FiscalDocument } from '#domain/fiscal-documents.ts';
import { isIssued } from '#domain/fiscal-documents.ts';
import {
  arcaCondition,
  arIdTypeCodes,
  checkInvoice,
  type InvoiceData,
  isArInvoice,
  pyIdTypes,
  readRuc,
} from '#domain/invoices.ts';
import { can } from '#domain/permissions.ts';
import type { Country } from '#domain/store.ts';
import { vatSums } from '#domain/vat.ts';
import type { Tx } from '#server/db/database.ts';
import { bindCommand, type Command, type CommandCall } from '#server/http/commands/command.ts';
import type { Outcome } from '#server/http/commands/execute-command.ts';
import { invalidField } from '#server/http/validation.ts';
import type { Payable } from '#server/modules/attempts/attempts-store.ts';
import {
  countBillings,
  documentOf,
  insertCreditNote,
  insertDocument,
  invoiceInForce,
} from '#server/modules/fiscal/documents-store.ts';
import { readGateways } from '#server/modules/stores/stores-store.ts';
import {
  announcePayable,
  auditDocument,
  type BilledPayable,
  countryOf,
  lockPayable,
  readBilledPayable,
  readFiscalSettings,
} from './billed-payables.ts';
import { identifyFrom } from './identify-from.ts';

const unavailable = (sentence?: string) =>
  fail('billing_unavailable', sentence === undefined ? {} : { params: { sentence } });

const noSettings = 'Faltan los datos fiscales de la tienda.';
const noCondition = 'Configurá tu condición frente al IVA.';

/** Why an order or table cannot be invoiced now; null: it can. */
export function invoiceRefusal(type: Payable['type'], payable: BilledPayable): Outcome<never> | null {
  if (payable.billings > 0) return fail('already_billed');
  if (type === 'orderGroup')
    return payable.status === 'COMPLETE'
      ? payable.total > 0
        ? null
        : unavailable()
      : unavailable('Se factura una mesa finalizada.');
  if (payable.ofTable) return unavailable('El pedido es de una mesa: se factura la mesa.');
  if (payable.status === 'PAYING') return unavailable('El pedido se está pagando: se factura cuando el pago termine.');
  if (payable.status === 'REJECTED') return unavailable('Un pedido rechazado no se factura.');
  return payable.total > 0 ? null : unavailable();
}

/** The fields of the store's country; a field that it needs and that is missing is refused. */
function dataOf(input: InvoiceInput, country: Country): Result<InvoiceData> {
  const { customerType, customerName, vatCategory, customerIdNumber, customerIdType, invoiceType, exempt } = input;
  const customer = { customerType, customerName, vatCategory, customerIdNumber };
  if (country === 'PY') {
    const idType = customerIdType === undefined ? 'CI' : pyIdTypes.find((known) => known === customerIdType);
    return idType === undefined ? invalidField('customerIdType') : ok({ ...customer, customerIdType: idType });
  }
  const idType = customerIdType === undefined ? 96 : arIdTypeCodes.find((known) => known === customerIdType);
  if (idType === undefined) return invalidField('customerIdType');
  if (invoiceType === undefined) return invalidField('invoiceType', 'required');
  return ok({ ...customer, invoiceType, exempt, customerIdType: idType });
}

/** The customer as the document tells them. */
function customerOf(data: InvoiceData): FiscalCustomer {
  const condition = isArInvoice(data) ? arcaCondition(data) : data.customerType === 'final' ? 0 : data.vatCategory;
  const { customerIdType: idType, customerIdNumber = '', customerName = '' } = data;
  if (data.customerType === 'final')
    return { type: 'final', name: null, idType: isArInvoice(data) ? 99 : null, idNumber: '', condition };
  const ruc = idType === 'RUC' ? readRuc(customerIdNumber) : null;
  const idNumber = ruc ? `${ruc.number}-${ruc.check}` : customerIdNumber.replaceAll(/\D/g, '');
  return { type: 'other', name: customerName.trim(), idType, idNumber, condition };
}

/** Asks for the invoice of an order or table: it has its number and its answer from the authority after the commit. */
const requestInvoice = (type: Payable['type']): Command<Tx, InvoiceInput, FiscalDocument> => ({
  base: 'none',
  async decide(tx, call, input) {
    const { actor, member, headers, now } = call;
    const { storeId, currency } = member;
    const payable = { type, id: input.id };
    const [settings, gateways] = await Promise.all([readFiscalSettings(tx, storeId), readGateways(tx, storeId)]);
    if (!gateways.some((gateway) => gateway.type === 'billing')) return unavailable();
    if (!settings) return unavailable(noSettings);
    const country = countryOf(settings);
    await lockPayable(tx, storeId, payable);
    const billed = await visiblePayable(tx, call, payable, country);
    if (!billed) return fail('not_found');
    const refused = invoiceRefusal(type, billed);
    if (refused) return refused;
    const { vatCategory } = member.pivot.config ?? { vatCategory: null };
    if (country === 'AR' && vatCategory === null) return unavailable(noCondition);
    const data = dataOf(input, country);
    if (!data.ok) return data;
    const limits = { identifyFrom: identifyFrom(country, currency), total: billed.total, vatCategory };
    const checked = checkInvoice(data.value, limits);
    if (!checked.ok) return checked;
    const documentType = isArInvoice(data.value) ? data.value.invoiceType : 1;
    const content: FiscalContent = {
      kind: 'invoice',
      type: documentType,
      issuer: settings.issuer,
      customer: customerOf(data.value),
      lines: billed.lines,
      vat: documentType === 11 ? [] : vatSums(billed.lines),
      total: billed.total,
      of: null,
    };
    const { authority, environment } = settings;
    const row = await insertDocument(tx, storeId, {
      payable,
      content,
      authority,
      environment,
      undoes: null,
      by: actor.userId,
      at: now,
    });
    await countBillings(tx, storeId, payable, 1, now);
    auditDocument(tx, row, 'request', { actor, command: headers.id }, now);
    await announcePayable(tx, storeId, payable, now);
    return ok(documentOf({ row, by: null }));
  },
});

/** The order or table as this member may see it. */
export async function visiblePayable(
  tx: Tx,
  { actor, member }: Pick<CommandCall, 'actor' | 'member'>,
  payable: Payable,
  country: Country,
): Promise<BilledPayable | null> {
  const billed = await readBilledPayable(tx, member.storeId, payable, country);
  const shown = payable.type === 'orderGroup' || can('board.view', member) || billed?.sellerId === actor.userId;
  return shown ? billed : null;
}

interface CreditInput {
  readonly store_id: number;
  readonly id: number;
}

/** Asks for the credit note of the invoice in force. */
const requestCreditNote = (type: Payable['type']): Command<Tx, CreditInput, FiscalDocument> => ({
  base: 'none',
  async decide(tx, { actor, member, headers, now }, { id }) {
    const { storeId } = member;
    const payable = { type, id };
    if (!(await lockPayable(tx, storeId, payable))) return fail('not_found');
    const invoice = await invoiceInForce(tx, storeId, payable);
    if (!invoice) return unavailable('No hay una factura para anular.');
    if (!isIssued(invoice.state))
      return unavailable('La factura todavía no tiene respuesta: se anula cuando la tenga.');
    const row = await insertCreditNote(tx, invoice, { by: actor.userId, at: now });
    auditDocument(tx, row, 'request', { actor, command: headers.id }, now);
    await announcePayable(tx, storeId, payable, now);
    return ok(documentOf({ row, by: null }));
  },
});

const { billing } = contract;

const write = (document: FiscalDocument, { member }: CommandCall): BillingAnswer => ({
  status: 201,
  body: writeBilling(document, member.currency),
});

export const billingCommands = {
  invoiceOrder: bindCommand(billing.invoiceOrder, requestInvoice('order'), write),
  invoiceGroup: bindCommand(billing.invoiceGroup, requestInvoice('orderGroup'), write),
  creditOrder: bindCommand(billing.creditOrder, requestCreditNote('order'), write),
  creditGroup: bindCommand(billing.creditGroup, requestCreditNote('orderGroup'), write),
};
