import { fail, ok, type Result } from '#domain/errors.ts';
import { deleteOrder } from '#server/modules/orders/delete-order.ts';
import { loadOrder, lockOrder } from '#server/modules/orders/orders-store.ts';
import { type PanelCall, partnerPanel } from './panel-call.ts';

/** Removes an order with everything that belongs to it, and tells it. */
export async function removeOrder(call: PanelCall, id: number): Promise<Result<null>> {
  const { tx, storeId, currency, at } = call;
  const locked = await lockOrder(tx, storeId, id);
  const order = locked && (await loadOrder(tx, storeId, id));
  if (!order) return fail('not_found');
  await deleteOrder(tx, order, { storeId, actor: partnerPanel, command: null, currency, at, tellsPlaces: true });
  return ok(null);
}
