import type { Page } from '@playwright/test';
import { expect, testInOwnShop } from '#e2e/fixtures.ts';
import type { Seat } from '#e2e/fixtures.ts';
import { checkEveryLook } from '#e2e/looks.ts';
import { BoardPage } from '#e2e/pages/board.ts';
import {
  answerAs,
  chatOf,
  closeTicket,
  deskKey,
  openTicketOf,
  ticketList,
  ticketOf,
  ticketsButton,
} from '#e2e/pages/support.ts';
import { inDatabase } from '#e2e/shop-database.ts';

const test = testInOwnShop({ SUPPORT_DESK_KEY: deskKey });

// These journeys need the service worker.
test.use({ serviceWorkers: 'allow' });
const board = '1/orders/kanban';
const messageCall = '**/api/store/1/tickets/*/message';
const field = (page: Page, id: number) => chatOf(page, id).getByRole('textbox', { name: 'Escribí un mensaje' });
const bubbles = (page: Page, id: number) => chatOf(page, id).getByRole('log').getByRole('listitem');

/** Waits until the worker has cached the app, so that it opens offline. */
async function controlled({ page }: Seat): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

test('the demo shows an answer of support: badge, list, conversation, and reading takes the badge away everywhere (B-07, U-01, U-03, U-13, U-16, R-23)', async ({
  seat,
  apiUser,
  shop,
}) => {
  const { page } = await seat('ana', board);
  const other = await seat('ana', '1/user/settings/general');
  await expect(ticketsButton(page)).toHaveAccessibleName('Tickets, 1 mensaje nuevo');
  const entry = other.page.getByRole('navigation').getByRole('button', { name: /Tickets/ });
  await expect(entry).toContainText('1');
  await ticketsButton(page).click();
  await expect(ticketList(page)).toBeVisible();
  const row = ticketList(page).getByRole('button', { name: /^Pedido \d+/ });
  await expect(row).toContainText('Problema con el cadete');
  await expect(row).toContainText('Soporte: Ya hablamos con Hernán');
  const read = page.waitForRequest((r) => r.url().endsWith('/tickets/1/read') && r.method() === 'PATCH');
  await row.click();
  const chat = chatOf(page, 1);
  await expect(chat).toBeVisible();
  const { order } = await ticketOf(await apiUser('ana'), 1);
  await expect(chat.getByRole('button', { name: `Ver el pedido ${order.number}` })).toBeVisible();
  await expect(bubbles(page, 1)).toHaveCount(2);
  await expect(bubbles(page, 1).first()).toContainText('Bruno');
  await expect(bubbles(page, 1).last()).toContainText('Soporte');
  expect((await read).postData()).toBeNull();
  await expect.poll(async () => (await ticketOf(await apiUser('ana'), 1)).new_messages_count).toBe(0);
  await expect(entry).not.toContainText('1');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(ticketsButton(page)).toHaveAccessibleName('Tickets');
  await answerAs(shop, 1, 'Ya llegó.');
  await expect(ticketsButton(page)).toHaveAccessibleName('Tickets, 1 mensaje nuevo');
  await expect(entry).toContainText('1');
});

test('an order raises a ticket: reason, first message, the order shows it open and then closed; a second one opens the first (B-16, B-59, U-06, U-07, U-14)', async ({
  seat,
  apiUser,
  shop,
}) => {
  const ana = await apiUser('ana');
  const customer = `Ticket ${Date.now()}`;
  const order = await ana.takeOrder(customer);
  const { page } = await seat('ana', board);
  await new BoardPage(page)
    .card(customer)
    .getByRole('button', { name: /^Ver pedido|^Abrir pedido|^Pedido/ })
    .first()
    .click();
  const detail = page.getByRole('dialog').first();
  const raise = async (): Promise<void> => {
    await detail.getByRole('button', { name: 'Opciones del pedido' }).click();
    await page.getByRole('menuitem', { name: 'Ticket' }).click();
  };
  await raise();
  const ask = page.getByRole('dialog', { name: `Ticket del pedido Nro ${order.number}` });
  await expect(ask).toBeVisible();
  await ask.getByRole('button', { name: 'Enviar' }).click();
  await expect(ask.getByText('Elegí un motivo.')).toBeVisible();
  for (const reason of [
    'Problema con el pago',
    'Problema con el cadete',
    'Problema con el cliente',
    'Demora en la entrega',
    'Error en el pedido',
    'Otro motivo',
  ])
    await expect(ask.getByRole('radio', { name: reason })).toBeVisible();
  await ask.getByRole('radio', { name: 'Error en el pedido' }).check({ force: true });
  await ask.getByRole('textbox').fill('Faltó el postre.');
  const bodies: unknown[] = [];
  await page.route('**/api/store/1/tickets', async (route) => {
    if (route.request().method() === 'POST') bodies.push(route.request().postDataJSON());
    await route.continue();
  });
  await ask.getByRole('button', { name: 'Enviar' }).click();
  const chat = page.getByRole('dialog', { name: /^Ticket Nro: \d+$/ });
  await expect(chat.getByRole('listitem')).toContainText('Faltó el postre.');
  expect(bodies).toEqual([{ order_id: order.id, reason: 'order_error' }]);
  await expect(chat.getByText('Enviado')).toBeAttached();
  await expect(chat).toContainText('Error en el pedido');
  const id = Number(/\d+$/.exec((await chat.getByRole('heading').first().textContent()) ?? '')?.[0]);
  await page.keyboard.press('Escape');
  await expect(detail.getByRole('button', { name: 'Ticket abierto' })).toBeVisible();
  await raise();
  await expect(chatOf(page, id)).toBeVisible();
  await page.keyboard.press('Escape');
  await closeTicket(shop, id);
  await detail.getByRole('button', { name: 'Ticket finalizado' }).click();
  await expect(chatOf(page, id).getByText('Finalizado', { exact: true })).toBeVisible();
});

test('a seller has neither button, nor entry, nor option (U-08, U-24)', async ({ seat, apiUser }) => {
  const diego = await apiUser('diego');
  const { page } = await seat('diego', '1/home');
  await expect(page.getByRole('navigation').getByRole('button', { name: 'Usuario' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Tickets|^Rendiciones/ })).toHaveCount(0);
  expect((await diego.call('GET', '/store/1/tickets')).status).toBe(403);
});

test('a message is there at once, before the server has it; an empty one is none; Shift+Enter is a line (U-10, U-12)', async ({
  seat,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  const { id } = await openTicketOf(ana, (await ana.takeOrder('Chat')).id);
  const { page } = await seat('ana', board);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const bodies: unknown[] = [];
  await page.route(messageCall, async (route) => {
    bodies.push(route.request().postDataJSON());
    await held;
    await route.continue();
  });
  await ticketsButton(page).click();
  await ticketList(page).getByRole('button').filter({ hasText: 'Sin mensajes todavía' }).first().click();
  await expect(field(page, id)).toBeFocused();
  await page.keyboard.type('   ');
  await page.keyboard.press('Enter');
  await field(page, id).fill('Primera línea');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('segunda');
  await page.keyboard.press('Enter');
  await expect(bubbles(page, id)).toHaveCount(1);
  await expect(bubbles(page, id)).toContainText('segunda');
  await expect(bubbles(page, id)).toContainText('Enviando…');
  await expect(field(page, id)).toHaveValue('');
  await expect.poll(() => bodies.length).toBe(1);
  release();
  await expect(bubbles(page, id).getByText('Enviado')).toBeAttached();
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

test('a failed message says so with an icon, and «Reintentar» sends it once (U-11)', async ({ seat, apiUser }) => {
  const ana = await apiUser('ana');
  const { id } = await openTicketOf(ana, (await ana.takeOrder('Falla')).id);
  const { page } = await seat('ana', board);
  let broken = true;
  let tries = 0;
  await page.route(messageCall, (route) => {
    tries += 1;
    return broken ? route.fulfill({ status: 500, json: { message: '', code: 'internal' } }) : route.continue();
  });
  await ticketsButton(page).click();
  await ticketList(page).getByRole('button').filter({ hasText: 'Sin mensajes todavía' }).first().click();
  await field(page, id).fill('¿Me leen?');
  await page.keyboard.press('Enter');
  const retry = bubbles(page, id).getByRole('button', { name: 'Reintentar' });
  await expect(bubbles(page, id).getByText('No se pudo enviar.')).toBeVisible();
  await expect(retry).toBeInViewport();
  // Taps before the server recovers: afterwards the app may retry before the tap.
  const before = tries;
  await retry.click();
  await expect.poll(() => tries).toBeGreaterThan(before);
  broken = false;
  await expect(bubbles(page, id).getByText('Enviado')).toBeAttached({ timeout: 90_000 });
  await expect(retry).toHaveCount(0);
  await expect.poll(async () => (await ticketOf(ana, id)).messages.map((m) => m.message)).toEqual(['¿Me leen?']);
});

test('without a network a message waits on the disk, over a restart, and is sent once (U-10, D-07, D-06)', async ({
  seat,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  const { id } = await openTicketOf(ana, (await ana.takeOrder('Sin red')).id);
  const here = await seat('ana', board);
  const { page, context } = here;
  await controlled(here);
  const open = async (): Promise<void> => {
    await ticketsButton(page).click();
    await ticketList(page).getByRole('button').filter({ hasText: `Pedido` }).first().click();
    await expect(field(page, id)).toBeVisible();
  };
  await expect(ticketsButton(page)).toBeVisible();
  await open();
  await context.setOffline(true);
  await field(page, id).fill('Desde el sótano');
  await page.keyboard.press('Enter');
  await expect(bubbles(page, id)).toContainText('Se enviará al volver la conexión');
  await expect(page.getByText('Sin conexión. Los cambios se enviarán al reconectar.')).toBeVisible();
  await page.reload();
  await open();
  await expect(bubbles(page, id)).toContainText('Desde el sótano');
  await expect(bubbles(page, id)).toContainText('Se enviará al volver la conexión');
  await context.setOffline(false);
  await expect(bubbles(page, id).getByText('Enviado')).toBeAttached();
  await expect(bubbles(page, id)).toHaveCount(1);
  await expect.poll(async () => (await ticketOf(ana, id)).messages.map((m) => m.message)).toEqual(['Desde el sótano']);
});

test('a ticket cannot be opened without a network, and says why (H3)', async ({ seat, apiUser }) => {
  const ana = await apiUser('ana');
  const customer = `Red ${Date.now()}`;
  await ana.takeOrder(customer);
  const { page, context } = await seat('ana', board);
  await new BoardPage(page)
    .card(customer)
    .getByRole('button', { name: /^Ver pedido|^Abrir pedido|^Pedido/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Opciones del pedido' }).click();
  await page.getByRole('menuitem', { name: 'Ticket' }).click();
  const ask = page.getByRole('dialog', { name: /^Ticket del pedido Nro/ });
  await context.setOffline(true);
  await expect(ask.getByText('Necesitás conexión para abrir un ticket.')).toBeVisible();
  await expect(ask.getByRole('button', { name: 'Enviar' })).toHaveAttribute('aria-disabled', 'true');
  await context.setOffline(false);
});

test('support closes it while it is open: badge, no more field, and what waited is refused with its reason (U-04, U-05, U-11)', async ({
  seat,
  apiUser,
  shop,
}) => {
  const ana = await apiUser('ana');
  const { id } = await openTicketOf(ana, (await ana.takeOrder('Cierre')).id);
  const { page } = await seat('ana', board);
  await page.route(messageCall, (route) => route.abort());
  await ticketsButton(page).click();
  await ticketList(page).getByRole('button').filter({ hasText: 'Sin mensajes todavía' }).first().click();
  await field(page, id).fill('Llego tarde');
  await page.keyboard.press('Enter');
  await expect(bubbles(page, id)).toContainText('No se pudo enviar.');
  await closeTicket(shop, id);
  await expect(chatOf(page, id).getByText('Finalizado', { exact: true })).toBeVisible();
  await expect(field(page, id)).toBeDisabled();
  await expect(chatOf(page, id).getByRole('button', { name: 'Enviar' })).toBeDisabled();
  await page.unroute(messageCall);
  // The app retries by itself, with or without a tap.
  await expect(bubbles(page, id)).toContainText('El ticket está finalizado.', { timeout: 90_000 });
  await bubbles(page, id).getByRole('button', { name: 'Quitar' }).click();
  await expect(bubbles(page, id)).toHaveCount(0);
  expect((await ticketOf(ana, id)).messages).toEqual([]);
});

test('new messages scroll for whoever is at the end, and are counted for whoever reads above (H2)', async ({
  seat,
  apiUser,
  shop,
}) => {
  const ana = await apiUser('ana');
  const { id } = await openTicketOf(ana, (await ana.takeOrder('Largo')).id);
  for (let n = 1; n <= 24; n += 1) await answerAs(shop, id, `Mensaje ${n}`);
  const { page } = await seat('ana', board);
  await ticketsButton(page).click();
  await ticketList(page).getByRole('button').filter({ hasText: 'Mensaje 24' }).click();
  await expect(bubbles(page, id).last()).toBeInViewport();
  await answerAs(shop, id, 'Mensaje 25');
  await expect(bubbles(page, id).last()).toContainText('Mensaje 25');
  await expect(bubbles(page, id).last()).toBeInViewport();
  await chatOf(page, id).getByRole('log').focus();
  await page.keyboard.press('Home');
  await expect(bubbles(page, id).first()).toBeInViewport();
  await answerAs(shop, id, 'Mensaje 26');
  const below = chatOf(page, id).getByRole('button', { name: '1 mensaje nuevo' });
  await expect(below).toBeVisible();
  await expect(bubbles(page, id).last()).not.toBeInViewport();
  await below.click();
  await expect(bubbles(page, id).last()).toBeInViewport();
  await expect(below).toHaveCount(0);
});

test('by key alone: the list with arrows, Enter opens, Enter sends, Esc goes back (H1, H2)', async ({
  seat,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  const first = await openTicketOf(ana, (await ana.takeOrder('Tecla uno')).id);
  const second = await openTicketOf(ana, (await ana.takeOrder('Tecla dos')).id);
  const { page } = await seat('ana', board);
  await ticketsButton(page).focus();
  await page.keyboard.press('Enter');
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

test('an empty list and a list that does not come say so (U-02)', async ({ seat, shop }) => {
  const { page } = await seat('ana', '4/orders/kanban');
  await ticketsButton(page).click();
  await expect(ticketList(page).getByText('No se encontraron tickets.')).toBeVisible();
  // Routed before the first fetch of the list: a list fetched once stays visible when a later fetch fails.
  const other = await seat('carla');
  await other.page.route('**/api/store/2/tickets', (route) =>
    route.fulfill({ status: 422, json: { code: 'validation', message: 'Revisá los datos ingresados.' } }),
  );
  await other.page.goto(`${shop.url}2/orders/kanban`);
  await ticketsButton(other.page).click();
  await expect(ticketList(other.page).getByText('Revisá los datos ingresados.')).toBeVisible();
  await other.page.unroute('**/api/store/2/tickets');
  await ticketList(other.page).getByRole('button', { name: 'Reintentar' }).click();
  await expect(ticketList(other.page).getByText('No se encontraron tickets.')).toBeVisible();
});

test('tickets at every size, light and dark: axe finds nothing, nothing scrolls sideways (F-02)', async ({
  seat,
  apiUser,
  shop,
}) => {
  const ana = await apiUser('ana');
  await inDatabase(shop, `delete from ticket_messages where ticket_id > 1; delete from tickets where id > 1`);
  const order = await ana.takeOrder('Vista');
  const { id } = await openTicketOf(ana, order.id, 'order_error');
  await answerAs(shop, id, 'Hola. Contanos qué producto faltó y te ayudamos con el reintegro.');
  await closeTicket(shop, id);
  const { page } = await seat('ana', board);
  await expect(ticketsButton(page)).toHaveAccessibleName(/mensajes? nuevos?$/);
  await checkEveryLook(page, 'tickets-board');
  await ticketsButton(page).click();
  await expect(
    ticketList(page)
      .getByRole('button', { name: /^Pedido/ })
      .first(),
  ).toBeVisible();
  await checkEveryLook(page, 'tickets-list');
  await ticketList(page)
    .getByRole('button', { name: /^Pedido/ })
    .first()
    .click();
  await expect(chatOf(page, id).getByText('Finalizado', { exact: true })).toBeVisible();
  await checkEveryLook(page, 'ticket-closed');
  await page.keyboard.press('Escape');
  await page.route(messageCall, (route) => route.abort());
  await ticketList(page)
    .getByRole('button', { name: /^Pedido/ })
    .last()
    .click();
  await field(page, 1).fill('Gracias, ¿nos avisan cuando llegue? El cliente sigue esperando abajo.');
  await page.keyboard.press('Enter');
  await expect(bubbles(page, 1).last()).toContainText('No se pudo enviar.');
  await checkEveryLook(page, 'ticket-chat');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await new BoardPage(page)
    .card('Vista')
    .first()
    .getByRole('button', { name: /^Ver pedido|^Abrir pedido|^Pedido/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Ticket finalizado' })).toBeVisible();
  await checkEveryLook(page, 'ticket-order');
  await page.getByRole('dialog').getByRole('button', { name: 'Opciones del pedido' }).click();
  await page.getByRole('menuitem', { name: 'Ticket' }).click();
  await expect(page.getByRole('dialog', { name: /^Ticket del pedido Nro/ })).toBeVisible();
  await checkEveryLook(page, 'ticket-reason');
});
