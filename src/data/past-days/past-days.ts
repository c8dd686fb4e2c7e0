import { queryOptions } from '@tanstack/react-query';
import { type PastDay, readPastDay } from '#contract/wire/past-days.ts';
import type { Store } from '#domain/store.ts';
import { api } from '#data/api/api.ts';

/** Everything that happened on a day of the store, 'YYYY-MM-DD'. Asked again whenever it is opened: a day may go on. */
export const pastDayQuery = ({ id, currency }: Pick<Store, 'id' | 'currency'>, day: string) =>
  queryOptions({
    queryKey: ['past-day', id, day],
    queryFn: async ({ signal }): Promise<PastDay> =>
      readPastDay(await api.pastDays.read({ store_id: id, day }, { signal }), currency),
    staleTime: 0,
  });
