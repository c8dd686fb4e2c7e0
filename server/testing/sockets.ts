import Pusher from 'pusher-js';
import { afterEach } from 'vitest';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';
import type { TestServer } from './test-server.ts';

/** Collects items. `next` resolves with the first matching item, past or future, so no test needs to sleep. */
export function createInbox<T>() {
  const items: T[] = [];
  const waiting = new Set<{ fits: (item: T) => boolean; resolve: (item: T) => void }>();
  return {
    items,
    put(item: T): void {
      items.push(item);
      for (const w of waiting)
        if (w.fits(item)) {
          waiting.delete(w);
          w.resolve(item);
        }
    },
    next(fits: (item: T) => boolean = () => true): Promise<T> {
      const known = items.find(fits);
      return known === undefined ? new Promise((resolve) => waiting.add({ fits, resolve })) : Promise.resolve(known);
    },
  };
}

/** What is pushed here is closed after the test. */
export function closedAfterEach(): { close(): void }[] {
  const open: { close(): void }[] = [];
  afterEach(() => {
    for (const made of open.splice(0)) made.close();
  });
  return open;
}

export interface HeardEvent {
  readonly channel: string;
  readonly event: string;
  readonly data: unknown;
}

const signed = z.object({ auth: z.string(), channel_data: z.optional(z.string()) });
const configAnswer = z.object({ realtime: z.object({ key: z.string() }) });

export const appKey = async (server: Pick<TestServer, 'ask'>): Promise<string> =>
  z.parse(configAnswer, (await server.ask(null, '/config')).body).realtime.key;

/** A device of that person with the official pusher-js; the server must listen on `port`. */
export async function openDevice(server: TestServer, port: number, token: string | null) {
  const heard = createInbox<HeardEvent>();
  const states = createInbox<string>();
  const pusher = new Pusher(await appKey(server), {
    cluster: 'none',
    wsHost: '127.0.0.1',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
    enableStats: false,
    channelAuthorization: {
      transport: 'ajax',
      endpoint: 'unused',
      customHandler: ({ socketId, channelName }, callback) => {
        const body = { socket_id: socketId, channel_name: channelName };
        const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
        void server.ask(null, '/broadcasting/auth', { method: 'POST', body, headers }).then((answer) => {
          const parsed = z.safeParse(signed, answer.body);
          if (parsed.success) callback(null, parsed.data);
          else callback(new Error(String(answer.status)), null);
        });
      },
    },
  });
  pusher.connection.bind('state_change', ({ current }: { current: string }) => states.put(current));
  return {
    pusher,
    heard,
    states,
    /** Resolves with the outcome: 'ok', or the status of the refusal. */
    join(name: string): Promise<'ok' | number> {
      return new Promise((resolve) => {
        const channel = pusher.subscribe(name);
        channel.bind_global((event: string, data: unknown) => heard.put({ channel: name, event, data }));
        channel.bind('pusher:subscription_succeeded', () => resolve('ok'));
        channel.bind('pusher:subscription_error', (error: { status?: number; error?: string }) =>
          resolve(error.status ?? Number(error.error)),
        );
      });
    },
    close: () => pusher.disconnect(),
  };
}

/** A bare websocket, for messages that the official client never sends. */
export function openBareSocket(port: number, path: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
  const frames = createInbox<{ event: string; data: unknown; channel?: string | undefined }>();
  const frame = z.object({ event: z.string(), data: z.unknown(), channel: z.optional(z.string()) });
  socket.on('message', (text) => {
    if (Buffer.isBuffer(text)) frames.put(z.parse(frame, JSON.parse(text.toString('utf8'))));
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString('utf8') }));
  });
  const refused = new Promise<number>((resolve) => {
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
  });
  socket.on('error', () => undefined);
  return { socket, frames, closed, refused, send: (message: unknown) => socket.send(JSON.stringify(message)) };
}

export const portOf = (server: Pick<TestServer, 'app'>): number => {
  const address = server.app.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
  return address.port;
};
