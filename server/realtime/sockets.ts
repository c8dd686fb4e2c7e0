import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import type { Clock, Log } from '#server/deps.ts';
import { isForeign } from './origin.ts';
import { closeCodes, type Connection, type Hub } from './hub.ts';

/** Pusher's frame limit; a longer frame closes the socket (1009). */
const maxFrameBytes = 10 * 1024;
const sweepMs = 15_000;
/** A device that is silent for two sweeps gets a ping; without an answer in two more its socket is closed. */
const silentSweeps = 2;
/** Time for a device to answer our close frame. */
const farewellMs = 1_000;
/** A device that does not read must not fill the memory. */
const maxBufferedBytes = 1024 * 1024;

/** Open sockets of one address that have not subscribed to anything private. A device does so within seconds. */
const anonymousPerAddress = 40;
/** Messages of a device in one second; it subscribes to a few channels and answers pings. */
const messagesPerSecond = 50;

export interface SocketOptions {
  readonly key: string;
  readonly publicOrigin: string | null;
  readonly clock: Clock;
  readonly log: Log;
}

interface Watched {
  readonly socket: WebSocket;
  readonly connection: Connection;
  readonly address: string;
  silent: number;
}

/** The embedded endpoint: /app/{key} on the same HTTP server. */
export function attachSockets(server: Server, hub: Hub, { key, publicOrigin, clock, log }: SocketOptions) {
  const wss = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false });
  const watched = new Set<Watched>();

  function serve(socket: WebSocket, url: URL, address: string): void {
    const refuse = (code: number, message: string): void => {
      socket.send(JSON.stringify({ event: 'pusher:error', data: { code, message } }));
      socket.close(code, message);
    };
    socket.on('error', () => socket.terminate());
    if (url.pathname !== `/app/${key}`) return refuse(closeCodes.unknownApp, 'Application does not exist');
    if (url.searchParams.get('protocol') !== '7')
      return refuse(closeCodes.unsupportedProtocol, 'Unsupported protocol version');
    const anonymous = [...watched].filter((w) => w.address === address && w.connection.owner === null);
    if (anonymous.length >= anonymousPerAddress) return refuse(closeCodes.overCapacity, 'Too many connections');
    const connection: Connection = hub.open({
      send: (text) => {
        if (socket.readyState !== WebSocket.OPEN) return;
        if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
        else socket.send(text);
      },
      close: (code, reason) => socket.close(code, reason),
    });
    const watch: Watched = { socket, connection, address, silent: 0 };
    watched.add(watch);
    let second = 0;
    let messages = 0;
    socket.on('message', (data, isBinary) => {
      watch.silent = 0;
      const now = Math.floor(clock.now() / 1_000);
      messages = now === second ? messages + 1 : 1;
      second = now;
      if (messages > messagesPerSecond) return refuse(closeCodes.overCapacity, 'Too many messages');
      if (!isBinary && Buffer.isBuffer(data)) hub.receive(connection, data.toString('utf8'));
    });
    socket.on('close', () => {
      watched.delete(watch);
      hub.closed(connection);
    });
  }

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const url = URL.canParse(request.url ?? '', 'http://localhost')
      ? new URL(request.url ?? '', 'http://localhost')
      : null;
    if (!url?.pathname.startsWith('/app/')) return refuseUpgrade(socket, '404 Not Found');
    if (isForeign(request.headers, publicOrigin)) {
      log.warn('a websocket of another origin was refused');
      return refuseUpgrade(socket, '403 Forbidden');
    }
    wss.handleUpgrade(request, socket, head, (ready) => serve(ready, url, addressOf(request, publicOrigin)));
  };
  server.on('upgrade', onUpgrade);

  const stopSweep = clock.every(sweepMs, () => {
    for (const w of watched) {
      w.silent += 1;
      if (w.silent === silentSweeps + 1) w.socket.send(JSON.stringify({ event: 'pusher:ping', data: '{}' }));
      if (w.silent > silentSweeps * 2) {
        w.socket.close(closeCodes.noPong, 'Pong reply not received');
        w.socket.terminate();
      }
    }
  });

  return {
    /** Tells every device to reconnect at once (4200), and accepts no new connection. */
    async stop(): Promise<void> {
      stopSweep();
      server.off('upgrade', onUpgrade);
      const gone = [...watched].map((w) => new Promise((resolve) => w.socket.once('close', resolve)));
      hub.closeAll(closeCodes.reconnect, 'Server is restarting');
      await Promise.race([Promise.all(gone), clock.wait(farewellMs)]);
      for (const { socket } of watched) socket.terminate();
      await new Promise<void>((resolve) => wss.close(() => resolve()));
    },
  };
}

/** The device's address; behind a proxy on this machine, the address that the proxy saw. */
function addressOf({ socket, headers }: IncomingMessage, publicOrigin: string | null): string {
  const { remoteAddress = '' } = socket;
  const forwarded = publicOrigin === null ? undefined : headers['x-forwarded-for'];
  const isProxy = /^(::ffff:)?127\.|^::1$/.test(remoteAddress);
  return (
    (isProxy &&
      String(forwarded ?? '')
        .split(',')
        .at(-1)
        ?.trim()) ||
    remoteAddress
  );
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
