import { customerChannelOf } from '#contract/events.ts';
import { isObject } from '#domain/unknown.ts';
import { wakeIn } from '#platform/clock.ts';
import type { Socket } from '#platform/pusher.ts';
import { jitter } from '#platform/random.ts';
import { watchSurroundings } from '#platform/surroundings.ts';
import { api } from '#data/api/api.ts';
import { importWithRetry } from '#data/device/lazy-import.ts';
import { rereadCustomerOrders } from './customer-orders.ts';

const againMs = 4_000;

/**
 * Follows the own channel of a customer, in any store (decision 041). An event is a hint: the order is read again. So it
 * is after each new connection, because events may have been missed. Returns a function that stops it.
 */
export function followCustomerOrders(userId: number, storeId: number): () => void {
  const channel = customerChannelOf(userId);
  let closed = false;
  let socket: Socket | null = null;
  let cancelAgain = (): void => {};

  const again = (): void => {
    cancelAgain();
    // Spread the reconnects of all devices after a server restart.
    if (!closed) cancelAgain = wakeIn(againMs * (0.5 + jitter()), () => void connect());
  };

  async function connect(): Promise<void> {
    socket?.close();
    socket = null;
    try {
      const [{ openSocket }, { realtime }] = await Promise.all([
        importWithRetry(() => import('#platform/pusher.ts')),
        api.config(),
      ]);
      if (closed) return;
      socket = openSocket({
        config: { key: realtime.key, cluster: realtime.cluster },
        authorize: (socket_id, channel_name) => api.account.authorizeChannel({ socket_id, channel_name }),
        onSubscribed: () => rereadCustomerOrders(storeId),
        onSubscriptionError: again,
        onGivenUp: again,
        onState: () => {},
        onEvent(_channel, _name, data) {
          if (isObject(data) && typeof data['store_id'] === 'number') rereadCustomerOrders(data['store_id']);
        },
      });
      socket.subscribe(channel);
    } catch {
      again();
    }
  }

  const stopWatching = watchSurroundings(({ online, visible }) => {
    if (online && visible) rereadCustomerOrders(storeId);
  });
  void connect();
  return () => {
    closed = true;
    cancelAgain();
    stopWatching();
    socket?.close();
  };
}
