import { queryClient } from '#data/api/query-client.ts';
import { isRefusal } from './store-data.ts';
import { storeQueries } from './stores.ts';

/** After a refused request or channel: reloads the profile to learn the person's current rights. */
export function askAboutRights(storeId: number, error: unknown): void {
  if (!isRefusal(error)) return;
  void queryClient.refetchQueries({ queryKey: storeQueries.profile(storeId).queryKey }, { cancelRefetch: false });
}
