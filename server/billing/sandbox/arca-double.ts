import { createHash } from 'node:crypto';
import { conditionsOfType, type InvoiceType, invoiceTypes, isCuit } from '#domain/invoices.ts';
import { arIdentifyFrom } from '#domain/limits.ts';
import { after, type Instant, instantFromIso, isoFromInstant, minutes, wallTime } from '#domain/time.ts';
import { element, findNode, parseXml, textOf, wrap, type XmlNode } from '#server/billing/xml.ts';
import type { Clock } from '#server/deps.ts';
import { centsOf, vatRefusal } from './arca-sums.ts';
import { readCms } from './read-cms.ts';

/*
 * ARCA as its services behave: WSAA checks the CMS and refuses a second live ticket; WSFEv1 enforces numbers, dates, sums of
 * VAT, documents and conditions. It gives no document any fiscal value.
 */

/** A document that the double has authorised. */
export interface ArcaDocument {
  readonly cuit: string;
  readonly point: number;
  readonly type: number;
  readonly number: number;
  readonly date: string;
  readonly docType: string;
  readonly docNumber: string;
  readonly total: string;
  readonly cae: string;
  readonly expires: string;
}

export interface DoubleAnswer {
  readonly status: number;
  /** The markup inside the body. */
  readonly body: string;
}

/** What a server that was started again still knows: the last number of a series. */
export type LastKnown = (series: {
  readonly cuit: string;
  readonly point: number;
  readonly type: number;
}) => Promise<number>;

const zone = 'America/Argentina/Buenos_Aires';
const ticketLife = minutes(12 * 60);
const creditTypes: Readonly<Record<number, InvoiceType>> = { 3: 1, 8: 6, 13: 11 };

const fault = (code: string, text: string): DoubleAnswer => ({
  status: 500,
  body: wrap('soap:Fault', element('faultcode', code), element('faultstring', text)),
});

const refusals: Readonly<Record<string, string>> = {
  '600': 'ValidacionDeToken: no validaron las fechas del token',
  '602': 'No existen datos en nuestros registros para los parametros ingresados.',
  '10013': 'Para comprobantes clase A y M el campo DocTipo debe ser igual a 80 (CUIT)',
  '10015': 'El campo DocNro es invalido.',
  '10016': 'El numero o fecha del comprobante no se corresponde con el proximo a autorizar.',
  '10018': 'Si ImpIva es igual a 0 los objetos Iva y AlicIva son obligatorios con Id iva = 3 (iva 0)',
  '10040': 'El comprobante asociado no existe.',
  '10048': 'ImpTotal debe ser la suma de ImpTotConc + ImpNeto + ImpOpEx + ImpTrib + ImpIVA.',
  '10051': 'Los importes informados en AlicIVA no se corresponden con los porcentajes.',
  '10071': 'Para comprobantes tipo C el objeto IVA no debe informarse.',
  '10242': 'El campo CondicionIVAReceptorId no es valido para la clase de comprobante informado.',
  '10246': 'El campo Condicion Frente al IVA del receptor es obligatorio.',
};

export class ArcaDouble {
  readonly documents: ArcaDocument[] = [];
  readonly #tickets = new Map<string, { readonly cuit: string; readonly expires: Instant }>();
  readonly #last = new Map<string, number>();
  readonly #clock: Pick<Clock, 'now'>;
  readonly #lastKnown: LastKnown;

  constructor(clock: Pick<Clock, 'now'>, lastKnown: LastKnown) {
    this.#clock = clock;
    this.#lastKnown = lastKnown;
  }

  /** LoginCms. */
  login(body: XmlNode): DoubleAnswer {
    const now = this.#clock.now();
    const read = readCms(textOf(body, 'in0') ?? '');
    if (!read) return fault('ns1:cms.sign.invalid', 'Firma inválida o algoritmo no soportado');
    const request = parseXml(read.content);
    const [from, to] = ['generationTime', 'expirationTime'].map((name) => instantFromIso(textOf(request, name) ?? ''));
    if (from == null || to == null || from > now || to < now)
      return fault('ns1:xml.generationTime.invalid', 'El tiempo de generación no es válido');
    if (textOf(request, 'service') !== 'wsfe') return fault('ns1:wsn.unavailable', 'El servicio no existe');
    for (const { cuit, expires } of this.#tickets.values())
      if (cuit === read.cuit && expires > now)
        return fault('ns1:coe.alreadyAuthenticated', 'El CEE ya posee un TA valido para el acceso al WSN solicitado');
    const expires = after(now, ticketLife);
    const token = createHash('sha256').update(`${read.cuit} ${now} ${this.#tickets.size}`).digest('base64');
    this.#tickets.set(token, { cuit: read.cuit, expires });
    const header = wrap(
      'header',
      element('generationTime', isoFromInstant(now)),
      element('expirationTime', isoFromInstant(expires)),
    );
    const credentials = wrap('credentials', element('token', token), element('sign', 'c2FuZGJveA=='));
    const response = `<?xml version="1.0" encoding="UTF-8"?><loginTicketResponse version="1.0">${header}${credentials}</loginTicketResponse>`;
    return { status: 200, body: wrap('loginCmsResponse', element('loginCmsReturn', response)) };
  }

  /** Ends all tickets, as a restart of the service does. */
  forgetTickets(): void {
    this.#tickets.clear();
  }

  /** A call of WSFEv1. */
  async serve(body: XmlNode): Promise<DoubleAnswer> {
    const [call] = body.children;
    if (!call) return fault('soap:Client', 'sin operación');
    const cuit = textOf(call, 'Cuit') ?? '';
    const ticket = this.#tickets.get(textOf(call, 'Token') ?? '');
    const known = ticket?.cuit === cuit && ticket.expires > this.#clock.now();
    const answer = (...inner: readonly string[]): DoubleAnswer => ({
      status: 200,
      body: wrap(`${call.name}Response`, wrap(`${call.name}Result`, ...inner)),
    });
    if (!known) return answer(errorsOf('600'));
    switch (call.name) {
      case 'FECompUltimoAutorizado': {
        const [point, type] = [Number(textOf(call, 'PtoVta')), Number(textOf(call, 'CbteTipo'))];
        return answer(
          element('PtoVta', point),
          element('CbteTipo', type),
          element('CbteNro', await this.lastOf(cuit, point, type)),
        );
      }
      case 'FECAESolicitar':
        return answer(await this.#authorise(cuit, call));
      case 'FECompConsultar': {
        const asked = ['PtoVta', 'CbteTipo', 'CbteNro'].map((name) => Number(textOf(call, name))).join();
        const found = this.documents.find((d) => d.cuit === cuit && [d.point, d.type, d.number].join() === asked);
        if (!found) return answer(errorsOf('602'));
        return answer(
          wrap(
            'ResultGet',
            element('DocTipo', found.docType),
            element('DocNro', found.docNumber),
            element('CbteDesde', found.number),
            element('CbteHasta', found.number),
            element('CbteFch', found.date),
            element('ImpTotal', String(Number(found.total))),
            element('Resultado', 'A'),
            element('CodAutorizacion', found.cae),
            element('EmisionTipo', 'CAE'),
            element('FchVto', found.expires),
            element('PtoVta', found.point),
            element('CbteTipo', found.type),
          ),
        );
      }
      default:
        return fault('soap:Client', `no existe ${call.name}`);
    }
  }

  async lastOf(cuit: string, point: number, type: number): Promise<number> {
    const series = `${cuit} ${point} ${type}`;
    const known = this.#last.get(series) ?? (await this.#lastKnown({ cuit, point, type }));
    const now = Math.max(known, this.#last.get(series) ?? 0);
    this.#last.set(series, now);
    return now;
  }

  /** Another system of the same taxpayer takes the next number. */
  async takeNumber(cuit: string, point: number, type: number): Promise<void> {
    this.adopt({ cuit, point, type, number: (await this.lastOf(cuit, point, type)) + 1 });
  }

  /** Knows a document that a test has stored as issued; the numbering goes on behind it. */
  adopt({ cuit, point, type, number }: Pick<ArcaDocument, 'cuit' | 'point' | 'type' | 'number'>): void {
    const date = wallTime(this.#clock.now(), zone).date.replaceAll('-', '');
    this.#keep({ cuit, point, type, number, date, docType: '99', docNumber: '0', total: '1.00' });
  }

  #keep(document: Omit<ArcaDocument, 'cae' | 'expires'>): ArcaDocument {
    const { cuit, point, type, number } = document;
    const cae = `7${String(this.documents.length + 1).padStart(13, '0')}`;
    const until = wallTime(after(this.#clock.now(), minutes(10 * 24 * 60)), zone).date.replaceAll('-', '');
    const kept = { ...document, cae, expires: until };
    this.documents.push(kept);
    this.#last.set(`${cuit} ${point} ${type}`, number);
    return kept;
  }

  async #authorise(cuit: string, call: XmlNode): Promise<string> {
    const detail = findNode(call, 'FECAEDetRequest');
    const [point, type] = [Number(textOf(call, 'PtoVta')), Number(textOf(call, 'CbteTipo'))];
    const number = Number(textOf(detail, 'CbteDesde'));
    const last = await this.lastOf(cuit, point, type);
    const refused = this.#refusalOf(detail, { cuit, point, type, number, last });
    const head = wrap(
      'FeCabResp',
      element('Cuit', cuit),
      element('PtoVta', point),
      element('CbteTipo', type),
      element('Resultado', refused ? 'R' : 'A'),
    );
    const same = [
      element('DocTipo', textOf(detail, 'DocTipo')),
      element('DocNro', textOf(detail, 'DocNro')),
      element('CbteDesde', number),
      element('CbteHasta', number),
      element('CbteFch', textOf(detail, 'CbteFch')),
    ];
    if (refused) {
      const observed = wrap(
        'Observaciones',
        wrap('Obs', element('Code', refused), element('Msg', refusals[refused] ?? refused)),
      );
      return head + wrap('FeDetResp', wrap('FECAEDetResponse', ...same, element('Resultado', 'R'), observed));
    }
    const { cae, expires } = this.#keep({
      cuit,
      point,
      type,
      number,
      date: textOf(detail, 'CbteFch') ?? '',
      docType: textOf(detail, 'DocTipo') ?? '',
      docNumber: textOf(detail, 'DocNro') ?? '',
      total: textOf(detail, 'ImpTotal') ?? '',
    });
    return (
      head +
      wrap(
        'FeDetResp',
        wrap(
          'FECAEDetResponse',
          ...same,
          element('Resultado', 'A'),
          element('CAE', cae),
          element('CAEFchVto', expires),
        ),
      )
    );
  }

  /** The first rule that a request breaks; null: none. */
  #refusalOf(
    detail: XmlNode | null,
    {
      cuit,
      point,
      type,
      number,
      last,
    }: {
      readonly cuit: string;
      readonly point: number;
      readonly type: number;
      readonly number: number;
      readonly last: number;
    },
  ): string | null {
    const date = textOf(detail, 'CbteFch') ?? '';
    if (number !== last + 1 || textOf(detail, 'CbteHasta') !== String(number)) return '10016';
    const now = this.#clock.now();
    const [first, latest] = [-5, 5].map((days) =>
      wallTime(after(now, minutes(days * 24 * 60)), zone).date.replaceAll('-', ''),
    );
    const before = this.documents.findLast((d) => d.cuit === cuit && d.point === point && d.type === type);
    if (date < (first ?? '') || date > (latest ?? '') || date < (before?.date ?? '')) return '10016';
    const invoice = creditTypes[type] ?? invoiceTypes.find((known) => known === type);
    if (invoice === undefined) return '10013';
    const [docType, docNumber] = [textOf(detail, 'DocTipo'), textOf(detail, 'DocNro') ?? ''];
    if (invoice === 1 && docType !== '80') return '10013';
    if ((docType === '80' || docType === '86') && !isCuit(docNumber)) return '10015';
    if (docType === '96' && !/^\d{7,8}$/.test(docNumber)) return '10015';
    const total = centsOf(detail, 'ImpTotal');
    if (docType === '99' && (docNumber !== '0' || total >= arIdentifyFrom * 100)) return '10015';
    const condition = textOf(detail, 'CondicionIVAReceptorId');
    if (condition === null) return '10246';
    if (!conditionsOfType[invoice].includes(Number(condition))) return '10242';
    const parts = ['ImpTotConc', 'ImpNeto', 'ImpOpEx', 'ImpTrib', 'ImpIVA'].map((name) => centsOf(detail, name));
    if (parts.reduce((sum, part) => sum + part, 0) !== total) return '10048';
    if (creditTypes[type] !== undefined) {
      const of = findNode(detail, 'CbteAsoc');
      const asked = ['Tipo', 'PtoVta', 'Nro'].map((name) => Number(textOf(of, name))).join();
      if (Number(textOf(of, 'Tipo')) !== invoice) return '10040';
      if (!this.documents.some((d) => d.cuit === cuit && [d.type, d.point, d.number].join() === asked)) return '10040';
    }
    return vatRefusal(detail, invoice);
  }
}

const errorsOf = (code: string): string =>
  wrap('Errors', wrap('Err', element('Code', code), element('Msg', refusals[code] ?? code)));
