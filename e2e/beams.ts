import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';

export interface BeamsCall {
  readonly method: string;
  readonly path: string;
  readonly authorization: string;
  readonly body: unknown;
}

/** A fake Beams server, used by browser and server. */
export interface Beams {
  readonly endpoint: string;
  readonly calls: BeamsCall[];
  close(): Promise<void>;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}

/** A fake VAPID key: browsers require 65 bytes in the form of an uncompressed P-256 point. */
const publicKey = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url');

const answerTo = (method: string, path: string): unknown => {
  if (path.endsWith('/web-vapid-public-key')) return { vapidPublicKey: publicKey };
  if (method === 'POST' && path.endsWith('/devices/web')) return { id: 'web-1' };
  return path.includes('/publishes/') ? { publishId: 'pubid-1' } : {};
};

export async function startBeams(): Promise<Beams> {
  const calls: BeamsCall[] = [];
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'authorization, content-type');
    response.setHeader('access-control-allow-methods', 'GET, POST, PUT, DELETE');
    const { method = '', url = '', headers } = request;
    if (method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    void textOf(request).then((text) => {
      const body: unknown = text === '' ? null : JSON.parse(text);
      calls.push({ method, path: url, authorization: headers.authorization ?? '', body });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answerTo(method, url)));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    endpoint: `http://localhost:${address.port}`,
    calls,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
