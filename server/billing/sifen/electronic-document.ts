import { createHash, createPrivateKey, sign } from 'node:crypto';
import type { FiscalLine, NumberedContent } from '#domain/fiscal-documents.ts';
import { pyCheckDigit, readRuc } from '#domain/invoices.ts';
import { add, type Money, zero } from '#domain/money.ts';
import { vatSums } from '#domain/vat.ts';
import type { FiscalTaxpayer } from '#server/billing/fiscal-authority.ts';
import { element, wrap } from '#server/billing/xml.ts';

/*
 * The document of SIFEN (Manual Técnico 150), written in the canonical form that is signed: no blanks between elements, no
 * prefixes, no comments, no empty elements, nothing changed after signing.
 */

export const sifenSpace = 'http://ekuatia.set.gov.py/sifen/xsd';
const signatureSpace = 'http://www.w3.org/2000/09/xmldsig#';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';

const padded = (value: string | number, width: number): string => String(value).padStart(width, '0');

/** Of a RUC with or without dash. */
export function rucOf(taxId: string): { readonly number: string; readonly check: string } {
  const ruc = readRuc(taxId);
  if (!ruc) throw new Error('a taxpayer without a RUC');
  return ruc;
}

export interface CdcParts {
  readonly type: number;
  readonly ruc: string;
  readonly check: string;
  readonly establishment: number;
  readonly point: number;
  readonly number: number;
  /** 1 a person, 2 a company. */
  readonly taxpayerType: 1 | 2;
  /** 'YYYY-MM-DD' */
  readonly date: string;
  /** Nine random digits, used once. */
  readonly security: string;
}

/** The control code of a document: 44 digits, the last one checks the others. */
export function cdcOf(parts: CdcParts): string {
  const digits = [
    padded(parts.type, 2),
    padded(parts.ruc, 8),
    parts.check,
    padded(parts.establishment, 3),
    padded(parts.point, 3),
    padded(parts.number, 7),
    String(parts.taxpayerType),
    parts.date.replaceAll('-', ''),
    '1',
    padded(parts.security, 9),
  ].join('');
  return `${digits}${pyCheckDigit(digits)}`;
}

/** A company's RUC begins with 8 and has eight digits. */
export const taxpayerTypeOf = (ruc: string): 1 | 2 => (/^8\d{7}$/.test(ruc) ? 2 : 1);

const typeNames: Readonly<Record<number, string>> = { 1: 'Factura electrónica', 5: 'Nota de crédito electrónica' };

/** A price for one, with up to eight decimals. */
const eachOf = ({ amount, quantity }: FiscalLine): string => String(Number((amount / quantity).toFixed(8)));

function itemOf(line: FiscalLine, index: number): string {
  const [sum] = vatSums([line]);
  const taxed = line.rate > 0;
  return wrap(
    'gCamItem',
    element('dCodInt', padded(index + 1, 4)),
    element('dDesProSer', line.name.slice(0, 120)),
    element('cUniMed', 77),
    element('dDesUniMed', 'UNI'),
    element('dCantProSer', line.quantity),
    wrap(
      'gValorItem',
      element('dPUniProSer', eachOf(line)),
      element('dTotBruOpeItem', line.amount),
      wrap('gValorRestaItem', element('dDescItem', 0), element('dTotOpeItem', line.amount)),
    ),
    wrap(
      'gCamIVA',
      element('iAfecIVA', taxed ? 1 : 3),
      element('dDesAfecIVA', taxed ? 'Gravado IVA' : 'Exento'),
      element('dPropIVA', taxed ? 100 : 0),
      element('dTasaIVA', line.rate / 10),
      element('dBasGravIVA', taxed ? (sum?.base ?? 0) : 0),
      element('dLiqIVAItem', taxed ? (sum?.tax ?? 0) : 0),
    ),
  );
}

/** The totals of a document in guaraníes. */
function totalsOf({ lines, vat, total }: NumberedContent) {
  const grossOf = (rate: number): Money =>
    add(zero, ...lines.filter((line) => line.rate === rate).map(({ amount }) => amount));
  const of = (rate: number) => vat.find((sum) => sum.rate === rate);
  const [ten, five] = [of(100), of(50)];
  return {
    exempt: grossOf(0),
    gross5: grossOf(50),
    gross10: grossOf(100),
    tax5: five?.tax ?? zero,
    tax10: ten?.tax ?? zero,
    base5: five?.base ?? zero,
    base10: ten?.base ?? zero,
    tax: add(zero, five?.tax ?? zero, ten?.tax ?? zero),
    total,
  };
}

function receiverOf({ customer }: NumberedContent): string {
  const name = element('dNomRec', customer.name ?? 'Sin Nombre');
  const country = element('cPaisRec', 'PRY') + element('dDesPaisRe', 'Paraguay');
  if (customer.idType === 'RUC') {
    const ruc = rucOf(customer.idNumber);
    const taxpayer = element('iTiContRec', taxpayerTypeOf(ruc.number));
    return wrap(
      'gDatRec',
      element('iNatRec', 1),
      element('iTiOpe', 1),
      country,
      taxpayer,
      element('dRucRec', ruc.number),
      element('dDVRec', ruc.check),
      name,
    );
  }
  const known = customer.idType === 'CI';
  return wrap(
    'gDatRec',
    element('iNatRec', 2),
    element('iTiOpe', 2),
    country,
    element('iTipIDRec', known ? 1 : 5),
    element('dDTipIDRec', known ? 'Cédula paraguaya' : 'Innominado'),
    element('dNumIDRec', known ? customer.idNumber.replaceAll(/\D/g, '') : '0'),
    name,
  );
}

/** The DE of a document; `at` is its local time, 'YYYY-MM-DDTHH:mm:ss'. */
export function documentXml(content: NumberedContent, cdc: string, at: string): string {
  const { issuer, type, number, lines, of } = content;
  const ruc = rucOf(issuer.taxId);
  const sums = totalsOf(content);
  const inner = [
    element('dDVId', cdc.slice(-1)),
    element('dFecFirma', at),
    element('dSisFact', 1),
    wrap('gOpeDE', element('iTipEmi', 1), element('dDesTipEmi', 'Normal'), element('dCodSeg', cdc.slice(34, 43))),
    wrap(
      'gTimb',
      element('iTiDE', type),
      element('dDesTiDE', typeNames[type] ?? ''),
      element('dNumTim', issuer.timbrado),
      element('dEst', padded(issuer.establishment, 3)),
      element('dPunExp', padded(issuer.point, 3)),
      element('dNumDoc', padded(number, 7)),
      element('dFeIniT', issuer.startedOn),
    ),
    wrap(
      'gDatGralOpe',
      element('dFeEmiDE', at),
      wrap(
        'gOpeCom',
        ...(type === 1 ? [element('iTipTra', 2), element('dDesTipTra', 'Prestación de servicios')] : []),
        element('iTImp', 1),
        element('dDesTImp', 'IVA'),
        element('cMoneOpe', 'PYG'),
        element('dDesMoneOpe', 'Guarani'),
      ),
      wrap(
        'gEmis',
        element('dRucEm', ruc.number),
        element('dDVEmi', ruc.check),
        element('iTipCont', taxpayerTypeOf(ruc.number)),
        element('dNomEmi', issuer.name),
        element('dDirEmi', issuer.address),
        element('dNumCas', 0),
        wrap('gActEco', element('cActEco', '56100'), element('dDesActEco', issuer.activity)),
      ),
      receiverOf(content),
    ),
    wrap(
      'gDtipDE',
      type === 1
        ? wrap('gCamFE', element('iIndPres', 1), element('dDesIndPres', 'Operación presencial')) +
            wrap(
              'gCamCond',
              element('iCondOpe', 1),
              element('dDCondOpe', 'Contado'),
              wrap(
                'gPaConEIni',
                element('iTiPago', 99),
                element('dDesTiPag', 'Otro'),
                element('dMonTiPag', content.total),
                element('cMoneTiPag', 'PYG'),
                element('dDMoneTiPag', 'Guarani'),
              ),
            )
        : wrap('gCamNCDE', element('iMotEmi', 2), element('dDesMotEmi', 'Devolución')),
      ...lines.map(itemOf),
    ),
    wrap(
      'gTotSub',
      element('dSubExe', sums.exempt),
      element('dSub5', sums.gross5),
      element('dSub10', sums.gross10),
      element('dTotOpe', sums.total),
      element('dTotDesc', 0),
      element('dTotGralOpe', sums.total),
      element('dIVA5', sums.tax5),
      element('dIVA10', sums.tax10),
      element('dTotIVA', sums.tax),
      element('dBaseGrav5', sums.base5),
      element('dBaseGrav10', sums.base10),
      element('dTBasGraIVA', add(sums.base5, sums.base10)),
    ),
    of === null
      ? ''
      : wrap(
          'gCamDEAsoc',
          element('iTipDocAso', 1),
          element('dDesTipDocAso', 'Electrónico'),
          element('dCdCDERef', of.code),
        ),
  ].join('');
  return `<DE xmlns="${sifenSpace}" Id="${cdc}">${inner}</DE>`;
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

const algorithm = (name: string, value: string): string => `<${name} Algorithm="${value}"></${name}>`;

/** What is signed of a document: its digest under its id (XMLDSig, enveloped, exclusive canonical form). */
export const signedInfoOf = (cdc: string, digest: string): string =>
  [
    `<SignedInfo xmlns="${signatureSpace}">`,
    algorithm('CanonicalizationMethod', exclusive),
    algorithm('SignatureMethod', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'),
    `<Reference URI="#${cdc}"><Transforms>`,
    algorithm('Transform', `${signatureSpace}enveloped-signature`),
    algorithm('Transform', exclusive),
    '</Transforms>',
    algorithm('DigestMethod', 'http://www.w3.org/2001/04/xmlenc#sha256'),
    `<DigestValue>${digest}</DigestValue></Reference></SignedInfo>`,
  ].join('');

export const digestOf = (de: string): string => sha256(de).toString('base64');

export interface QrParts {
  readonly cdc: string;
  /** 'YYYY-MM-DDTHH:mm:ss' */
  readonly at: string;
  /** 'dRucRec=…' or 'dNumIDRec=…' */
  readonly receiver: string;
  readonly total: number;
  readonly tax: number;
  readonly items: number;
  readonly digest: string;
  readonly csc: NonNullable<FiscalTaxpayer['csc']>;
}

const hex = (text: string): string => Buffer.from(text, 'utf8').toString('hex');

/** The query of the QR of a document, with its hash. */
export function sifenQrQuery({ cdc, at, receiver, total, tax, items, digest, csc }: QrParts): string {
  const query = `nVersion=150&Id=${cdc}&dFeEmiDE=${hex(at)}&${receiver}&dTotGralOpe=${total}&dTotIVA=${tax}&cItems=${items}&DigestValue=${hex(digest)}&IdCSC=${csc.id}`;
  return `${query}&cHashQR=${sha256(`${query}${csc.secret}`).toString('hex')}`;
}

/** The signed document with its QR, as it is sent and never changed again. */
export function signedDocument(
  content: NumberedContent,
  { cdc, at, qrAddress }: { readonly cdc: string; readonly at: string; readonly qrAddress: string },
  taxpayer: FiscalTaxpayer,
): { readonly text: string; readonly qr: string } {
  const { customer } = content;
  const de = documentXml(content, cdc, at);
  const digest = digestOf(de);
  const signedInfo = signedInfoOf(cdc, digest);
  const value = sign('sha256', Buffer.from(signedInfo, 'utf8'), createPrivateKey(taxpayer.privateKey));
  const certificate = taxpayer.certificate.replaceAll(/-----[^-]+-----|\s/g, '');
  const signature = `<Signature xmlns="${signatureSpace}">${signedInfo.replace(` xmlns="${signatureSpace}"`, '')}<SignatureValue>${value.toString('base64')}</SignatureValue><KeyInfo><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></Signature>`;
  if (taxpayer.csc === null) throw new Error('a taxpayer of SIFEN without CSC');
  const receiver =
    customer.idType === 'RUC'
      ? `dRucRec=${rucOf(customer.idNumber).number}`
      : `dNumIDRec=${customer.idType === 'CI' ? customer.idNumber.replaceAll(/\D/g, '') : '0'}`;
  const { total, tax } = totalsOf(content);
  const qr = `${qrAddress}${sifenQrQuery({ cdc, at, receiver, total, tax, items: content.lines.length, digest, csc: taxpayer.csc })}`;
  const inner = de.replace(` xmlns="${sifenSpace}"`, '');
  const text = `<rDE xmlns="${sifenSpace}">${element('dVerFor', 150)}${inner}${signature}${wrap('gCamFuFD', element('dCarQR', qr))}</rDE>`;
  return { text, qr };
}
