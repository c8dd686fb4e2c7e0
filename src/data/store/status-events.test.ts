import { beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '#contract/wire/stores.ts';
import { writeStatus, writeStatusNotice } from '#contract/wire/stores.ts';
import type { StoreStatus } from '#domain/store.ts';
import { isClosingAsked } from '#domain/store-status.ts';
import { buildStore } from '#testing/builders.ts';
import { queryClient } from '#data/api/query-client.ts';
import { tellClosing, tellStatus } from './status-events.ts';
import { knownStatus, patchedRead, storeQueries } from './stores.ts';

const store = buildStore();
const key = storeQueries.profile(store.id).queryKey;
const notice = (status: StoreStatus = store.status, hours = store.hours) => writeStatusNotice({ status, hours });
const atNine = '2026-11-21T00:00:00.000Z';

beforeEach(() => {
  const catalog: Profile['catalog'] = { id: 1, sections: [], items: [] };
  const profile: Profile = { store, codes: [], maps: [], discounts: [], sellers: [], catalog };
  queryClient.setQueryData(key, profile, { updatedAt: 5 });
});

describe('what the feeds say about the status (R-04 to R-06)', () => {
  it('a new status is shown with all that follows from it, and makes the profile no newer', () => {
    const hours = [{ day_idx: 2 as const, hours: [{ from: '11:00', to: '15:30' }] }];
    tellStatus(store.id, { ...notice({ ...store.status, open: false, delay: 45 }, hours), at: atNine });
    expect(knownStatus(store.id)).toEqual({ ...store.status, open: false, delay: 45 });
    const profile = queryClient.getQueryData<Profile>(key);
    expect(profile?.store.hours).toEqual(hours);
    expect(profile?.store.allowImmediateRequests).toBe(false);
    expect(queryClient.getQueryState(key)?.dataUpdatedAt).toBe(5);
  });

  it('a profile that was asked for before the change does not bring the old status back (T-07)', async () => {
    const older = queryClient.getQueryData<Profile>(key);
    if (!older) throw new Error('no profile');
    const answers: ((profile: Profile) => void)[] = [];
    const queryFn = (): Promise<Profile> =>
      patchedRead(store.id, () => new Promise((resolve) => answers.push(resolve)));
    const reading = queryClient.fetchQuery({ queryKey: key, queryFn });
    await expect.poll(() => answers.length).toBe(1);
    tellStatus(store.id, notice({ ...store.status, delay: 45 }));
    const shown: unknown[] = [];
    const stop = queryClient.getQueryCache().subscribe(() => shown.push(knownStatus(store.id)?.delay));
    answers[0]?.({ ...older, store: { ...older.store, name: 'Otra', status: { ...older.store.status, open: false } } });
    await reading;
    stop();
    expect(new Set(shown)).toEqual(new Set([45]));
    // The rest of the answer counts, and the event caused no second read.
    expect(queryClient.getQueryData<Profile>(key)?.store.name).toBe('Otra');
    expect(answers).toHaveLength(1);
  });

  it('a read after it answers as it is', async () => {
    tellStatus(store.id, notice({ ...store.status, delay: 45 }));
    const older = queryClient.getQueryData<Profile>(key);
    if (!older) throw new Error('no profile');
    const read = await patchedRead(store.id, () => Promise.resolve({ ...older, store }));
    expect(read.store.status).toEqual(store.status);
  });

  it.each([
    null,
    'x',
    7,
    {},
    { open: false },
    { ...notice(), open: 'no' },
    { ...notice(), autoclose: 'mañana' },
    { ...notice(), type: { preorder: true } },
    { ...writeStatus(store.status), delay: 45 },
    { ...notice(), delay: 45, hours: [{ day_idx: 1, hours: [{ from: 'temprano', to: '12:00' }] }] },
  ])('what cannot be read changes nothing: %j', (payload) => {
    tellStatus(store.id, payload);
    tellClosing(store.id, payload, true);
    expect(knownStatus(store.id)).toEqual(store.status);
  });

  it('the question shows itself ahead of the status, and the answer takes it away (T-23, T-24)', () => {
    const asked = (): boolean => {
      const status = knownStatus(store.id);
      return status !== null && isClosingAsked(status);
    };
    tellClosing(store.id, { autoclose: atNine }, true);
    expect(asked()).toBe(true);
    tellClosing(store.id, { autoclose: atNine }, false);
    expect(asked()).toBe(false);
    tellClosing(store.id, { autoclose: atNine }, true);
    tellClosing(store.id, { autoclose: null }, false);
    expect([asked(), knownStatus(store.id)?.autoclose]).toEqual([false, null]);
  });

  it('nothing is asked of a closed store, nor of one that this device does not know', () => {
    tellStatus(store.id, notice({ ...store.status, open: false }));
    tellClosing(store.id, { autoclose: atNine }, true);
    expect(knownStatus(store.id)?.autoclose).toBeNull();
    tellClosing(999, { autoclose: atNine }, true);
    expect(knownStatus(999)).toBeNull();
  });
});
