import type { WireOrder } from '#contract/wire/orders.ts';
import { test as base } from '#e2e/fixtures.ts';

/** Takes an order for the customer and finishes it after the test, so that later tests find their cards in view. */
export const testOfOrders = base.extend<{ takeOrder: (customer: string) => Promise<WireOrder> }>({
  takeOrder: async ({ apiUser }, use) => {
    const ana = await apiUser('ana');
    const taken: WireOrder[] = [];
    await use(async (customer) => {
      const order = await ana.takeOrder(customer);
      taken.push(order);
      return order;
    });
    for (const { id } of taken) {
      const now = await ana.order(id);
      if (now.status !== 'COMPLETE') await ana.changeStatus(now, 'COMPLETE');
    }
  },
});
