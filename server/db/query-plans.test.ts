import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import pg from 'pg';
import { type SentQuery, watchQueries } from '#server/testing/counted-queries.ts';
import { growingTables, insertOrdersWithTraces, insertStores } from '#server/testing/many-orders.ts';
import { guestCalls, setGuests } from '#server/testing/guests.ts';
import { startedPayment } from '#server/testing/payments.ts';
import { endpoints, outboxReport } from '#server/testing/procedures.ts';
import { type QueryPlan, replay } from '#server/testing/query-plans.ts';
import { readCreated, readFeed } from '#server/testing/read.ts';
import { openedCashbox } from '#server/testing/cashboxes.ts';
import { sendOrder } from '#server/testing/submissions.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

const fewOrders = 10_000;
const manyOrders = 100_000;
const storeCount = 200;
/** Orders of the store that is asked, besides its share; a tenth of them, the rejected ones, fills a page. */
const ownOrders = 1_500;

/**
 * What ten times as many orders may cost: nothing but taller indexes, of which a lookup reads one page more. Planning
 * differs a little with the statistics.
 */
const mostRows = (few: QueryPlan): number => few.rows * 1.25 + 20;
const mostPages = (few: QueryPlan): number => few.pages * 1.5 + 40;

const growing: ReadonlySet<string> = new Set(growingTables);

let server: TestServer;
let client: pg.Client;
let stores: readonly number[];
let order = 0;
let head = 0;
let ticket = 0;
let table = '';
let visit = '';

beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  const now = new Date(server.clock.now());
  order = readCreated(await sendOrder(server)).id;
  await startedPayment(server, { type: 'order', id: order });
  await startedPayment(server, { type: 'orderGroup', id: 1 });
  await openedCashbox(server);
  await setGuests(server);
  const guests = guestCalls(() => server);
  table = (await guests.codeOf('Mesa 1')).code;
  visit = await guests.visit('Mesa 1');
  await guests.ask(visit);
  const body = outboxReport({ minted: 2, held: [1] });
  await server.ask('ana', '/store/1/outbox', { method: 'POST', body });
  stores = [1, ...(await insertStores(server.db, storeCount - 1))];
  await insertOrdersWithTraces(server.db, [1], ownOrders, now);
  await insertOrdersWithTraces(server.db, stores, fewOrders - ownOrders, now);
  client = new pg.Client(server.url);
  await client.connect();
  head = readFeed(await server.ask('ana', '/store/1/changes?audience=admin')).head;
  const known = await client.query<{ id: number }>('select max(id) as id from tickets where store_id = 1');
  ticket = known.rows[0]?.id ?? 0;
});

afterAll(async () => {
  await client.end();
  await server.close();
});

/** What the screens ask, by path of the contract; a function, because ids are known later. */
const requests: Readonly<Record<string, () => readonly string[]>> = {
  '/store/{store_id}/catalog': () => ['/store/1/catalog'],
  '/store/{store_id}/catalog/{id}/items': () => ['/store/1/catalog/1/items'],
  '/store/{store_id}/catalog/{id}/sections': () => ['/store/1/catalog/1/sections'],
  '/store/{store_id}/kiosks/pairing': () => ['/store/1/kiosks/pairing?code=ACDE-3467'],
  '/store/{store_id}/kiosks': () => ['/store/1/kiosks'],
  '/store/{store_id}/payouts': () => ['/store/1/payouts', '/store/1/payouts?status=CONFIRMED'],
  '/store/{store_id}/pins': () => ['/store/1/pins'],
  '/store/{store_id}/guestRequests': () => ['/store/1/guestRequests'],
  '/guest/codes/{code}': () => [`/guest/codes/${table}`],
  '/guest/stores/{store_id}/codes/{code}': () => [`/guest/stores/1/codes/${table}`],
  '/guest/visit': () => ['/guest/visit'],
  '/store/{store_id}/cashbox': () => ['/store/1/cashbox'],
  '/store/{store_id}/cashbox/{id}': () => ['/store/1/cashbox/1'],
  '/store/{store_id}/cashbox/{id}/drawer': () => ['/store/1/cashbox/1/drawer'],
  '/store/{store_id}/cashbox/{id}/devices': () => ['/store/1/cashbox/1/devices'],
  '/store/{store_id}/cashbox/{id}/entries': () => ['/store/1/cashbox/1/entries'],
  '/store/{store_id}/cashbox/{id}/report': () => ['/store/1/cashbox/1/report'],
  '/store/{store_id}/cashbox/{id}/report/pdf': () => ['/store/1/cashbox/1/report/pdf'],
  '/store/{store_id}/config/printpoint': () => ['/store/1/config/printpoint'],
  '/store/{store_id}/config/printpoint/{id}/jobs': () => ['/store/1/config/printpoint/1/jobs'],
  '/store/{store_id}/printing/unprinted': () => ['/store/1/printing/unprinted'],
  '/store/{store_id}/assemblies': () => ['/store/1/assemblies'],
  // Before all of the inserted orders: it reads the store's own orders of a week, and none of the rest.
  '/store/{store_id}/fiscal': () => ['/store/1/fiscal'],
  '/store/{store_id}/days/{day}': () => ['/store/1/days/2026-10-20'],
  '/store/{store_id}/device-checks': () => ['/store/1/device-checks'],
  '/printing/certificate': () => ['/printing/certificate'],
  '/store/{store_id}/sale-reviews': () => ['/store/1/sale-reviews'],
  '/auth': () => ['/auth'],
  '/otp/{id}/status': () => ['/otp/01939b1e-0000-7000-8000-00000000000a/status'],
  '/me': () => ['/me'],
  '/me/devices': () => ['/me/devices'],
  '/geo/autocomplete': () => ['/geo/autocomplete?q=Mitre&country=AR'],
  '/geo/reverse': () => ['/geo/reverse?lat=-34.6&lng=-58.4'],
  '/store/{store_id}/orders/{id}/receipts': () => [`/store/1/orders/${order}/receipts`],
  '/me/pusher/beams-auth': () => ['/me/pusher/beams-auth?user_id=1'],
  '/store/{store_id}/tickets': () => ['/store/1/tickets'],
  '/store/{store_id}/tickets/{ticket_id}': () => [`/store/1/tickets/${ticket}`],
  '/store/{store_id}/orders': () => [
    '/store/1/orders',
    '/store/1/orders?status=PENDING',
    '/store/1/orders?status=REJECTED',
    '/store/1/orders?from=2026-11-01&to=2026-11-20',
    '/store/1/orders?status=COMPLETE&from=2026-11-20',
    '/store/1/orders?page=2',
  ],
  '/store/{store_id}/map/{map_id}': () => ['/store/1/map/1'],
  '/store/{store_id}/orderGroups/{id}': () => ['/store/1/orderGroups/1'],
  '/store/{store_id}/orders/{id}/paying': () => [`/store/1/orders/${order}/paying`],
  '/store/{store_id}/orderGroups/{id}/paying': () => ['/store/1/orderGroups/1/paying'],
  '/store/{store_id}/orders/{id}/payments': () => [`/store/1/orders/${order}/payments`],
  '/store/{store_id}/orderGroups/{id}/payments': () => ['/store/1/orderGroups/1/payments'],
  '/store/{store_id}/orders/{id}/billing': () => [`/store/1/orders/${order}/billing`],
  '/store/{store_id}/orderGroups/{id}/billing': () => ['/store/1/orderGroups/1/billing'],
  '/store/{store_id}/billing/pending': () => ['/store/1/billing/pending'],
  '/store/{store_id}/orders/{id}': () => [`/store/1/orders/${order}`],
  '/store/{store_id}/orders/{id}/history': () => [`/store/1/orders/${order}/history`],
  '/config': () => ['/config'],
  '/health': () => ['/health'],
  '/stores': () => ['/stores'],
  '/store/{store_id}': () => ['/store/1', '/store/1?parts=store', '/store/1?parts=store,orders'],
  '/store/{store_id}/changes': () => [
    '/store/1/changes',
    '/store/1/changes?audience=admin',
    `/store/1/changes?audience=admin&since=${head - 20}`,
    `/store/1/changes?audience=admin&since=${head}`,
  ],
  '/stores/search': () => ['/stores/search?type=by_coordinates&lat=-34.6037&lng=-58.4145'],
  '/me/active_order': () => ['/me/active_order?store_id=1'],
  '/stores/status': () => ['/stores/status?ids=1,2,3'],
  '/news': () => ['/news'],
};

/** The statements of each request, as the server sends them. */
async function recorded(): Promise<Map<string, SentQuery[]>> {
  const byRequest = new Map<string, SentQuery[]>();
  for (const request of Object.values(requests).flatMap((list) => list())) {
    const sent: SentQuery[] = [];
    const stop = watchQueries((query) => sent.push(query));
    const { status } = await server.ask('ana', request, { headers: { 'x-guest': visit } }).finally(stop);
    expect([request, status]).toEqual([request, expect.toBeOneOf([200, 404])]);
    byRequest.set(request, sent);
  }
  return byRequest;
}

async function plansOf(byRequest: ReadonlyMap<string, readonly SentQuery[]>): Promise<Map<string, QueryPlan[]>> {
  const plans = new Map<string, QueryPlan[]>();
  for (const [request, queries] of byRequest)
    for (const mode of ['custom', 'generic'] as const)
      plans.set(`${request}, ${mode} plan`, await replay(client, queries, mode, growing));
  return plans;
}

describe(`the queries of every screen, with ${manyOrders} orders in ${storeCount} stores`, () => {
  it('are those of every GET of the contract', () => {
    const paths = endpoints.filter((e) => e.method === 'GET').map((e) => e.path);
    expect(Object.keys(requests).toSorted()).toEqual(paths.toSorted());
  });

  it('scan no table that grows with the orders, and read no more than with a tenth of them', async () => {
    const queries = await recorded();
    const few = await plansOf(queries);
    await insertOrdersWithTraces(server.db, stores, manyOrders - fewOrders, new Date(server.clock.now()));
    const many = await plansOf(queries);
    const wrong: string[] = [];
    let read = 0;
    for (const [request, plans] of many)
      for (const [index, plan] of plans.entries()) {
        const before = few.get(request)?.[index];
        if (before?.text !== plan.text) throw new Error(`other statements for ${request}`);
        read += plan.rows;
        if (plan.scanned.length > 0)
          wrong.push(`${request} scans ${plan.scanned.join(', ')}: ${plan.steps}; ${plan.text}`);
        if (plan.rows > mostRows(before) || plan.pages > mostPages(before))
          wrong.push(
            `${request} reads ${plan.rows} rows in ${plan.pages} pages, ${before.rows} in ${before.pages} with a tenth of the orders: ${plan.steps}; ${plan.text}`,
          );
      }
    expect(wrong).toEqual([]);
    // The plans were read at all.
    expect(read).toBeGreaterThan(1_000);
  });
});
