import type { WireOrder } from '#contract/wire/orders.ts';
import { can, type Member } from '#domain/permissions.ts';
import type { Change } from './announce.ts';

/**
 * The part of an order that a kitchen screen may show: its items, its time, and the name to call. Without the
 * customer's phone, address, account or payment, because everyone in the room can read the screen.
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

/** A feed entry as a kitchen screen gets it: orders only; every other change keeps just its sequence number. */
export const kitchenChange = ({ order, ...change }: Change): Change =>
  change.type === 'order'
    ? { ...change, ...(order && { order: kitchenOrder(order) }) }
    : { store_seq: change.store_seq, name: 'hidden', at: change.at, type: 'hidden', id: null, ver: 0 };
