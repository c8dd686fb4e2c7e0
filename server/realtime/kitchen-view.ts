import type { WireOrder } from '#contract/wire/orders.ts';
import { can, type Member } from '#domain/permissions.ts';
import type { Change } from './announce.ts';

/**
 * What a kitchen screen may know of an order: what to cook, for when, and the name to call. It shows no phone, address,
 * account or payment of a customer, for everybody in the room can read it.
 */
const kitchenOrder = (order: WireOrder): WireOrder => ({
  ...order,
  description: order.description ?? order.user?.fullname ?? null,
  user: null,
  phone: null,
  address: null,
  coordinates: null,
  payments: [],
});

/** The order as that member may see it. */
export const orderSeenBy = (member: Member, order: WireOrder): WireOrder =>
  can('order.readMoney', member) ? order : kitchenOrder(order);

/** An entry of the admins' feed as a kitchen screen gets it: orders alone; of the rest only that there was one. */
export const kitchenChange = ({ order, ...change }: Change): Change =>
  change.type === 'order'
    ? { ...change, ...(order && { order: kitchenOrder(order) }) }
    : { store_seq: change.store_seq, name: 'hidden', at: change.at, type: 'hidden', id: null, ver: 0 };
