import type { Member } from '#domain/permissions.ts';
import { can } from '#domain/permissions.ts';
import type { RouteName } from '#domain/routes.ts';
import type { ServiceType, Store } from '#domain/store.ts';
import { immediateServices } from '#domain/store.ts';

export type MenuEntry =
  | { readonly id: 'home' | 'board' | 'maps' | 'codes' | 'cashbox' | 'config'; readonly route: RouteName }
  | { readonly id: 'local' | 'takeaway' | 'delivery'; readonly service: ServiceType };

/** Whether the store has any. */
export interface StorePlaces {
  readonly maps: boolean;
  readonly codes: boolean;
}

/** The side menu's entries for this user in this store (H-15 to H-21, H-23, H-24, T-29); only screens that exist. */
export function menuEntries(
  store: Pick<Store, 'services' | 'status' | 'pivot' | 'plan'>,
  has: StorePlaces,
): MenuEntry[] {
  const member: Member = store;
  const services = immediateServices(store);
  const takes = can('order.create', member);
  return [
    { id: 'home', route: 'store.home' },
    ...(can('board.view', member) ? [{ id: 'board', route: 'store.orders.kanban' } as const] : []),
    ...(has.maps && can('maps.view', member) ? [{ id: 'maps', route: 'store.maps.index' } as const] : []),
    ...(has.codes && can('codes.view', member) ? [{ id: 'codes', route: 'store.codes.index' } as const] : []),
    ...(takes && services.includes('LOCAL') ? [{ id: 'local', service: 'LOCAL' } as const] : []),
    ...(takes && services.includes('TAKEAWAY') ? [{ id: 'takeaway', service: 'TAKEAWAY' } as const] : []),
    ...(takes && services.includes('DELIVERY') ? [{ id: 'delivery', service: 'DELIVERY' } as const] : []),
    ...(can('cashbox.view', member) ? [{ id: 'cashbox', route: 'store.cashbox.index' } as const] : []),
    ...(can('config.view', member) ? [{ id: 'config', route: 'store.config.index' } as const] : []),
  ];
}
