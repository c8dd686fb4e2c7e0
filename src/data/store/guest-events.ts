import { reread } from '#data/api/reread.ts';

/** The key of what guests at the tables ask for in a store. */
export const guestRequestsKey = (storeId: number) => ['guestRequests', storeId] as const;

/** A guest asked for something, or somebody answered: reads the list again where it is shown. */
export function refetchGuestRequests(storeId: number): void {
  void reread({ queryKey: guestRequestsKey(storeId) });
}
