import { eq } from 'drizzle-orm';
import type { OrderSubmission } from '#contract/order-submission.ts';
import { orders } from '#server/db/schema/orders.ts';
import type { Person } from '#server/seed/people.ts';
import { readCreated } from './read.ts';
import { buildSubmission, cashOf, type Wanted } from './submissions.ts';
import { type Answer, command, type TestServer } from './test-server.ts';

interface CustomerOrder {
  readonly who?: Person;
  readonly wanted?: Wanted;
  readonly more?: Partial<OrderSubmission>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An order as a customer sends it: take away, paid in cash, unless `wanted` and `more` say otherwise. */
export async function askAsCustomer(
  server: TestServer,
  { who = 'fede', wanted = {}, more = {}, headers = {} }: CustomerOrder = {},
): Promise<Answer> {
  const submission = await buildSubmission(server, { type: 'TAKEAWAY', ...wanted });
  const body = { ...submission, payments: [cashOf(submission.total)], ...more };
  return server.ask(who, `/store/${wanted.storeId ?? 1}/orders`, {
    method: 'POST',
    body,
    headers: { ...command(), ...headers },
  });
}

export const orderAsCustomer = async (server: TestServer, order: CustomerOrder = {}) =>
  readCreated(await askAsCustomer(server, order));

/** Ends the live orders of customers, so that none is over the limit. */
export const endCustomerOrders = ({ db }: Pick<TestServer, 'db'>) =>
  db.direct.update(orders).set({ status: 'COMPLETE' }).where(eq(orders.origin, 'customer'));
