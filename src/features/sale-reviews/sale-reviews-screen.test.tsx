import { beforeEach, it } from 'vitest';
import { inDatabase } from '#e2e/shop-database.ts';
import type { Locator } from '#testing/locator.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();
/** One live order of La Esquina, sold for a tenth of its price. */
beforeEach(() =>
  inDatabase(
    screenServer(),
    `delete from sale_reviews; insert into sale_reviews (order_id, store_id, sold_total, own_total, requested_at)
     select id, 1, 47300, 473000, now() from orders where store_id = 1 and status = 'PENDING' order by id limit 1`,
  ),
);

const board = '1/orders/kanban';
const button = (page: Page): Locator => page.getByRole('main').getByRole('button', { name: /^Ventas para revisar/ });
const list = (page: Page): Locator => page.getByRole('dialog', { name: 'Ventas para revisar' });

it('an admin sees what was sold for which price, and marks it as reviewed (N-15)', async () => {
  const { page } = await renderApp(board, { as: 'carla' });
  await expect(button(page)).toHaveAttribute('aria-label', 'Ventas para revisar, 1 pendiente');
  await button(page).click();
  const row = list(page).getByRole('listitem');
  await expect(row).toContainText('$ 473,00');
  await expect(row).toContainText('$ 4.730,00');
  await expect(row).toContainText('-$ 4.257,00');
  await row.getByRole('button', { name: /^Ya revisé el pedido/ }).click();
  await expect(list(page).getByText('No hay ventas para revisar.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page)).toHaveCount(0);
});

it('leads to the order; a refusal stays at its row; offline says why it cannot be done (N-15)', async () => {
  const { page, context } = await renderApp(board, { as: 'ana' });
  await button(page).click();
  const row = list(page).getByRole('listitem');
  page.route(/\/close$/, (route) =>
    route.fulfill({ status: 403, json: { code: 'forbidden', message: 'No tenés permiso.' } }),
  );
  await row.getByRole('button', { name: /^Ya revisé el pedido/ }).click();
  await expect(row.getByRole('alert')).toBeVisible();
  context.setOffline(true);
  await expect(row.getByText('Necesitás conexión para marcarla como revisada.')).toBeVisible();
  context.setOffline(false);
  await row.getByRole('button', { name: /^Ver el pedido/ }).click();
  await expect(page.getByRole('dialog', { name: /Pedido/ })).toBeVisible();
});
