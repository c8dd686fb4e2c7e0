import { queryOptions } from '@tanstack/react-query';
import type { GuestRequest, GuestStanding, GuestTable } from '#contract/wire/guests.ts';
import { readGuestRequest, readGuestStanding, readGuestTable } from '#contract/wire/guests.ts';
import type { Currency } from '#domain/money.ts';
import { guestIdleRefreshMs, guestWaitingRefreshMs } from '#domain/limits.ts';
import { queryClient } from '#data/api/query-client.ts';
import { reread } from '#data/api/reread.ts';
import type * as z from 'zod/mini';
import type { guestPlace } from '#contract/guest.ts';
import type { GuestPlace } from './guest-visit.ts';
import { asGuest, visitIsOver } from './guest-visit.ts';
import { guestsApi } from './guests-api.ts';

/** A table that a code names. */
export type GuestPlaceFound = z.infer<typeof guestPlace>;

const keyOf = ({ storeId, code }: GuestPlace) => ['guest', storeId, code] as const;

/** How often a guest asks how the visit stands: they have no channel on which they would hear of it. */
export const standingRefreshMs = (requests: readonly Pick<GuestRequest, 'state'>[]): number =>
  requests.some(({ state }) => state === 'waiting') ? guestWaitingRefreshMs : guestIdleRefreshMs;

export const guestQueries = {
  /** The key of all that is known of a table. */
  ofTable: keyOf,
  /** The tables that a code may name. */
  places: (code: string) =>
    queryOptions({
      queryKey: ['guest-places', code],
      queryFn: async ({ signal }) => (await guestsApi.places({ code }, { signal })).places,
    }),
  /** The menu, and what a guest can do. */
  table: (place: GuestPlace) =>
    queryOptions({
      queryKey: [...keyOf(place), 'table'],
      queryFn: async ({ signal }): Promise<GuestTable> =>
        readGuestTable(await guestsApi.table({ store_id: place.storeId, code: place.code }, { signal })),
    }),
  /** The visit's requests and the table's bill, read again while the page is visible, until the visit ends. */
  standing: (place: GuestPlace, currency: Currency) =>
    queryOptions({
      queryKey: [...keyOf(place), 'standing'],
      queryFn: ({ signal }): Promise<GuestStanding> =>
        asGuest(place, async (context) => readGuestStanding(await guestsApi.state({}, { signal, context }), currency)),
      staleTime: 0,
      refetchInterval: ({ state: { data, error } }) =>
        visitIsOver(error) ? false : data ? standingRefreshMs(data.requests) : guestWaitingRefreshMs,
    }),
};

/** Withdraws a request that waits, and shows it so. Rejects with ApiFailure (conflict: it was answered meanwhile). */
export async function withdrawRequest(place: GuestPlace, key: string, currency: Currency): Promise<void> {
  const { queryKey } = guestQueries.standing(place, currency);
  try {
    const request = await asGuest(place, async (context) =>
      readGuestRequest(await guestsApi.withdraw({ key }, { context }), currency),
    );
    queryClient.setQueryData(
      queryKey,
      (known) => known && { ...known, requests: known.requests.map((r) => (r.key === key ? request : r)) },
    );
  } finally {
    void reread({ queryKey });
  }
}
