import { and, eq } from 'drizzle-orm';
import { money } from '#domain/money.ts';
import { after, type Instant, minutes } from '#domain/time.ts';
import type { Uuid } from '#domain/ids.ts';
import type { Tx } from '#server/db/database.ts';
import { orders } from '#server/db/schema/orders.ts';
import { ticketMessages, tickets } from '#server/db/schema/support.ts';
import { insertPayout } from '#server/modules/payouts/payouts-store.ts';

/** A rider on the way with money and an unread support answer, so the demo shows both. */
export async function insertSupport(
  tx: Tx,
  storeId: number,
  { userId, ids, now }: { readonly userId: number; readonly ids: { uuid(): Uuid }; readonly now: Instant },
): Promise<void> {
  const provider = 'sandbox';
  await insertPayout(tx, {
    storeId,
    provider,
    reference: 'demo-1',
    amount: money(4_730_000),
    code: '4821',
    rider: { name: 'Hernán' },
    at: after(now, -minutes(12)),
  });
  const [order] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.store_id, storeId), eq(orders.type, 'DELIVERY')));
  if (!order) return;
  const opened = after(now, -minutes(18));
  const answered = after(now, -minutes(9));
  const [ticket] = await tx
    .insert(tickets)
    .values({
      store_id: storeId,
      order_id: order.id,
      reason: 'rider',
      status: 'open',
      opened_by: userId,
      created_at: opened,
      updated_at: answered,
    })
    .returning({ id: tickets.id });
  if (!ticket) return;
  const about = { store_id: storeId, ticket_id: ticket.id };
  await tx.insert(ticketMessages).values([
    {
      ...about,
      from: 'store',
      message: 'El cadete salió hace media hora y el cliente pregunta dónde está.',
      hash: ids.uuid(),
      author_id: userId,
      read_by: [userId],
      created_at: opened,
    },
    {
      ...about,
      from: 'core',
      message: 'Ya hablamos con Hernán: está a cinco cuadras, llega en unos minutos.',
      hash: ids.uuid(),
      author_id: null,
      read_by: [],
      created_at: answered,
    },
  ]);
}
