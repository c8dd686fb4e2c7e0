import { createHash, verify, X509Certificate } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { isObject } from '#domain/unknown.ts';

/*
 * A double of QZ Tray that checks what the tray checks: certificate, signature, time and the form of each frame, as its
 * source does. It prints into a list, or hands the bytes on.
 */

/** How it behaves from now on. */
export type QzMood =
  /** Asks nobody, prints. */
  | 'ready'
  /** The person refused the site in the tray's dialog. */
  | 'denied'
  /** The person refused every call. */
  | 'blocked'
  /** Takes the connection and answers nothing but its version, as while its dialog waits for the person. */
  | 'mute'
  /** Its connection ends when its version is asked for. */
  | 'dies at once'
  /** Takes a print and never answers. */
  | 'silent'
  /** Its connection ends before, or after, the printer has the bytes. */
  | 'dies before'
  | 'dies after';

interface QzPrint {
  readonly printer: string;
  readonly bytes: Uint8Array;
}

export interface QzDouble {
  readonly port: number;
  mood: QzMood;
  /** What the computer has. */
  printers: string[];
  readonly prints: QzPrint[];
  /** The calls that came with a good signature, each with its algorithm. */
  readonly calls: string[];
  /** Why frames were refused. */
  readonly refusals: string[];
  /** Ends all connections, as a restart of the tray does. */
  drop(): void;
  close(): Promise<void>;
}

interface QzOptions {
  /** Whoever signed with one of these certificates (PEM) is trusted; a signature by anybody else is refused. */
  readonly trusted: () => readonly string[];
  readonly printers: readonly string[];
  /** Gets the bytes of each print, such as a printer that decodes them. */
  readonly onPrint?: (print: QzPrint) => Promise<void> | void;
  readonly now?: () => number;
  readonly port?: number;
}

/** Calls that the tray takes without a signature. */
const unsigned = new Set(['getVersion', 'printers.getStatus', 'printers.stopListening']);
const algorithms: Readonly<Record<string, string>> = { SHA1: 'sha1', SHA256: 'sha256', SHA512: 'sha512' };
const validMs = 15 * 60_000;

type Frame = Readonly<Record<PropertyKey, unknown>>;

/** The text whose hash is signed: what the tray read, written again with its keys in the order of their arrival. */
const signedText = (frame: Frame): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(frame).filter(([key]) => ['call', 'params', 'timestamp'].includes(key))),
  );

export async function startQzDouble({
  trusted,
  printers: given,
  onPrint,
  now = () => Date.now(),
  port = 0,
}: QzOptions): Promise<QzDouble> {
  const server = new WebSocketServer({ port, host: '127.0.0.1' });
  await new Promise<void>((resolve) => server.once('listening', resolve));
  const { port: bound } = server.address() as AddressInfo;
  const double: QzDouble = {
    port: bound,
    mood: 'ready',
    printers: [...given],
    prints: [],
    calls: [],
    refusals: [],
    drop: () => server.clients.forEach((client) => client.terminate()),
    close: () =>
      new Promise((resolve) => {
        double.drop();
        server.close(() => resolve());
      }),
  };

  /** Why the call is refused; null: it is signed by a trusted certificate, now. */
  function refusalOf(frame: Frame, certificate: X509Certificate | null): string | null {
    const { signature, timestamp, signAlgorithm = 'SHA1' } = frame;
    if (double.mood === 'blocked') return 'by the person';
    if (!certificate) return 'no certificate';
    if (!trusted().some((pem) => certificate.verify(new X509Certificate(pem).publicKey))) return 'unknown certificate';
    if (typeof timestamp !== 'number' || Math.abs(timestamp - now()) > validMs) return 'out of time';
    const algorithm = algorithms[String(signAlgorithm)];
    if (typeof signature !== 'string' || signature === '' || algorithm === undefined) return 'no signature';
    const hash = createHash('sha256').update(signedText(frame)).digest('hex');
    const good = verify(algorithm, Buffer.from(hash), certificate.publicKey, Buffer.from(signature, 'base64'));
    return good ? null : 'wrong signature';
  }

  /** The answer to a print; null: none comes. */
  async function print(params: Frame, socket: WebSocket): Promise<object | null> {
    const { printer, data } = params;
    const name = isObject(printer) ? String(printer['name']) : '';
    if (!double.printers.includes(name)) return { error: `Cannot find printer with name "${name}"` };
    if (double.mood === 'dies before') {
      socket.terminate();
      return null;
    }
    for (const part of Array.isArray(data) ? data : []) {
      if (!isObject(part) || part['flavor'] !== 'base64') return { error: 'Unexpected data' };
      const done = { printer: name, bytes: Buffer.from(String(part['data']), 'base64') };
      double.prints.push(done);
      await onPrint?.(done);
    }
    if (double.mood === 'dies after') socket.terminate();
    return double.mood === 'silent' || double.mood === 'dies after' ? null : {};
  }

  async function answerTo(call: string, params: Frame, socket: WebSocket): Promise<object | null> {
    switch (call) {
      case 'getVersion':
        if (double.mood !== 'dies at once') return { result: '2.2.5' };
        socket.terminate();
        return null;
      case 'printers.find': {
        const { query } = params;
        if (typeof query !== 'string') return { result: double.printers };
        const found = double.printers.find((name) => name.includes(query));
        return found === undefined ? { error: 'Specified printer could not be found.' } : { result: found };
      }
      case 'printers.getDefault':
        return { result: double.printers[0] };
      case 'printers.detail':
        return { result: double.printers.map((name) => ({ name })) };
      case 'print':
        return print(params, socket);
      default:
        // A null result has no key.
        return {};
    }
  }

  server.on('connection', (socket) => {
    let certificate: X509Certificate | null = null;
    let opened = false;
    const send = (answer: object): void => socket.send(JSON.stringify(answer));
    const open = (frame: Frame): void => {
      const { uid } = frame;
      if (double.mood === 'denied') {
        send({ uid, error: 'Connection blocked by client' });
        socket.close();
        return;
      }
      opened = true;
      certificate = typeof frame['certificate'] === 'string' ? new X509Certificate(frame['certificate']) : null;
      send({ uid });
    };
    const hear = async (text: string): Promise<void> => {
      if (text === 'ping') return;
      const frame: unknown = JSON.parse(text);
      if (!isObject(frame)) return socket.close();
      if (double.mood === 'mute' && frame['call'] !== 'getVersion') return;
      if ('certificate' in frame) return open(frame);
      const { call, params, uid } = frame;
      if (typeof call !== 'string') return socket.close();
      const why = unsigned.has(call) ? null : opened ? refusalOf(frame, certificate) : 'not opened';
      if (why !== null) {
        double.refusals.push(`${call}: ${why}`);
        send({ uid, error: 'Request blocked' });
        return;
      }
      if (!unsigned.has(call)) double.calls.push(`${call} ${String(frame['signAlgorithm'])}`);
      const answer = await answerTo(call, isObject(params) ? params : {}, socket);
      if (answer) send({ uid, ...answer });
    };
    socket.on('message', (data: Buffer) => void hear(data.toString()).catch(() => socket.close()));
  });
  return double;
}
