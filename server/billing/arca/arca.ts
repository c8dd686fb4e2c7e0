import type { NumberedContent } from '#domain/fiscal-documents.ts';
import { add, type Money, zero } from '#domain/money.ts';
import type { VatRate } from '#domain/vat.ts';
import type {
  FiscalAuthority,
  FiscalReply,
  FiscalTaxpayer,
  LastNumberReply,
} from '#server/billing/fiscal-authority.ts';
import { callSoap, type SoapAnswer } from '#server/billing/soap.ts';
import { element, findNode, findNodes, textOf, wrap, type XmlNode } from '#server/billing/xml.ts';
import type { Clock } from '#server/deps.ts';
import { accessTickets, type TicketStore } from './access-tickets.ts';

/*
 * ARCA's electronic invoices (WSAA and WSFEv1). Every document follows the same order of calls: the last authorised number,
 * the next one stored with the whole request, FECAESolicitar. After any doubt FECompConsultar says what there is.
 */

export interface ArcaAddresses {
  readonly wsaa: string;
  readonly wsfe: string;
}

export const arcaAddresses = {
  test: {
    wsaa: 'https://wsaahomo.afip.gov.ar/ws/services/LoginCms',
    wsfe: 'https://wswhomo.afip.gov.ar/wsfev1/service.asmx',
  },
  production: {
    wsaa: 'https://wsaa.afip.gov.ar/ws/services/LoginCms',
    wsfe: 'https://servicios1.afip.gov.ar/wsfev1/service.asmx',
  },
} as const satisfies Record<string, ArcaAddresses>;

const space = 'http://ar.gov.afip.dif.FEV1/';
const readWithinMs = 15_000;
const issueWithinMs = 30_000;
/** Its servers still speak an old TLS. */
const tls = { minVersion: 'TLSv1.2', ciphers: 'DEFAULT@SECLEVEL=1' } as const;

const aliquotOf: Readonly<Partial<Record<VatRate, number>>> = { 0: 3, 105: 4, 210: 5 };

const sentences = {
  credentials: 'ARCA no aceptó las credenciales del local.',
  turn: 'ARCA espera otro número u otra fecha: otro sistema puede estar usando este punto de venta.',
  customer: 'Revisá el documento del cliente: ARCA no lo aceptó para esta factura.',
  condition: 'La condición frente al IVA del cliente no corresponde a este tipo de factura.',
  amounts: 'Los importes no cierran para ARCA. Avisá a soporte.',
  silent: 'ARCA no responde. La factura queda pendiente.',
} as const;

const sentenceOf: Readonly<Record<string, string>> = {
  600: sentences.credentials,
  10016: sentences.turn,
  10013: sentences.customer,
  10015: sentences.customer,
  10242: sentences.condition,
  10246: sentences.condition,
  10018: sentences.amounts,
  10019: sentences.amounts,
  10024: sentences.amounts,
  10048: sentences.amounts,
  10051: sentences.amounts,
};

const pesos = (amount: Money): string => (amount / 100).toFixed(2);
const bareDate = (date: string): string => date.replaceAll('-', '');
const dashedDate = (date: string | null): string | null =>
  date !== null && /^\d{8}$/.test(date) ? `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}` : null;

/** The document of the customer: type and number; 99 and 0 for a final consumer. */
const documentOf = ({ customer }: NumberedContent): readonly [number, string] =>
  typeof customer.idType === 'number' && customer.idType !== 99
    ? [customer.idType, customer.idNumber.replaceAll(/\D/g, '')]
    : [99, '0'];

const isClassC = (type: number): boolean => type === 11 || type === 13;

/** FECAEDetRequest in the order of its schema. */
function detailOf(content: NumberedContent): string {
  const [docType, docNumber] = documentOf(content);
  const { number, date, total, vat, type, of, issuer, customer } = content;
  const told = isClassC(type) ? [] : vat;
  const tax = add(zero, ...told.map((sum) => sum.tax));
  const net = isClassC(type) ? total : add(zero, ...told.map(({ base }) => base));
  return wrap(
    'FECAEDetRequest',
    element('Concepto', 1),
    element('DocTipo', docType),
    element('DocNro', docNumber),
    element('CbteDesde', number),
    element('CbteHasta', number),
    element('CbteFch', bareDate(date)),
    element('ImpTotal', pesos(total)),
    element('ImpTotConc', '0.00'),
    element('ImpNeto', pesos(net)),
    element('ImpOpEx', '0.00'),
    element('ImpTrib', '0.00'),
    element('ImpIVA', pesos(tax)),
    element('MonId', 'PES'),
    element('MonCotiz', 1),
    element('CondicionIVAReceptorId', customer.condition),
    of === null
      ? ''
      : wrap(
          'CbtesAsoc',
          wrap(
            'CbteAsoc',
            element('Tipo', of.type),
            element('PtoVta', of.point),
            element('Nro', of.number),
            element('Cuit', issuer.taxId),
            element('CbteFch', bareDate(of.date)),
          ),
        ),
    told.length === 0
      ? ''
      : wrap(
          'Iva',
          ...told.map(({ rate, base, tax: part }) =>
            wrap(
              'AlicIva',
              element('Id', aliquotOf[rate] ?? 5),
              element('BaseImp', pesos(base)),
              element('Importe', pesos(part)),
            ),
          ),
        ),
  );
}

/** The address in the QR of a document (RG 4892/2020). */
export function arcaQr(content: NumberedContent, code: string): string {
  const [tipoDocRec, nroDocRec] = documentOf(content);
  const { date, issuer, type, number, total } = content;
  const data = {
    ver: 1,
    fecha: date,
    cuit: Number(issuer.taxId),
    ptoVta: issuer.point,
    tipoCmp: type,
    nroCmp: number,
    importe: total / 100,
    moneda: 'PES',
    ctz: 1,
    tipoDocRec,
    nroDocRec: Number(nroDocRec),
    tipoCodAut: 'E',
    codAut: Number(code),
  };
  return arcaQrOf(data);
}

/** Standard base64, not escaped in the address. */
export const arcaQrOf = (data: Readonly<Record<string, string | number>>): string =>
  `https://www.afip.gob.ar/fe/qr/?p=${Buffer.from(JSON.stringify(data)).toString('base64')}`;

const messagesOf = (node: XmlNode | null, name: string): { code: string; text: string }[] =>
  findNodes(findNode(node, name), name === 'Observaciones' ? 'Obs' : 'Err').map((one) => ({
    code: textOf(one, 'Code') ?? '',
    text: textOf(one, 'Msg') ?? '',
  }));

export function createArca({
  addresses,
  tickets: store,
  clock,
}: {
  readonly addresses: ArcaAddresses;
  readonly tickets: TicketStore;
  readonly clock: Pick<Clock, 'now'>;
}): FiscalAuthority {
  const tickets = accessTickets({ url: addresses.wsaa, store, clock });

  type Called =
    | { readonly kind: 'result'; readonly result: XmlNode }
    | Exclude<SoapAnswer, { kind: 'answer' }>
    | Extract<FiscalReply, { kind: 'not-sent' }>;

  /** One call with the taxpayer's ticket; with a new one, once, when it is not taken. */
  const call = async (
    taxpayer: FiscalTaxpayer,
    name: string,
    inner: string,
    withinMs: number,
    again = true,
  ): Promise<Called> => {
    const held = await tickets.get(taxpayer);
    if (held.kind === 'not-sent') return held;
    const auth = wrap(
      'Auth',
      element('Token', held.ticket.token),
      element('Sign', held.ticket.sign),
      element('Cuit', taxpayer.issuer.taxId),
    );
    const body = `<${name} xmlns="${space}">${auth}${inner}</${name}>`;
    const answer = await callSoap({ url: addresses.wsfe, action: `${space}${name}`, body, withinMs, tls });
    if (answer.kind !== 'answer') return answer;
    const result = findNode(answer.body, `${name}Result`);
    if (!result) return { kind: 'lost', code: textOf(answer.body, 'faultcode') ?? `http_${answer.status}` };
    if (!messagesOf(result, 'Errors').some(({ code }) => code === '600')) return { kind: 'result', result };
    await tickets.forget(taxpayer);
    if (again) return call(taxpayer, name, inner, withinMs, false);
    return { kind: 'not-sent', code: '600', sentence: sentences.credentials };
  };

  const lastNumber = async (
    taxpayer: FiscalTaxpayer,
    { point, type }: { readonly point: number; readonly type: number },
  ): Promise<LastNumberReply> => {
    const inner = element('PtoVta', point) + element('CbteTipo', type);
    const called = await call(taxpayer, 'FECompUltimoAutorizado', inner, readWithinMs);
    if (called.kind === 'lost') return { kind: 'not-sent', code: called.code, sentence: sentences.silent };
    if (called.kind === 'not-sent') return { sentence: sentences.silent, ...called };
    const number = Number(textOf(called.result, 'CbteNro') ?? Number.NaN);
    const [error] = messagesOf(called.result, 'Errors');
    if (!Number.isInteger(number) || error)
      return {
        kind: 'not-sent',
        code: error?.code ?? 'no_number',
        sentence: sentenceOf[error?.code ?? ''] ?? sentences.silent,
      };
    return { kind: 'last', number };
  };

  const submit: FiscalAuthority['submit'] = async (taxpayer, { content }) => {
    const head = wrap(
      'FeCabReq',
      element('CantReg', 1),
      element('PtoVta', taxpayer.issuer.point),
      element('CbteTipo', content.type),
    );
    const inner = wrap('FeCAEReq', head, wrap('FeDetReq', detailOf(content)));
    const called = await call(taxpayer, 'FECAESolicitar', inner, issueWithinMs);
    if (called.kind === 'lost') return { kind: 'unknown', code: called.code };
    if (called.kind === 'not-sent') return { sentence: sentences.silent, ...called };
    const detail = findNode(called.result, 'FECAEDetResponse');
    const remarks = messagesOf(detail, 'Observaciones');
    const errors = messagesOf(called.result, 'Errors');
    const code = textOf(detail, 'CAE');
    if (textOf(detail, 'Resultado') === 'A' && code !== null && code !== '') {
      const expires = dashedDate(textOf(detail, 'CAEFchVto'));
      const told = remarks.map(({ code: n, text }) => `${n}: ${text}`);
      return { kind: 'authorised', code, expires, qr: arcaQr(content, code), remarks: told };
    }
    const [reason] = [...errors, ...remarks];
    if (reason?.code === '10016') return { kind: 'out-of-turn', code: '10016' };
    // Its own faults (500, 501, 502) say nothing about the document.
    if (!reason || /^50\d$/.test(reason.code)) return { kind: 'unknown', code: reason?.code ?? 'no_result' };
    const sentence = sentenceOf[reason.code] ?? `ARCA rechazó el comprobante: ${reason.text}`;
    return { kind: 'rejected', code: reason.code, sentence, ours: sentence === sentences.amounts };
  };

  const find: FiscalAuthority['find'] = async (taxpayer, { content }) => {
    const inner = wrap(
      'FeCompConsReq',
      element('CbteTipo', content.type),
      element('CbteNro', content.number),
      element('PtoVta', taxpayer.issuer.point),
    );
    const called = await call(taxpayer, 'FECompConsultar', inner, readWithinMs);
    if (called.kind !== 'result') return { kind: 'unknown', code: called.code };
    if (messagesOf(called.result, 'Errors').some(({ code }) => code === '602')) return { kind: 'missing' };
    const got = findNode(called.result, 'ResultGet');
    const code = textOf(got, 'CodAutorizacion');
    if (!got || !code) return { kind: 'unknown', code: messagesOf(called.result, 'Errors')[0]?.code ?? 'no_result' };
    const [docType, docNumber] = documentOf(content);
    const asked = [String(docType), docNumber, pesos(content.total), bareDate(content.date)];
    const found = ['DocTipo', 'DocNro', 'ImpTotal', 'CbteFch'].map((name) => textOf(got, name) ?? '');
    found[2] = Number(found[2]).toFixed(2);
    if (asked.join() !== found.join()) return { kind: 'different' };
    const remarks = messagesOf(got, 'Observaciones').map(({ code: n, text }) => `${n}: ${text}`);
    return { kind: 'authorised', code, expires: dashedDate(textOf(got, 'FchVto')), qr: arcaQr(content, code), remarks };
  };

  return { name: 'ARCA', lastNumber, seal: () => ({ code: null, qr: null, text: null }), submit, find };
}
