import { queryOptions } from '@tanstack/react-query';
import { readGroup } from '#contract/wire/groups.ts';
import type { Currency } from '#domain/money.ts';
import type { OrderGroupDetail } from '#domain/order-group.ts';
import { api } from '#data/api/api.ts';
import { reread } from '#data/api/reread.ts';

const keyOf = (storeId: number, id: number) => ['store', storeId, 'group', id] as const;

/** A group with its rows and payments; the engine has the rest of it. */
export const groupDetailQuery = (
  { id: storeId, currency }: { readonly id: number; readonly currency: Currency },
  id: number,
) =>
  queryOptions({
    queryKey: keyOf(storeId, id),
    queryFn: async ({ signal }): Promise<OrderGroupDetail> =>
      readGroup(await api.groups.get({ store_id: storeId, id }, { signal }), currency),
    meta: { keep: true },
  });

/** Reads a group again if a screen shows it; else at its next opening. */
export const refetchGroup = (storeId: number, id: number): void => void reread({ queryKey: keyOf(storeId, id) });
