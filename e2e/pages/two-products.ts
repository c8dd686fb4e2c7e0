import { cashPayment, plainSubmission } from '#testing/submission.ts';
import { randomUUID } from 'node:crypto';
import type { OrderSubmission } from '#contract/order-submission.ts';
import type { WireOrder } from '#contract/wire/orders.ts';
import type { ApiUser } from '#e2e/api.ts';
import { test as base } from '#e2e/fixtures.ts';

interface TwoProducts {
  /** Takes an order of two products, with quantities 2 and 1, paid in cash; finishes it after the test. */
  takeTwo: (customer: string) => Promise<WireOrder>;
  ana: ApiUser;
}

/** Journeys with orders of two products. */
export const testOfTwo = base.extend<TwoProducts>({
  ana: async ({ apiUser }, use) => {
    await use(await apiUser('ana'));
  },
  takeTwo: async ({ ana }, use) => {
    const taken: WireOrder[] = [];
    await use(async (customer) => {
      const order = await ana.send(await twoProducts(ana, customer));
      taken.push(order);
      return order;
    });
    for (const { id } of taken) {
      const now = await ana.order(id);
      if (!['COMPLETE', 'REJECTED'].includes(now.status)) await ana.changeStatus(now, 'COMPLETE');
    }
  },
});

async function twoProducts(ana: ApiUser, customer: string): Promise<OrderSubmission> {
  const [first, second] = await ana.plainItems();
  if (!first || !second) throw new Error('the demo shop has no two plain items');
  return plainSubmission([{ ...first, quantity: 2 }, second], {
    uid: randomUUID(),
    description: customer,
    payments: [cashPayment(first.price * 2 + second.price)],
  });
}

export const removeRow = (user: ApiUser, order: WireOrder, row: number) =>
  user.call<WireOrder>('DELETE', `/store/1/orders/${order.id}/item/${order.order_detail[row]?.id}`, undefined, {
    'idempotency-key': randomUUID(),
  });

export const payInCash = (user: ApiUser, order: WireOrder, amount: number) =>
  user.call<WireOrder>(
    'PATCH',
    `/store/1/orders/${order.id}`,
    { payments: [{ method: 'cash', amount, option: 'cash', type: 'exact', value: null }] },
    { 'idempotency-key': randomUUID(), 'if-match': `"${order.money_rev}"` },
  );
