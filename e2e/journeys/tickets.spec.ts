import type { Page } from '@playwright/test';
import { expect, testInOwnShop } from '#e2e/fixtures.ts';
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
import { controlledByWorker } from '#e2e/pages/outbox.ts';

const test = testInOwnShop({ SUPPORT_DESK_KEY: deskKey });

// These journeys need the service worker.
test.use({ serviceWorkers: 'allow' });
const board = '1/orders/kanban';
const messageCall = '**/api/store/1/tickets/*/message';
const field = (page: Page, id: number) => chatOf(page, id).getByRole('textbox', { name: 'Escribí un mensaje' });
const bubbles = (page: Page, id: number) => chatOf(page, id).getByRole('log').getByRole('listitem');

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

test('without a network a message waits on the disk, over a restart, and is sent once (U-10, D-07, D-06)', async ({
  seat,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  const { id } = await openTicketOf(ana, (await ana.takeOrder('Sin red')).id);
  const here = await seat('ana', board);
  const { page, context } = here;
  await controlledByWorker(here);
  await ticketsButton(page).click();
  await ticketList(page).getByRole('button').filter({ hasText: `Pedido` }).first().click();
  await expect(field(page, id)).toBeVisible();
  await context.setOffline(true);
  await field(page, id).fill('Desde el sótano');
  await page.keyboard.press('Enter');
  await expect(bubbles(page, id)).toContainText('Se enviará al volver la conexión');
  await expect(page.getByText('Sin conexión. Los cambios se enviarán al reconectar.')).toBeVisible();
  // The open conversation is part of the address.
  await page.reload();
  await expect(bubbles(page, id)).toContainText('Desde el sótano');
  await expect(bubbles(page, id)).toContainText('Se enviará al volver la conexión');
  await context.setOffline(false);
  await expect(bubbles(page, id).getByText('Enviado')).toBeAttached();
  await expect(bubbles(page, id)).toHaveCount(1);
  await expect.poll(async () => (await ticketOf(ana, id)).messages.map((m) => m.message)).toEqual(['Desde el sótano']);
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
  await page.context().setOffline(true);
  const stale = ticketList(page).getByText('Sin conexión: estos tickets pueden estar desactualizados.');
  await expect(stale).toBeVisible();
  const [notice, rows] = await Promise.all([stale.boundingBox(), ticketList(page).getByRole('list').boundingBox()]);
  // The words, and then the notice's own edge.
  expect((rows?.y ?? 0) - (notice?.y ?? 0) - (notice?.height ?? 0)).toBeGreaterThanOrEqual(16);
  await page.context().setOffline(false);
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
  const retry = bubbles(page, 1).last().getByRole('button', { name: 'Reintentar' });
  await expect(retry).toBeInViewport({ ratio: 1 });
  // The device is turned: the last message stays in view.
  for (const size of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
    { width: 320, height: 640 },
  ]) {
    await page.setViewportSize(size);
    await expect(retry).toBeInViewport({ ratio: 1 });
  }
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
