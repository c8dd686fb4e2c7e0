import type { CustomerType } from './invoices.ts';
import type { Money } from './money.ts';
import type { Instant } from './time.ts';
import type { VatRate, VatSum } from './vat.ts';

export const fiscalKinds = ['invoice', 'creditNote'] as const;
export type FiscalKind = (typeof fiscalKinds)[number];

/**
 * How an invoice or credit note stands. requested: asked for, without a number yet. verifying: it has a number, and the
 * authority may or may not have it. issued, observed: final; the authority has a remark about the second. rejected: final,
 * there is no document.
 */
export const fiscalStates = ['requested', 'verifying', 'issued', 'observed', 'rejected'] as const;
export type FiscalState = (typeof fiscalStates)[number];

export const isIssued = (state: FiscalState): boolean => state === 'issued' || state === 'observed';
/** Asked for and not answered for good: nobody may ask for it again. */
export const isLimbo = (state: FiscalState): boolean => state === 'requested' || state === 'verifying';

export const fiscalAuthorities = ['ARCA', 'SIFEN'] as const;
export type FiscalAuthorityName = (typeof fiscalAuthorities)[number];

/** Where a store's documents are authorised: at the sandbox, at the authority's own test service, or for real. */
export const fiscalEnvironments = ['sandbox', 'test', 'production'] as const;
export type FiscalEnvironment = (typeof fiscalEnvironments)[number];

/** The condition of a store towards VAT; Exento and Monotributo are the category 2 of D-33. */
export const issuerConditions = ['registered', 'monotributo', 'exempt'] as const;
export type IssuerCondition = (typeof issuerConditions)[number];

/** Who issues, as it is printed on each document. */
export interface FiscalIssuer {
  readonly name: string;
  readonly taxId: string;
  readonly address: string;
  readonly condition: IssuerCondition;
  /** Punto de venta, or punto de expedición. */
  readonly point: number;
  /** Paraguay: establecimiento. */
  readonly establishment: number;
  /** Inscription in Ingresos Brutos; null: none. */
  readonly grossIncome: string | null;
  /** 'YYYY-MM-DD': beginning of activities, or of the timbrado. */
  readonly startedOn: string;
  /** Paraguay: number of the timbrado. */
  readonly timbrado: string | null;
  /** Paraguay: what it does. */
  readonly activity: string | null;
}

export interface FiscalCustomer {
  readonly type: CustomerType;
  readonly name: string | null;
  /** Argentina: 80, 86, 96, 99. Paraguay: CI, RUC; null: nobody. */
  readonly idType: number | 'CI' | 'RUC' | null;
  /** Digits, for a RUC with its check digit behind a dash. */
  readonly idNumber: string;
  /** Argentina: CondicionIVAReceptorId. Paraguay: vatCategory. */
  readonly condition: number;
}

/** A line of a document: `amount` is its price with taxes, after its part of the discount. */
export interface FiscalLine {
  readonly name: string;
  readonly quantity: number;
  readonly amount: Money;
  readonly rate: VatRate;
}

/** A document that another one refers to. */
export interface FiscalReference {
  readonly type: number;
  readonly point: number;
  readonly number: number;
  /** 'YYYY-MM-DD' */
  readonly date: string;
  readonly code: string;
}

/** What a document says, fixed when it is asked for. Amounts in minor units. */
export interface FiscalContent {
  readonly kind: FiscalKind;
  /** Argentina: CbteTipo. Paraguay: 1 factura, 5 nota de crédito. */
  readonly type: number;
  readonly issuer: FiscalIssuer;
  readonly customer: FiscalCustomer;
  readonly lines: readonly FiscalLine[];
  /** Empty for a class that does not tell its VAT. */
  readonly vat: readonly VatSum[];
  readonly total: Money;
  /** The invoice that a credit note undoes. */
  readonly of: FiscalReference | null;
}

/** A document with its number and day, as the authority is asked to authorise it. The same at every try. */
export interface NumberedContent extends FiscalContent {
  readonly number: number;
  /** 'YYYY-MM-DD' in the store's zone. */
  readonly date: string;
}

/** A document as every screen shows it. */
export interface FiscalDocument {
  readonly id: number;
  readonly kind: FiscalKind;
  readonly state: FiscalState;
  readonly authority: FiscalAuthorityName;
  /** It has no fiscal value: the authority is the sandbox. */
  readonly sandbox: boolean;
  /** null: without a number yet. */
  readonly number: number | null;
  readonly date: string | null;
  readonly content: FiscalContent;
  /** CAE or CDC; null until there is one. */
  readonly code: string | null;
  /** 'YYYY-MM-DD' */
  readonly codeExpires: string | null;
  /** What its QR says. */
  readonly qr: string | null;
  /** What the authority remarked, or why it refused. */
  readonly remarks: readonly string[];
  /** The authority's last word on it, or why there was none. */
  readonly problem: string | null;
  readonly created_at: Instant;
  readonly ended_at: Instant | null;
  /** When it is asked about next; null: it has ended. */
  readonly next_at: Instant | null;
  readonly by: string | null;
  /** A credit note is on its way or has undone it. */
  readonly undone: boolean;
}

/** What is printed of an order or table: the last document that has a number and was not refused; null: none yet. */
export const printedDocument = <D extends Pick<FiscalDocument, 'state' | 'number'>>(
  documents: readonly D[],
): D | null => documents.findLast(({ state, number }) => state !== 'rejected' && number !== null) ?? null;

/** The credit note of an invoice's type (RG 4540): A, B, C; Paraguay 5. */
export const creditNoteType = (invoice: number): number =>
  ({ 1: 3, 6: 8, 11: 13 } as Readonly<Record<number, number>>)[invoice] ?? 5;

/** '00003-00000012', or in Paraguay '001-001-0000012'. */
export function fiscalNumber(
  authority: FiscalAuthorityName,
  { point, establishment }: FiscalIssuer,
  n: number,
): string {
  const padded = (value: number, width: number): string => String(value).padStart(width, '0');
  return authority === 'ARCA'
    ? `${padded(point, 5)}-${padded(n, 8)}`
    : `${padded(establishment, 3)}-${padded(point, 3)}-${padded(n, 7)}`;
}

/** The letter of a document of Argentina; null in Paraguay. */
export const fiscalLetter = (authority: FiscalAuthorityName, type: number): 'A' | 'B' | 'C' | null =>
  authority === 'SIFEN' ? null : type <= 3 ? 'A' : type <= 8 ? 'B' : 'C';

/** How long to wait before the authority is asked again, in ms: from 2 s to a minute. */
export const fiscalRetryMs = (failures: number): number => Math.min(60_000, 2_000 * 2 ** Math.min(failures, 5));
