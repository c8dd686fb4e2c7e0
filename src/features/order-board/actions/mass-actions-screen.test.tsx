import { it } from 'vitest';
import { inDatabase } from '#e2e/shop-database.ts';
import { BoardScreen } from '#testing/board.ts';
import type { Locator } from '#testing/locator.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

const board = '1/orders/kanban';
const dialogOf = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });

const notice = (page: Page, text: string | RegExp): Locator => page.locator('[data-toasts]').getByText(text).first();
const undo = (page: Page): Locator => page.getByRole('button', { name: 'Deshacer' });

/** Keeps the notices on the screen, as a pointer over them does. */
const holdNotices = (page: Page): Promise<unknown> =>
  page.locator('[data-toasts]').evaluate((area) => area.dispatchEvent(new Event('pointermove', { bubbles: true })));

it('mass actions accept what waits and finish by type, each undone for 5 s (B-09, B-14, B-34, B-35, B-36, B-38)', async () => {
  const ana = await apiUserOf('ana');
  const orders = [await ana.takeOrder('Masa1'), await ana.takeOrder('Masa2')];
  const states = (): Promise<string[]> => Promise.all(orders.map(async ({ id }) => (await ana.order(id)).status));
  const { page } = await renderApp(board, { as: 'carla' });
  await expect(new BoardScreen(page).card('Masa2')).toBeVisible();
  await page.getByRole('button', { name: 'Modificación masiva de pedidos' }).click();
  const dialog = dialogOf(page, 'Modificación masiva de pedidos');
  await expect(dialog.locator('h3')).toHaveText([
    /^Pedidos pendientes/,
    /^Pedidos en local/,
    /^Pedidos para take away/,
    /^Pedidos para delivery/,
  ]);
  await holdNotices(page);
  await dialog.getByRole('button', { name: /^Aceptar \d+ pedidos$/ }).click();
  await expect(notice(page, 'Los pedidos fueron aceptados.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Aceptar 0 pedidos' })).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(states).toEqual(['ACCEPTED', 'ACCEPTED']);
  await undo(page).click();
  await expect(dialog.getByRole('button', { name: /^Aceptar [1-9]\d* pedidos$/ })).toBeVisible();
  await expect.poll(states).toEqual(['PENDING', 'PENDING']);
  await dialog.getByRole('button', { name: /^Aceptar \d+ pedidos$/ }).click();
  await expect.poll(states).toEqual(['ACCEPTED', 'ACCEPTED']);
  await holdNotices(page);
  await dialog.getByRole('button', { name: /^Finalizar \d+ pedidos? para take away$/ }).click();
  await expect(notice(page, 'Los pedidos para take away fueron finalizados.')).toBeVisible();
  await expect.poll(states).toEqual(['COMPLETE', 'COMPLETE']);
  await page.keyboard.press('Escape');
  await expect(new BoardScreen(page).card('Masa1')).toHaveCount(0);
});

it('each type is finished by its own button, and the notice names it (B-37, B-39)', async () => {
  const ana = await apiUserOf('ana');
  const { body } = await ana.profile();
  const code = body.codes.find((one) => one.type === 'LOCAL' && !one.group);
  const local = await ana.send({ ...(await ana.submission('Mesa')), type: 'LOCAL', ...(code && { code: code.id }) });
  const delivery = await ana.takeOrder('Puerta');
  await inDatabase(screenServer(), `update orders set type = 'DELIVERY' where id = ${delivery.id}`);
  for (const order of [local, delivery]) await ana.changeStatus(order, 'ACCEPTED');
  const { page } = await renderApp(board, { as: 'carla' });
  await expect(new BoardScreen(page).card('Puerta')).toBeVisible();
  await page.getByRole('button', { name: 'Modificación masiva de pedidos' }).click();
  const dialog = dialogOf(page, 'Modificación masiva de pedidos');
  await dialog.getByRole('button', { name: /^Finalizar \d+ pedidos? en local$/ }).click();
  await expect(notice(page, 'Los pedidos en local fueron finalizados.')).toBeVisible();
  await dialog.getByRole('button', { name: /^Finalizar \d+ pedidos? de delivery$/ }).click();
  await expect(notice(page, 'Los pedidos para delivery fueron finalizados.')).toBeVisible();
  for (const { id } of [local, delivery]) await expect.poll(async () => (await ana.order(id)).status).toBe('COMPLETE');
});

it('a mass action of which a part is refused says how many were applied (B-65, B-70)', async () => {
  const ana = await apiUserOf('ana');
  const good = await ana.takeOrder('Parte1');
  const bad = await ana.takeOrder('Parte2');
  const { page } = await renderApp(board, { as: 'carla' });
  await expect(new BoardScreen(page).card('Parte2')).toBeVisible();
  page.route(`/store/1/orders/${bad.id}`, (route) =>
    route.method === 'PATCH'
      ? route.fulfill({ status: 422, json: { code: 'invalid_transition', message: 'Ese no.' } })
      : route.fetch(),
  );
  await page.getByRole('button', { name: 'Modificación masiva de pedidos' }).click();
  await page.getByRole('button', { name: /^Aceptar \d+ pedidos$/ }).click();
  await expect(notice(page, /^\d+ de \d+ aplicados$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(new BoardScreen(page).cardIn('Pendientes', 'Parte2')).toBeVisible();
  await expect(new BoardScreen(page).cardIn('Aceptados', 'Parte1')).toBeVisible();
  await expect.poll(async () => (await ana.order(good.id)).status).toBe('ACCEPTED');
});

it('a refused mass action shows the words of the server (B-70)', async () => {
  const ana = await apiUserOf('ana');
  const waiting = (await ana.orders()).body.filter(({ status }) => status === 'PENDING').map(({ id }) => id);
  if (waiting.length > 0) await ana.changeMany(waiting, 'COMPLETE');
  await ana.takeOrder('Negado');
  const { page } = await renderApp(board, { as: 'carla' });
  await expect(new BoardScreen(page).card('Negado')).toBeVisible();
  page.route(/^\/store\/1\/orders\/(massive|\d+)$/, (route) =>
    route.method === 'PATCH'
      ? route.fulfill({ status: 422, json: { code: 'invalid_transition', message: 'La tienda está cerrando.' } })
      : route.fetch(),
  );
  await page.getByRole('button', { name: 'Modificación masiva de pedidos' }).click();
  await page.getByRole('button', { name: 'Aceptar 1 pedido' }).click();
  await expect(notice(page, '0 de 1 aplicados')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(new BoardScreen(page).cardIn('Pendientes', 'Negado')).toBeVisible();
  await page
    .getByRole('button', { name: /^Atención/ })
    .first()
    .click();
  await expect(dialogOf(page, 'Para revisar').getByText('La tienda está cerrando.')).toBeVisible();
});
