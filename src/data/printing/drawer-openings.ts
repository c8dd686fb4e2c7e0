import { queryOptions } from '@tanstack/react-query';
import { readInstant } from '#contract/wire/amounts.ts';
import { reread } from '#data/api/reread.ts';
import { cashboxKey } from '#data/cashbox/cashbox-events.ts';
import type { Store } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { printingApi } from './printing-api.ts';

/** Records that a person opens the drawer by hand; the pulse comes after it. Rejects with ApiFailure. */
export async function recordDrawer({ id }: Pick<Store, 'id'>, cashboxId: number): Promise<void> {
  await printingApi.openDrawer({ store_id: id, id: cashboxId });
  await reread({ queryKey: drawerKey(id, cashboxId) });
}

/** A person opened the drawer by hand. */
export interface DrawerOpening {
  readonly at: Instant;
  readonly by: string;
  readonly device: string | null;
  readonly authorised_by: string | null;
}

const drawerKey = (storeId: number, cashboxId: number) => [...cashboxKey(storeId), 'drawer', cashboxId] as const;

/** Who opened the drawer by hand while a register was open, oldest first. */
export const drawerQuery = ({ id }: Pick<Store, 'id'>, cashboxId: number) =>
  queryOptions({
    queryKey: drawerKey(id, cashboxId),
    queryFn: async ({ signal }): Promise<readonly DrawerOpening[]> =>
      (await printingApi.openings({ store_id: id, id: cashboxId }, { signal })).map((opening) => ({
        ...opening,
        at: readInstant(opening.at),
      })),
  });
