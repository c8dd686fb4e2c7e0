import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { instant } from '#domain/time.ts';
import { createTestClock } from '#server/testing/test-clock.ts';
import { createBeamsPush } from './beams.ts';
import type { PushNotice } from './port.ts';

interface Heard {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

let server: Server | null = null;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
  server = null;
});

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const part of request) text += String(part);
  return JSON.parse(text);
}

/** A server with Beams' publish API: one given answer per request, then the last one again. */
async function beamsServer(...answers: readonly (readonly [status: number, body: string])[]) {
  const heard: Heard[] = [];
  const made = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const [status, text] = answers[Math.min(heard.length, answers.length - 1)] ?? [500, ''];
      heard.push({ method: request.method, url: request.url, authorization: request.headers.authorization, body });
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    });
  }).listen(0, '127.0.0.1');
  await once(made, 'listening');
  server = made;
  const address = made.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { heard, endpoint: `http://127.0.0.1:${address.port}` };
}

const taken = [200, '{"publishId":"pubid-1"}'] as const;
const clock = createTestClock(instant(Date.UTC(2026, 10, 20, 23, 0, 0)));
const settings = { instanceId: 'inst-1', secretKey: 'a secret key' };
const notice: PushNotice = {
  title: 'Pedido recibido Nro. 248',
  body: 'Take away · 2 Empanadas · $ 100,00',
  data: { store_id: 1, order_id: 7, kind: 'pending' },
};

describe('Pusher Beams (R-42)', () => {
  it('publishes to users as its API asks: path, key, title, body and data', async () => {
    const { heard, endpoint } = await beamsServer(taken);
    await createBeamsPush({ ...settings, endpoint }, clock).publish([3, 12], notice);
    expect(heard).toEqual([
      {
        method: 'POST',
        url: '/publish_api/v1/instances/inst-1/publishes/users',
        authorization: 'Bearer a secret key',
        body: {
          users: ['3', '12'],
          web: {
            time_to_live: 900,
            notification: { title: notice.title, body: notice.body },
            data: { store_id: 1, order_id: 7, kind: 'pending' },
          },
        },
      },
    ]);
  });

  it('asks in parts of a thousand users', async () => {
    const { heard, endpoint } = await beamsServer(taken);
    const people = Array.from({ length: 1_001 }, (_, i) => i + 1);
    await createBeamsPush({ ...settings, endpoint }, clock).publish(people, notice);
    expect(heard.map(({ body }) => (body as { users: string[] }).users.length)).toEqual([1_000, 1]);
  });

  it.each([
    ['503 with a reason', 503, '{"error":"Unavailable","description":"later"}'],
    ['502 without any body', 502, ''],
    ['429', 429, '{"error":"Too many requests","description":"slow down"}'],
  ])('tries again after %s', async (_what, status, body) => {
    const { heard, endpoint } = await beamsServer([status, body], taken);
    await createBeamsPush({ ...settings, endpoint }, clock).publish([1], notice);
    expect(heard).toHaveLength(2);
  });

  it('gives up after three tries, with what Beams said', async () => {
    const { heard, endpoint } = await beamsServer([503, '{"error":"Unavailable","description":"later"}']);
    await expect(createBeamsPush({ ...settings, endpoint }, clock).publish([1], notice)).rejects.toThrow(
      'Beams cannot be reached: 503 Unavailable - later',
    );
    expect(heard).toHaveLength(3);
  });

  it('does not repeat what was refused, and never shows the key', async () => {
    const { heard, endpoint } = await beamsServer([401, '{"error":"Unauthorized","description":"Incorrect API Key"}']);
    const refused = createBeamsPush({ ...settings, endpoint }, clock).publish([1], notice);
    await expect(refused).rejects.toThrow('Beams refused a push: 401 Unauthorized - Incorrect API Key');
    await expect(refused).rejects.not.toThrow('secret');
    expect(heard).toHaveLength(1);
  });

  it('a host that cannot be reached is a failure with a reason', async () => {
    const { endpoint } = await beamsServer(taken);
    server?.close();
    server?.closeAllConnections();
    await expect(createBeamsPush({ ...settings, endpoint }, clock).publish([1], notice)).rejects.toThrow(
      'Beams cannot be reached',
    );
  });

  it('signs a token of 24 hours for one user, as the official server library does (R-41)', () => {
    const token = createBeamsPush({ ...settings, endpoint: null }, clock).token(42);
    const [head = '', claims = '', signature] = token.split('.');
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(read(head)).toEqual({ alg: 'HS256', typ: 'JWT' });
    const iat = Date.UTC(2026, 10, 20, 23, 0, 0) / 1000;
    expect(read(claims)).toEqual({
      iat,
      exp: iat + 86_400,
      iss: 'https://inst-1.pushnotifications.pusher.com',
      sub: '42',
    });
    expect(signature).toBe(createHmac('sha256', settings.secretKey).update(`${head}.${claims}`).digest('base64url'));
  });
});
