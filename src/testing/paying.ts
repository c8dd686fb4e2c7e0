import type { WireGroup } from '#contract/wire/groups.ts';
import type { WireOrder } from '#contract/wire/orders.ts';
import type { PayableType, ProviderState } from '#domain/paying.ts';
import { pursueDue } from '#server/modules/payments/charging.ts';
import { knownAt, sandboxOf, startedPayment } from '#server/testing/payments.ts';
import { apiUserOf, screenServer } from './screen-server.ts';
import { openedTable } from './tables.ts';

/** Lets the time pass and asks the provider about what is due, as the server's timer does. */
export async function reconcile(seconds = 15): Promise<void> {
  const { server } = screenServer();
  server.clock.jump(seconds * 1_000);
  await pursueDue(server.deps);
}

/** What the provider says of a payment from now on; then the server asks. */
export async function becomes(
  state: ProviderState,
  order: { readonly id: number },
  type: PayableType = 'order',
): Promise<void> {
  const { server } = screenServer();
  sandboxOf(server).orders.move(await knownAt(server, { type, id: order.id }), state);
  await reconcile();
}

/** An order that is being paid by QR. */
export async function payingOrder(customer: string, who: 'ana' | 'diego' = 'ana'): Promise<WireOrder> {
  const order = await (await apiUserOf(who)).takeOrder(customer);
  await startedPayment(screenServer().server, { type: 'order', id: order.id });
  return order;
}

/** A table that is being paid by QR. */
export async function payingTable(place: string): Promise<WireGroup> {
  const group = await openedTable(place);
  await startedPayment(screenServer().server, { type: 'orderGroup', id: group.id });
  return group;
}
