import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { after, minutes } from '#domain/time.ts';
import { orders } from '#server/db/schema/orders.ts';
import { stores } from '#server/db/schema/stores.ts';
import { payouts, tickets } from '#server/db/schema/support.ts';
import { storeEvents } from '#server/db/schema/sync.ts';
import { cashboxCalls, paidInCash } from '#server/testing/cashboxes.ts';
import { startedPayment } from '#server/testing/payments.ts';
import { waitingRequest } from '#server/testing/guests.ts';
import { printJobId, printPointId, printPointIn, printSlipId } from '#server/testing/printing.ts';
import { billableIn } from '#server/testing/invoices.ts';
import { endpoints, exampleBody } from '#server/testing/procedures.ts';
import { readCreated } from '#server/testing/read.ts';
import { buildSubmission, sendOrder } from '#server/testing/submissions.ts';
import { freeTables, openedGroup } from '#server/testing/tables.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const cashbox = cashboxCalls(() => server);

/** The events of each call that changes an entity of a store; the partner panel's calls are in panel.test.ts. */
const told: Readonly<Record<string, readonly string[]>> = {
  'orders.create': ['admin order-created', 'store code-updated'],
  // The order stops waiting at its code.
  'orders.changeStatus': ['admin order-updated', 'store code-updated'],
  'orders.removeItem': ['admin order-updated'],
  'orders.reject': ['admin order-updated', 'store code-updated'],
  'orders.delay': ['admin order-updated'],
  'orders.cancelPaying': ['admin order-updated', 'store code-updated', 'store payment-pending-resolved'],
  'groups.cancelPaying': ['store order-group-updated', 'store payment-pending-resolved'],
  'orders.changeMany': ['admin order-updated', 'store code-updated'],
  'stores.saveStatus': ['store store-status-updated'],
  'stores.answerAutoclose': ['admin store-autoclose-close', 'store store-status-updated'],
  'tickets.create': ['admin ticket-updated'],
  'tickets.read': ['admin ticket-updated'],
  'tickets.send': ['admin ticket-updated'],
  'payouts.confirm': ['admin payout-updated'],
  'cashbox.configure': ['store cashbox-updated'],
  'cashbox.open': ['store cashbox-updated'],
  'cashbox.close': ['store cashbox-updated'],
  'cashbox.flow': ['store cashbox-updated'],
  'orders.refund': ['store cashbox-updated'],
  'cashbox.askDevices': ['store outbox-asked'],
  'deviceChecks.report': ['store device-checked'],
  'printing.order': [`store printpoint-${printPointId(1)}`],
  'printing.group': [`store printpoint-${printPointId(1)}`],
  'printing.orderInvoice': [`store printpoint-${printPointId(1)}`],
  'printing.groupInvoice': [`store printpoint-${printPointId(1)}`],
  'printing.cashbox': [`store printpoint-${printPointId(1)}`],
  'printing.end': [`store printpoint-${printPointId(1)}`],
  'printing.endSlip': ['admin print-updated'],
  'printing.settle': ['admin print-updated'],
  // Asked for, and answered by the authority.
  'billing.invoiceOrder': ['admin order-updated', 'admin order-updated'],
  'billing.creditOrder': ['admin order-updated', 'admin order-updated'],
  'billing.invoiceGroup': ['store order-group-updated', 'store order-group-updated'],
  'billing.creditGroup': ['store order-group-updated', 'store order-group-updated'],
  'billing.saveSettings': ['store gateway-updated'],
  'guests.accept': ['store guest-requests-updated'],
  'guests.reject': ['store guest-requests-updated'],
  'guests.settings': ['store guest-settings-updated'],
  'groups.open': ['store code-updated', 'store order-group-created'],
  'groups.save': ['store order-group-updated'],
  'groups.changeCode': ['store code-updated', 'store code-updated', 'store order-group-updated'],
  'groups.remove': ['store code-updated', 'store order-group-updated'],
};
const changes = endpoints.filter(({ method }) => method !== 'GET');

it('knows every call that changes an entity of a store (Q-10)', () => {
  // The others change what no event of the specification tells: accounts, memberships, pairings, receipts, reviews.
  const others = changes.filter(({ name }) => !(name in told) && !/^(account|kiosks|ordering|pins)\./.test(name));
  expect(others.map(({ name }) => name)).toEqual([
    'stores.answerInvitation',
    'stores.leave',
    // refunds.test.ts.
    'groups.refund',
    // moves.test.ts.
    'groups.moveItems',
    'groups.merge',
    'groups.undoMove',
    // A guest has no account, so these have no person who calls: guests.test.ts.
    'guests.begin',
    'guests.ask',
    'guests.withdraw',
    'alerts.report',
    'alerts.pushToken',
    'saleReviews.close',
    'cashbox.count',
    'outboxes.report',
    // A device's own settings, and the turns of a job until it ends.
    'printing.addPoint',
    'printing.savePoint',
    // A record that is read with the rows of the register.
    'printing.openDrawer',
    'printing.lease',
    'printing.sending',
    // Its end is told.
    'printing.claim',
    'printing.sign',
  ]);
});

it.each(changes.filter(({ name }) => name in told))('$name emits its events, each once (Q-10)', async (endpoint) => {
  const { name, method, path } = endpoint;
  const { direct } = server.db;
  const order = readCreated(await sendOrder(server));
  const [line] = (await direct.select().from(orders).where(eq(orders.id, order.id)))[0]?.lines ?? [];
  if (!line) throw new Error('the order has no rows');
  if (name === 'orders.removeItem')
    await direct
      .update(orders)
      .set({ lines: [line, { ...line, row: line.row + 1_000_000 }] })
      .where(eq(orders.id, order.id));
  if (name === 'stores.saveStatus') await direct.update(stores).set({ delay_minutes: 45 });
  if (name === 'stores.answerAutoclose')
    await direct
      .update(stores)
      .set({ open: true, autoclose: after(server.clock.now(), minutes(10)), autoclose_asked: true });
  const [ticket] = await direct.select().from(tickets).where(eq(tickets.store_id, 1));
  const [payout] = await direct.select().from(payouts).where(eq(payouts.store_id, 1));
  if (name === 'tickets.read') await direct.update(tickets).set({ status: 'open' });
  const submission = name === 'orders.create' ? await buildSubmission(server) : null;
  const group = name.startsWith('groups.') || name === 'printing.group' ? await openedGroup(server, 1) : 0;
  if (name === 'groups.open') await freeTables(server, 1);
  if (name === 'orders.cancelPaying') await startedPayment(server, { type: 'order', id: order.id });
  if (name === 'groups.cancelPaying') await startedPayment(server, { type: 'orderGroup', id: group });
  if (name === 'cashbox.flow' || name === 'cashbox.askDevices') await cashbox.open(1);
  if (name === 'orders.refund') await paidInCash(server, { order_id: order.id });
  const billed = /^billing|Invoice$/.test(name) ? await billableIn(server, name, order.id) : 0;
  const request = name.startsWith('guests.') ? await waitingRequest(server, 1) : 0;
  await printPointIn(server, 1, 'leased');
  if (name === 'printing.cashbox') await cashbox.open(1);
  const register = ['cashbox.close', 'cashbox.askDevices', 'printing.cashbox'].includes(name)
    ? (await cashbox.state()).id
    : null;
  const before = await direct.select().from(storeEvents);
  const answer = await server.ask(
    'ana',
    path
      .replace('{store_id}', '1')
      .replace('{job}', printJobId(1))
      .replace('{slip_id}', String(printSlipId(1)))
      .replace('{kind}', 'summary')
      .replace('printpoint/{id}', `printpoint/${printPointId(1)}`)
      .replace('{id}', String(register ?? (billed || group || request || order.id)))
      .replace('{ticket_id}', String(ticket?.id))
      .replace('{payout_id}', String(payout?.id))
      .replace('{item_id}', String(line.row)),
    { method, body: exampleBody(name, { submission, order: order.id, store: 1 }), headers: command({ rev: 1 }) },
  );
  expect([answer.status < 300, answer.text]).toEqual([true, answer.text]);
  if (name === 'orders.refund') await cashbox.forget();
  const known = new Set(before.map((e) => `${e.store_id} ${e.audience} ${e.store_seq}`));
  const news = (await direct.select().from(storeEvents)).filter(
    (e) => !known.has(`${e.store_id} ${e.audience} ${e.store_seq}`),
  );
  expect(news.map((e) => `${e.audience} ${e.name}`).toSorted()).toEqual(told[name]);
  expect(news.every((e) => e.store_id === 1)).toBe(true);
});
