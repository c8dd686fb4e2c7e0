import type { InvoiceType } from '#domain/invoices.ts';
import { findNodes, textOf, type XmlNode } from '#server/billing/xml.ts';

const rates: Readonly<Record<string, number>> = { '3': 0, '4': 105, '5': 210 };
/** An amount of a request in cents; NaN without one. */
export const centsOf = (node: XmlNode | null, name: string): number =>
  Math.round(Number(textOf(node, name) ?? Number.NaN) * 100);

/** Why the VAT of a request does not add up. */
export function vatRefusal(detail: XmlNode | null, invoice: InvoiceType): string | null {
  const aliquots = findNodes(detail, 'AlicIva');
  if (invoice === 11) return aliquots.length > 0 || centsOf(detail, 'ImpIVA') !== 0 ? '10071' : null;
  if (aliquots.length === 0) return '10018';
  let [net, tax] = [0, 0];
  for (const one of aliquots) {
    const rate = rates[textOf(one, 'Id') ?? ''];
    const [base, part] = [centsOf(one, 'BaseImp'), centsOf(one, 'Importe')];
    if (rate === undefined || Math.abs((base * rate) / 1_000 - part) > 1) return '10051';
    net += base;
    tax += part;
  }
  return net === centsOf(detail, 'ImpNeto') && tax === centsOf(detail, 'ImpIVA') ? null : '10051';
}
