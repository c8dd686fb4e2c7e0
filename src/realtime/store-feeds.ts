import { parseChannel, publicChannel } from '#contract/events.ts';
import type { Listener } from '#contract/stores.ts';
import { api } from '#data/api/api.ts';
import { EventBursts } from '#data/outbox/event-bursts.ts';
import type { EventFeed } from '#data/outbox/feeds.ts';
import { openFeed, readChange } from '#data/outbox/feeds.ts';
import type { StoreEngine } from '#data/outbox/store-engine.ts';
import { confirmFresh, noteMessage } from '#data/store/freshness.ts';
import { isProfileBehind, moveProfileOn } from '#data/store/stores.ts';
import type { Currency } from '#domain/money.ts';
import { isObject } from '#domain/unknown.ts';
import { afterNextPaint } from '#platform/frames.ts';
import { react, reactPublicly, reactToReset, refetchProfile } from './changes-table.ts';

interface StoreFeedsOptions {
  readonly storeEngine: StoreEngine;
  readonly audiences: readonly Listener[];
  readonly currency: Currency;
  /** Watches the answer to a request for a refusal. */
  readonly heeded: <T>(answer: Promise<T>) => Promise<T>;
  readonly isClosed: () => boolean;
}

interface StoreFeeds {
  /** `anew`: the connection is new, so it does not wait for a read that hangs on the old one. */
  readonly catchUpAll: (anew?: boolean) => void;
  readonly onSubscribed: (channel: string) => void;
  /** Applies an event of the socket; one that cannot be read or has a gap before it asks the server instead. */
  readonly onEvent: (channel: string, name: string, data: unknown) => void;
}

/** One feed of a store's events for each audience that the person belongs to. */
export function openStoreFeeds({ storeEngine, audiences, currency, heeded, isClosed }: StoreFeedsOptions): StoreFeeds {
  const { storeId } = storeEngine;
  const onFresh = (): void => confirmFresh(storeEngine.database);
  const feeds = new Map<Listener, EventFeed>(
    audiences.map((audience) => [
      audience,
      openFeed(storeEngine.engine, audience, currency, {
        ask: (since) =>
          heeded(api.stores.changes({ store_id: storeId, audience, ...(since === null ? {} : { since }) })),
        onChange: (c) => react(storeId, c),
        onTold: (seq) => {
          if (audience === 'store') moveProfileOn(storeId, seq);
        },
        onFresh,
        onReset: () => reactToReset(storeId, audience),
      }),
    ]),
  );
  const feedOf = (channel: string): EventFeed | undefined => {
    const parsed = parseChannel(channel);
    return parsed?.storeId === storeId ? feeds.get(parsed.audience) : undefined;
  };
  const bursts = new Map(
    [...feeds.values()].map((feed) => [
      feed,
      new EventBursts(feed, (work) =>
        afterNextPaint(() => {
          if (!isClosed()) work();
        }),
      ),
    ]),
  );

  return {
    catchUpAll(anew = false) {
      const cursor = feeds.get('store')?.cursor ?? null;
      if (isProfileBehind(storeId, cursor)) refetchProfile(storeId);
      for (const feed of feeds.values()) void feed.catchUp(anew);
    },
    onSubscribed: (channel) => void feedOf(channel)?.catchUp(true),
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
  };
}

const headOf = (data: unknown): number =>
  isObject(data) && typeof data['store_seq'] === 'number' ? data['store_seq'] : Number.MAX_SAFE_INTEGER;
