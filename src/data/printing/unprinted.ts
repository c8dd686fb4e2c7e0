import { create } from 'zustand';
import { readInstant } from '#contract/wire/amounts.ts';
import type { Unprinted } from '#domain/unprinted.ts';
import { printingApi } from './printing-api.ts';

/** The orders of the open store that raise their hand, by their id. */
export const useUnprinted = create<{ readonly byOrder: ReadonlyMap<number, Unprinted> }>(() => ({
  byOrder: new Map(),
}));

export const showUnprinted = (rows: readonly Unprinted[]): void =>
  useUnprinted.setState({ byOrder: new Map(rows.map((row) => [row.order_id, row])) });

/** Orders that should be on paper and are not, or perhaps not. Rejects with ApiFailure. */
export async function fetchUnprinted(storeId: number): Promise<readonly Unprinted[]> {
  const rows = await printingApi.unprinted({ store_id: storeId });
  return rows.map((row) => ({ ...row, since: readInstant(row.since) }));
}

/** A person says that whoever needs the order has it. Rejects with ApiFailure. */
export async function settleUnprinted(storeId: number, orderId: number): Promise<void> {
  await printingApi.settle({ store_id: storeId, id: orderId });
}
