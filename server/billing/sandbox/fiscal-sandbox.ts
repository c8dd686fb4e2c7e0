import { generateKeyPairSync, createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import forge from 'node-forge';
import { findNode, parseXml } from '#server/billing/xml.ts';
import type { Clock } from '#server/deps.ts';
import { ArcaDouble, type DoubleAnswer, type LastKnown } from './arca-double.ts';
import { SifenDouble } from './sifen-double.ts';

/**
 * What happens to a call: its answer is lost after the work; the work happens after the answer was lost; the call arrives
 * twice; an error is answered instead of the work; another system takes the number before it.
 */
export type FiscalFault = 'lost-answer' | 'late' | 'repeated' | 'error' | 'taken';

export interface FiscalSandbox {
  readonly url: string;
  readonly arca: ArcaDouble;
  readonly sifen: SifenDouble;
  /** The operation of each call, in order. */
  readonly calls: string[];
  /** Asked for each call by its operation; null: no fault. */
  faultOf: (operation: string) => FiscalFault | null;
  stop(): Promise<void>;
}

const lateMs = 40;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, { status, body }: DoubleAnswer): void {
  response.writeHead(status, { 'content-type': 'text/xml; charset=utf-8' });
  response.end(
    `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body}</soap:Body></soap:Envelope>`,
  );
}

/** Both authorities' doubles: the same SOAP on a port of this machine, without fiscal value. */
export async function startFiscalSandbox({
  clock,
  lastKnown = () => Promise.resolve(0),
}: {
  readonly clock: Pick<Clock, 'now'>;
  readonly lastKnown?: LastKnown;
}): Promise<FiscalSandbox> {
  const arca = new ArcaDouble(clock, lastKnown);
  const sifen = new SifenDouble(clock);
  const late = new Set<NodeJS.Timeout>();
  const sandbox = {
    url: '',
    arca,
    sifen,
    calls: new Array<string>(),
    faultOf: (_operation: string): FiscalFault | null => null,
    async stop(): Promise<void> {
      for (const timer of late) clearTimeout(timer);
      await new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      });
    },
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = findNode(parseXml((await bodyOf(request)).trim()), 'Body');
    const operation = body?.children[0]?.name ?? '';
    if (!body) return void response.writeHead(400).end();
    const path = request.url ?? '';
    const work = async (): Promise<DoubleAnswer> =>
      path.startsWith('/wsaa') ? arca.login(body) : path.startsWith('/sifen/') ? sifen.serve(body) : arca.serve(body);
    sandbox.calls.push(operation);
    const fault = sandbox.faultOf(operation);
    switch (fault) {
      case 'error':
        return void response
          .writeHead(500, { 'content-type': 'text/html' })
          .end('<html><body>Runtime Error</body></html>');
      case 'lost-answer':
        await work();
        return void response.destroy();
      case 'late': {
        const timer = setTimeout(() => {
          late.delete(timer);
          void work();
        }, lateMs);
        late.add(timer);
        return void response.destroy();
      }
      case 'repeated':
        await work();
        break;
      case 'taken': {
        const at = ['Cuit', 'PtoVta', 'CbteTipo'].map((name) => Number(findNode(body, name)?.text));
        await arca.takeNumber(String(at[0]), at[1] ?? 0, at[2] ?? 0);
        break;
      }
      case null:
    }
    send(response, await work());
  }

  const http = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  http.unref();
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('the fiscal sandbox has no port');
  sandbox.url = `http://127.0.0.1:${address.port}`;
  return sandbox;
}

const made = new Map<string, { readonly certificate: string; readonly privateKey: string }>();

/** A certificate of a taxpayer that only the sandbox takes, made once for each process. */
export function sandboxCredentials(taxId: string): { readonly certificate: string; readonly privateKey: string } {
  const known = made.get(taxId);
  if (known) return known;
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  certificate.serialNumber = `01${createHash('sha256').update(publicKey).digest('hex').slice(0, 16)}`;
  certificate.validity.notBefore = new Date(Date.UTC(2020, 0, 1));
  certificate.validity.notAfter = new Date(Date.UTC(2050, 0, 1));
  const name = [
    { name: 'commonName', value: 'SIN VALIDEZ FISCAL' },
    { name: 'serialNumber', value: `CUIT ${taxId}` },
  ];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create());
  const pair = { certificate: forge.pki.certificateToPem(certificate), privateKey };
  made.set(taxId, pair);
  return pair;
}
