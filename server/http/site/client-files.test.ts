import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { createMercadoPago } from '#server/payments/mercado-pago.ts';
import type { PaymentProvider } from '#server/payments/payment-provider.ts';
import { createSandboxPayments } from '#server/payments/sandbox/sandbox-payments.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let secure: TestServer;
let folder: string;

const script = `console.log(${JSON.stringify('x'.repeat(4_000))});`;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'marche client '));
  await mkdir(path.join(folder, 'assets'));
  await mkdir(path.join(folder, 'pictures'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>app</title>');
  await mkdir(path.join(folder, 'pages'));
  await writeFile(path.join(folder, 'pages/$storeId.orders.kanban.html'), '<title>app</title><link href="board.js">');
  await writeFile(path.join(folder, 'pages/$storeId.pair.$code.html'), '<title>app</title><link href="code.js">');
  await writeFile(path.join(folder, 'pages/index.html'), '<title>app</title><link href="stores.js">');
  await writeFile(path.join(folder, 'worker.js'), 'self.x = 1;');
  await writeFile(path.join(folder, 'manifest.webmanifest'), '{}');
  await writeFile(path.join(folder, 'pictures/pizza.svg'), '<svg/>');
  await writeFile(path.join(folder, 'assets/main-abc123.js'), script);
  await writeFile(path.join(folder, 'assets/main-abc123.js.br'), brotliCompressSync(script));
  await writeFile(path.join(folder, 'assets/main-abc123.js.gz'), gzipSync(script));
  server = await startTestServer(inject('postgresUrl'), { clientFolder: folder });
  secure = await startTestServer(inject('postgresUrl'), { publicOrigin: 'https://pedidos.example' });
});
afterAll(async () => {
  await server.close();
  await secure.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });

describe('the app under /sellers/ (F-11)', () => {
  it.each([
    '/sellers/',
    '/sellers/login',
    '/sellers/1/orders/kanban',
    '/sellers/1/home?x=1',
    '/sellers/paying/order/1',
  ])('%s is index.html', async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(answer.body).toContain('<title>app</title>');
  });

  it.each([
    ['/sellers/1/orders/kanban', 'board.js'],
    ['/sellers/1/orders/kanban?kiosk=1', 'board.js'],
    ['/sellers/12/pair/ABC123', 'code.js'],
    ['/sellers/x/orders/kanban', null],
    ['/sellers/1/orders/kanban/x', null],
    ['/sellers/', 'stores.js'],
    ['/sellers/login', null],
  ])("%s names its screen's scripts: %s", async (url, named) => {
    const { body } = await get(url);
    expect(/href="(?<file>.*)"/.exec(body)?.groups?.['file'] ?? null).toBe(named);
  });

  it('a page that a deploy took away is index.html', async () => {
    const page = path.join(folder, 'pages/$storeId.orders.kanban.html');
    await rename(page, `${page}.gone`);
    const { statusCode, body } = await get('/sellers/1/orders/kanban');
    await rename(`${page}.gone`, page);
    expect([statusCode, body]).toEqual([200, '<!doctype html><title>app</title>']);
  });

  it('answers HEAD as GET: the app asks so whether the server is there', async () => {
    const answer = await server.app.inject({ method: 'HEAD', url: '/sellers/' });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('/ and /sellers lead there', async () => {
    for (const url of ['/', '/sellers']) {
      const answer = await get(url);
      expect([answer.statusCode, answer.headers.location]).toEqual([302, '/sellers/']);
    }
  });

  it.each([
    ['/c/LE-M1', '/sellers/c/LE-M1'],
    ['/c/LE-M1?utm=qr', '/sellers/c/LE-M1'],
    ['/c/LE-M1/', '/sellers/c/LE-M1'],
    ['/c/Barra%202', '/sellers/c/Barra%202'],
    ['/c/..%2f..%2fx', '/sellers/c/..%2F..%2Fx'],
    ['/c/%2f%2fevil.example', '/sellers/c/%2F%2Fevil.example'],
  ])('%s, the address in the QR of a code, leads to %s (N-29)', async (url, to) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, to]);
  });

  it('a code with a dot has a page, too', async () => {
    expect((await get('/sellers/c/mesa.12')).body).toContain('<title>app</title>');
  });

  it('a missing file is a 404 and never the page', async () => {
    for (const url of [
      '/sellers/assets/gone-123.js',
      '/sellers/assets/',
      '/sellers/assets/x/y',
      '/sellers/gone.png',
      '/sellers/worker.js.map',
      '/nada',
      '//',
      '///sellers',
    ]) {
      const answer = await get(url);
      expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([url, 404, 'no-store']);
      expect(answer.json()).toMatchObject({ code: 'not_found' });
    }
    expect((await server.app.inject({ method: 'POST', url: '/sellers/login' })).statusCode).toBe(404);
  });

  it('does not leave its folder', async () => {
    for (const url of [
      '/sellers/../package.json',
      '/sellers/..%2fpackage.json',
      '/sellers/%2e%2e/package.json',
      '/sellers/assets/..%5c..%5cpackage.json',
      '/sellers/%00',
    ])
      expect((await get(url)).body).not.toContain('marche"');
  });

  it('hashed files are kept for a year, page and worker are asked for every time', async () => {
    const cached = async (url: string) => (await get(url)).headers['cache-control'];
    expect(await cached('/sellers/assets/main-abc123.js')).toBe('public, max-age=31536000, immutable');
    expect(await cached('/sellers/index.html')).toBe('no-cache');
    expect(await cached('/sellers/worker.js')).toBe('no-cache');
    expect(await cached('/sellers/manifest.webmanifest')).toBe('no-cache');
    expect(await cached('/sellers/pictures/pizza.svg')).toBe('public, max-age=86400');
  });

  it('chooses the file compressed ahead of time', async () => {
    const url = '/sellers/assets/main-abc123.js';
    const brotli = await get(url, { 'accept-encoding': 'gzip, deflate, br' });
    expect([brotli.headers['content-encoding'], brotli.headers.vary, brotli.headers['content-type']]).toEqual([
      'br',
      'accept-encoding',
      'application/javascript; charset=utf-8',
    ]);
    expect(brotli.headers['cache-control']).toContain('immutable');
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script);
    expect((await get(url, { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip');
    const plain = await get(url);
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, script]);
  });
});

/** Where QZ Tray listens on the computer of a page. */
const tray = ['localhost', 'localhost.qz.io']
  .map(
    (host) =>
      `wss://${host}:8181 wss://${host}:8282 wss://${host}:8383 wss://${host}:8484 ws://${host}:8182 ws://${host}:8283 ws://${host}:8384 ws://${host}:8485`,
  )
  .join(' ');

describe('security headers (T10)', () => {
  const csp =
    "default-src 'none';script-src 'self' 'wasm-unsafe-eval';style-src 'self';img-src 'self' data: blob:;font-src 'self';connect-src 'self' ws://localhost:80 " +
    `${tray};` +
    "manifest-src 'self';worker-src 'self';base-uri 'none';form-action 'self';frame-ancestors 'none'";

  it.each([
    '/sellers/',
    '/sellers/assets/main-abc123.js',
    '/sellers/assets/gone.js',
    '/api/health',
    '/api/nada',
    '/api/docs',
  ])('%s has them', async (url) => {
    const { headers } = await get(url);
    expect(headers['content-security-policy']).toBe(csp);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    expect(headers['permissions-policy']).toBe(
      'camera=(self), geolocation=(self), microphone=(), payment=(), usb=(self)',
    );
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('names the host of the request for its websocket, and nothing that is no host', async () => {
    const connect = async (host: string) =>
      /connect-src ([^;]*)/.exec(String((await get('/sellers/', { host })).headers['content-security-policy']))?.[1];
    expect(await connect('pedidos.local:8080')).toBe(`'self' ws://pedidos.local:8080 ${tray}`);
    expect(await connect("x; script-src 'unsafe-inline'")).toBe(`'self' 'self' ${tray}`);
    const answer = await secure.app.inject({ url: '/api/health', headers: { host: 'pedidos.example' } });
    expect(answer.headers['content-security-policy']).toContain('wss://pedidos.example');
  });

  it('HSTS only where people come by https', async () => {
    expect((await get('/sellers/')).headers['strict-transport-security']).toBeUndefined();
    const answer = await secure.app.inject('/api/health');
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  it('let the map of Google in only with a key, and never its eval (N-30)', async () => {
    const keyed = await startTestServer(inject('postgresUrl'), { mapsKey: 'AIza-test-key-of-the-browser' });
    try {
      const { headers } = await keyed.ask(null, '/health');
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain(
        "script-src 'self' 'wasm-unsafe-eval' https://maps.googleapis.com https://maps.gstatic.com;",
      );
      expect(policy).not.toContain("'unsafe-eval'");
      expect(csp).not.toContain('google');
    } finally {
      await keyed.close();
    }
  });
});

describe('the card script of the payment provider', () => {
  const policyWith = async (payments: PaymentProvider | null): Promise<string> => {
    const app = await createApp({ ...server.deps, payments });
    try {
      return String((await app.inject('/api/health')).headers['content-security-policy']);
    } finally {
      await app.close();
    }
  };

  it('may run only where cards are charged: not without a provider, not with the sandbox (T14)', async () => {
    const account = { accessToken: 'APP_USR-token', pos: 'CAJA001', webhookSecret: null, endpoint: null };
    const real = await policyWith(createMercadoPago(account));
    expect(real).toContain("script-src 'self' 'wasm-unsafe-eval' https://sdk.mercadopago.com;");
    expect(real).toContain('https://api.mercadopago.com');
    expect(real).not.toContain('frame-src');
    expect(await policyWith(createSandboxPayments({ url: 'http://127.0.0.1:1' }))).not.toContain('mercadopago');
    expect(String((await get('/sellers/')).headers['content-security-policy'])).not.toContain('mercadopago');
  });
});

describe('the description of the API', () => {
  it('names every call of the contract, with its body', async () => {
    const answer = await get('/api/openapi.json');
    const spec: unknown = answer.json();
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(spec).toMatchObject({
      info: { title: 'Marche' },
      paths: {
        '/tokens': {
          post: { requestBody: { content: { 'application/json': { schema: { required: ['email', 'password'] } } } } },
        },
        '/store/{store_id}/orders/{id}': { get: {}, patch: {} },
        '/store/{store_id}/changes': { get: {} },
      },
    });
  });

  it('is held to the requests a minute of an address', async () => {
    const busy = await startTestServer(inject('postgresUrl'), {
      limits: { signInPerMinute: 1, requestsPerMinute: 2, promocodesPerMinute: 1 },
    });
    try {
      const answers = [];
      for (const name of ['openapi.json', 'docs', 'docs']) answers.push(await busy.ask(null, `/${name}`));
      expect(answers.map((a) => a.status)).toEqual([200, 200, 429]);
      expect(answers[2]?.headers['retry-after']).toBeDefined();
    } finally {
      await busy.close();
    }
  });

  it('has a page of its own that needs nothing from elsewhere', async () => {
    const page = (await get('/api/docs')).body;
    expect(page).not.toMatch(/https?:\/\//);
    expect(page).not.toMatch(/<script>|style=|onclick=/);
    for (const part of ['/api/docs/page.js', '/api/docs/page.css']) {
      expect(page).toContain(part);
      expect((await get(part)).statusCode).toBe(200);
    }
  });
});
