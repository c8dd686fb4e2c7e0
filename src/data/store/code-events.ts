import { isObject } from '#domain/unknown.ts';
import type { Profile } from '#contract/wire/stores.ts';
import type { Code } from '#domain/store.ts';
import { catalogTypes } from '#domain/store.ts';
import { queryClient } from '#data/api/query-client.ts';
import { storeQueries } from './stores.ts';
import { noteCode, withCodes } from './told-codes.ts';

/**
 * Events about tables and bars. Every order of a table causes one. It updates that table in the cached
 * profile, so that nothing is fetched again.
 */

const isCode = (value: unknown): value is Code =>
  isObject(value) &&
  Number.isInteger(value['id']) &&
  typeof value['code'] === 'string' &&
  typeof value['description'] === 'string' &&
  catalogTypes.some((type) => type === value['type']) &&
  typeof value['group'] === 'boolean' &&
  typeof value['default'] === 'boolean' &&
  Number.isInteger(value['waiting_count']);

const idIn = (value: unknown): number | null =>
  isObject(value) && typeof value['id'] === 'number' ? value['id'] : null;

function apply(storeId: number, id: number, code: Code | null): void {
  noteCode(storeId, id, code);
  const { queryKey } = storeQueries.profile(storeId);
  queryClient.setQueryData<Profile>(
    queryKey,
    (known) => known && { ...known, codes: withCodes(known.codes, new Map([[id, code]])) },
    { updatedAt: queryClient.getQueryState(queryKey)?.dataUpdatedAt },
  );
}

/** code-created, code-updated. Returns false for an unknown format, and then changes nothing. */
export function tellCode(storeId: number, payload: unknown): boolean {
  if (!isCode(payload)) return false;
  apply(storeId, payload.id, payload);
  return true;
}

/** code-removed; returns false in the same case. */
export function tellCodeRemoved(storeId: number, payload: unknown): boolean {
  const id = idIn(payload);
  if (id === null) return false;
  apply(storeId, id, null);
  return true;
}
