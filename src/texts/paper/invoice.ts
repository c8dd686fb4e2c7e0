import type { FiscalDocument, IssuerCondition } from '#domain/fiscal-documents.ts';
import { fiscalLetter, fiscalNumber, isIssued } from '#domain/fiscal-documents.ts';
import { arIdTypeNames } from '#domain/invoices.ts';
import type { Money } from '#domain/money.ts';
import { add, formatMoney, zero } from '#domain/money.ts';
import type { PaperBlock, PaperDocument } from '#domain/paper/document.ts';
import { vatRateText } from '#domain/vat.ts';
import { bareAmount, pair, paperOf, printableName, rule, space, words } from './parts.ts';
import type { PaperStore } from './parts.ts';

/** As the law wants it on each document. */
const issuerConditionTexts: Readonly<Record<IssuerCondition, string>> = {
  registered: 'IVA Responsable Inscripto',
  monotributo: 'Responsable Monotributo',
  exempt: 'IVA Sujeto Exento',
};

/** CondicionIVAReceptorId. */
const customerConditionTexts: Readonly<Record<number, string>> = {
  1: 'IVA Responsable Inscripto',
  4: 'IVA Sujeto Exento',
  5: 'Consumidor Final',
  6: 'Responsable Monotributo',
};

const noValue = 'SIN VALIDEZ FISCAL';
const paperDate = (date: string): string => date.split('-').toReversed().join('/');
/** The CDC in fours, so that a person can read it out. */
const inFours = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1 ');

const idTypeName = (type: number | 'CI' | 'RUC'): string =>
  typeof type === 'string' ? type : (Object.entries(arIdTypeNames).find(([code]) => Number(code) === type)?.[1] ?? '');

function customerRows({ authority, content }: FiscalDocument): readonly PaperBlock[] {
  const { customer } = content;
  const known = customer.idType === null || customer.idType === 99 ? null : customer.idType;
  return [
    words(customer.name === null ? 'A CONSUMIDOR FINAL' : printableName(customer.name), { bold: true }),
    ...(known === null ? [] : [words(`${idTypeName(known)}: ${customer.idNumber}`)]),
    ...(authority === 'ARCA' ? [words(customerConditionTexts[customer.condition] ?? '')] : []),
  ];
}

/** Class A tells its VAT; B says what is contained (Ley 27.743); C has none. Paraguay tells it by rate. */
function vatRows({ authority, content }: FiscalDocument, store: PaperStore): readonly PaperBlock[] {
  const amount = (value: Money): string => formatMoney(value, store.currency);
  const { vat, type, total } = content;
  const tax = add(zero, ...vat.map((sum) => sum.tax));
  if (authority === 'SIFEN')
    return [
      ...vat.map((sum) =>
        pair(sum.rate === 0 ? 'Exentas' : `IVA ${vatRateText(sum.rate)}`, amount(sum.rate === 0 ? sum.base : sum.tax)),
      ),
      pair('Total IVA', amount(tax)),
      pair('TOTAL', amount(total), { double: true }),
    ];
  const letter = fiscalLetter(authority, type);
  if (letter === 'A')
    return [
      pair('Neto gravado', amount(add(zero, ...vat.map((sum) => sum.base)))),
      ...vat.map((sum) => pair(`IVA ${vatRateText(sum.rate)}`, amount(sum.tax))),
      pair('TOTAL', amount(total), { double: true }),
    ];
  return [
    pair('TOTAL', amount(total), { double: true }),
    ...(letter === 'B'
      ? [
          words('Régimen de Transparencia Fiscal al Consumidor (Ley 27.743)'),
          pair('IVA contenido', amount(tax)),
          pair('Otros impuestos nacionales indirectos', amount(zero)),
        ]
      : []),
  ];
}

function headRows(document: FiscalDocument, store: PaperStore): readonly PaperBlock[] {
  const { authority, content, number } = document;
  const { issuer, kind, type } = content;
  const letter = fiscalLetter(authority, type);
  const printed = number === null ? 'Sin número todavía' : fiscalNumber(authority, issuer, number);
  const own = [
    words(printableName(store.name), { center: true, double: true }),
    words(issuer.name, { center: true }),
    words(`${authority === 'ARCA' ? 'CUIT' : 'RUC'} ${issuer.taxId}`, { center: true }),
    words(issuer.address, { center: true }),
  ];
  if (letter === null)
    return [
      ...own,
      ...(issuer.activity === null ? [] : [words(issuer.activity, { center: true })]),
      words(`Timbrado ${issuer.timbrado ?? ''} desde ${paperDate(issuer.startedOn)}`, { center: true }),
      rule,
      words(`KuDE de ${kind === 'invoice' ? 'Factura electrónica' : 'Nota de crédito electrónica'}`, {
        center: true,
        bold: true,
      }),
      words(printed, { center: true, bold: true }),
    ];
  return [
    ...own,
    words(issuerConditionTexts[issuer.condition], { center: true }),
    ...(issuer.grossIncome === null ? [] : [words(`Ingresos Brutos ${issuer.grossIncome}`, { center: true })]),
    words(`Inicio de actividades ${paperDate(issuer.startedOn)}`, { center: true }),
    rule,
    words(`${kind === 'invoice' ? 'FACTURA' : 'N. CRÉDITO'} ${letter}`, { center: true, double: true }),
    words(`Cód. ${String(type).padStart(3, '0')}`, { center: true }),
    words(`Nro. ${printed}`, { center: true, bold: true }),
  ];
}

/** What authorises the document: CAE or CDC with its QR. */
function codeRows({ authority, code, codeExpires, qr, state }: FiscalDocument): readonly PaperBlock[] {
  if (code === null) return [words('Todavía sin autorización: no es una factura.', { center: true, bold: true })];
  const image: readonly PaperBlock[] = qr === null ? [] : [space, { kind: 'qr', text: qr }];
  if (authority === 'SIFEN')
    return [
      words('CDC', { center: true, bold: true }),
      words(inFours(code), { center: true }),
      ...(isIssued(state) ? [] : [words('En verificación en SIFEN', { center: true })]),
      ...image,
      words('Consultá la validez en ekuatia.set.gov.py/consultas', { center: true }),
    ];
  return [
    pair('CAE', code),
    ...(codeExpires === null ? [] : [pair('Vencimiento del CAE', paperDate(codeExpires))]),
    ...image,
    words('Comprobante autorizado por ARCA', { center: true }),
  ];
}

/** The document as it is given to the customer: «Factura» or «Nota de crédito», with its code and QR. */
export function invoicePaper(document: FiscalDocument, store: PaperStore): PaperDocument {
  const { sandbox, date, content, authority } = document;
  const mark = sandbox ? words(noValue, { center: true, invert: true, bold: true }) : null;
  const { of, issuer } = content;
  return paperOf(
    mark,
    headRows(document, store),
    date === null ? null : words(`Fecha ${paperDate(date)}`, { center: true }),
    authority === 'SIFEN' && content.kind === 'invoice' ? words('Condición: Contado', { center: true }) : null,
    rule,
    customerRows(document),
    of === null
      ? null
      : words(
          `Anula ${authority === 'ARCA' ? 'la factura' : ''} ${fiscalNumber(authority, issuer, of.number)}`.replaceAll(
            '  ',
            ' ',
          ),
        ),
    rule,
    content.lines.map((line) =>
      pair(printableName(line.name), bareAmount(line.amount, store.currency), { prefix: `${line.quantity} x ` }),
    ),
    rule,
    vatRows(document, store),
    rule,
    codeRows(document),
    mark === null ? null : [space, mark],
  );
}
