import type { FieldProblem, InvoiceProblem, Result } from './errors.ts';
import { fail, ok } from './errors.ts';
import type { Money } from './money.ts';
import type { Pivot } from './roles.ts';
import type { Country } from './store.ts';

/** What an invoice of Argentina can be, by its code (I-03, I-04). */
export const invoiceTypes = [1, 6, 11] as const;
export type InvoiceType = (typeof invoiceTypes)[number];

export const invoiceLetters: Readonly<Record<InvoiceType, 'A' | 'B' | 'C'>> = { 1: 'A', 6: 'B', 11: 'C' };

/** Whom an invoice is for (I-05, I-13): a final consumer without a name, or somebody who says who they are. */
export const customerTypes = ['final', 'other'] as const;
export type CustomerType = (typeof customerTypes)[number];

/**
 * The customer's position towards VAT (I-07, I-14, D-33). Argentina: 0 Consumidor final, 1 Responsable Inscripto, 2 Exento
 * o Monotributo. Paraguay: 0 final, 1 company, 2 exempt.
 */
export const customerVatCategories = [0, 1, 2] as const;
export type CustomerVatCategory = (typeof customerVatCategories)[number];

/** Documents of Argentina by their code (I-08, M-18). */
export const arIdTypes = { CUIT: 80, CUIL: 86, DNI: 96 } as const;
export const arIdTypeCodes = [80, 86, 96] as const;
export type ArIdType = (typeof arIdTypeCodes)[number];
export const arIdTypeNames: Readonly<Record<ArIdType, keyof typeof arIdTypes>> = { 80: 'CUIT', 86: 'CUIL', 96: 'DNI' };

/** Documents of Paraguay (I-15). */
export const pyIdTypes = ['CI', 'RUC'] as const;
export type PyIdType = (typeof pyIdTypes)[number];

/** The form of Argentina (spec 2 §3). */
export interface ArInvoiceData {
  readonly invoiceType: InvoiceType;
  readonly customerType: CustomerType;
  readonly customerName?: string | undefined;
  readonly vatCategory: CustomerVatCategory;
  /** Of the category 2, which are two positions at the authority: true Exento, false or absent Monotributo. */
  readonly exempt?: boolean | undefined;
  readonly customerIdType: ArIdType;
  readonly customerIdNumber?: string | undefined;
}

/** The form of Paraguay (spec 2 §3). */
export interface PyInvoiceData {
  readonly customerType: CustomerType;
  readonly customerName?: string | undefined;
  readonly vatCategory: CustomerVatCategory;
  readonly customerIdType: PyIdType;
  readonly customerIdNumber?: string | undefined;
}

export type InvoiceData = ArInvoiceData | PyInvoiceData;

/** The types that a store can issue, and the preselected one; null: its condition is not known (I-09, I-10, N-46). */
export function offeredInvoiceTypes(
  vatCategory: Pivot['config']['vatCategory'],
): { readonly types: readonly InvoiceType[]; readonly preselected: InvoiceType } | null {
  if (vatCategory === null) return null;
  return vatCategory === 1 ? { types: [1, 6], preselected: 6 } : { types: [11], preselected: 11 };
}

const digitsOf = (text: string): string => text.replaceAll(/[\s.-]/g, '');

const cuitWeights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2] as const;

/** Whether it is a CUIT or CUIL: eleven digits, the last one checks the others (module 11). */
export function isCuit(text: string): boolean {
  const digits = digitsOf(text);
  if (!/^\d{11}$/.test(digits)) return false;
  const sum = cuitWeights.reduce<number>((total, weight, at) => total + weight * Number(digits[at]), 0);
  const check = (11 - (sum % 11)) % 11;
  return check < 10 && check === Number(digits[10]);
}

/**
 * The check digit of Paraguay (RUC, CDC): weights 2 to 11 from the right, over and over; the rest of 11, and 0 for 10 and
 * more.
 */
export function pyCheckDigit(digits: string): number {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) sum += (2 + (at % 10)) * Number(digits[digits.length - 1 - at]);
  const rest = sum % 11;
  return rest > 1 ? 11 - rest : 0;
}

/** A RUC as number and check digit; null: it is none. '80012345-0'. */
export function readRuc(text: string): { readonly number: string; readonly check: string } | null {
  const [, number, check] = /^(\d{3,8})-?(\d)$/.exec(text.replaceAll(/[\s.]/g, '')) ?? [];
  return number !== undefined && check !== undefined && pyCheckDigit(number) === Number(check)
    ? { number, check }
    : null;
}

/** Why a customer's document cannot be right; null: it can. */
export function idProblem(type: ArIdType | PyIdType, text: string): InvoiceProblem | null {
  const digits = digitsOf(text);
  switch (type) {
    case 80:
      return isCuit(text) ? null : 'cuit';
    case 86:
      return isCuit(text) ? null : 'cuil';
    case 96:
      return /^\d{7,8}$/.test(digits) ? null : 'dni';
    case 'CI':
      return /^\d{5,8}$/.test(digits) ? null : 'ci';
    case 'RUC':
      return readRuc(text) === null ? 'ruc' : null;
  }
}

/** A document with its usual signs while it is typed: '20-12345678-6', '12.345.678', '80012345-0'. */
export function formatIdNumber(type: ArIdType | PyIdType, text: string): string {
  const digits = text.replaceAll(/\D/g, '').slice(0, type === 80 || type === 86 ? 11 : type === 'RUC' ? 9 : 8);
  if (type === 80 || type === 86)
    return [digits.slice(0, 2), digits.slice(2, 10), digits.slice(10)].filter(Boolean).join('-');
  if (type === 'RUC') return digits.length < 7 ? digits : `${digits.slice(0, -1)}-${digits.slice(-1)}`;
  return digits.replace(/\B(?=(\d{3})+$)/g, '.');
}

/**
 * The customer's position as ARCA knows it (CondicionIVAReceptorId): 1 Responsable Inscripto, 4 exento, 5 consumidor final,
 * 6 Monotributo.
 */
export const arcaCondition = ({ customerType, vatCategory, exempt = false }: ArInvoiceData): 1 | 4 | 5 | 6 => {
  if (customerType === 'final' || vatCategory === 0) return 5;
  if (vatCategory === 1) return 1;
  return exempt ? 4 : 6;
};

/** The positions that each type may go to (ARCA 10242). */
export const conditionsOfType: Readonly<Record<InvoiceType, readonly number[]>> = {
  1: [1, 6],
  6: [4, 5],
  11: [1, 4, 5, 6],
};

export const isArInvoice = (data: InvoiceData): data is ArInvoiceData => 'invoiceType' in data;

export interface InvoiceLimits {
  /** From this total on a customer has to be identified, in minor units. */
  readonly identifyFrom: Money;
  readonly total: Money;
  readonly vatCategory: Pivot['config']['vatCategory'];
}

/** All checks of the form besides its schema (I-12, N-46). */
export function checkInvoice(data: InvoiceData, { identifyFrom, total, vatCategory }: InvoiceLimits): Result<null> {
  const problems: Record<string, FieldProblem[]> = {};
  const refuse = (field: string, problem: FieldProblem): void => void (problems[field] ??= []).push(problem);
  const invoice = (problem: InvoiceProblem): FieldProblem => ({ rule: 'invoice', problem });
  const { customerType, customerIdType, customerIdNumber = '', customerName = '' } = data;
  const other = customerType === 'other';
  if (other && customerName.trim() === '') refuse('customerName', { rule: 'required' });
  if (other) {
    const problem = customerIdNumber.trim() === '' ? null : idProblem(customerIdType, customerIdNumber);
    if (customerIdNumber.trim() === '') refuse('customerIdNumber', { rule: 'required' });
    else if (problem) refuse('customerIdNumber', invoice(problem));
  }
  if (total >= identifyFrom && !other) refuse('customerType', invoice('identify'));
  if (isArInvoice(data)) {
    const { invoiceType } = data;
    if (!offeredInvoiceTypes(vatCategory)?.types.includes(invoiceType)) refuse('invoiceType', invoice('type'));
    if (invoiceType === 1 && (!other || customerIdType !== arIdTypes.CUIT))
      refuse(other ? 'customerIdType' : 'customerType', invoice('needs-cuit'));
    else if (!conditionsOfType[invoiceType].includes(arcaCondition(data)))
      refuse(other ? 'vatCategory' : 'customerType', invoice('class'));
  }
  return Object.keys(problems).length === 0 ? ok(null) : fail('validation', { fields: problems });
}

/** The form as it opens: the preselected type, a final consumer, DNI or CI (I-08 to I-10, I-15). */
export function emptyInvoice(
  country: Country,
  vatCategory: Pivot['config']['vatCategory'],
): ArInvoiceData | PyInvoiceData {
  if (country === 'PY') return { customerType: 'final', vatCategory: 0, customerIdType: 'CI' };
  return {
    invoiceType: offeredInvoiceTypes(vatCategory)?.preselected ?? 6,
    customerType: 'final',
    vatCategory: 0,
    customerIdType: arIdTypes.DNI,
  };
}
