import { randomInt } from 'node:crypto';
import { minutes, wallTime } from '#domain/time.ts';
import type { FiscalAuthority, FiscalReply, FiscalTaxpayer } from '#server/billing/fiscal-authority.ts';
import { callSoap, type SoapAnswer } from '#server/billing/soap.ts';
import { element, findNodes, textOf, type XmlNode } from '#server/billing/xml.ts';
import type { Clock } from '#server/deps.ts';
import { cdcOf, rucOf, sifenSpace, signedDocument, taxpayerTypeOf } from './electronic-document.ts';
import { zipOf } from './zip.ts';

/*
 * Paraguay's SIFEN, version 150, with asynchronous lots. The number is ours and the document is valid once it is signed; it
 * has to be transmitted within 72 hours. A document without a final answer is looked up and never sent again: duplicates
 * block the taxpayer.
 */

export interface SifenAddresses {
  /** Ends with a slash. */
  readonly service: string;
  readonly qr: string;
}

export const sifenAddresses = {
  test: {
    service: 'https://sifen-test.set.gov.py/de/ws/',
    qr: 'https://ekuatia.set.gov.py/consultas-test/qr?',
  },
  production: { service: 'https://sifen.set.gov.py/de/ws/', qr: 'https://ekuatia.set.gov.py/consultas/qr?' },
} as const satisfies Record<string, SifenAddresses>;

const zone = 'America/Asuncion';
const sendWithinMs = 30_000;
const readWithinMs = 15_000;
/** A lot is asked about ten minutes after it was taken at the earliest, and then every ten minutes. */
export const lotWaitMs = minutes(10);
const silent = 'SIFEN todavía no respondió.';
const rejection = (reason: string): string => `SIFEN rechazó el comprobante: ${reason}.`;

export function createSifen({
  addresses,
  clock,
}: {
  readonly addresses: SifenAddresses;
  readonly clock: Pick<Clock, 'now'>;
}): FiscalAuthority {
  const call = (taxpayer: FiscalTaxpayer, path: string, body: string, withinMs: number): Promise<SoapAnswer> =>
    callSoap({
      url: `${addresses.service}${path}`,
      action: null,
      body,
      withinMs,
      tls: { cert: taxpayer.certificate, key: taxpayer.privateKey, minVersion: 'TLSv1.2' },
    });
  const request = (name: string, ...inner: readonly string[]): string =>
    `<${name} xmlns="${sifenSpace}">${element('dId', String(clock.now()).slice(-9))}${inner.join('')}</${name}>`;

  /** By its code: whether SIFEN has the document. */
  const findByCode: FiscalAuthority['find'] = async (taxpayer, { sealed }) => {
    const body = request('rEnviConsDeRequest', element('dCDC', sealed.code));
    const answer = await call(taxpayer, 'consultas/consulta.wsdl', body, readWithinMs);
    if (answer.kind !== 'answer') return { kind: 'unknown', code: answer.code };
    switch (textOf(answer.body, 'dCodRes') ?? '') {
      case '0422':
        return authorised(sealed.code, sealed.qr, []);
      case '0420':
        return { kind: 'missing' };
      default:
        return { kind: 'unknown', code: textOf(answer.body, 'dCodRes') ?? `http_${answer.status}` };
    }
  };

  return {
    name: 'SIFEN',
    lastNumber: null,

    seal(taxpayer, content) {
      const { issuer } = content;
      const ruc = rucOf(issuer.taxId);
      const now = clock.now();
      const { hour } = wallTime(now, zone);
      const at = `${content.date}T${hour}:${String(Math.floor(now / 1_000) % 60).padStart(2, '0')}`;
      const cdc = cdcOf({
        type: content.type,
        ruc: ruc.number,
        check: ruc.check,
        establishment: issuer.establishment,
        point: issuer.point,
        number: content.number,
        taxpayerType: taxpayerTypeOf(ruc.number),
        date: content.date,
        security: String(randomInt(1, 999_999_999)),
      });
      const { text, qr } = signedDocument(content, { cdc, at, qrAddress: addresses.qr }, taxpayer);
      return { code: cdc, qr, text };
    },

    async submit(taxpayer, { sealed }) {
      const lot = `<?xml version="1.0" encoding="UTF-8"?><rLoteDE>${sealed.text ?? ''}</rLoteDE>`;
      const body = request('rEnvioLote', element('xDE', zipOf('lote.xml', lot).toString('base64')));
      const answer = await call(taxpayer, 'async/recibe-lote.wsdl', body, sendWithinMs);
      if (answer.kind === 'not-sent') return { kind: 'not-sent', code: answer.code, sentence: silent };
      // The lot may be waiting in its queue.
      if (answer.kind === 'lost') return { kind: 'unknown', code: answer.code, againMs: lotWaitMs };
      const code = textOf(answer.body, 'dCodRes');
      const receipt = textOf(answer.body, 'dProtConsLote');
      if (code === '0300' && receipt) return { kind: 'taken', receipt, againMs: lotWaitMs };
      if (code === '0301')
        return { kind: 'rejected', code, sentence: rejection(textOf(answer.body, 'dMsgRes') ?? code), ours: true };
      return { kind: 'unknown', code: code ?? `http_${answer.status}`, againMs: lotWaitMs };
    },

    async find(taxpayer, document) {
      const { receipt, sealed } = document;
      if (receipt === null) return findByCode(taxpayer, document);
      const body = request('rEnviConsLoteDe', element('dProtConsLote', receipt));
      const answer = await call(taxpayer, 'consultas/consulta-lote.wsdl', body, readWithinMs);
      if (answer.kind !== 'answer') return { kind: 'unknown', code: answer.code };
      switch (textOf(answer.body, 'dCodResLot') ?? '') {
        case '0361':
          return { kind: 'taken', receipt, againMs: lotWaitMs };
        case '0362':
          return decisionOf(answer.body, sealed.code, sealed.qr);
        // Too old to be told, or unknown: the document says it by its own code.
        case '0360':
        case '0364':
          return findByCode(taxpayer, document);
        default:
          return { kind: 'unknown', code: textOf(answer.body, 'dCodResLot') ?? `http_${answer.status}` };
      }
    },
  };
}

const authorised = (code: string | null, qr: string | null, remarks: readonly string[]): FiscalReply =>
  code === null ? { kind: 'unknown', code: 'no_code' } : { kind: 'authorised', code, expires: null, qr, remarks };

/** What a finished lot says of one document. */
function decisionOf(body: XmlNode, cdc: string | null, qr: string | null): FiscalReply {
  const own = findNodes(body, 'gResProcLote').find((one) => textOf(one, 'id') === cdc);
  const state = textOf(own ?? null, 'dEstRes');
  const results = findNodes(own ?? null, 'gResProc').map((one) => ({
    code: textOf(one, 'dCodRes') ?? '',
    text: textOf(one, 'dMsgRes') ?? '',
  }));
  if (state === 'Aprobado') return authorised(cdc, qr, []);
  if (state?.startsWith('Aprobado') === true)
    return authorised(
      cdc,
      qr,
      results.map(({ code, text }) => `${code}: ${text}`),
    );
  const [reason] = results;
  if (state !== 'Rechazado') return { kind: 'unknown', code: 'no_decision' };
  // A duplicate: SIFEN has it already.
  if (reason?.code === '1001' || reason?.code === '1002') return { kind: 'out-of-turn', code: reason.code };
  return { kind: 'rejected', code: reason?.code ?? '', sentence: rejection(reason?.text ?? ''), ours: false };
}
