import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Audience } from '#contract/stores.ts';
import { ticket } from '#contract/tickets.ts';
import { type TicketReason, ticketReasons } from '#domain/tickets.ts';
import type { Person } from '#server/seed/people.ts';
import { readFeed, readManyOrders } from './read.ts';
import { type Answer, command, type TestServer } from './test-server.ts';

/** The support desk's key: 40 characters. */
export const testDeskKey = 'a support desk key of forty characters..'.replaceAll(' ', '-');

export const parseTicket = (answer: Answer) => z.parse(ticket, answer.body);

/** The tickets of La Esquina, as a member reads them. */
export const listTickets = async (server: TestServer, who: Person = 'ana') =>
  z.parse(z.array(ticket), (await server.ask(who, '/store/1/tickets')).body);

/** Opens a ticket; answers what the server said. */
export const postTicket = (server: TestServer, body: unknown, who: Person = 'ana', key: string = randomUUID()) =>
  server.ask(who, '/store/1/tickets', { method: 'POST', body, headers: command(null, key) });

/** A request with a key to the API of the platform; null = without a key. */
export const askCore = (
  server: TestServer,
  path: string,
  method: 'POST' | 'PATCH',
  body: unknown,
  key: string | null,
) =>
  server.ask(null, `/core/${path}`, {
    method,
    body,
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
  });

/** A request of the support desk about a ticket. */
export const askDesk = (
  server: TestServer,
  path: string,
  method: 'POST' | 'PATCH',
  body: unknown,
  key: string | null = testDeskKey,
) => askCore(server, `tickets/${path}`, method, body, key);

/** One ticket, as a member reads it. */
export const oneTicket = async (server: TestServer, id: number, who: Person = 'ana') =>
  parseTicket(await server.ask(who, `/store/1/tickets/${id}`));

/** The feed of La Esquina after a number. */
export const readFeedSince = async (server: TestServer, since: number, audience: Audience = 'admin') =>
  readFeed(await server.ask('ana', `/store/1/changes?audience=${audience}&since=${since}`));

/** The newest number of the feed of La Esquina. */
export const readFeedHead = async (server: TestServer, audience: Audience = 'admin') =>
  readFeed(await server.ask('ana', `/store/1/changes?audience=${audience}`)).head;

/** Orders and reasons of La Esquina without a ticket. */
export async function ordersWithoutTicket(server: TestServer): Promise<{ order_id: number; reason: TicketReason }[]> {
  const known = await listTickets(server);
  return readManyOrders(await server.ask('ana', '/store/1/orders'))
    .filter(({ id }) => known.every((t) => t.order_id !== id))
    .flatMap(({ id }) => ticketReasons.map((reason) => ({ order_id: id, reason })));
}
