import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Instant } from '#domain/time.ts';
import type { Clock } from '#server/deps.ts';
import { noticeSignature } from '#server/payments/webhook-signature.ts';
import { type SandboxAnswer, SandboxOrders } from './sandbox-orders.ts';

/**
 * What happens to a request of the double: its answer is lost after the work, an error is answered instead of it, or
 * something else happens between the work and the answer.
 */
export type SandboxFault =
  | { readonly kind: 'lost-answer' }
  | { readonly kind: 'before-answer'; readonly happens: () => Promise<void> }
  | { readonly kind: 'error'; readonly status: number; readonly retryAfter?: number };

/** A request that the double got. */
export interface SandboxCall {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly body: string;
  readonly at: Instant;
}

/** A webhook as the provider would send it; whoever runs the double delivers it: once, twice, late or never. */
export interface SandboxNotice {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

export interface PaymentSandbox {
  readonly url: string;
  readonly orders: SandboxOrders;
  readonly calls: SandboxCall[];
  /** One for each change of an order, in order. */
  readonly notices: SandboxNotice[];
  /** Used up by the next requests, in order; null = no fault. */
  readonly faults: (SandboxFault | null)[];
  stop(): Promise<void>;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, { status, body }: SandboxAnswer, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === null ? undefined : JSON.stringify(body));
}

/** The provider's double: the same HTTP protocol on a port of this machine, without money. */
export async function startPaymentSandbox({
  clock,
  accessToken,
  webhookSecret,
}: {
  readonly clock: Pick<Clock, 'now'>;
  readonly accessToken: string;
  readonly webhookSecret: string | null;
}): Promise<PaymentSandbox> {
  const notices: SandboxNotice[] = [];
  const orders = new SandboxOrders(clock, ({ id, state }) => {
    if (webhookSecret === null) return;
    const [ts, requestId] = [String(clock.now()), randomUUID()];
    const v1 = noticeSignature(webhookSecret, { dataId: id, requestId }, ts);
    notices.push({
      path: `/webhooks/payments/mercadopago?data.id=${id}&type=order`,
      headers: { 'x-request-id': requestId, 'x-signature': `ts=${ts},v1=${v1}` },
      body: { action: `order.${state}`, type: 'order', data: { id } },
    });
  });
  const calls: SandboxCall[] = [];
  const faults: (SandboxFault | null)[] = [];

  const answerOf = ({ method, path, key, body }: SandboxCall): SandboxAnswer => {
    const [, id = '', action] = /^\/v1\/orders(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? [];
    if (method === 'GET' && action === undefined) return orders.read(id);
    if (method !== 'POST') return { status: 405, body: null };
    if (id === '') return orders.create(key, body);
    if (action === 'events') return orders.simulate(id, body);
    if (action === 'cancel') return orders.cancel(id);
    return action === 'refund' ? orders.refund(key, id, body) : { status: 404, body: null };
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = request.headers['x-idempotency-key'];
    const call = {
      method: request.method ?? '',
      path: request.url ?? '',
      key: typeof key === 'string' ? key : undefined,
      body: await textOf(request),
      at: clock.now(),
    };
    if (request.headers.authorization !== `Bearer ${accessToken}`)
      return send(response, { status: 401, body: { code: 'unauthorized', message: 'invalid access token' } });
    calls.push(call);
    const fault = faults.shift() ?? null;
    if (fault?.kind === 'error') {
      const wait: Record<string, string> =
        fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) };
      return send(response, { status: fault.status, body: { errors: [{ code: 'sandbox_fault' }] } }, wait);
    }
    const answer = answerOf(call);
    if (fault?.kind === 'before-answer') await fault.happens();
    if (fault?.kind === 'lost-answer') response.destroy();
    else send(response, answer);
  }

  const http = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  http.unref();
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('the payment sandbox has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    orders,
    calls,
    notices,
    faults,
    stop: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}
