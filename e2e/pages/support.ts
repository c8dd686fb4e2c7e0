import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { WireTicket } from '#contract/wire/tickets.ts';
import type { ApiUser } from '#e2e/api.ts';
import { inDatabase } from '#e2e/shop-database.ts';
import type { Shop } from '#e2e/shop.ts';

export const deskKey = 'the-key-of-the-support-desk-in-tests';

/** Calls the API as the support desk, with its own key (architecture, Outside services). */
export async function desk(
  { origin }: Pick<Shop, 'origin'>,
  method: 'POST' | 'PATCH',
  path: string,
  body: unknown,
): Promise<void> {
  const response = await fetch(`${origin}/api/core/tickets/${path}`, {
    method,
    headers: { authorization: `Bearer ${deskKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`the desk was refused: ${response.status} ${await response.text()}`);
}

export const answerAs = (shop: Pick<Shop, 'origin'>, ticket: number, message: string): Promise<void> =>
  desk(shop, 'POST', `${ticket}/message`, { message });
export const closeTicket = (shop: Pick<Shop, 'origin'>, ticket: number): Promise<void> =>
  desk(shop, 'PATCH', String(ticket), { status: 'closed' });

export async function openTicketOf(user: ApiUser, orderId: number, reason = 'delay'): Promise<WireTicket> {
  const body = { order_id: orderId, reason };
  const answer = await user.call<WireTicket>('POST', '/store/1/tickets', body, { 'idempotency-key': randomUUID() });
  if (answer.status !== 201) throw new Error(`no ticket: ${answer.status}`);
  return answer.body;
}

export const ticketOf = async (user: ApiUser, id: number): Promise<WireTicket> =>
  (await user.call<WireTicket>('GET', `/store/1/tickets/${id}`)).body;

/** Buttons of the board's header. */
export const ticketsButton = (page: Page): Locator => page.getByRole('main').getByRole('button', { name: /^Tickets/ });
export const payoutsButton = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: /^Rendiciones de dinero/ });

export const ticketList = (page: Page): Locator => page.getByRole('dialog', { name: 'Listado de tickets' });
export const chatOf = (page: Page, id: number): Locator => page.getByRole('dialog', { name: `Ticket Nro: ${id}` });
export const payoutList = (page: Page): Locator => page.getByRole('dialog', { name: 'Rendiciones de dinero' });

/** Creates a payout as the shipping provider would: row, event and notice in one statement. */
export async function bringMoney(
  shop: Pick<Shop, 'databaseUrl'>,
  cents: number,
  code: string,
  storeId = 1,
): Promise<void> {
  const at = new Date().toISOString();
  await inDatabase(
    shop,
    `with p as (
       insert into payouts (store_id, provider, reference, amount, code, status, rider, created_at)
       values (${storeId}, 'sandbox', '${randomUUID()}', ${cents}, '${code}', 'PENDING', '{"name":"Mirta"}', '${at}') returning id
     ), f as (
       update store_feeds set head = head + 1 where store_id = ${storeId} and audience = 'admin' returning head
     ), e as (
       insert into store_events (store_id, audience, store_seq, name, type, entity_id, ver, payload, created_at)
       select ${storeId}, 'admin', f.head, 'payout-updated', 'payout', p.id, 1, jsonb_build_object('id', p.id, 'status', 'PENDING'), '${at}' from p, f
     )
     select pg_notify('marche_changes', json_build_object('store_id', ${storeId}, 'audience', 'admin', 'change', json_build_object(
       'store_seq', f.head, 'name', 'payout-updated', 'at', '${at}', 'type', 'payout', 'id', p.id::text, 'ver', 1,
       'payload', json_build_object('id', p.id, 'status', 'PENDING')))::text) from p, f`,
  );
}

/** Deletes all payouts. No device gets an event. */
export const noMoney = (shop: Pick<Shop, 'databaseUrl'>): Promise<void> => inDatabase(shop, 'delete from payouts');
