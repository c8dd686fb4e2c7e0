import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { users } from '#server/db/schema/accounts.ts';
import { orders } from '#server/db/schema/orders.ts';
import { stores } from '#server/db/schema/stores.ts';
import { endCustomerOrders } from '#server/testing/customers.ts';
import { portOf } from '#server/testing/sockets.ts';
import { resetStoreStatus } from '#server/testing/store-status.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { demoCustomers, orderOnce } from './demo-customer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

const shop = () => ({
  url: `http://127.0.0.1:${portOf(server)}`,
  storeId: 1,
  signal: AbortSignal.timeout(60_000),
  onWait: (): void => {},
  now: () => server.clock.now(),
});
const [sofia, mateo] = demoCustomers(100);
if (!sofia || !mateo) throw new Error('nobody');

it('are a hundred people, each with an address and a phone of their own', () => {
  const people = demoCustomers(100);
  for (const key of ['email', 'fullname', 'phone'] as const)
    expect([key, new Set(people.map((p) => p[key])).size]).toEqual([key, 100]);
});

it('sign up once and order from the menu; the next order waits for the end of the last one', async () => {
  expect(await orderOnce(shop(), sofia)).toMatch(/^ordered \d+, (TAKEAWAY|DELIVERY)$/);
  const [person] = await server.db.direct.select().from(users).where(eq(users.email, sofia.email));
  expect(person?.fullname).toBe('Sofía Gómez');
  const ordered = () =>
    server.db.direct
      .select()
      .from(orders)
      .where(eq(orders.user_id, person?.id ?? 0));
  expect((await ordered()).map((o) => [o.origin, o.status])).toEqual([['customer', 'PENDING']]);
  expect(await orderOnce(shop(), sofia)).toBe('waits for the last order');
  await endCustomerOrders(server);
  // Another start of the script knows no token.
  expect(await orderOnce(shop(), { ...sofia, token: null })).toMatch(/^ordered \d+/);
  expect(await ordered()).toHaveLength(2);
});

it('find a store that is closed, and tell a server that does not answer', async () => {
  await server.db.direct.update(stores).set({ open: false }).where(eq(stores.id, 1));
  expect(await orderOnce(shop(), mateo)).toBe('finds the store closed');
  await resetStoreStatus(server);
  await expect(orderOnce({ ...shop(), url: 'http://127.0.0.1:9' }, mateo)).rejects.toThrow();
});
