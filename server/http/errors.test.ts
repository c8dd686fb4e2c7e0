import { request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isErrorCode, httpStatusOf } from '#contract/errors.ts';
import { errorCodes } from '#domain/errors.ts';
import { errorText } from '#texts/refusals.ts';
import { errorTexts } from '#texts/errors.ts';
import { endpoints } from '#server/testing/procedures.ts';
import { readError } from '#server/testing/read.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { errorBody } from './errors.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

describe('one error body (N-17, E-20)', () => {
  it('has a Spanish sentence for every code and an HTTP status (E-06)', () => {
    for (const code of errorCodes) {
      expect(isErrorCode(code)).toBe(true);
      expect(errorTexts[code].length).toBeGreaterThan(10);
      expect(httpStatusOf[code]).toBeTypeOf('number');
    }
  });

  it('fills the values of a sentence and repeats the refusal at its field', () => {
    expect(errorText({ code: 'order_minimum', params: { amount: '$ 500,00' } })).toBe('Pedido mínimo: $ 500,00');
    expect(
      errorBody({ code: 'validation', fields: { name: [{ rule: 'required' }, { rule: 'max-length', max: 3 }] } }),
    ).toEqual({
      code: 'validation',
      message: 'Revisá los datos ingresados.',
      errors: { name: ['Este campo es obligatorio', 'Este campo debe tener 3 caracteres como máximo'] },
    });
  });

  it('is what every endpoint answers without rights, with an unreadable body and on an unknown path', async () => {
    for (const { method, path } of endpoints) {
      const url = path.replace('{store_id}', '1').replace('{id}', '1');
      const unreadable = await server.ask('ana', url, {
        method,
        ...(method !== 'GET' && { body: '{"a":' }),
        headers: command({ rev: 1 }),
      });
      if (unreadable.status >= 400) expect(Object.keys(readError(unreadable)).slice(0, 2)).toEqual(['code', 'message']);
    }
    const unknown = await server.ask('ana', '/nada/de/nada');
    expect([unknown.status, unknown.body]).toEqual([
      404,
      { code: 'not_found', message: 'No se encontró la información que buscaba.' },
    ]);
  });

  it('every answer under /api is JSON and not stored (Q-01)', async () => {
    for (const path of ['/health', '/config', '/me', '/stores', '/nada']) {
      const { headers } = await server.ask('ana', path);
      expect([path, headers['content-type'], headers['cache-control']]).toEqual([
        path,
        'application/json; charset=utf-8',
        'no-store',
      ]);
    }
  });
});

const post = (payload: string | Buffer, headers: Record<string, string>) =>
  server.app.inject({ method: 'POST', url: '/api/tokens', payload, headers });

describe('bodies that are none', () => {
  it.each([
    ['malformed JSON', '{"email":', 'application/json'],
    ['nothing but a quote', '"', 'application/json'],
    ['__proto__', '{"__proto__":{"admin":true}}', 'application/json'],
    ['constructor.prototype', '{"constructor":{"prototype":{"admin":true}}}', 'application/json'],
    ['text', 'hola', 'text/plain'],
    ['a form', 'email=a&password=b', 'application/x-www-form-urlencoded'],
    ['multipart', '--x--', 'multipart/form-data; boundary=x'],
    ['an unknown type', 'x', 'not a type'],
  ])('%s: 400 bad_request', async (_name, payload, type) => {
    const answer = await post(payload, { 'content-type': type });
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { code: 'bad_request', message: 'La petición no es válida.' },
    ]);
  });

  it('10 MB: 413 before it is read (T15)', async () => {
    const answer = await post('x'.repeat(10 * 1024 * 1024), { 'content-type': 'application/json' });
    expect([answer.statusCode, answer.json()]).toMatchObject([413, { code: 'payload_too_large' }]);
  });

  it('a gzip bomb is not unpacked: 400', async () => {
    const answer = await post(gzipSync(Buffer.alloc(10 * 1024 * 1024)), {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    });
    expect(answer.statusCode).toBe(400);
  });

  it('100,000 nested arrays: no 5xx', async () => {
    const answer = await post(`{"email":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, {
      'content-type': 'application/json',
    });
    expect(answer.statusCode).toBe(422);
  });

  it('an empty body with a JSON header is no body', async () => {
    expect((await post('', { 'content-type': 'application/json' })).statusCode).toBe(422);
    const refresh = await server.app.inject({
      method: 'POST',
      url: '/api/tokens/refresh',
      payload: '',
      headers: { 'content-type': 'application/json' },
    });
    expect(refresh.json()).toMatchObject({ code: 'unauthenticated' });
  });
});

it('a path that cannot be decoded is refused by the same body', async () => {
  const origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = new URL(origin);
  const text = await new Promise<string>((resolve, reject) => {
    const request = httpRequest({ port, host: '127.0.0.1', path: '/api/%E0%A4%A' }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve(`${response.statusCode} ${body}`));
    });
    request.on('error', reject);
    request.end();
  });
  expect(text).toBe('400 {"message":"La petición no es válida.","code":"bad_request"}');
});

it('what nobody expected answers 500 without a stack and leaves a line in the log', async () => {
  const broken = await startTestServer(inject('postgresUrl'));
  const token = await broken.token('ana');
  await broken.db.direct.execute('alter table stores rename to stores_gone');
  const answer = await broken.ask(null, '/stores', { headers: { authorization: `Bearer ${token}` } });
  expect([answer.status, answer.body]).toEqual([
    500,
    { code: 'internal', message: 'No se pudo procesar su solicitud, por favor intente en unos momentos.' },
  ]);
  expect(broken.errors.join('\n')).toContain('stores.list failed');
  await broken.close();
});
