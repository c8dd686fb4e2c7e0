import { QueryClient } from '@tanstack/react-query';
import { classOf, ApiFailure } from '#sync/failure.ts';

const gcTimeMs = 24 * 60 * 60_000;

/** Reads only; every change goes through the outbox. A refusal is an answer and is not asked again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: gcTimeMs,
      staleTime: 60_000,
      // Cached data is shown at once and refreshed silently; without a network the query simply waits for one.
      networkMode: 'offlineFirst',
      retry: (count, error) =>
        count < 2 && error instanceof ApiFailure && classOf(error) === 'unknown' && navigator.onLine,
      retryDelay: (attempt) => Math.min(8_000, 500 * 2 ** attempt),
    },
  },
});
