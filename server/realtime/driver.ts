import type { FastifyInstance } from 'fastify';

/** How events reach the devices: the embedded endpoint, or a Pusher-compatible cluster. */
export interface RealtimeDriver {
  /** What a browser needs to connect; `host` and `cluster` only when it is not this server. */
  readonly client: { readonly key: string; readonly cluster?: string; readonly host?: string };
  /** Signs the subscription of a private channel. */
  authorize(socketId: string, channel: string, owner: SubscriptionOwner): { auth: string; channel_data: string };
  /** Brings one event to every subscriber of a channel that this process answers for; `data` is JSON. */
  send(channel: string, event: string, data: string, exceptSocketId?: string): void;
  /** Every process has its own subscribers, so each sends every event; with a cluster only one process may. */
  readonly everyProcessSends: boolean;
  /** Adds what the driver needs to the HTTP server. */
  mount(app: FastifyInstance): void;
  /** Channels with at least one subscriber that this process answers for. */
  occupied(): Promise<readonly string[]>;
  /** Whose subscriptions are open here, and the way to end those that lost their right. */
  owners(): readonly OpenSubscription[];
  stop(): Promise<void>;
}

/** Whose subscription it is, signed into it, so that it can be ended with the session or the membership. */
export interface SubscriptionOwner {
  readonly user_id: string;
  readonly session_id: string;
}

export interface OpenSubscription {
  readonly owner: SubscriptionOwner;
  readonly channels: readonly string[];
  /** The session is over: the socket closes. */
  endAll(): void;
  /** The membership is over: this one channel closes. */
  end(channel: string): void;
}
