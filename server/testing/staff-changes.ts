import { eq } from 'drizzle-orm';
import type { DelayMinutes } from '#domain/order-delay.ts';
import type { OrderStatus, RejectReason } from '#domain/order.ts';
import { orders } from '#server/db/schema/orders.ts';
import { command, type TestServer } from './test-server.ts';

/** Changes of an order by the staff, based on what it is now. */
export function changesByStaff(server: () => TestServer) {
  async function patch(path: string, body: object, headers = command()): Promise<void> {
    const { status } = await server().ask('ana', `/store/1/orders/${path}`, { method: 'PATCH', body, headers });
    if (status !== 200) throw new Error(`the order was not changed: ${status}`);
  }
  async function onCurrent(id: number): Promise<Record<string, string>> {
    const [row] = await server().db.direct.select().from(orders).where(eq(orders.id, id));
    return command({ rev: row?.status_rev ?? 0 });
  }
  return {
    move: async (id: number, status: OrderStatus) => patch(`${id}`, { status }, await onCurrent(id)),
    rejected: async (id: number, reject_reason: RejectReason) =>
      patch(`${id}/reject`, { reject_reason }, await onCurrent(id)),
    delayed: (id: number, minutes: DelayMinutes) => patch(`${id}/delay`, { minutes }),
  };
}
