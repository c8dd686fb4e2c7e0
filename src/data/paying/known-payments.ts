import { useQuery } from '@tanstack/react-query';
import { readKnownPayments } from '#contract/wire/paying.ts';
import type { KnownPayments } from '#domain/known-payments.ts';
import { isUnsettled } from '#domain/known-payments.ts';
import { payingLookMs } from '#domain/limits.ts';
import type { Store } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { instant } from '#domain/time.ts';
import { deviceClock } from '#platform/clock.ts';
import { api } from '#data/api/api.ts';
import { readFailure } from '#data/api/failure.ts';
import type { ReadFailure } from '#data/api/failure.ts';
import type { PayableRef } from './payment-events.ts';
import { knownPaymentsKey } from './payment-events.ts';

/** What is known of payments, and how far the server's clock was ahead of this device's. */
interface ReadPayments extends KnownPayments {
  readonly aheadMs: number;
}

export interface ShownPayments {
  /** undefined until it has loaded; also the last answer while there is no network. */
  readonly known: ReadPayments | undefined;
  /** When the server said so, by this device's clock. */
  readonly readAt: Instant;
  /** Why the last read failed; null: it did not. */
  readonly failure: ReadFailure | null;
  readonly reading: boolean;
  readonly read: () => void;
}

/**
 * Everything that is known of the payments of an order or table. Read again with each of its events, and every few
 * seconds while a provider is asked. Stored, so that the last answer can be seen without a network.
 */
export function useKnownPayments(store: Pick<Store, 'id' | 'currency'>, payable: PayableRef): ShownPayments {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    queryKey: knownPaymentsKey(store.id, payable),
    queryFn: async ({ signal }): Promise<ReadPayments> => {
      const at = { store_id: store.id, id: payable.id };
      const wire =
        payable.type === 'order'
          ? await api.orders.payments(at, { signal })
          : await api.groups.payments(at, { signal });
      const known = readKnownPayments(wire, store.currency);
      return { ...known, aheadMs: known.now - deviceClock.now() };
    },
    staleTime: 0,
    // A failure is said at once, as on the paying screen.
    retry: false,
    meta: { keep: true },
    refetchInterval: ({ state }) => (state.data?.payments.some(isUnsettled) ? payingLookMs : false),
  });
  return {
    known: data,
    readAt: instant(dataUpdatedAt),
    failure: error === null ? null : readFailure(error),
    reading: isFetching,
    read: () => void refetch(),
  };
}
