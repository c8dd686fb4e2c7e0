import Pusher from 'pusher';
import * as z from 'zod/mini';
import type { Log } from '#server/deps.ts';
import type { RealtimeDriver } from './driver.ts';
import type { AppKeys } from './signatures.ts';

export interface PusherOptions {
  readonly keys: AppKeys;
  readonly cluster: string;
  /** Host of another Pusher-compatible server. */
  readonly host?: string;
  readonly log: Log;
}

const channelsAnswer = z.object({ channels: z.record(z.string(), z.unknown()) });

/** Pusher Channels or a compatible cluster, through the official package. */
export function createPusherDriver({ keys, cluster, host, log }: PusherOptions): RealtimeDriver {
  const pusher = new Pusher({ ...keys, cluster, useTLS: true, ...(host && { host }) });
  return {
    client: { key: keys.key, cluster, ...(host && { host }) },
    // The cluster serves all subscribers: if each process sent, every event would arrive several times.
    everyProcessSends: false,
    // Asking the service would take longer than sending.
    isHeard: () => true,
    authorize(socketId, channel, owner) {
      const { auth, channel_data } = pusher.authorizeChannel(socketId, channel, {
        user_id: owner.user_id,
        user_info: { session_id: owner.session_id },
      });
      return { auth, channel_data: channel_data ?? '' };
    },
    send(channel, event, data) {
      // `data` is already JSON. The next head repairs a lost event.
      pusher
        .trigger(channel, event, JSON.parse(data))
        .catch((error: unknown) => log.error(`pusher: ${event} was not sent`, error));
    },
    async occupied() {
      const response = await pusher.get({ path: '/channels', params: { filter_by_prefix: 'private-store.' } });
      const answer = z.safeParse(channelsAnswer, await response.json());
      return answer.success ? Object.keys(answer.data.channels) : [];
    },
    owners: () => [],
    mount: () => undefined,
    stop: () => Promise.resolve(),
  };
}
