import type { FieldProblem, InvoiceProblem } from '#domain/errors.ts';
import { fieldText } from './fields.ts';

const invoiceProblemTexts: Readonly<Record<InvoiceProblem, string>> = {
  cuit: 'No es un CUIT: revisá sus 11 números',
  cuil: 'No es un CUIL: revisá sus 11 números',
  dni: 'Un DNI tiene 7 u 8 números',
  ci: 'Una CI tiene de 5 a 8 números',
  ruc: 'No es un RUC: revisá sus números',
  'needs-cuit': 'La factura A necesita el CUIT del cliente',
  type: 'La tienda no emite este tipo de factura',
  class: 'No corresponde a este tipo de factura',
  identify: 'Por este importe hay que identificar al cliente',
};

/** The option of an order or table that has an invoice (B-59, G-35). */
export const printInvoiceLabel = 'Imprimir factura';

/** It has no number yet. */
export const nothingToPrintText = 'Todavía no hay una factura para imprimir.';

/** The sentence below a field, also of an invoice (N-46). */
export const invoiceFieldText = (problem: FieldProblem): string =>
  problem.rule === 'invoice' ? invoiceProblemTexts[problem.problem] : fieldText(problem);
