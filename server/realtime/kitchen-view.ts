import type { WireOrder } from '#contract/wire/orders.ts';
import { can, type Member } from '#domain/permissions.ts';
import { customerRole } from '#domain/roles.ts';
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

/** An order for its own customer: without what the store knows of them, and without who sold it. */
export const customerOrder = (order: WireOrder): WireOrder => ({ ...order, user: null, seller: null });

/** The order as that member may see it. */
export function orderSeenBy(member: Member, order: WireOrder): WireOrder {
  if (member.pivot.role === customerRole) return customerOrder(order);
  return can('order.readMoney', member) ? order : kitchenOrder(order);
}

/** A feed entry as a kitchen screen gets it: orders only; every other change keeps just its sequence number. */
export const kitchenChange = ({ order, customer: _customer, ...change }: Change): Change =>
  change.type === 'order'
    ? { ...change, ...(order && { order: kitchenOrder(order) }) }
    : { store_seq: change.store_seq, name: 'hidden', at: change.at, type: 'hidden', id: null, ver: 0 };
