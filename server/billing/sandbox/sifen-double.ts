import { verify } from 'node:crypto';
import { pyCheckDigit } from '#domain/invoices.ts';
import { after, type Instant, minutes } from '#domain/time.ts';
import { digestOf, sifenSpace, signedInfoOf } from '#server/billing/sifen/electronic-document.ts';
import { unzipOne } from '#server/billing/sifen/zip.ts';
import { element, findNode, parseXml, textOf, wrap, type XmlNode } from '#server/billing/xml.ts';
import type { Clock } from '#server/deps.ts';
import type { DoubleAnswer } from './arca-double.ts';

interface Lot {
  readonly cdc: string;
  readonly at: Instant;
  readonly refused: { readonly code: string; readonly text: string } | null;
}

const decidedAfter = minutes(10);

/**
 * SIFEN as its services behave: checks the digit of the code, the signature and the form of the document, decides a lot
 * after ten minutes, refuses a second document with the same code. It gives no document any fiscal value.
 */
export class SifenDouble {
  /** The codes that it has approved, in order. */
  readonly approved: string[] = [];
  readonly #lots = new Map<string, Lot>();
  readonly #clock: Pick<Clock, 'now'>;
  /** A document that is sent twice blocks its taxpayer. */
  duplicates = 0;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  serve(body: XmlNode): DoubleAnswer {
    const [call] = body.children;
    this.#decide();
    if (!call) return { status: 500, body: wrap('soap:Fault', element('faultcode', 'soap:Client')) };
    switch (call.name) {
      case 'rEnvioLote':
        return this.#take(call);
      case 'rEnviConsLoteDe':
        return this.#lot(textOf(call, 'dProtConsLote') ?? '');
      case 'rEnviConsDeRequest': {
        const known = this.approved.includes(textOf(call, 'dCDC') ?? '');
        return answer(
          'rEnviConsDeResponse',
          element('dCodRes', known ? '0422' : '0420'),
          element('dMsgRes', known ? 'CDC encontrado' : 'CDC inexistente'),
        );
      }
      default:
        return { status: 500, body: wrap('soap:Fault', element('faultcode', 'soap:Client')) };
    }
  }

  #decide(): void {
    for (const { cdc, at, refused } of this.#lots.values())
      if (refused === null && this.#clock.now() >= after(at, decidedAfter) && !this.approved.includes(cdc))
        this.approved.push(cdc);
  }

  #take(call: XmlNode): DoubleAnswer {
    const lot = unzipOne(Buffer.from(textOf(call, 'xDE') ?? '', 'base64'));
    const document = lot === null ? null : (/<rDE [\s\S]*<\/rDE>/.exec(lot)?.[0] ?? null);
    if (document === null)
      return answer('rResEnviLoteDe', element('dCodRes', '0301'), element('dMsgRes', 'Lote no encolado'));
    const cdc = /<DE Id="(\d{44})">/.exec(document)?.[1] ?? '';
    const known = this.approved.includes(cdc) || [...this.#lots.values()].some((one) => one.cdc === cdc);
    if (known) this.duplicates += 1;
    const refused = known ? { code: '1001', text: 'CDC duplicado' } : refusalOf(document, cdc);
    const receipt = String(10_000_000 + this.#lots.size);
    this.#lots.set(receipt, { cdc, at: this.#clock.now(), refused });
    return answer(
      'rResEnviLoteDe',
      element('dCodRes', '0300'),
      element('dMsgRes', 'Lote recibido con éxito'),
      element('dProtConsLote', receipt),
    );
  }

  #lot(receipt: string): DoubleAnswer {
    const lot = this.#lots.get(receipt);
    const told = (code: string, ...inner: readonly string[]): DoubleAnswer =>
      answer('rResEnviConsLoteDe', element('dCodResLot', code), ...inner);
    if (!lot) return told('0360');
    if (this.#clock.now() < after(lot.at, decidedAfter)) return told('0361');
    const { cdc, refused } = lot;
    return told(
      '0362',
      wrap(
        'gResProcLote',
        element('id', cdc),
        element('dEstRes', refused ? 'Rechazado' : 'Aprobado'),
        wrap(
          'gResProc',
          element('dCodRes', refused?.code ?? '0260'),
          element('dMsgRes', refused?.text ?? 'Autorización satisfactoria'),
        ),
      ),
    );
  }
}

const answer = (name: string, ...inner: readonly string[]): DoubleAnswer => ({
  status: 200,
  body: `<${name} xmlns="${sifenSpace}">${inner.join('')}</${name}>`,
});

/** The first rule that a document breaks; null: none. */
function refusalOf(text: string, cdc: string): Lot['refused'] {
  if (/>\s+</.test(text) || text.includes('<!--') || /<(\w+)><\/\1>/.test(text))
    return { code: '0160', text: 'XML mal formado' };
  if (pyCheckDigit(cdc.slice(0, 43)) !== Number(cdc[43])) return { code: '1003', text: 'DV del CDC inválido' };
  const inner = /<DE Id="\d{44}">[\s\S]*<\/DE>/.exec(text)?.[0] ?? '';
  const digest = digestOf(inner.replace('<DE ', `<DE xmlns="${sifenSpace}" `));
  const document = parseXml(text);
  const certificate = textOf(document, 'X509Certificate') ?? '';
  const pem = `-----BEGIN CERTIFICATE-----\n${certificate.replaceAll(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`;
  const signature = Buffer.from(textOf(document, 'SignatureValue') ?? '', 'base64');
  try {
    if (
      textOf(document, 'DigestValue') !== digest ||
      !verify('sha256', Buffer.from(signedInfoOf(cdc, digest)), pem, signature)
    )
      return { code: '0141', text: 'Firma inválida' };
  } catch {
    return { code: '0141', text: 'Firma inválida' };
  }
  const sums = findNode(document, 'gTotSub');
  const amount = (name: string): number => Number(textOf(sums, name) ?? Number.NaN);
  const parts = amount('dSubExe') + amount('dSub5') + amount('dSub10');
  if (parts !== amount('dTotGralOpe') || amount('dIVA5') + amount('dIVA10') !== amount('dTotIVA'))
    return { code: '1860', text: 'Los totales no coinciden' };
  return null;
}
