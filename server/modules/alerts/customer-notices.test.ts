import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { after, instant } from '#domain/time.ts';
import { users } from '#server/db/schema/accounts.ts';
import { customerNotices } from '#server/db/schema/alerts.ts';
import { orders } from '#server/db/schema/orders.ts';
import { gateways } from '#server/db/schema/stores.ts';
import { audit } from '#server/db/schema/sync.ts';
import type { PushPort } from '#server/push/port.ts';
import { pushedOrder, recordingPush } from '#server/testing/recording-push.ts';
import { readCreated } from '#server/testing/read.ts';
import { changesByStaff } from '#server/testing/staff-changes.ts';
import { sendOrder } from '#server/testing/submissions.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { rejectReasonMessages } from '#texts/order-details.ts';
import { hourLabel } from '#texts/time.ts';
import { tellCustomers, watchCustomerNotices } from './customer-notices.ts';

let server: TestServer;
/** Federico's id, the demo's customer. */
let fede: number;
const service = recordingPush();
const { pushed } = service;

beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'), { makePush: service.makePush });
  const [row] = await server.db.direct.select().from(users).where(eq(users.email, 'fede@demo.marche'));
  fede = row?.id ?? 0;
});
afterAll(() => server.close());
beforeEach(async () => {
  // Changes of earlier tests become too old for a notice.
  await age('1 hour');
  pushed.length = 0;
  service.fails = false;
  server.errors.length = 0;
});

/** Moves all changes into the past. The clock itself stays, so tokens remain valid. */
const age = (by: string) =>
  server.db.direct.update(orders).set({
    status_at: sql`${orders.status_at} - ${by}::interval`,
    updated_at: sql`${orders.updated_at} - ${by}::interval`,
  });

/** An order marked as a customer's: only staff can create orders through the API. */
async function ordered(): Promise<{ id: number; number: number }> {
  const { id, number } = readCreated(await sendOrder(server));
  await server.db.direct.update(orders).set({ user_id: fede, origin: 'customer' }).where(eq(orders.id, id));
  return { id, number: number ?? 0 };
}

const { move, rejected, delayed } = changesByStaff(() => server);

/** The ready time of an order as La Esquina's local time. */
const readyHour = async (id: number): Promise<string> => {
  const [row] = await server.db.direct.select().from(orders).where(eq(orders.id, id));
  if (!row?.ready_by) throw new Error('no hour');
  return hourLabel(row.ready_by, 'America/Argentina/Buenos_Aires');
};

const look = () => tellCustomers(server.deps);
const lookAfter = (ms: number) => {
  server.clock.jump(ms);
  return look();
};
const bodies = () => pushed.map((p) => p.body);

describe('what became of an order, told to its customer (D-08)', () => {
  it('each step once, 6 s after it was made', async () => {
    const { id, number } = await ordered();
    await move(id, 'ACCEPTED');
    await lookAfter(5_999);
    expect(pushed).toEqual([]);
    await lookAfter(1);
    await look();
    await lookAfter(60_000);
    expect(pushed).toEqual([
      {
        to: [fede],
        title: `Tu pedido Nro. ${number}`,
        body: 'Aceptado por La Esquina.',
        data: { store_id: 1, order_id: id, kind: 'changed' },
      },
    ]);
    expect(await server.db.direct.select().from(audit).where(eq(audit.action, 'order.tellCustomer'))).toMatchObject([
      { actor_kind: 'timer', actor_name: 'customer-notices', entity_id: String(id), after: { status: 'ACCEPTED' } },
    ]);
    for (const status of ['DELIVER', 'COMPLETE'] as const) {
      await move(id, status);
      await lookAfter(6_000);
    }
    expect(bodies().slice(1)).toEqual([
      'Por entregar: La Esquina ya lo tiene listo.',
      'Entregado por La Esquina. ¡Gracias!',
    ]);
  });

  it('a new order is no news, however it was made', async () => {
    const { id } = await ordered();
    await lookAfter(6_000);
    await server.db.direct.update(orders).set({ status: 'ACCEPTED' }).where(eq(orders.id, id));
    await look();
    expect(pushed).toEqual([]);
  });

  it('a step that was taken back is not told, nor the one before it again', async () => {
    const { id } = await ordered();
    await move(id, 'ACCEPTED');
    server.clock.jump(4_000);
    await look();
    await move(id, 'PENDING');
    await lookAfter(6_000);
    expect(pushed).toEqual([]);
    await move(id, 'ACCEPTED');
    await lookAfter(6_000);
    await move(id, 'DELIVER');
    server.clock.jump(4_000);
    await move(id, 'ACCEPTED');
    await lookAfter(6_000);
    expect(bodies()).toEqual(['Aceptado por La Esquina.']);
    await move(id, 'DELIVER');
    await lookAfter(6_000);
    expect(pushed).toHaveLength(2);
  });

  it('a rejection with what the store says of it', async () => {
    const { id } = await ordered();
    await rejected(id, 'missing_products');
    await lookAfter(6_000);
    expect(bodies()).toEqual([`Rechazado por La Esquina. ${rejectReasonMessages.missing_products}`]);
    // Rejected by mistake: the customer must be notified of the correction too.
    await move(id, 'ACCEPTED');
    await lookAfter(6_000);
    expect(bodies().slice(1)).toEqual(['Aceptado por La Esquina.']);
  });

  it('a delay, once for all its minutes, with the hour on the wall of the store (B-60, N-04)', async () => {
    const { id } = await ordered();
    await delayed(id, 30);
    await lookAfter(6_000);
    expect(pushed).toEqual([]);
    await move(id, 'ACCEPTED');
    await lookAfter(6_000);
    await delayed(id, 15);
    server.clock.jump(2_000);
    await delayed(id, 5);
    await lookAfter(5_999);
    expect(bodies()).toEqual(['Aceptado por La Esquina.']);
    await lookAfter(1);
    await look();
    const told = `Se demora: La Esquina lo estima para las ${await readyHour(id)}.`;
    expect(bodies().slice(1)).toEqual([told]);
    // The next step gets a notice; the delay after it does not.
    await delayed(id, 10);
    await move(id, 'DELIVER');
    await lookAfter(6_000);
    await lookAfter(60_000);
    expect(bodies().slice(2)).toEqual(['Por entregar: La Esquina ya lo tiene listo.']);
  });

  it('a delivery with the delay of its shipping gateway and the words about it, a take-away without (T-31)', async () => {
    await server.db.direct
      .update(gateways)
      .set({ config: { support: true, order_ready: false, delay: 15, delay_display: 'Hay mucho tránsito.' } })
      .where(and(eq(gateways.store_id, 1), eq(gateways.type, 'shipping')));
    const { id } = await ordered();
    await server.db.direct.update(orders).set({ type: 'DELIVERY' }).where(eq(orders.id, id));
    await move(id, 'ACCEPTED');
    await lookAfter(6_000);
    await delayed(id, 5);
    await lookAfter(6_000);
    const [row] = await server.db.direct.select().from(orders).where(eq(orders.id, id));
    const hour = hourLabel(after(row?.ready_by ?? instant(0), 15 * 60_000), 'America/Argentina/Buenos_Aires');
    await move(id, 'DELIVER');
    await lookAfter(6_000);
    expect(bodies()).toEqual([
      'Aceptado por La Esquina. Hay mucho tránsito.',
      `Se demora: La Esquina lo estima para las ${hour}. Hay mucho tránsito.`,
      'Por entregar: La Esquina ya lo tiene listo.',
    ]);
  });

  it('a delay of which the server learned too late to be news is not told', async () => {
    const { id } = await ordered();
    await move(id, 'ACCEPTED');
    await lookAfter(6_000);
    await delayed(id, 5);
    await age('15 minutes');
    await look();
    expect(bodies()).toEqual(['Aceptado por La Esquina.']);
  });

  it('never of an order of the staff, also when it knows a person', async () => {
    const [own, known] = [readCreated(await sendOrder(server)), await ordered()];
    await server.db.direct.update(orders).set({ origin: 'store' }).where(eq(orders.id, known.id));
    await move(own.id, 'ACCEPTED');
    await move(known.id, 'ACCEPTED');
    await lookAfter(6_000);
    expect(pushed).toEqual([]);
  });

  it('to nobody who wants no pushes', async () => {
    const set = (notification_channels: ('database' | 'push')[]) =>
      server.db.direct.update(users).set({ notification_channels }).where(eq(users.id, fede));
    const { id } = await ordered();
    await set(['database']);
    await move(id, 'ACCEPTED');
    await lookAfter(6_000);
    expect(pushed).toEqual([]);
    await set(['database', 'push']);
  });

  it('for 15 minutes; later it is no news', async () => {
    const [late, inTime] = [await ordered(), await ordered()];
    await move(late.id, 'ACCEPTED');
    server.clock.jump(1);
    await move(inTime.id, 'ACCEPTED');
    await age('14 minutes 59.999 seconds');
    await look();
    expect(pushed.map(pushedOrder)).toEqual([inTime.id]);
  });

  it('by one of several server processes', async () => {
    const made = [await ordered(), await ordered(), await ordered(), await ordered()];
    for (const { id } of made) await move(id, 'ACCEPTED');
    server.clock.jump(6_000);
    await Promise.all([1, 2, 3, 4].map(look));
    await look();
    expect(pushed.map(pushedOrder).toSorted((a, b) => a - b)).toEqual(made.map((o) => o.id));
    expect(server.errors).toEqual([]);
  });

  it('as it is by then, when others had to be told first', async () => {
    const [first, second] = [await ordered(), await ordered()];
    for (const { id } of [first, second]) await move(id, 'ACCEPTED');
    server.clock.jump(6_000);
    const slow: PushPort = {
      ...server.deps.push,
      async publish(to, notice) {
        if (pushedOrder(notice) === first.id) await move(second.id, 'PENDING');
        await server.deps.push.publish(to, notice);
      },
    };
    await tellCustomers({ ...server.deps, push: slow });
    expect(pushed.map(pushedOrder)).toEqual([first.id]);
    // The row is released: the next step is notified at once.
    await move(second.id, 'DELIVER');
    await lookAfter(6_000);
    expect(pushed.slice(1).map(pushedOrder)).toEqual([second.id]);
  });

  it('again after a push that failed, or a process that died at it', async () => {
    const { id } = await ordered();
    await move(id, 'ACCEPTED');
    service.fails = true;
    await lookAfter(6_000);
    expect(server.errors.join()).toContain(`telling the customer of order ${id} failed`);
    service.fails = false;
    await lookAfter(5_000);
    expect(pushed).toEqual([]);
    await lookAfter(5_000);
    expect(pushed).toHaveLength(1);
    await move(id, 'DELIVER');
    await server.db.direct
      .update(customerNotices)
      .set({ held_until: sql`${new Date(server.clock.now() + 30_000).toISOString()}` })
      .where(eq(customerNotices.order_id, id));
    await lookAfter(29_999);
    expect(pushed).toHaveLength(1);
    await lookAfter(1);
    expect(pushed).toHaveLength(2);
  });

  it('every five seconds until the server stops', async () => {
    const { id } = await ordered();
    await move(id, 'ACCEPTED');
    server.clock.jump(1_000);
    const stop = watchCustomerNotices(server.deps);
    server.clock.advance(5_000);
    await expect.poll(() => pushed.map(pushedOrder)).toEqual([id]);
    await stop();
    await move(id, 'DELIVER');
    server.clock.advance(60_000);
    await server.db.direct.$count(orders);
    expect(pushed).toHaveLength(1);
  });
});
