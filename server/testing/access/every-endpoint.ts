import { billableIn } from '#server/testing/invoices.ts';
import { eq } from 'drizzle-orm';
import { pesos } from '#testing/builders.ts';
import { memberships } from '#server/db/schema/accounts.ts';
import { orders, saleReviews } from '#server/db/schema/orders.ts';
import { pins } from '#server/db/schema/pins.ts';
import { stores } from '#server/db/schema/stores.ts';
import { hashPassword } from '#server/modules/account/passwords.ts';
import type { Person } from '#server/seed/people.ts';
import { cashboxIn, paidInCash } from '#server/testing/cashboxes.ts';
import { waitingRequest } from '#server/testing/guests.ts';
import { pairedScreen, waitingScreen } from '#server/testing/kiosks.ts';
import { startedPayment } from '#server/testing/payments.ts';
import { printJobId, printPointId, printPointIn, printSlipId } from '#server/testing/printing.ts';
import { type Endpoint, exampleBody } from '#server/testing/procedures.ts';
import { readCreated } from '#server/testing/read.ts';
import { buildSubmission } from '#server/testing/submissions.ts';
import { freeTables, openedGroup } from '#server/testing/tables.ts';
import { type Answer, command, type TestServer } from '#server/testing/test-server.ts';

/** Every endpoint of a store can be called, each with an object of the kind that it needs. */
export interface AccessWorld {
  /** An order that Ana created in La Esquina, with a sale review. */
  readonly own: number;
  /** An order of Otra Tienda. */
  readonly foreign: number;
  /** Calls the endpoint with a request that is valid in everything except the rights. */
  call(endpoint: Endpoint, who: Person | null, more?: CallOptions): Promise<Answer>;
}

interface CallOptions {
  readonly store?: number;
  readonly id?: number;
  readonly headers?: Record<string, string>;
}

export async function accessWorld(server: TestServer): Promise<AccessWorld> {
  const make = async (who: Person, storeId: number, wanted: object) =>
    readCreated(
      await server.ask(who, `/store/${storeId}/orders`, {
        method: 'POST',
        body: await buildSubmission(server, { storeId, ...wanted }),
        headers: command(),
      }),
    ).id;
  const own = await make('ana', 1, {});
  const foreign = await make('gabi', 5, { place: 'none', items: [['Baguette', 1]] });
  const review = { order_id: own, store_id: 1, sold_total: pesos(1), own_total: pesos(2) };
  await server.db.direct.insert(saleReviews).values({ ...review, requested_at: server.clock.now() });
  const { body } = await server.ask('ana', '/store/1/catalog');
  const catalogId = String(typeof body === 'object' && body !== null && 'id' in body ? body.id : '');
  return { own, foreign, call: (...args) => callEndpoint(server, { own, catalogId }, ...args) };
}

/** The first row of the order. Adds a second row, so that removing one leaves one. */
async function rowToRemove({ db }: TestServer, { path }: Endpoint, id: number): Promise<number> {
  if (!path.includes('{item_id}')) return 0;
  const [order] = await db.direct.select().from(orders).where(eq(orders.id, id));
  const [line] = order?.lines ?? [];
  if (!line) throw new Error(`order ${id} has no rows`);
  const lines = [line, { ...line, row: line.row + 1_000_000 }];
  await db.direct.update(orders).set({ lines }).where(eq(orders.id, id));
  return line.row;
}

/** Gives each member of La Esquina the PIN of the examples; returns the id of one of them. */
async function everybodyWithPin({ db: { direct }, clock }: TestServer): Promise<number> {
  const hash = await hashPassword('4821');
  const members = await direct.select({ id: memberships.user_id }).from(memberships).where(eq(memberships.store_id, 1));
  const rows = members.map(({ id }) => ({ store_id: 1, user_id: id, hash, set_at: clock.now() }));
  await direct.insert(pins).values(rows).onConflictDoNothing();
  return 1;
}

const isAboutPaying = ({ path }: Endpoint): boolean => path.endsWith('/paying');

/** The object that the endpoint is called with, in the state that it needs. */
async function objectOf(server: TestServer, own: number, endpoint: Endpoint): Promise<number> {
  const { name } = endpoint;
  if (name === 'kiosks.revoke') return (await pairedScreen(server)).id;
  if (name.startsWith('printing.')) {
    await printPointIn(server, 1, 'leased');
    if (name.endsWith('Invoice')) return billableIn(server, name, own);
    if (name === 'printing.group') return openedGroup(server, 1);
    if (/cashbox|openDrawer|openings/.test(name)) return cashboxIn(server, 1, 'open');
    return endpoint.path.includes('/printpoint/') ? printPointId(1) : own;
  }
  if (name.startsWith('guests.')) return waitingRequest(server, 1, 'order');
  if (name.startsWith('billing.')) return billableIn(server, name, own);
  if (name === 'cashbox.configure') return cashboxIn(server, 1, 'forgotten');
  if (name.startsWith('pins.')) return everybodyWithPin(server);
  if (name.startsWith('cashbox.')) return cashboxIn(server, 1, name === 'cashbox.open' ? 'closed' : 'open');
  if (!name.startsWith('groups.')) {
    if (isAboutPaying(endpoint)) await startedPayment(server, { type: 'order', id: own });
    return own;
  }
  if (name !== 'groups.open') {
    const group = await openedGroup(server, 1);
    if (name === 'groups.refund') await paidInCash(server, { order_group_id: group });
    if (isAboutPaying(endpoint)) await startedPayment(server, { type: 'orderGroup', id: group });
    return group;
  }
  await freeTables(server, 1);
  return own;
}

async function callEndpoint(
  server: TestServer,
  { own, catalogId }: { readonly own: number; readonly catalogId: string },
  endpoint: Endpoint,
  who: Person | null,
  { store = 1, headers, ...more }: CallOptions = {},
): Promise<Answer> {
  const { id = await objectOf(server, own, endpoint) } = more;
  const { code } = endpoint.name.startsWith('kiosks.') ? await waitingScreen(server) : { code: '' };
  const path = `${endpoint.path}${endpoint.name === 'kiosks.pairing' ? `?code=${code}` : ''}`
    .replace('{store_id}', String(store))
    .replace('{id}', endpoint.path.includes('/catalog/') ? catalogId : String(id))
    .replace('{job}', printJobId(store))
    .replace('{day}', '2026-11-20')
    .replace('{slip_id}', String(printSlipId(store)))
    .replace('{kind}', 'summary')
    // The demo's ids: La Esquina has one of each.
    .replace(/\{(ticket|payout|map)_id\}/, '1')
    .replace('{item_id}', String(await rowToRemove(server, endpoint, id)));
  const submission = endpoint.name === 'orders.create' ? await buildSubmission(server) : null;
  const body = exampleBody(endpoint.name, { submission, order: id, store, code });
  if (endpoint.name.startsWith('orders.') && endpoint.method !== 'GET' && !isAboutPaying(endpoint))
    await server.db.direct.update(orders).set({ status: 'PENDING', status_rev: 1 }).where(eq(orders.id, id));
  if (endpoint.name === 'orders.refund') await paidInCash(server, { order_id: id });
  if (endpoint.name === 'stores.answerAutoclose')
    await server.db.direct.update(stores).set({ open: true, autoclose: server.clock.now() });
  const members = endpoint.name === 'stores.leave' ? await server.db.direct.select().from(memberships) : [];
  const answer = await server.ask(who, path, {
    method: endpoint.method,
    ...(body !== undefined && { body }),
    headers: { ...(endpoint.method !== 'GET' && command({ rev: 1 })), ...headers },
  });
  // Restores the members who left, for the next endpoint.
  if (members.length > 0) await server.db.direct.insert(memberships).values(members).onConflictDoNothing();
  return answer;
}
