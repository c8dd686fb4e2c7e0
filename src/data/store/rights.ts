import { queryClient } from '#data/api/query-client.ts';
import { isRefusal } from './store-data.ts';
import { storeQueries } from './stores.ts';

/** Something of the store was refused or a channel was closed: what this person still is there is asked now. */
export function askAboutRights(storeId: number, error: unknown): void {
  if (!isRefusal(error)) return;
  void queryClient.refetchQueries({ queryKey: storeQueries.profile(storeId).queryKey }, { cancelRefetch: false });
}
