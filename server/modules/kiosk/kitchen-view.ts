import type { WireOrder } from '#contract/wire/orders.ts';
import { kitchenRole } from '#domain/store.ts';
import type { StoreMember } from '#server/modules/account/access-store.ts';
import type { Change } from '#server/realtime/announce.ts';

/**
 * What a kitchen screen may know of an order: what to cook, for when, and the name to call. No phone, address, account
 * or payment of a customer hangs on the wall.
 */
export const kitchenOrder = (order: WireOrder): WireOrder => ({
  ...order,
  description: order.description ?? order.user?.fullname ?? null,
  user: null,
  phone: null,
  address: null,
  coordinates: null,
  payments: [],
});

/** The order as that member may see it. */
export const orderSeenBy = ({ pivot }: Pick<StoreMember, 'pivot'>, order: WireOrder): WireOrder =>
  pivot.role === kitchenRole ? kitchenOrder(order) : order;

/** An entry of the admins' feed as a kitchen screen gets it: orders alone; of the rest nothing but that there was one. */
export const kitchenChange = ({ order, ...change }: Change): Change =>
  change.type === 'order'
    ? { ...change, ...(order && { order: kitchenOrder(order) }) }
    : { store_seq: change.store_seq, name: 'hidden', at: change.at, type: 'hidden', id: null, ver: 0 };
