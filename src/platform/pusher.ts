import { isObject } from '#domain/unknown.ts';
import Pusher from 'pusher-js';

export interface SocketConfig {
  readonly key: string;
  /** The cluster of Pusher Channels; null for this server's own endpoint. */
  readonly cluster: string | null;
}

export interface SocketDeps {
  readonly config: SocketConfig;
  readonly authorize: (
    socketId: string,
    channel: string,
  ) => Promise<{ auth: string; channel_data?: string | undefined }>;
  readonly onEvent: (channel: string, name: string, data: unknown) => void;
  readonly onSubscribed: (channel: string) => void;
  /** The channel was refused or its authorisation failed. pusher-js never retries by itself. */
  readonly onSubscriptionError: (channel: string) => void;
  readonly onState: (connected: boolean) => void;
  /** Close code 4000–4099: pusher-js stops for good. null if it gave no code. */
  readonly onGivenUp: (code: number | null) => void;
}

export interface Socket {
  subscribe(channel: string): void;
  close(): void;
}

/** With its defaults, pusher-js took 14 s to subscribe again after a server restart. */
const patience = { activityTimeout: 30_000, pongTimeout: 6_000, unavailableTimeout: 8_000 };

const withoutScheme = (): { wsHost: string; wsPort: number; wssPort: number; forceTLS: boolean } => {
  const tls = location.protocol === 'https:';
  const port = location.port === '' ? (tls ? 443 : 80) : Number(location.port);
  return { wsHost: location.hostname, wsPort: port, wssPort: port, forceTLS: tls };
};

/** The close code of a pusher-js error, which is nested one or two levels deep. */
function codeOf(error: unknown): number | null {
  if (!isObject(error)) return null;
  if (typeof error['code'] === 'number') return error['code'];
  return codeOf('data' in error ? error['data'] : 'error' in error ? error['error'] : null);
}

/** Opens the official client. Only this file uses it. */
export function openSocket({ config, authorize, ...on }: SocketDeps): Socket {
  let closed = false;
  const pusher = new Pusher(config.key, {
    ...patience,
    ...(config.cluster === null ? { cluster: '', ...withoutScheme() } : { cluster: config.cluster }),
    enabledTransports: ['ws', 'wss'],
    disableStats: true,
    channelAuthorization: {
      transport: 'ajax',
      endpoint: '',
      customHandler: ({ socketId, channelName }, done) => {
        authorize(socketId, channelName).then(
          (granted) => {
            // The socket is closed: do not subscribe on it.
            if (closed) return;
            done(
              null,
              granted.channel_data === undefined
                ? { auth: granted.auth }
                : { auth: granted.auth, channel_data: granted.channel_data },
            );
          },
          (error: unknown) => {
            if (!closed) done(error instanceof Error ? error : new Error('refused'), null);
          },
        );
      },
    },
  });
  let lastCode: number | null = null;
  pusher.connection.bind('error', (error: unknown) => {
    lastCode = codeOf(error);
  });
  pusher.connection.bind('state_change', ({ current }: { current: string }) => {
    if (current === 'connected') lastCode = null;
    on.onState(current === 'connected');
    if (current === 'failed' || current === 'disconnected') on.onGivenUp(lastCode);
  });
  return {
    subscribe(name) {
      pusher.unsubscribe(name);
      const channel = pusher.subscribe(name);
      channel.bind('pusher:subscription_succeeded', () => on.onSubscribed(name));
      channel.bind('pusher:subscription_error', () => on.onSubscriptionError(name));
      channel.bind_global((event: string, data: unknown) => {
        if (!event.startsWith('pusher:')) on.onEvent(name, event, data);
      });
    },
    close() {
      closed = true;
      pusher.connection.unbind();
      pusher.disconnect();
    },
  };
}
