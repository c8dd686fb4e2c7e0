import { patchProfile } from '#data/store/stores.ts';
import { queryClient } from '#data/api/query-client.ts';
import type { CashboxNotice } from '#domain/store.ts';
import { isObject } from '#domain/unknown.ts';

/** Apart from cashbox.ts, so that the first screen does not load the register. */
export const cashboxKey = (storeId: number) => ['store', storeId, 'cashbox'] as const;

/** Whether a screen shows the open register. */
export const showsCashbox = (storeId: number): boolean =>
  queryClient
    .getQueryCache()
    .find({ queryKey: cashboxKey(storeId) })
    ?.isActive() === true;

const isNotice = (value: unknown): value is CashboxNotice =>
  isObject(value) &&
  (value['id'] === null || Number.isInteger(value['id'])) &&
  typeof value['block'] === 'boolean' &&
  typeof value['drawer'] === 'boolean';

/** cashbox-updated: which register is open, for every device. Returns false for an unknown format. */
export function tellCashbox(storeId: number, payload: unknown): boolean {
  if (!isNotice(payload)) return false;
  const { id, block, drawer } = payload;
  patchProfile(storeId, (known) => ({ ...known, store: { ...known.store, cashbox: { id, block, drawer } } }));
  return true;
}
