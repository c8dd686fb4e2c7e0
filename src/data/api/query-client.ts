import { QueryClient } from '@tanstack/react-query';
import { classOf, ApiFailure } from '#sync/failure.ts';

const gcTimeMs = 24 * 60 * 60_000;

/** For reads only; every change goes through the outbox. A refusal is final and is not retried. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: gcTimeMs,
      staleTime: 60_000,
      // Show cached data at once and refresh it silently. Without a network the query waits for one.
      networkMode: 'offlineFirst',
      retry: (count, error) =>
        count < 2 && error instanceof ApiFailure && classOf(error) === 'unknown' && navigator.onLine,
      retryDelay: (attempt) => Math.min(8_000, 500 * 2 ** attempt),
    },
  },
});
