import { it } from 'vitest';
import type { demoPeople } from '#e2e/api.ts';
import { closeTicket, deskKey, openTicketOf, ticketOf } from '#e2e/pages/support.ts';
import { sessions } from '#server/db/schema/accounts.ts';
import { BoardScreen } from '#testing/board.ts';
import type { Locator } from '#testing/locator.ts';
import { logInAs } from '#testing/log-in.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer({ supportDeskKey: deskKey });

const board = '1/orders/kanban';
const messageCall = /^\/store\/1\/tickets\/\d+\/message$/;
const ticketsButton = (page: Page): Locator => page.getByRole('main').getByRole('button', { name: /^Tickets/ });
const ticketList = (page: Page): Locator => page.getByRole('dialog', { name: 'Listado de tickets' });
const chatOf = (page: Page, id: number): Locator => page.getByRole('dialog', { name: `Ticket Nro: ${id}` });
const field = (page: Page, id: number): Locator =>
  chatOf(page, id).getByRole('textbox', { name: 'Escribí un mensaje' });
const bubbles = (page: Page, id: number): Locator => chatOf(page, id).getByRole('log').getByRole('listitem');

/** Opens the detail of a customer's order. */
async function openOrder(page: Page, customer: string): Promise<Locator> {
  await new BoardScreen(page).open(customer);
  return page.getByRole('dialog').first();
}

async function raiseTicket(page: Page, detail: Locator): Promise<void> {
  await detail.getByRole('button', { name: 'Opciones del pedido' }).click();
  await page.getByRole('menuitem', { name: 'Ticket' }).click();
}

it('an order raises a ticket: reason, first message, the order shows it open and then closed; a second one opens the first (B-16, U-06, U-07, U-14)', async () => {
  const ana = await apiUserOf('ana');
  const customer = `Ticket ${Date.now()}`;
  const order = await ana.takeOrder(customer);
  const { page } = await renderApp(board, { as: 'ana' });
  const detail = await openOrder(page, customer);
  await raiseTicket(page, detail);
  const ask = page.getByRole('dialog', { name: `Ticket del pedido Nro ${order.number}` });
  await expect(ask).toBeVisible();
  await ask.getByRole('button', { name: 'Enviar' }).click();
  await expect(ask.getByText('Elegí un motivo.')).toBeVisible();
  await expect(ask.getByRole('radio')).toHaveCount(6);
  for (const reason of [
    'Problema con el pago',
    'Problema con el cadete',
    'Problema con el cliente',
    'Demora en la entrega',
    'Error en el pedido',
    'Otro motivo',
  ])
    await expect(ask.getByRole('radio', { name: reason })).toBeVisible();
  await ask.getByRole('radio', { name: 'Error en el pedido' }).check();
  await ask.getByRole('textbox').fill('Faltó el postre.');
  const bodies: unknown[] = [];
  page.route('/store/1/tickets', async (route) => {
    if (route.method === 'POST') bodies.push(await route.body());
    return route.fetch();
  });
  await ask.getByRole('button', { name: 'Enviar' }).click();
  const chat = page.getByRole('dialog', { name: /^Ticket Nro: \d+$/ });
  await expect(chat.getByRole('listitem')).toContainText('Faltó el postre.');
  expect(bodies).toEqual([{ order_id: order.id, reason: 'order_error' }]);
  await expect(chat.getByText('Enviado')).toBeVisible();
  await expect(chat).toContainText('Error en el pedido');
  const id = await chat
    .getByRole('heading')
    .first()
    .evaluate((title) => Number(/\d+$/.exec(title.textContent)?.[0]));
  await page.keyboard.press('Escape');
  await expect(detail.getByRole('button', { name: 'Ticket abierto' })).toBeVisible();
  await raiseTicket(page, detail);
  await expect(chatOf(page, id)).toBeVisible();
  await page.keyboard.press('Escape');
  await closeTicket(screenServer(), id);
  await detail.getByRole('button', { name: 'Ticket finalizado' }).click();
  await expect(chatOf(page, id).getByText('Finalizado', { exact: true })).toBeVisible();
});

it('a seller has neither button, nor entry, nor option (U-08, U-24)', async () => {
  const diego = await apiUserOf('diego');
  const { page } = await renderApp('1/home', { as: 'diego' });
  await expect(page.getByRole('navigation').getByRole('button', { name: 'Usuario' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Tickets|^Rendiciones/ })).toHaveCount(0);
  expect((await diego.call('GET', '/store/1/tickets')).status).toBe(403);
});

it('a message is there at once, before the server has it; an empty one is none; Shift+Enter is a line (U-10, U-12)', async () => {
  const ana = await apiUserOf('ana');
  const { id } = await openTicketOf(ana, (await ana.takeOrder('Chat')).id);
  const { page } = await renderApp(board, { as: 'ana' });
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const bodies: unknown[] = [];
  page.route(messageCall, async (route) => {
    bodies.push(await route.body());
    await held;
    return route.fetch();
  });
  await ticketsButton(page).click();
  await ticketList(page).getByRole('button').filter({ hasText: 'Sin mensajes todavía' }).first().click();
  await expect(field(page, id)).toBeFocused();
  await page.keyboard.type('   ');
  await page.keyboard.press('Enter');
  await field(page, id).pressSequentially('Primera línea');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('segunda');
  await page.keyboard.press('Enter');
  await expect(bubbles(page, id)).toHaveCount(1);
  await expect(bubbles(page, id)).toContainText('segunda');
  await expect(bubbles(page, id)).toContainText('Enviando…');
  await expect(field(page, id)).toHaveValue('');
  await expect.poll(() => bodies.length).toBe(1);
  release();
  await expect(bubbles(page, id).getByText('Enviado')).toBeVisible();
  expect(bodies).toEqual([
    {
      id: expect.any(Number),
      from: 'store',
      read_by: [],
      hash: expect.stringMatching(/^[0-9a-f-]{36}$/),
      message: 'Primera línea\nsegunda',
    },
  ]);
  expect((await ticketOf(ana, id)).messages).toHaveLength(1);
});

it('a failed message says so with an icon, and «Reintentar» sends it once (U-11)', async () => {
  const ana = await apiUserOf('ana');
  const { id } = await openTicketOf(ana, (await ana.takeOrder('Falla')).id);
  const { page } = await renderApp(board, { as: 'ana' });
  let broken = true;
  let tries = 0;
  page.route(messageCall, (route) => {
    tries += 1;
    return broken ? route.fulfill({ status: 500, json: { message: '', code: 'internal' } }) : route.fetch();
  });
  await ticketsButton(page).click();
  await ticketList(page).getByRole('button').filter({ hasText: 'Sin mensajes todavía' }).first().click();
  await field(page, id).fill('¿Me leen?');
  await page.keyboard.press('Enter');
  const retry = bubbles(page, id).getByRole('button', { name: 'Reintentar' });
  await expect(bubbles(page, id).getByText('No se pudo enviar.')).toBeVisible();
  await expect(bubbles(page, id).locator('svg')).toHaveCount(1);
  const before = tries;
  await retry.click();
  await expect.poll(() => tries > before).toBe(true);
  broken = false;
  // From now on the app may try again before the tap.
  if (retry.count() > 0) await retry.click();
  await expect(bubbles(page, id).getByText('Enviado')).toBeVisible();
  await expect(retry).toHaveCount(0);
  await expect.poll(async () => (await ticketOf(ana, id)).messages.map((m) => m.message)).toEqual(['¿Me leen?']);
});

it('a ticket cannot be opened without a network, and says why (H3)', async () => {
  const ana = await apiUserOf('ana');
  const customer = `Red ${Date.now()}`;
  await ana.takeOrder(customer);
  const { page, context } = await renderApp(board, { as: 'ana' });
  await raiseTicket(page, await openOrder(page, customer));
  const ask = page.getByRole('dialog', { name: /^Ticket del pedido Nro/ });
  await expect(ask).toBeVisible();
  context.setOffline(true);
  await expect(ask.getByText('Necesitás conexión para abrir un ticket.')).toBeVisible();
  await expect(ask.getByRole('button', { name: 'Enviar' })).toHaveAttribute('aria-disabled', 'true');
});

it('support closes it while it is open: badge, no more field, and what waited is refused with its reason (U-04, U-05, U-11)', async () => {
  const ana = await apiUserOf('ana');
  const { id } = await openTicketOf(ana, (await ana.takeOrder('Cierre')).id);
  const { page } = await renderApp(board, { as: 'ana' });
  page.route(messageCall, (route) => route.abort());
  await ticketsButton(page).click();
  await ticketList(page).getByRole('button').filter({ hasText: 'Sin mensajes todavía' }).first().click();
  await field(page, id).fill('Llego tarde');
  await page.keyboard.press('Enter');
  await expect(bubbles(page, id)).toContainText('No se pudo enviar.');
  await closeTicket(screenServer(), id);
  await expect(chatOf(page, id).getByText('Finalizado', { exact: true })).toBeVisible();
  await expect(field(page, id)).toBeDisabled();
  await expect(chatOf(page, id).getByRole('button', { name: 'Enviar' })).toBeDisabled();
  page.unroute(messageCall);
  const retry = bubbles(page, id).getByRole('button', { name: 'Reintentar' });
  // The app may have tried again before the tap.
  if (retry.count() > 0) await retry.click();
  await expect(bubbles(page, id)).toContainText('El ticket está finalizado.');
  await bubbles(page, id).getByRole('button', { name: 'Quitar' }).click();
  await expect(bubbles(page, id)).toHaveCount(0);
  expect((await ticketOf(ana, id)).messages).toEqual([]);
});

it('by key alone: the list with arrows, Enter opens, Enter sends, Esc goes back (H1, H2)', async () => {
  const ana = await apiUserOf('ana');
  const first = await openTicketOf(ana, (await ana.takeOrder('Tecla uno')).id);
  const second = await openTicketOf(ana, (await ana.takeOrder('Tecla dos')).id);
  const { page } = await renderApp(board, { as: 'ana' });
  await ticketsButton(page).press('Enter');
  const rows = ticketList(page).getByRole('button', { name: /^Pedido/ });
  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(chatOf(page, first.id)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(field(page, second.id)).toBeFocused();
  await page.keyboard.type('Con el teclado');
  await page.keyboard.press('Enter');
  await expect(bubbles(page, second.id)).toContainText('Con el teclado');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(ticketsButton(page)).toBeFocused();
});

it('the session ends while somebody types: the same person finds the text after their next login, and nobody else (N-18)', async () => {
  const customer = `Larga ${Date.now()}`;
  await (await apiUserOf('ana')).takeOrder(customer);
  const { page } = await renderApp(board, { as: 'ana' });
  const ask = page.getByRole('dialog', { name: /^Ticket del pedido/ });
  const text = ask.getByRole('textbox');
  const reopen = async (): Promise<void> => raiseTicket(page, await openOrder(page, customer));
  const endSession = async (): Promise<void> => {
    await screenServer().server.db.direct.delete(sessions);
    await ask.getByRole('radio', { name: 'Otro motivo' }).check();
    await ask.getByRole('button', { name: 'Enviar' }).click();
    await expect(page).toHaveURL(/\/sellers\/login$/);
  };
  const comeBackAs = async (who: keyof typeof demoPeople): Promise<void> => {
    await logInAs(page, who);
    await page.goto(board);
  };
  await reopen();
  await text.fill('El cadete no llegó, y nadie atiende.');
  await endSession();
  await comeBackAs('carla');
  await reopen();
  await expect(text).toHaveValue('');
  await endSession();
  await comeBackAs('ana');
  await reopen();
  await expect(text).toHaveValue('El cadete no llegó, y nadie atiende.');
  // Discarded, it is gone.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Descartar' }).click();
  await expect(ask).toHaveCount(0);
  await raiseTicket(page, page.getByRole('dialog').first());
  await expect(text).toHaveValue('');
});

it('an empty list and a list that does not come say so (U-02)', async () => {
  const { page } = await renderApp('4/orders/kanban', { as: 'ana' });
  await ticketsButton(page).click();
  await expect(ticketList(page).getByText('No se encontraron tickets.')).toBeVisible();
  const other = (await renderApp('/', { as: 'carla' })).page;
  other.route('/store/2/tickets', (route) =>
    route.fulfill({ status: 422, json: { code: 'validation', message: 'Revisá los datos ingresados.' } }),
  );
  await other.goto('2/orders/kanban');
  await ticketsButton(other).click();
  await expect(ticketList(other).getByText('Revisá los datos ingresados.')).toBeVisible();
  other.unroute('/store/2/tickets');
  await ticketList(other).getByRole('button', { name: 'Reintentar' }).click();
  await expect(ticketList(other).getByText('No se encontraron tickets.')).toBeVisible();
});
