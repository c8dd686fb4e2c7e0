import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readChange } from '#data/outbox/feeds.ts';
import { queryClient } from '#data/api/query-client.ts';
import { orderSnapshot } from '#commands/order/order-entity.ts';
import { knownPaymentsKey } from '#data/paying/payment-events.ts';
import { floorMapQuery } from '#data/store/floor-maps.ts';
import { isProfileBehind, knownStatus, moveProfileOn, patchedRead, storeQueries } from '#data/store/stores.ts';
import type { Profile } from '#contract/wire/stores.ts';
import type { Code } from '#domain/store.ts';
import { buildOrder, buildStore } from '#testing/builders.ts';
import { writeStatusNotice } from '#contract/wire/stores.ts';
import { writeOrder } from '#contract/wire/orders.ts';
import { react, reactToReset } from './changes-table.ts';

const currency = { symbol: '$ ', decimals: 2 };
const change = (name: string) => ({
  seq: 1,
  name,
  id: null,
  snapshot: null,
  removed: null,
  incomplete: false,
  payload: null,
});

describe('what an event does to data', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['catalog-updated (R-07)', 'catalog-updated'],
    ['map-created (R-10)', 'map-created'],
    ['map-updated (R-11)', 'map-updated'],
    ['a status of another version (R-04)', 'store-status-updated'],
    ['a code of another version', 'code-updated'],
  ])('%s: several of them cause one read, 1.5 s after the first', (_, name) => {
    const invalidate = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
    for (let n = 0; n < 5; n += 1) react(7, change(name));
    vi.advanceTimersByTime(1_499);
    expect(invalidate).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(invalidate).toHaveBeenCalledOnce();
    expect(invalidate).toHaveBeenCalledWith({ queryKey: storeQueries.profile(7).queryKey });
  });

  it('a profile that lacks a change says so, also to the next start, until it was read (R-07, R-29)', async () => {
    const { queryKey } = storeQueries.profile(7);
    const catalog = { id: 1, sections: [], items: [] };
    const read: Profile = { asOf: 3, catalog, store: buildStore(), codes: [], maps: [], discounts: [], sellers: [] };
    const asOf = () => queryClient.getQueryData<Profile>(queryKey)?.asOf;
    queryClient.setQueryData(queryKey, read);
    moveProfileOn(7, 4);
    expect([asOf(), isProfileBehind(7, 4), isProfileBehind(7, 5)]).toEqual([4, false, true]);
    react(7, change('catalog-updated'));
    moveProfileOn(7, 5);
    expect([asOf(), isProfileBehind(7, 5)]).toEqual([null, true]);
    const answer = await patchedRead(7, () => {
      moveProfileOn(7, 7);
      return Promise.resolve({ ...read, asOf: 6 });
    });
    expect(answer.asOf).toBe(7);
    const late = await patchedRead(7, () => {
      react(7, change('catalog-updated'));
      return Promise.resolve({ ...read, asOf: 6 });
    });
    expect(late.asOf).toBeNull();
    vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
    vi.advanceTimersByTime(1_500);
    queryClient.clear();
  });

  it('map-updated: its drawing is read again too, with the profile (R-11)', () => {
    const invalidate = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
    invalidate.mockClear();
    for (let n = 0; n < 3; n += 1) react(7, { ...change('map-updated'), payload: { id: 4 } });
    vi.advanceTimersByTime(1_500);
    expect(invalidate.mock.calls.map(([filters]) => filters?.queryKey)).toEqual([
      storeQueries.profile(7).queryKey,
      floorMapQuery(7, 4).queryKey,
    ]);
  });

  it('after a reset of the staff’s feed the profile is read again: its answer has no maps and no catalog (R-29)', () => {
    const invalidate = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
    invalidate.mockClear();
    reactToReset(7, 'store');
    vi.advanceTimersByTime(1_500);
    expect(invalidate.mock.calls.map(([filters]) => filters?.queryKey)).toEqual([storeQueries.profile(7).queryKey]);
  });

  it('orders are merged by the feed and read nothing again (R-20, R-21)', () => {
    const invalidate = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
    react(7, change('order-created'));
    react(7, change('order-updated'));
    vi.advanceTimersByTime(10_000);
    expect(invalidate).not.toHaveBeenCalled();
  });

  it('what is known of payments is read again where a screen shows it, and nowhere else; a table is, once its event came (R-08, R-09, D-47)', () => {
    const invalidate = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
    invalidate.mockClear();
    const order = buildOrder({ id: 12 });
    const shown = new QueryObserver(queryClient, {
      queryKey: knownPaymentsKey(7, { type: 'order', id: 12 }),
      queryFn: () => null,
    });
    const stop = shown.subscribe(() => {});
    for (const id of [11, 12])
      react(7, { ...change('order-updated'), snapshot: orderSnapshot({ ...order, id, uid: `${id}` }) });
    react(7, { ...change('order-group-updated'), payload: { id: 12 } });
    react(8, { ...change('order-updated'), snapshot: orderSnapshot(order) });
    stop();
    react(7, { ...change('order-updated'), snapshot: orderSnapshot(order) });
    const read = invalidate.mock.calls.map(([filters]) => filters?.queryKey);
    expect(read.filter((key) => key?.[2] === 'payments')).toEqual([['store', 7, 'payments', 'order', 12]]);
    expect(read.filter((key) => key?.[2] === 'group')).toEqual([['store', 7, 'group', 12]]);
  });

  describe('to the codes of the store', () => {
    const code = (id: number, waiting_count: number): Code => ({
      id,
      code: `m${id}`,
      description: `Mesa ${id}`,
      type: 'LOCAL',
      group: true,
      default: false,
      waiting_count,
    });
    const { queryKey } = storeQueries.profile(7);
    const counts = () => queryClient.getQueryData<Profile>(queryKey)?.codes.map((c) => [c.id, c.waiting_count]);
    beforeEach(() => {
      const catalog = { id: 1, sections: [], items: [] };
      const profile: Profile = {
        catalog,
        store: buildStore(),
        codes: [code(1, 0), code(2, 0)],
        maps: [],
        discounts: [],
        sellers: [],
      };
      queryClient.setQueryData(queryKey, profile);
    });
    afterEach(() => queryClient.clear());

    it('a hundred orders of tables change the tables and ask the server nothing', async () => {
      const requests = vi.fn<typeof fetch>(() => Promise.reject(new Error('no network here')));
      vi.stubGlobal('fetch', requests);
      const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
      invalidate.mockClear();
      for (let n = 1; n <= 100; n += 1) react(7, { ...change('code-updated'), payload: code(1 + (n % 2), n) });
      react(7, { ...change('code-created'), payload: code(3, 0) });
      react(7, { ...change('code-removed'), payload: { id: 2 } });
      await vi.advanceTimersByTimeAsync(10_000);
      expect(counts()).toEqual([
        [1, 100],
        [3, 0],
      ]);
      expect([requests.mock.calls.length, invalidate.mock.calls.length]).toEqual([0, 0]);
      vi.unstubAllGlobals();
    });

    it('statuses and groups that carry their state are applied and ask the server nothing (R-04, R-08, R-09, D-47)', async () => {
      const requests = vi.fn<typeof fetch>(() => Promise.reject(new Error('no network here')));
      vi.stubGlobal('fetch', requests);
      const { status } = buildStore();
      const hours = [{ day_idx: 3 as const, hours: [{ from: '10:00', to: '14:00' }] }];
      for (let delay = 5; delay <= 100; delay += 5)
        react(7, {
          ...change('store-status-updated'),
          payload: writeStatusNotice({ status: { ...status, delay }, hours }),
        });
      const group = { id: 4, code_id: 1, status: 'OPENED', waiting_count: 2, total: 1_500 };
      react(7, { ...change('order-group-created'), payload: group });
      react(7, { ...change('order-group-updated'), payload: group });
      await vi.advanceTimersByTimeAsync(10_000);
      expect(knownStatus(7)?.delay).toBe(100);
      expect(queryClient.getQueryData<Profile>(queryKey)?.store.hours).toEqual(hours);
      expect(requests).not.toHaveBeenCalled();
      vi.unstubAllGlobals();
    });

    it('what was told while the profile was being read is newer than the answer (R-29)', async () => {
      const known = queryClient.getQueryData<Profile>(queryKey);
      if (!known) throw new Error('no profile');
      const read = await patchedRead(7, () => {
        react(7, { ...change('code-updated'), payload: code(2, 5) });
        return Promise.resolve({ ...known, codes: [code(1, 0), code(2, 0)] });
      });
      expect(read.codes.map((c) => c.waiting_count)).toEqual([0, 5]);
    });
  });

  it('a profile is a session of 15 minutes: fresh at 14:59, read again at 15:01 (F-38, N-43)', () => {
    const { staleTime } = storeQueries.profile(7);
    const client = new QueryClient();
    client.setQueryData(['profile'], 'read', { updatedAt: 0 });
    const isStale = (): boolean | undefined =>
      client
        .getQueryCache()
        .find({ queryKey: ['profile'] })
        ?.isStaleByTime(Number(staleTime));
    vi.setSystemTime((14 * 60 + 59) * 1_000);
    expect(isStale()).toBe(false);
    vi.setSystemTime((15 * 60 + 1) * 1_000);
    expect(isStale()).toBe(true);
  });
});

describe('reading an event of the socket', () => {
  const order = buildOrder({});
  const base = { store_seq: 4, name: 'order-updated', at: '2026-11-21T12:00:00.000Z', type: 'order', id: '1', ver: 2 };

  it('takes the order that travels with it (R-20, R-21)', () => {
    const read = readChange({ ...base, order: writeOrder(order, currency) }, currency);
    expect(read).toMatchObject({ seq: 4, incomplete: false, snapshot: { type: 'order', id: order.uid } });
  });

  it('a notice without its order asks for the delta', () => {
    expect(readChange(base, currency)).toMatchObject({ incomplete: true, snapshot: null });
  });

  it('a removal names the order by its uid (R-22)', () => {
    const read = readChange({ ...base, name: 'order-removed', payload: { uid: order.uid } }, currency);
    expect(read?.removed).toEqual({ type: 'order', id: order.uid });
  });

  it('what is none of ours is no change', () => {
    for (const odd of [null, 'x', 7, {}, { store_seq: '4' }]) expect(readChange(odd, currency)).toBeNull();
  });
});
