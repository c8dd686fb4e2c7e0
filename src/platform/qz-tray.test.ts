import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type QzDouble, startQzDouble } from '#server/testing/qz-tray.ts';
import { printPointIn } from '#server/testing/printing.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { printPoints } from '#server/db/schema/printing.ts';
import { sharedPair, createSigner } from '#server/modules/printing/signing-key.ts';
import { qzSocket } from '#testing/qz-socket.ts';
import type * as Adapter from './qz-tray.ts';

/** The real client and the real server's certificate and signatures, against the double. */
let server: TestServer;
let double: QzDouble | null = null;
let tray: QzDouble;
let adapter: typeof Adapter;
let closed = 0;
const device = '01939b1e-0000-7000-8000-00000000000a';
const names = ['Caja', 'Cocina ñandú "1"'];

const certificate = async () => (await server.ask('ana', '/printing/certificate')).text;
async function sign(text: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'x-device': device };
  const answer = await server.ask('ana', '/store/1/printing/signature', { method: 'POST', body: text, headers });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.text;
}

beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  server.clock.jump(Date.now() - server.clock.now());
  await printPointIn(server, 1);
  await server.db.direct.update(printPoints).set({ device_id: device, printers: names });
  tray = await startQzDouble({ trusted: () => [server.deps.signer.certificate], printers: names });
  vi.stubGlobal(
    'WebSocket',
    qzSocket(() => double, WebSocket as never),
  );
  adapter = await import('./qz-tray.ts');
});
afterAll(async () => {
  await tray.close();
  await server.close();
});

beforeEach(async () => {
  vi.stubGlobal('navigator', { userAgent: 'Linux' });
  server.clock.jump(Math.max(0, Date.now() - server.clock.now()));
  double = tray;
  Object.assign(tray, { mood: 'ready' });
  for (const list of [tray.calls, tray.refusals, tray.prints]) list.length = 0;
  await adapter.prepareQz({ certificate, sign }, () => {
    closed += 1;
  });
  closed = 0;
});

const bytes = Uint8Array.of(0x1b, 0x40, 0xa4, 0xff, 0x00, 0x0a);
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof adapter.QzError ? error.failure : error),
  );

describe('QZ Tray by its own client', () => {
  it('signs with SHA512, for find and for print, also on a printer with quotes and ñ; the bytes arrive whole (P-38)', async () => {
    await adapter.connectQz();
    expect(await adapter.findQzPrinters()).toEqual(names);
    await adapter.printOnQz(names[1] ?? '', bytes);
    expect([tray.calls, tray.refusals]).toEqual([['printers.find SHA512', 'print SHA512'], []]);
    expect(tray.prints.map((p) => [p.printer, [...p.bytes]])).toEqual([[names[1], [...bytes]]]);
  });

  it.each([
    ['blocked', 'denied'],
    ['blocked', 'blocked'],
  ] as const)('a person who refuses is %s (%s)', async (failure, mood) => {
    tray.mood = mood;
    const opening = await failureOf(adapter.connectQz());
    expect(opening ?? (await failureOf(adapter.findQzPrinters()))).toBe(failure);
  });

  it('nobody there is away, and the next try finds it', async () => {
    double = null;
    expect(await failureOf(adapter.connectQz())).toBe('away');
    double = tray;
    expect(await failureOf(adapter.connectQz())).toBeNull();
  });

  it('an unknown printer', async () => {
    await adapter.connectQz();
    tray.printers = ['Caja'];
    expect(await failureOf(adapter.printOnQz(names[1] ?? '', bytes))).toBe('no-printer');
    tray.printers = [...names];
  });

  it('a printer that is not of this print point is not signed; the reason of our server comes with it', async () => {
    await adapter.connectQz();
    const error = await adapter.printOnQz('Otra', bytes).catch((e: unknown) => e);
    expect(error).toMatchObject({ failure: 'unsigned', cause: { message: expect.stringContaining('printer') } });
    expect(tray.prints).toEqual([]);
  });

  it.each([
    ['dies before', 0],
    ['dies after', 1],
  ] as const)('a tray that %s the bytes are printed leaves it unknown', async (mood, printed) => {
    await adapter.connectQz();
    tray.mood = mood;
    expect(await failureOf(adapter.printOnQz('Caja', bytes))).toBe('unknown');
    expect([tray.prints.length, closed]).toEqual([printed, 1]);
  });

  it('20 s of silence leave it unknown', async () => {
    await adapter.connectQz();
    tray.mood = 'silent';
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const printing = failureOf(adapter.printOnQz('Caja', bytes));
    vi.advanceTimersByTime(20_000);
    vi.useRealTimers();
    expect(await printing).toBe('unknown');
  });

  it('a wrong key is refused by the tray', async () => {
    const other = createSigner(await sharedPair(server.db, server.clock.now()));
    await adapter.prepareQz(
      {
        certificate: () => Promise.resolve(other.certificate),
        sign: (text) => Promise.resolve(other.sign(`${text} `)),
      },
      () => undefined,
    );
    await adapter.connectQz();
    expect(await failureOf(adapter.findQzPrinters())).toBe('blocked');
    expect(tray.refusals).toEqual(['printers.find: wrong signature']);
  });

  it('a call without a signature is refused by the tray', async () => {
    await adapter.prepareQz({ certificate, sign: () => Promise.resolve('') }, () => undefined);
    await adapter.connectQz();
    expect(await failureOf(adapter.findQzPrinters())).toBe('blocked');
    expect(tray.refusals).toEqual(['printers.find: no signature']);
  });

  it('a lost connection is told', async () => {
    await adapter.connectQz();
    tray.drop();
    await vi.waitFor(() => expect(closed).toBe(1));
    expect(await failureOf(adapter.connectQz())).toBeNull();
  });

  it('a tray that ends while it is asked for its version is gone, and the next try finds it', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => void unhandled.push(error);
    process.on('unhandledRejection', note);
    tray.mood = 'dies at once';
    expect(await failureOf(adapter.connectQz())).toBe('gone');
    tray.mood = 'ready';
    expect(await failureOf(adapter.connectQz())).toBeNull();
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  it('the certificate of a connection that is gone is not sent to the next one, which is not open yet', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => void unhandled.push(error);
    process.on('unhandledRejection', note);
    const asked: ((pem: string) => void)[] = [];
    const later = () => new Promise<string>((resolve) => void asked.push(resolve));
    await adapter.prepareQz({ certificate: later, sign }, () => undefined);
    const first = failureOf(adapter.connectQz());
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    tray.drop();
    expect(await first).toBe('gone');
    const second = failureOf(adapter.connectQz());
    const pem = await certificate();
    asked[0]?.(pem);
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    asked[1]?.(pem);
    expect(await second).toBeNull();
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});
