import { WebSocket } from 'ws';
import type { ApiUser } from '#e2e/api.ts';
import type { Shop } from '#e2e/shop.ts';

/**
 * Listens to a store's admin channel outside the browser. `heardAt` returns when `order-created` of a uid arrived, in
 * wall-clock milliseconds.
 */
export interface EventEar {
  heardAt(uid: string): number;
  close(): void;
}

const uidOf = (data: unknown): string | null => {
  const change: unknown = typeof data === 'string' ? JSON.parse(data) : data;
  if (typeof change !== 'object' || change === null || !('order' in change)) return null;
  const { order } = change;
  return typeof order === 'object' && order !== null && 'uid' in order ? String(order.uid) : null;
};

export async function openEar(shop: Shop, user: ApiUser, storeId: number): Promise<EventEar> {
  const channel = `private-store.${storeId}.admin`;
  const { realtime } = await (await fetch(`${shop.origin}/api/config`)).json();
  const socket = new WebSocket(`${shop.origin.replace('http', 'ws')}/app/${realtime.key}?protocol=7`, {
    origin: shop.origin,
  });
  const heard = new Map<string, number>();
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (raw) => {
      const now = performance.timeOrigin + performance.now();
      const { event, data } = JSON.parse(Buffer.isBuffer(raw) ? raw.toString('utf8') : '{}');
      if (event === 'pusher_internal:subscription_succeeded') resolve();
      if (event === 'order-created') heard.set(uidOf(data) ?? '', now);
      if (event !== 'pusher:connection_established') return;
      const { socket_id } = JSON.parse(data);
      user
        .call<object>('POST', '/broadcasting/auth', { socket_id, channel_name: channel })
        .then(({ body }) => socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...body } })))
        .catch(reject);
    });
  });
  return {
    heardAt: (uid) => heard.get(uid) ?? Number.NaN,
    close: () => socket.close(),
  };
}
