import { create } from 'zustand';
import { reread } from '#data/api/reread.ts';

/** The key of what guests at the tables ask for in a store. */
export const guestRequestsKey = (storeId: number) => ['guestRequests', storeId] as const;

/** The requests of which events told since the page began. Those that wait are new, also where the first list has them. */
export const useGuestEvents = create<{ readonly ids: ReadonlySet<number> }>(() => ({ ids: new Set() }));

/** guest-requests-updated: a guest asked for something, or it has ended. */
export function tellGuestRequest(storeId: number, id: number): void {
  useGuestEvents.setState(({ ids }) => ({ ids: new Set(ids).add(id) }));
  refetchGuestRequests(storeId);
}

/** Reads the list again where it is shown. */
export function refetchGuestRequests(storeId: number): void {
  void reread({ queryKey: guestRequestsKey(storeId) });
}
