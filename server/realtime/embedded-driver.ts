import type { Database } from '#server/db/database.ts';
import type { Clock, Log } from '#server/deps.ts';
import type { RealtimeDriver } from './driver.ts';
import { Hub } from './hub.ts';
import { relayEvents } from './listener.ts';
import { mountPusherApi } from './rest-routes.ts';
import { type AppKeys, channelSignature } from './signatures.ts';
import { attachSockets } from './sockets.ts';

export interface EmbeddedOptions {
  readonly keys: AppKeys;
  readonly db: Database;
  readonly publicOrigin: string | null;
  readonly clock: Clock;
  readonly log: Log;
}

/** The Pusher-protocol endpoint inside this server: needs no account and no other program. */
export function createEmbeddedDriver({ keys, db, publicOrigin, clock, log }: EmbeddedOptions): RealtimeDriver {
  const hub = new Hub(keys);
  let sockets: ReturnType<typeof attachSockets> | null = null;
  return {
    client: { key: keys.key },
    everyProcessSends: true,
    authorize(socketId, channel, owner) {
      const channel_data = JSON.stringify(owner);
      return { auth: channelSignature(keys, socketId, channel, channel_data), channel_data };
    },
    send: (channel, event, data, except) => hub.send(channel, event, data, except),
    isHeard: (channel) => hub.countIn(channel) > 0,
    occupied: () => Promise.resolve(hub.occupied()),
    owners: () => hub.owners(),
    mount(app) {
      sockets = attachSockets(app.server, hub, { key: keys.key, publicOrigin, clock, log });
      void app.register((scope) =>
        mountPusherApi(scope, { keys, hub, clock, relay: (events) => relayEvents(db, events) }),
      );
    },
    stop: async () => sockets?.stop(),
  };
}
