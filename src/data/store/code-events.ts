import { isObject } from '#domain/unknown.ts';
import type { Code } from '#domain/store.ts';
import { catalogTypes } from '#domain/store.ts';
import { patchProfile } from './stores.ts';

/**
 * Events about tables and bars, and the end of a floor map. Every order of a
 * table causes one. It updates that table in the cached profile, so that nothing is fetched again.
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

const withCode = (codes: readonly Code[], code: Code): readonly Code[] =>
  codes.some((c) => c.id === code.id) ? codes.map((c) => (c.id === code.id ? code : c)) : [...codes, code];

/** code-created, code-updated. Returns false for an unknown format, and then changes nothing. */
export function tellCode(storeId: number, payload: unknown): boolean {
  if (!isCode(payload)) return false;
  patchProfile(storeId, (known) => ({ ...known, codes: withCode(known.codes, payload) }));
  return true;
}

/** code-removed; returns false in the same case. */
export function tellCodeRemoved(storeId: number, payload: unknown): boolean {
  const id = idIn(payload);
  if (id === null) return false;
  patchProfile(storeId, (known) => ({ ...known, codes: known.codes.filter((c) => c.id !== id) }));
  return true;
}

/** map-removed; returns false in the same case. */
export function tellMapRemoved(storeId: number, payload: unknown): boolean {
  const id = idIn(payload);
  if (id === null) return false;
  patchProfile(storeId, (known) => ({ ...known, maps: known.maps.filter((m) => m.id !== id) }));
  return true;
}
