import { queryClient } from '#data/api/query-client.ts';
import { tabRecord } from '#platform/tab-record.ts';
import { storeQueries } from './stores.ts';

/**
 * Reads the store once in each session of a window, unless this page has read it: what an earlier session left on the
 * device is shown, and not taken for current (F-37, D-06).
 */
export async function renewInSession(storeId: number): Promise<void> {
  const session = tabRecord(`store-${storeId}`, (value) => value === true);
  if (session.read()) return;
  try {
    await queryClient.fetchQuery({ ...storeQueries.profile(storeId), staleTime: performance.now() });
    session.write(true);
  } catch {
    // Without the server what is known stays; the next page of the window tries again.
  }
}
