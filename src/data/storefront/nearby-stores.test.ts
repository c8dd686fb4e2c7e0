// @vitest-environment happy-dom
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nearbyQueries } from './nearby-stores.ts';

const search = vi.hoisted(() => vi.fn());
const statuses = vi.hoisted(() => vi.fn());
vi.mock('#data/api/api.ts', () => ({ api: { storefront: { search }, stores: { statuses } } }));

const besideLaEsquina = { lat: -34.6037, lng: -58.4144 };

describe('the list of stores of a customer', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    search.mockReset().mockResolvedValue({ stores: [], expires_in: 45 });
    statuses.mockReset().mockResolvedValue([]);
  });
  afterEach(() => vi.useRealTimers());

  it('asks for their statuses every 20 s, and for the list when the cached one expires (Z-04)', async () => {
    const client = new QueryClient();
    const stops = [
      new QueryObserver(client, nearbyQueries.list(besideLaEsquina)).subscribe(() => {}),
      new QueryObserver(client, nearbyQueries.statuses([1, 2])).subscribe(() => {}),
    ];
    const asked = async (ms: number): Promise<readonly number[]> => {
      await vi.advanceTimersByTimeAsync(ms);
      return [search.mock.calls.length, statuses.mock.calls.length];
    };
    expect(await asked(0)).toEqual([1, 1]);
    expect(await asked(19_500)).toEqual([1, 1]);
    expect(await asked(1_000)).toEqual([1, 2]);
    expect(await asked(20_000)).toEqual([1, 3]);
    expect(await asked(4_000)).toEqual([1, 3]);
    expect(await asked(1_000)).toEqual([2, 3]);
    // The next list says how long it lives.
    search.mockResolvedValue({ stores: [], expires_in: 10 });
    expect(await asked(45_000)).toEqual([3, 5]);
    expect(await asked(10_000)).toEqual([4, 6]);
    expect(search.mock.lastCall?.[0]).toEqual({ type: 'by_coordinates', ...besideLaEsquina });
    expect(statuses.mock.lastCall?.[0]).toEqual({ ids: '1,2' });
    for (const stop of stops) stop();
    client.clear();
  });

  it('is the same list a few steps away', () => {
    const key = (lat: number) => JSON.stringify(nearbyQueries.list({ lat, lng: -58.4 }).queryKey);
    expect(key(-34.600_01)).toBe(key(-34.600_02));
    expect(key(-34.6)).not.toBe(key(-34.7));
  });
});
