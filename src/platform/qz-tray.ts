import qz from 'qz-tray';
import { type QzFailure, qzFailureOf } from '#domain/print-service.ts';
import { wakeIn } from './clock.ts';

/** What QZ Tray needs of our server. */
export interface QzServer {
  readonly certificate: () => Promise<string>;
  /** The signature of a call, whose text is given whole. */
  readonly sign: (text: string) => Promise<string>;
}

/** Why QZ Tray did not do it. `cause`: what our server answered, when it did not sign. */
export class QzError extends Error {
  readonly failure: QzFailure;

  constructor(failure: QzFailure, cause: unknown) {
    super(`QZ Tray: ${failure}`, { cause });
    this.failure = failure;
  }
}

/** Silence that long after a print leaves it unknown. */
const silenceMs = 20_000;

/** The client keeps its position in these lists, so each connection gets new ones. */
const addresses = () => ({
  host: ['localhost', 'localhost.qz.io'],
  hostIndex: 0,
  port: { secure: [8181, 8282, 8383, 8484], insecure: [8182, 8283, 8384, 8485], portIndex: 0 },
});

let socket: WebSocket | null = null;

class WatchedSocket extends WebSocket {
  constructor(address: string) {
    super(address);
    // oxlint-disable-next-line typescript/no-this-alias -- the client forgets it when a connection fails
    socket = this;
  }
}

/** Set while a connection is being opened: its end is the failure of that, not of a connection. */
let endOpening: (() => void) | null = null;

/* While the client opens a connection it asks for the version and handles no failure, which `endOpening` tells of. */
const readVersion = qz.api.getVersion;
qz.api.getVersion = (given) => readVersion(given).catch(() => new Promise(() => undefined));

/** The client only says that signing failed. */
let refusal: unknown = null;

/** Prepares the client; call it before all else. `onClosed`: the connection ended. */
export async function prepareQz({ certificate, sign }: QzServer, onClosed: () => void): Promise<void> {
  // What was connected before is no connection of this caller.
  await disconnectQz().catch(() => {});
  // The promise below then gets the text that is to be signed, not its hash. QZ Tray hashes by itself (decision 037).
  qz.api.setSha256Type((text) => text);
  qz.api.setWebSocketType(WatchedSocket);
  qz.security.setSignatureAlgorithm('SHA512');
  qz.security.setCertificatePromise(
    (resolve, reject) => {
      const asking = socket;
      // The client would send the certificate of a connection that is gone to the next one, which may not be open yet.
      const ifOpen =
        <T>(then: (value: T) => void) =>
        (value: T): void =>
          asking !== null && socket === asking && asking.readyState === asking.OPEN ? then(value) : undefined;
      certificate().then(ifOpen(resolve), ifOpen(reject));
    },
    { rejectOnFailure: true },
  );
  qz.security.setSignaturePromise((text) => (resolve, reject) => {
    refusal = null;
    sign(text).then(resolve, (error: unknown) => {
      refusal = error;
      reject(error);
    });
  });
  qz.websocket.setClosedCallbacks(() => (endOpening ?? onClosed)());
}

async function asked<T>(call: Promise<T>, sent: boolean): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const failure = qzFailureOf(error instanceof Error ? error.message : String(error), sent);
    throw new QzError(failure, failure === 'unsigned' ? refusal : error);
  }
}

/** Rejects with QzError. */
export async function connectQz(): Promise<void> {
  // A tray that ends before it has told its version leaves the client's promise open for ever.
  const ended = new Promise<never>((_resolve, reject) => {
    endOpening = () => reject(new QzError('gone', null));
  });
  try {
    await Promise.race([asked(qz.websocket.connect(addresses()), false), ended]);
  } catch (error) {
    // The client forgets a socket whose opening failed, and takes its later end for that of the next one.
    await closed(socket);
    throw error;
  } finally {
    endOpening = null;
  }
}

const closed = (left: WebSocket | null): Promise<void> =>
  new Promise((resolve) => {
    if (left === null || left.readyState === left.CLOSED) return resolve();
    left.addEventListener('close', () => resolve());
    left.close();
  });

export const disconnectQz = async (): Promise<void> => {
  if (qz.websocket.isActive()) await qz.websocket.disconnect();
};

/** The names of the printers, as the operating system knows them. Rejects with QzError. */
export async function findQzPrinters(): Promise<readonly string[]> {
  const found = await asked(qz.printers.find(), false);
  return typeof found === 'string' ? [found] : found;
}

/** Past the printer's driver, except on Windows, which does not have that way. */
const options = () => ({ forceRaw: !navigator.userAgent.includes('Windows') });

const base64Of = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** Resolves when the printer's queue has the bytes; whether they are on paper, nobody knows. Rejects with QzError. */
export async function printOnQz(printer: string, bytes: Uint8Array): Promise<void> {
  const config = qz.configs.create({ name: printer }, options());
  const data = [{ type: 'raw', format: 'command', flavor: 'base64', data: base64Of(bytes) }] as const;
  let stop = (): void => undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    stop = wakeIn(silenceMs, () => reject(new QzError('unknown', null)));
  });
  try {
    await Promise.race([asked(qz.print(config, data), true), silence]);
  } finally {
    stop();
  }
}
