import forge from 'node-forge';
import { after, type Instant, instantFromIso, isoFromInstant, minutes } from '#domain/time.ts';
import type { Clock } from '#server/deps.ts';
import { callSoap } from '#server/billing/soap.ts';
import { element, findNode, parseXml, textOf, wrap } from '#server/billing/xml.ts';
import type { FiscalTaxpayer, LastNumberReply } from '#server/billing/fiscal-authority.ts';

/** What a call of the invoicing service is authenticated with. */
export interface AccessTicket {
  readonly token: string;
  readonly sign: string;
  readonly expires_at: Instant;
}

/**
 * Where tickets are kept: in the database, encrypted, because asking for a second one while the first lives is refused
 * (`coe.alreadyAuthenticated`), and every process needs the same one.
 */
export interface TicketStore {
  read(taxId: string): Promise<AccessTicket | null>;
  /** One process at a time asks for a ticket; false: another one is asking. */
  lease(taxId: string, until: Instant): Promise<boolean>;
  write(taxId: string, ticket: AccessTicket | null): Promise<void>;
}

type NotSent = Extract<LastNumberReply, { kind: 'not-sent' }>;
type Ticket = { readonly kind: 'ticket'; readonly ticket: AccessTicket } | NotSent;

const withinMs = 15_000;
const renewBefore = minutes(30);
const refused = 'ARCA no aceptó las credenciales del local.';
const silent = 'ARCA no responde. La factura queda pendiente.';

/** The request for a ticket: valid from ten minutes ago, because clocks differ, for ten minutes. */
function ticketRequest(now: Instant): string {
  const at = (moment: Instant): string => isoFromInstant(moment);
  const header = wrap(
    'header',
    element('uniqueId', Math.floor(now / 1_000)),
    element('generationTime', at(after(now, -minutes(10)))),
    element('expirationTime', at(after(now, minutes(10)))),
  );
  return `<?xml version="1.0" encoding="UTF-8"?><loginTicketRequest version="1.0">${header}${element('service', 'wsfe')}</loginTicketRequest>`;
}

/** Signs a text as WSAA wants it: CMS with its content, SHA-256, in base64. Throws for a key that is none. */
export function signCms(
  text: string,
  { certificate, privateKey }: Pick<FiscalTaxpayer, 'certificate' | 'privateKey'>,
  now: Instant,
): string {
  const signed = forge.pkcs7.createSignedData();
  signed.content = forge.util.createBuffer(text, 'utf8');
  const own = forge.pki.certificateFromPem(certificate);
  const { contentType = '', data = '', messageDigest = '', signingTime = '', sha256 = '' } = forge.pki.oids;
  signed.addCertificate(own);
  signed.addSigner({
    key: forge.pki.privateKeyFromPem(privateKey),
    certificate: own,
    digestAlgorithm: sha256,
    authenticatedAttributes: [
      { type: contentType, value: data },
      { type: messageDigest },
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types want text, its code a date
      { type: signingTime, value: new Date(now) as unknown as string },
    ],
  });
  signed.sign();
  return forge.util.encode64(forge.asn1.toDer(signed.toAsn1()).getBytes());
}

/** Gives the ticket of a taxpayer, and asks for one when there is none that lives for half an hour (WSAA, LoginCms). */
export function accessTickets({
  url,
  store,
  clock,
}: {
  readonly url: string;
  readonly store: TicketStore;
  readonly clock: Pick<Clock, 'now'>;
}) {
  const login = async (taxpayer: FiscalTaxpayer): Promise<Ticket> => {
    const { taxId } = taxpayer.issuer;
    const now = clock.now();
    if (!(await store.lease(taxId, after(now, withinMs * 2))))
      return { kind: 'not-sent', code: 'ticket_busy', sentence: silent };
    let cms: string;
    try {
      cms = signCms(ticketRequest(now), taxpayer, now);
    } catch {
      await store.write(taxId, null);
      return { kind: 'not-sent', code: 'credentials', sentence: refused };
    }
    const body = `<loginCms xmlns="http://wsaa.view.sua.dvadac.desein.afip.gov">${element('in0', cms)}</loginCms>`;
    const answer = await callSoap({ url, action: '', body, withinMs });
    const returned = answer.kind === 'answer' ? textOf(answer.body, 'loginCmsReturn') : null;
    const response = returned === null ? null : parseXml(returned);
    const [token, sign, expires] = ['token', 'sign', 'expirationTime'].map((name) => textOf(response, name));
    const until = instantFromIso(expires ?? '');
    if (token && sign && until !== null) {
      const ticket = { token, sign, expires_at: until };
      await store.write(taxId, ticket);
      return { kind: 'ticket', ticket };
    }
    await store.write(taxId, null);
    const fault = answer.kind === 'answer' ? textOf(findNode(answer.body, 'Fault'), 'faultcode') : null;
    if (fault === null)
      return { kind: 'not-sent', code: answer.kind === 'answer' ? 'no_ticket' : answer.code, sentence: silent };
    return { kind: 'not-sent', code: fault, sentence: fault.includes('alreadyAuthenticated') ? silent : refused };
  };
  return {
    async get(taxpayer: FiscalTaxpayer): Promise<Ticket> {
      const known = await store.read(taxpayer.issuer.taxId);
      if (known && after(clock.now(), renewBefore) < known.expires_at) return { kind: 'ticket', ticket: known };
      return login(taxpayer);
    },
    /** Forgets a ticket that the service did not take (600). */
    forget: (taxpayer: FiscalTaxpayer): Promise<void> => store.write(taxpayer.issuer.taxId, null),
  };
}
