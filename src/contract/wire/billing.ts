import type { WireBilling, WirePayableBilling, WirePendingBillings } from '#contract/billing.ts';
import type { FiscalContent, FiscalDocument, FiscalIssuer, FiscalLine } from '#domain/fiscal-documents.ts';
import { fiscalNumber } from '#domain/fiscal-documents.ts';
import type { Currency, Money } from '#domain/money.ts';
import type { PayableType } from '#domain/paying.ts';
import type { Instant } from '#domain/time.ts';
import type { VatSum } from '#domain/vat.ts';
import { vatRates } from '#domain/vat.ts';
import { readInstant, readMoney, readOptional, WireError, writeInstant, writeMoney } from './amounts.ts';

/** What an order or table would be invoiced for, and its documents. */
export interface PayableBilling {
  readonly documents: readonly FiscalDocument[];
  readonly draft: { readonly lines: readonly FiscalLine[]; readonly vat: readonly VatSum[]; readonly total: Money };
  readonly subject: string;
  readonly issuer: FiscalIssuer | null;
  readonly identify_from: Money;
  readonly open: boolean;
  readonly undoable: boolean;
  readonly authority: FiscalDocument['authority'] | null;
  readonly sandbox: boolean;
  readonly now: Instant;
}

/** A document without a final answer, and what it is for. */
export interface PendingDocument extends FiscalDocument {
  readonly payable: { readonly type: PayableType; readonly id: number };
  readonly subject: string;
}

const readRate = (rate: number): VatSum['rate'] => {
  const known = [...vatRates.AR, ...vatRates.PY].find((r) => r === rate);
  if (known === undefined) throw new WireError(`no VAT rate: ${rate}`);
  return known;
};

type WireDraft = WirePayableBilling['draft'];

const readDraft = ({ lines, vat, total }: WireDraft, currency: Currency): PayableBilling['draft'] => ({
  lines: lines.map((line) => ({ ...line, amount: readMoney(line.amount, currency), rate: readRate(line.rate) })),
  vat: vat.map(({ rate, base, tax }) => ({
    rate: readRate(rate),
    base: readMoney(base, currency),
    tax: readMoney(tax, currency),
  })),
  total: readMoney(total, currency),
});

const writeDraft = ({ lines, vat, total }: PayableBilling['draft'], currency: Currency): WireDraft => ({
  lines: lines.map(({ name, quantity, amount, rate }) => ({
    name,
    quantity,
    rate,
    amount: writeMoney(amount, currency),
  })),
  vat: vat.map(({ rate, base, tax }) => ({ rate, base: writeMoney(base, currency), tax: writeMoney(tax, currency) })),
  total: writeMoney(total, currency),
});

const readContent = (wire: WireBilling['content'], currency: Currency): FiscalContent => ({
  ...wire,
  ...readDraft(wire, currency),
});

/** Wire -> domain. Throws WireError if it breaks the contract. */
export const readBilling = (
  { printed_number: _printed, ...wire }: WireBilling,
  currency: Currency,
): FiscalDocument => ({
  ...wire,
  content: readContent(wire.content, currency),
  created_at: readInstant(wire.created_at),
  ended_at: readOptional(wire.ended_at, readInstant),
  next_at: readOptional(wire.next_at, readInstant),
});

export const writeBilling = (document: FiscalDocument, currency: Currency): WireBilling => ({
  ...document,
  remarks: [...document.remarks],
  printed_number:
    document.number === null ? null : fiscalNumber(document.authority, document.content.issuer, document.number),
  content: { ...document.content, ...writeDraft(document.content, currency) },
  created_at: writeInstant(document.created_at),
  ended_at: readOptional(document.ended_at, writeInstant),
  next_at: readOptional(document.next_at, writeInstant),
});

/** Wire -> domain. Throws WireError if it breaks the contract. */
export const readPayableBilling = (wire: WirePayableBilling, currency: Currency): PayableBilling => ({
  ...wire,
  documents: wire.documents.map((document) => readBilling(document, currency)),
  draft: readDraft(wire.draft, currency),
  identify_from: readMoney(wire.identify_from, currency),
  now: readInstant(wire.now),
});

export const writePayableBilling = (known: PayableBilling, currency: Currency): WirePayableBilling => ({
  ...known,
  documents: known.documents.map((document) => writeBilling(document, currency)),
  draft: writeDraft(known.draft, currency),
  identify_from: writeMoney(known.identify_from, currency),
  now: writeInstant(known.now),
});

interface Pending {
  readonly documents: readonly PendingDocument[];
  readonly now: Instant;
}

export const readPending = (wire: WirePendingBillings, currency: Currency): Pending => ({
  documents: wire.documents.map(({ payable_type: type, payable_id: id, subject, ...document }) => ({
    ...readBilling(document, currency),
    payable: { type, id },
    subject,
  })),
  now: readInstant(wire.now),
});

export const writePending = ({ documents, now }: Pending, currency: Currency): WirePendingBillings => ({
  documents: documents.map(({ payable, subject, ...document }) => ({
    ...writeBilling(document, currency),
    payable_type: payable.type,
    payable_id: payable.id,
    subject,
  })),
  now: writeInstant(now),
});
