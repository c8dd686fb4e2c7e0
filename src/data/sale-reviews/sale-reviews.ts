import { queryOptions, useQuery } from '@tanstack/react-query';
import { readSaleReview } from '#contract/wire/sale-reviews.ts';
import { api } from '#data/api/api.ts';
import { queryClient } from '#data/api/query-client.ts';
import { reread } from '#data/api/reread.ts';
import { saleReviewsRefreshMs } from '#domain/limits.ts';
import type { SaleReview } from '#domain/sale-reviews.ts';
import type { Store } from '#domain/store.ts';

const keyOf = (storeId: number) => ['store', storeId, 'sale-reviews'] as const;

type ReviewStore = Pick<Store, 'id' | 'currency'>;

/** Read again every few minutes: no event announces them, and none of them is urgent. */
const reviewsQuery = ({ id, currency }: ReviewStore) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: async ({ signal }): Promise<readonly SaleReview[]> =>
      (await api.saleReviews.list({ store_id: id }, { signal })).map((r) => readSaleReview(r, currency)),
    staleTime: saleReviewsRefreshMs,
    refetchInterval: saleReviewsRefreshMs,
  });

export const useSaleReviews = (store: ReviewStore) => useQuery(reviewsQuery(store));

const refetchSaleReviews = (storeId: number): void => void reread({ queryKey: keyOf(storeId) });

/** Marks the sale as reviewed. Rejects with ApiFailure. */
export async function closeSaleReview(storeId: number, { order_id }: Pick<SaleReview, 'order_id'>): Promise<void> {
  await api.saleReviews.close({ store_id: storeId, id: order_id });
  queryClient.setQueryData<readonly SaleReview[]>(keyOf(storeId), (known) =>
    known?.filter((r) => r.order_id !== order_id),
  );
  refetchSaleReviews(storeId);
}
