import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { receiptsOfOrder } from '#contract/alerts.ts';
import { api } from '#data/api/api.ts';

export type OrderReceipts = z.infer<typeof receiptsOfOrder>;

const againMs = 15_000;

/** GET /store/{id}/orders/{id}/receipts; polled while the list is on screen and the order still waits. */
export const receiptsQuery = (storeId: number, orderId: number, waiting: boolean) =>
  queryOptions({
    queryKey: ['receipts', storeId, orderId],
    queryFn: () => api.alerts.receipts({ store_id: storeId, id: orderId }),
    staleTime: 0,
    gcTime: 60_000,
    refetchInterval: waiting ? againMs : false,
  });
