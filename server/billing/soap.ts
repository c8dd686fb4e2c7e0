import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { parseXml, type XmlNode } from './xml.ts';

export interface SoapCall {
  readonly url: string;
  /** SOAP 1.1: the SOAPAction header; null: SOAP 1.2, which has none. */
  readonly action: string | null;
  /** The markup inside the body. */
  readonly body: string;
  readonly withinMs: number;
  /** Options of the connection: a client certificate, the TLS that the authority still speaks. */
  readonly tls?: Pick<RequestOptions, 'cert' | 'key' | 'minVersion' | 'ciphers'>;
}

export type SoapAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly body: XmlNode }
  /** No connection was made, so nothing can have been done. */
  | { readonly kind: 'not-sent'; readonly code: string }
  /** The answer was lost, came too late, or is none. */
  | { readonly kind: 'lost'; readonly code: string };

const largestAnswer = 2_000_000;

/** Calls that failed before the request left this machine. */
const notConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Sends one call, once. Time limit and size limit cover the whole answer. */
export function callSoap({ url, action, body, withinMs, tls = {} }: SoapCall): Promise<SoapAnswer> {
  const address = new URL(url);
  const space =
    action === null ? 'http://www.w3.org/2003/05/soap-envelope' : 'http://schemas.xmlsoap.org/soap/envelope/';
  const text = `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="${space}"><soap:Body>${body}</soap:Body></soap:Envelope>`;
  const payload = Buffer.from(text, 'utf8');
  const headers = {
    'content-type': action === null ? 'application/soap+xml; charset=utf-8' : 'text/xml; charset=utf-8',
    'content-length': payload.length,
    ...(action !== null && { soapaction: `"${action}"` }),
  };
  const isSecure = address.protocol === 'https:';
  return new Promise((resolve) => {
    const options = { method: 'POST', headers, signal: AbortSignal.timeout(withinMs), ...(isSecure && tls) };
    const request = (isSecure ? httpsRequest : httpRequest)(address, options, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > largestAnswer) response.destroy();
        else chunks.push(chunk);
      });
      response.on('error', () => resolve({ kind: 'lost', code: 'cut' }));
      response.on('close', () => resolve({ kind: 'lost', code: 'cut' }));
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        const parsed = parseXml(Buffer.concat(chunks).toString('utf8').trim());
        // A fault comes with 500; a page of a proxy is no answer of the authority.
        if (parsed?.name !== 'Envelope') resolve({ kind: 'lost', code: `http_${status}` });
        else resolve({ kind: 'answer', status, body: parsed });
      });
    });
    request.on('error', (error: Error & { readonly code?: string }) =>
      resolve(
        notConnected.has(error.code ?? '')
          ? { kind: 'not-sent', code: error.code ?? 'no_connection' }
          : {
              kind: 'lost',
              code: error.name === 'TimeoutError' || error.name === 'AbortError' ? 'too_late' : 'no_answer',
            },
      ),
    );
    request.end(payload);
  });
}
