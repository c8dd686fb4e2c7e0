import { isObject } from '#domain/unknown.ts';
import { channelOf, parseChannel, publicChannel } from '#contract/events.ts';
import type { Listener } from '#contract/stores.ts';
import { api } from '#data/api/api.ts';
import type { EventFeed } from '#data/outbox/feeds.ts';
import { openFeed, readChange } from '#data/outbox/feeds.ts';
import { confirmFresh, noteMessage, setConnected, setRefused } from '#data/store/freshness.ts';
import { onNewToken } from '#data/session/session.ts';
import { askAboutRights } from '#data/store/rights.ts';
import type { StoreEngine } from '#data/outbox/store-engine.ts';
import type { Currency } from '#domain/money.ts';
import { deviceClock, every, wakeIn } from '#platform/clock.ts';
import { afterNextPaint } from '#platform/frames.ts';
import type { Socket, SocketConfig } from '#platform/pusher.ts';
import { jitter } from '#platform/random.ts';
import { openSocket } from '#platform/pusher.ts';
import { surroundings, watchSurroundings } from '#platform/surroundings.ts';
import { EventBursts } from '#data/outbox/event-bursts.ts';
import { react, reactPublicly, reactToReset } from './changes-table.ts';

const pollConnectedMs = 60_000;
const pollDisconnectedMs = 15_000;
const earlyMs = 1_000;
const againMs = 2_000;
/** If a new socket needs longer than this, open another one. */
const patienceMs = 10_000;
/** Close code of a socket whose session has ended (T12). */
const sessionOver = 4009;

export interface Supervised {
  readonly storeEngine: StoreEngine;
  readonly audiences: readonly Listener[];
  readonly currency: Currency;
  readonly onOrderCreated?: () => void;
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
  const onFresh = (): void => confirmFresh(storeEngine.database);
  /** A refusal may mean that the person's role has changed or ended (architecture, Events). */
  const heeded = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      if (!closed) askAboutRights(storeId, error);
      throw error;
    });
  const feeds = new Map<Listener, EventFeed>(
    audiences.map((audience) => [
      audience,
      openFeed(storeEngine.engine, audience, currency, {
        ask: (since) =>
          heeded(api.stores.changes({ store_id: storeId, audience, ...(since === null ? {} : { since }) })),
        onChange: (c) => react(storeId, c),
        onFresh,
        onReset: () => reactToReset(storeId, audience),
      }),
    ]),
  );
  const catchUpAll = (anew = false): void => {
    for (const feed of feeds.values()) void feed.catchUp(anew);
  };
  const feedOf = (channel: string): EventFeed | undefined => {
    const parsed = parseChannel(channel);
    return parsed?.storeId === storeId ? feeds.get(parsed.audience) : undefined;
  };

  const bursts = new Map(
    [...feeds.values()].map((feed) => [
      feed,
      new EventBursts(feed, (work) =>
        afterNextPaint(() => {
          if (!closed) work();
        }),
      ),
    ]),
  );
  let socket: Socket | null = null;
  let connected = false;
  let attempt = 0;
  let cancelAgain = (): void => {};
  let lastAsk = deviceClock.mono();

  const again = (): void => {
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
    connected = false;
    setConnected(false);
    const config = await socketConfig();
    // Another attempt has started since.
    if (closed || mine !== attempt) return;
    if (!config) return again();
    socket = openSocket({
      config,
      authorize: (socket_id, channel_name) => heeded(api.account.authorizeChannel({ socket_id, channel_name })),
      onSubscribed: (channel) => void feedOf(channel)?.catchUp(true),
      onSubscriptionError: again,
      onGivenUp(code) {
        setRefused(code);
        // The server has ended this session: a request gets the 401 that reports it at once.
        if (code === sessionOver) void api.account.me().catch(() => {});
        again();
      },
      onState(up) {
        const lost = connected && !up;
        connected = up;
        setConnected(up);
        if (up) {
          cancelAgain();
          storeEngine.engine.wake();
        } else if (lost) unlessConnected(againMs * (0.5 + jitter() / 2));
      },
      onEvent(channel, name, data) {
        if (channel === publicChannel) return reactPublicly(storeId, name, data);
        const feed = feedOf(channel);
        if (!feed) return;
        noteMessage();
        if (name === 'head') return void feed.head(headOf(data));
        const change = readChange(data, currency);
        if (change) bursts.get(feed)?.hear(change);
        else void feed.catchUp();
      },
    });
    for (const audience of audiences) socket.subscribe(channelOf(storeId, audience));
    socket.subscribe(publicChannel);
    unlessConnected(patienceMs);
  };

  const stops = [
    watchSurroundings(({ online, visible }) => {
      if (online && visible) catchUpAll(true);
    }),
    every(pollDisconnectedMs, () => {
      // A timer may fire slightly early; waiting for the next tick would be a whole interval late.
      const due = deviceClock.mono() - lastAsk >= (connected ? pollConnectedMs : pollDisconnectedMs) - earlyMs;
      if (!due || !surroundings().visible) return;
      lastAsk = deviceClock.mono();
      catchUpAll();
    }),
    onNewToken(() => {
      // The socket may have failed because of an expired token. A connected one needs nothing.
      unlessConnected(againMs);
    }),
  ];
  catchUpAll();
  void connect();

  return () => {
    closed = true;
    cancelAgain();
    for (const stop of stops) stop();
    socket?.close();
    setConnected(false);
  };
}

const headOf = (data: unknown): number =>
  isObject(data) && typeof data['store_seq'] === 'number' ? data['store_seq'] : Number.MAX_SAFE_INTEGER;

/** The server's socket configuration; null if the server cannot be reached. */
async function socketConfig(): Promise<SocketConfig | null> {
  try {
    const { realtime } = await api.config();
    return { key: realtime.key, cluster: realtime.cluster };
  } catch {
    return null;
  }
}
