import { isObject } from '#domain/unknown.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { readPayout } from '#contract/wire/payouts.ts';
import type { Payout } from '#domain/payouts.ts';
import type { Store } from '#domain/store.ts';
import { api } from '#data/api/api.ts';
import { queryClient } from '#data/api/query-client.ts';
import { reread } from '#data/api/reread.ts';

const payoutsKey = (storeId: number) => ['store', storeId, 'payouts'] as const;

type PayoutStore = Pick<Store, 'id' | 'currency'>;

/** Money that riders bring and that no person has confirmed. In memory only: a code is never written to disk (D-06). */
const pendingQuery = ({ id, currency }: PayoutStore) =>
  queryOptions({
    queryKey: payoutsKey(id),
    queryFn: async ({ signal }): Promise<readonly Payout[]> =>
      (await api.payouts.list({ store_id: id }, { signal })).map((p) => readPayout(p, currency)),
    staleTime: 0,
  });

export const usePayouts = (store: PayoutStore) => useQuery(pendingQuery(store));

export const refetchPayouts = (storeId: number): void => void reread({ queryKey: payoutsKey(storeId) });

let untold = false;
let listener: (() => void) | null = null;

/**
 * Calls the listener when money is on its way, also for an event that arrived before it. One listener at a time.
 */
export function onNewPayouts(tell: () => void): () => void {
  listener = tell;
  if (untold) tell();
  untold = false;
  return () => {
    if (listener === tell) listener = null;
  };
}

/** payout-updated. */
export function tellPayout(storeId: number, payload: unknown): void {
  refetchPayouts(storeId);
  const isNew = isObject(payload) && payload['status'] === 'PENDING';
  if (!isNew) return;
  if (listener) listener();
  else untold = true;
}

/** Confirms that the money was counted (U-23). Rejects with ApiFailure: 422 for a wrong code. */
export async function sendPayoutConfirmation(
  storeId: number,
  { id, code }: Pick<Payout, 'id' | 'code'>,
): Promise<void> {
  await api.payouts.confirm({ store_id: storeId, payout_id: id, code });
  queryClient.setQueryData<readonly Payout[]>(payoutsKey(storeId), (known) => known?.filter((p) => p.id !== id));
  refetchPayouts(storeId);
}
