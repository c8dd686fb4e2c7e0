import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';
import type { OpenSubscription, SubscriptionOwner } from './driver.ts';
import { type AppKeys, isChannelSignature } from './signatures.ts';

/*
 * Pusher protocol 7 without the network: the open connections and the subscribers of each channel.
 *
 *   open ──> connection_established ──> subscribe ──> subscription_succeeded ──> events ...
 *                                          └─ bad signature ──> subscription_error 401
 */

/** The connection of one device. */
export interface Wire {
  send(text: string): void;
  close(code: number, reason: string): void;
}

export interface Connection {
  readonly socketId: string;
  readonly wire: Wire;
  readonly channels: Set<string>;
  owner: SubscriptionOwner | null;
}

/** The Pusher close and error codes in use. */
export const closeCodes = {
  unknownApp: 4001,
  overQuota: 4004,
  unsupportedProtocol: 4007,
  unauthorized: 4009,
  /** 4100 to 4199: the device comes back after a pause. */
  overCapacity: 4100,
  reconnect: 4200,
  noPong: 4201,
  clientEventRefused: 4301,
} as const;

export const activityTimeoutSeconds = 30;
const socketsPerSession = 5;
const channelsPerSocket = 100;

const channelName = /^[\w\-=@,.;]{1,164}$/;
const message = z.object({ event: z.string(), data: z.optional(z.unknown()), channel: z.optional(z.string()) });
const subscription = z.object({
  channel: z.string(),
  auth: z.optional(z.string()),
  channel_data: z.optional(z.string()),
});
const ownerData = z.object({ user_id: z.string(), session_id: z.string() });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const frame = (event: string, data: unknown, channel?: string): string =>
  JSON.stringify({
    event,
    ...(channel !== undefined && { channel }),
    data: typeof data === 'string' ? data : JSON.stringify(data),
  });

const frameOfRefusal = (channel: string, status: number, error: string): string =>
  JSON.stringify({ event: 'pusher:subscription_error', channel, data: { type: 'AuthError', status, error } });

const subscriptionIn = (data: unknown) => z.safeParse(subscription, typeof data === 'string' ? parseJson(data) : data);

/** The open connections of this process, and who hears what. */
export class Hub {
  #keys: AppKeys;
  #connections = new Set<Connection>();
  #subscribers = new Map<string, Set<Connection>>();

  constructor(keys: AppKeys) {
    this.#keys = keys;
  }

  open(wire: Wire): Connection {
    const connection: Connection = {
      socketId: `${randomInt(1, 2 ** 31)}.${randomInt(1, 2 ** 31)}`,
      wire,
      channels: new Set(),
      owner: null,
    };
    this.#connections.add(connection);
    wire.send(
      frame('pusher:connection_established', {
        socket_id: connection.socketId,
        activity_timeout: activityTimeoutSeconds,
      }),
    );
    return connection;
  }

  closed(connection: Connection): void {
    for (const channel of connection.channels) this.#leave(connection, channel);
    this.#connections.delete(connection);
  }

  closeAll(code: number, reason: string): void {
    for (const c of this.#connections) c.wire.close(code, reason);
  }

  /** A message of the device. */
  receive(connection: Connection, text: string): void {
    const known = z.safeParse(message, parseJson(text));
    if (!known.success) return;
    const { event, data } = known.data;
    if (event === 'pusher:ping') return connection.wire.send(frame('pusher:pong', {}));
    if (event === 'pusher:subscribe') return this.#subscribe(connection, data);
    if (event === 'pusher:unsubscribe') {
      const wanted = subscriptionIn(data);
      if (wanted.success) this.#leave(connection, wanted.data.channel);
      return;
    }
    if (event.startsWith('client-'))
      connection.wire.send(
        JSON.stringify({
          event: 'pusher:error',
          data: { code: closeCodes.clientEventRefused, message: 'Client events are off' },
        }),
      );
  }

  /** `except`: the socket that caused the event, if it does not want to receive it. */
  send(channel: string, event: string, data: string, except?: string): void {
    const text = frame(event, data, channel);
    for (const c of this.#subscribers.get(channel) ?? []) if (c.socketId !== except) c.wire.send(text);
  }

  occupied(): string[] {
    return [...this.#subscribers.keys()];
  }

  countIn(channel: string): number {
    return this.#subscribers.get(channel)?.size ?? 0;
  }

  /** The connections that a session has signed. */
  owners(): OpenSubscription[] {
    return [...this.#connections].flatMap((connection) => {
      const { owner, channels, wire } = connection;
      if (!owner) return [];
      return [
        {
          owner,
          channels: [...channels],
          endAll: () => wire.close(closeCodes.unauthorized, 'The session is over'),
          end: (channel: string) => {
            if (!channels.has(channel)) return;
            this.#leave(connection, channel);
            wire.send(frameOfRefusal(channel, 403, 'No longer allowed'));
          },
        },
      ];
    });
  }

  #leave(connection: Connection, channel: string): void {
    connection.channels.delete(channel);
    const rest = this.#subscribers.get(channel);
    rest?.delete(connection);
    if (rest?.size === 0) this.#subscribers.delete(channel);
  }

  #subscribe(connection: Connection, data: unknown): void {
    const wanted = subscriptionIn(data);
    if (!wanted.success) return;
    const { channel } = wanted.data;
    const refused = this.#refusal(connection, wanted.data);
    if (refused) return connection.wire.send(frameOfRefusal(channel.slice(0, 164), refused.status, refused.error));
    connection.channels.add(channel);
    const known = this.#subscribers.get(channel);
    if (known) known.add(connection);
    else this.#subscribers.set(channel, new Set([connection]));
    connection.wire.send(frame('pusher_internal:subscription_succeeded', {}, channel));
  }

  /** Why the connection may not hear the channel; null if it may. Binds the connection to the session that signed it. */
  #refusal(
    connection: Connection,
    { channel, auth, channel_data }: z.infer<typeof subscription>,
  ): { readonly status: number; readonly error: string } | null {
    if (!channelName.test(channel) || connection.channels.size >= channelsPerSocket)
      return { status: 400, error: 'Invalid channel' };
    if (channel.startsWith('presence-')) return { status: 400, error: 'Presence channels are off' };
    if (!channel.startsWith('private-')) return null;
    if (!isChannelSignature(this.#keys, auth ?? '', connection.socketId, channel, channel_data))
      return { status: 401, error: 'Invalid signature' };
    const owner = z.safeParse(ownerData, channel_data === undefined ? null : parseJson(channel_data));
    // This server signs subscriptions with an owner; a signature without one comes from another client of the app.
    if (owner.success && !this.#claim(connection, owner.data)) return { status: 401, error: 'Another session' };
    return null;
  }

  /** Binds the socket to the session that signed it. Closes the oldest sockets of a session that has too many. */
  #claim(connection: Connection, owner: SubscriptionOwner): boolean {
    if (connection.owner) return connection.owner.session_id === owner.session_id;
    connection.owner = owner;
    const own = [...this.#connections].filter((c) => c.owner?.session_id === owner.session_id);
    for (const old of own.slice(0, Math.max(0, own.length - socketsPerSession)))
      old.wire.close(closeCodes.overQuota, 'Too many sockets');
    return true;
  }
}
