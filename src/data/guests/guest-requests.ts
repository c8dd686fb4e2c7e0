import { queryOptions, useQuery } from '@tanstack/react-query';
import type { StaffGuestRequest } from '#contract/wire/guests.ts';
import { readStaffRequest } from '#contract/wire/guests.ts';
import { queryClient } from '#data/api/query-client.ts';
import { patchProfile } from '#data/store/stores.ts';
import { letsGuestsIn } from '#domain/guest.ts';
import { kanbanTimerMs } from '#domain/limits.ts';
import { can } from '#domain/permissions.ts';
import type { GuestSettings, Store } from '#domain/store.ts';
import { guestRequestsKey, refetchGuestRequests } from '#data/store/guest-events.ts';
import { guestsApi } from './guests-api.ts';

type GuestsStore = Pick<Store, 'id' | 'currency' | 'plan' | 'pivot' | 'guests'>;

/** Read again after each event, and every minute: no event tells that a request has expired. */
const requestsQuery = ({ id, currency }: Pick<Store, 'id' | 'currency'>) =>
  queryOptions({
    queryKey: guestRequestsKey(id),
    queryFn: async ({ signal }): Promise<readonly StaffGuestRequest[]> => {
      const { requests } = await guestsApi.list({ store_id: id }, { signal });
      return requests.map((request) => readStaffRequest(request, currency));
    },
    refetchInterval: kanbanTimerMs,
  });

/** Whether this person answers guests of this store. */
export const answersGuests = (store: GuestsStore): boolean => letsGuestsIn(store) && can('guest.read', store);

/** What guests ask for: those that wait, the oldest first, then those that ended in the last hour. */
export const useGuestRequests = (store: GuestsStore) =>
  useQuery({ ...requestsQuery(store), enabled: can('guest.read', store) });

const waitingOf = (requests: readonly StaffGuestRequest[]): readonly StaffGuestRequest[] =>
  requests.filter(({ state }) => state === 'waiting');

/** The requests that wait; undefined until they are known. */
export const useWaitingGuests = (store: GuestsStore): readonly StaffGuestRequest[] | undefined =>
  useQuery({ ...requestsQuery(store), enabled: answersGuests(store), select: waitingOf }).data;

/** Puts the answer in the list at once; the event brings the rest. */
function put(storeId: number, answered: StaffGuestRequest): void {
  queryClient.setQueryData<readonly StaffGuestRequest[]>(guestRequestsKey(storeId), (known) =>
    known?.map((request) => (request.id === answered.id ? answered : request)),
  );
  refetchGuestRequests(storeId);
}

/** Accepts a request; one for an order makes it. Rejects with ApiFailure. */
export async function acceptGuestRequest({ id, currency }: GuestsStore, requestId: number): Promise<StaffGuestRequest> {
  const answered = readStaffRequest(await guestsApi.accept({ store_id: id, id: requestId }), currency);
  put(id, answered);
  return answered;
}

/** Rejects a request; its guest reads the reason. Rejects with ApiFailure. */
export async function rejectGuestRequest(
  { id, currency }: GuestsStore,
  requestId: number,
  reason: string,
): Promise<void> {
  put(id, readStaffRequest(await guestsApi.reject({ store_id: id, id: requestId, reason }), currency));
}

/** Saves what guests can do in the store. Rejects with ApiFailure. */
export async function saveGuestSettings(storeId: number, settings: GuestSettings): Promise<void> {
  const guests = await guestsApi.settings({ store_id: storeId, ...settings });
  patchProfile(storeId, (known) => ({ ...known, store: { ...known.store, guests } }));
}
