import type { FastifyInstance } from 'fastify';

/** Delivers events to devices: the embedded endpoint, or a Pusher-compatible cluster. */
export interface RealtimeDriver {
  /** The browser's connection settings; `host` and `cluster` only when another server accepts the connections. */
  readonly client: { readonly key: string; readonly cluster?: string; readonly host?: string };
  /** Signs the subscription of a private channel. */
  authorize(socketId: string, channel: string, owner: SubscriptionOwner): { auth: string; channel_data: string };
  /** Sends one event to every subscriber of the channel that this process serves; `data` is JSON. */
  send(channel: string, event: string, data: string, exceptSocketId?: string): void;
  /** false = nobody would get what is sent to this channel. */
  isHeard(channel: string): boolean;
  /**
   * true: every process has its own subscribers, so each sends every event. false (cluster): only one process may send.
   */
  readonly everyProcessSends: boolean;
  /** Adds the driver's routes to the HTTP server. */
  mount(app: FastifyInstance): void;
  /** Channels with at least one subscriber that this process serves. */
  occupied(): Promise<readonly string[]>;
  /** The owners of the open subscriptions of this process, with functions to end them. */
  owners(): readonly OpenSubscription[];
  stop(): Promise<void>;
}

/** The owner, signed into the subscription, so that it ends with the session or the membership. */
export interface SubscriptionOwner {
  readonly user_id: string;
  readonly session_id: string;
}

export interface OpenSubscription {
  readonly owner: SubscriptionOwner;
  readonly channels: readonly string[];
  /** Closes the socket, when the session has ended. */
  endAll(): void;
  /** Ends the subscription of one channel, when the membership has ended. */
  end(channel: string): void;
}
