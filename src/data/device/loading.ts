import { readFailureText } from '#data/api/failure.ts';

interface QueryState<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly errorUpdateCount: number;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** A query's data or, in words, why there is none; `onRetry` fetches again. */
export const loading = <T>({ data, error, errorUpdateCount, isFetching, refetch }: QueryState<T>) => ({
  data,
  problem: error === null ? null : readFailureText(error),
  hasFailed: errorUpdateCount > 0,
  retrying: isFetching,
  onRetry: () => void refetch(),
});
