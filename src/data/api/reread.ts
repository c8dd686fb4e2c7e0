import type { QueryFilters } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/**
 * Reads again what a change has made old. A first load that a screen waits for begins anew: its answer may be older than
 * the change, and `invalidateQueries` alone would wait for it and not ask again.
 */
export function reread(filters: QueryFilters): Promise<void> {
  for (const query of queryClient.getQueryCache().findAll({ type: 'active', ...filters }))
    if (query.state.data === undefined) void query.cancel({ silent: true });
  return queryClient.invalidateQueries(filters);
}
