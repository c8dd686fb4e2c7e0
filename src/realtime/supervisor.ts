import { channelOf, publicChannel } from '#contract/events.ts';
import type { Listener } from '#contract/stores.ts';
import { api } from '#data/api/api.ts';
import { noteCodeBase } from '#data/store/code-link.ts';
import { setConnected, setRefused } from '#data/store/freshness.ts';
import { onNewToken } from '#data/session/session.ts';
import { queryClient } from '#data/api/query-client.ts';
import { isRefusal } from '#data/store/store-data.ts';
import { renewInSession } from '#data/store/session-profile.ts';
import { storeQueries } from '#data/store/stores.ts';
import type { StoreEngine } from '#data/outbox/store-engine.ts';
import type { Currency } from '#domain/money.ts';
import { deviceClock, every, wakeIn } from '#platform/clock.ts';
import type { Socket, SocketConfig } from '#platform/pusher.ts';
import { jitter } from '#platform/random.ts';
import { openSocket } from '#platform/pusher.ts';
import { surroundings, watchSurroundings } from '#platform/surroundings.ts';
import { openStoreFeeds } from './store-feeds.ts';

const pollConnectedMs = 60_000;
const pollDisconnectedMs = 15_000;
const earlyMs = 1_000;
const againMs = 2_000;
/** If a new socket needs longer than this, open another one. */
const patienceMs = 10_000;
/** Close code of a socket whose session has ended (T12). */
const sessionOver = 4009;

interface Supervised {
  readonly storeEngine: StoreEngine;
  readonly audiences: readonly Listener[];
  readonly currency: Currency;
}

/**
 * Keeps one store's feeds up to date, even while the socket is down:
 *
 *   subscribed, visible again, online ──┐
 *   event with a gap, head ahead of us ─┼─> delta since the cursor ─> engine.merge
 *   every 60 s (15 s without a socket) ─┘
 *
 * pusher-js stops after close codes 4000–4099, never retries a failed channel authorisation, and waits 15 s or more after
 * a refused connection. So whenever the socket is down, this function opens a new one as soon as the server answers.
 */
export function supervise({ storeEngine, audiences, currency }: Supervised): () => void {
  const { storeId } = storeEngine;
  let closed = false;
  /** A refusal may mean that the person's role has changed or ended (architecture, Events). */
  const heeded = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      if (!closed) askAboutRights(storeId, error);
      throw error;
    });
  const feeds = openStoreFeeds({ storeEngine, audiences, currency, heeded, isClosed: () => closed });
  let socket: Socket | null = null;
  let connected = false;
  let attempt = 0;
  let cancelAgain = (): void => {};
  let lastAsk = deviceClock.mono();

  const noteSocket = (up: boolean): void => {
    connected = up;
    setConnected(up);
  };
  /** A socket that misses one of its channels counts as down until another one is up: its feed would stand still. */
  const again = (): void => {
    noteSocket(false);
    cancelAgain();
    // Spread the reconnects of all devices after a server restart.
    if (!closed) cancelAgain = wakeIn(againMs * (0.5 + jitter() / 2), () => void connect());
  };
  const unlessConnected = (ms: number): void => {
    cancelAgain();
    cancelAgain = wakeIn(ms, () => {
      if (!connected && !closed) void connect();
    });
  };

  const connect = async (): Promise<void> => {
    attempt += 1;
    const mine = attempt;
    socket?.close();
    socket = null;
    noteSocket(false);
    const config = await socketConfig();
    // Another attempt has started since.
    if (closed || mine !== attempt) return;
    if (!config) return again();
    socket = openSocket({
      config,
      authorize: (socket_id, channel_name) => heeded(api.account.authorizeChannel({ socket_id, channel_name })),
      onSubscribed: feeds.onSubscribed,
      onSubscriptionError: again,
      onGivenUp(code) {
        setRefused(code);
        // The server has ended this session: a request gets the 401 that reports it at once.
        if (code === sessionOver) void api.account.me().catch(() => {});
        again();
      },
      onState(up) {
        const lost = connected && !up;
        noteSocket(up);
        if (up) {
          cancelAgain();
          storeEngine.engine.wake();
        } else if (lost) unlessConnected(againMs * (0.5 + jitter() / 2));
      },
      onEvent: feeds.onEvent,
    });
    for (const audience of audiences) socket.subscribe(channelOf(storeId, audience));
    socket.subscribe(publicChannel);
    unlessConnected(patienceMs);
  };

  const stops = [
    watchSurroundings(({ online, visible }) => {
      if (online && visible) feeds.catchUpAll(true);
    }),
    every(pollDisconnectedMs, () => {
      // A timer may fire slightly early; waiting for the next tick would be a whole interval late.
      const due = deviceClock.mono() - lastAsk >= (connected ? pollConnectedMs : pollDisconnectedMs) - earlyMs;
      if (!due || !surroundings().visible) return;
      lastAsk = deviceClock.mono();
      feeds.catchUpAll();
    }),
    onNewToken(() => {
      // The socket may have failed because of an expired token. A connected one needs nothing.
      unlessConnected(againMs);
    }),
  ];
  feeds.catchUpAll();
  void connect();
  void renewInSession(storeId);

  return () => {
    closed = true;
    cancelAgain();
    for (const stop of stops) stop();
    socket?.close();
    setConnected(false);
  };
}

/** After a refused request or channel: reloads the profile to learn the person's current rights. */
function askAboutRights(storeId: number, error: unknown): void {
  if (!isRefusal(error)) return;
  void queryClient.refetchQueries({ queryKey: storeQueries.profile(storeId).queryKey }, { cancelRefetch: false });
}

/** The server's socket configuration; null if the server cannot be reached. */
async function socketConfig(): Promise<SocketConfig | null> {
  try {
    const { realtime, code_base_url } = await api.config();
    noteCodeBase(code_base_url);
    return { key: realtime.key, cluster: realtime.cluster };
  } catch {
    return null;
  }
}
