import { once } from 'node:events';
import { createServer } from 'node:http';
import * as z from 'zod/mini';
import { shippingSignature } from '#server/modules/alerts/shipping-webhook.ts';
import { createHttpShipping } from '#server/shipping/adapters.ts';
import type { ShippingPort } from '#server/shipping/port.ts';
import type { Answer, TestServer } from './test-server.ts';

const secret = 'a-shipping-secret-of-32-characters';
const heardBody = z.looseObject({ order_id: z.int(), number: z.int(), service: z.string() });

export interface ProviderCall {
  readonly key: string;
  readonly authorization: string;
  readonly body: z.infer<typeof heardBody>;
}

/** A shipping provider that speaks HTTP: keeps what it is told, and answers what the test says. */
export async function startShippingProvider(): Promise<{
  readonly port: ShippingPort;
  readonly calls: ProviderCall[];
  /** Status and body of its next answers; 204 without one. */
  readonly answers: { status: number; body?: unknown }[];
  /** Sends a webhook as the provider signs it; `more` replaces parts of it. */
  webhook(server: TestServer, body: unknown, more?: { service?: string; signature?: string }): Promise<Answer>;
  stop(): Promise<void>;
}> {
  const calls: ProviderCall[] = [];
  const answers: { status: number; body?: unknown }[] = [];
  const http = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
    request.on('end', () => {
      const { authorization = '', 'idempotency-key': key = '' } = request.headers;
      calls.push({ key: String(key), authorization, body: z.parse(heardBody, JSON.parse(text)) });
      const { status, body } = answers.shift() ?? { status: 204 };
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: createHttpShipping({ endpoint: `http://127.0.0.1:${address.port}/pedidos`, secret }),
    calls,
    answers,
    webhook(server, body, { service = 'cadetes-sandbox', signature } = {}) {
      const text = JSON.stringify(body);
      return server.ask(null, `/webhooks/shipping/${service}`, {
        method: 'POST',
        body: text,
        headers: {
          'x-signature': signature ?? shippingSignature(secret, text, Math.floor(server.clock.now() / 1000)),
        },
      });
    },
    stop: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
      }),
  };
}
