import { eq } from 'drizzle-orm';
import { money } from '#domain/money.ts';
import { orderGroups, orders, payments } from '#server/db/schema/orders.ts';
import { insertAttempt, type Payable } from '#server/modules/attempts/attempts-store.ts';
import type { TestServer } from './test-server.ts';

/** Makes an order or group of La Esquina PAYING, by a QR of 100 pesos of which no provider knows yet. */
export async function startedPayment({ db, clock }: Pick<TestServer, 'db' | 'clock'>, payable: Payable): Promise<void> {
  const at = clock.now();
  const amount = money(10_000);
  const isOrder = payable.type === 'order';
  await db.store(1, 'write', async (tx) => {
    if (isOrder) await tx.update(orders).set({ status: 'PAYING' }).where(eq(orders.id, payable.id));
    else await tx.update(orderGroups).set({ status: 'PAYING' }).where(eq(orderGroups.id, payable.id));
    const row = { method: 'mercadopago-qr', amount, option: 'mercadopago-qr', status: 'PENDING' } as const;
    const of = { order_id: isOrder ? payable.id : null, order_group_id: isOrder ? null : payable.id };
    const [payment] = await tx
      .insert(payments)
      .values({ ...row, ...of, store_id: 1, can_modify: true })
      .returning({ id: payments.id });
    const charge = { provider: 'mercadopago', currency: 'ARS', method: row.method, amount, card: null } as const;
    insertAttempt(tx, 1, { payable, paymentId: payment?.id ?? 0, ...charge, by: 1, at });
  });
}
