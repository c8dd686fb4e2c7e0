import { it } from 'vitest';
import { letterGapMs } from '#domain/order-actions.ts';
import type { Locator } from '#testing/locator.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect, timersFired } from '#testing/screen-expect.ts';
import { useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

/** The keys are heard once their part of the app has loaded. */
const press = (page: Page, key: string, opens: Locator): Promise<void> =>
  expect
    .poll(async () => {
      if (opens.count() === 0) await page.keyboard.press(key);
      await timersFired(letterGapMs);
      return opens.count();
    })
    .toBe(1);

const picker = { name: 'Cargar pedido' };
const help = { name: 'Atajos de teclado' };

it('N takes an order, T opens the board, / searches: the catalog, and the orders of the board', async () => {
  const { page } = await renderApp('1/home', { as: 'ana' });
  await expect(page.getByRole('heading', { name: 'Tablero de pedidos' })).toBeVisible();
  await press(page, 'n', page.getByRole('dialog', picker));
  await page.keyboard.press('t');
  await page.keyboard.press('a');
  await expect(page).toHaveURL(/\/1\/cart\/catalog/);
  const search = page.getByPlaceholder('Buscar...');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('');
  await page.keyboard.type('t n ? /');
  await expect(search).toHaveValue('t n ? /');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  await expect(page).toHaveURL(/\/1\/orders\/kanban/);
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog').getByRole('searchbox')).toBeVisible();
});

it('? lists the keys of the screen; a switch turns single keys off on this device', async () => {
  const { page } = await renderApp('1/orders/kanban', { as: 'ana' });
  await expect(page.getByRole('heading', { name: 'Tablero de pedidos' })).toBeVisible();
  const sheet = page.getByRole('dialog', help);
  await press(page, '?', sheet);
  for (const words of ['Nuevo pedido', 'Buscar', 'Aceptar', 'Mover a otra columna'])
    await expect(sheet.getByText(words, { exact: true })).toBeVisible();
  await expect(sheet.getByText('Siguiente')).toHaveCount(0);
  await sheet.getByRole('switch', { name: /^Atajos de una sola tecla/ }).setChecked(false);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  for (const key of ['n', 't', '/', '?']) await page.keyboard.press(key);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Tablero de pedidos' })).toBeVisible();
  await page.keyboard.press('?');
  await page.keyboard.press('n');
  // The way back without a key: the status of the app.
  await page
    .getByRole('button', { name: /^Estado de la tienda/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Aplicación y novedades' }).click();
  await expect(page.getByRole('dialog', picker)).toHaveCount(0);
  await page.getByRole('button', { name: 'Atajos de teclado' }).click();
  await expect(sheet.getByRole('switch', { name: /^Atajos de una sola tecla/ })).not.toBeChecked();
  await sheet.getByRole('switch', { name: /^Atajos de una sola tecla/ }).setChecked(true);
  await page.keyboard.press('Escape');
  await press(page, 'n', page.getByRole('dialog', picker));
});

it('M opens the floor maps, C the codes; a store without them has neither key', async () => {
  const { page } = await renderApp('1/home', { as: 'diego' });
  await expect(page.getByRole('heading', { name: 'Pantalla principal' })).toBeVisible();
  await press(page, 'm', page.getByRole('heading', { name: 'Mapas' }));
  await press(page, 'c', page.getByRole('heading', { name: 'Códigos' }));
  const { page: without } = await renderApp('5/home', { as: 'gabi' });
  await expect(without.getByRole('heading', { name: 'Tablero de pedidos' })).toBeVisible();
  await press(without, '?', without.getByRole('dialog', help));
  for (const words of ['Mapas', 'Códigos'])
    await expect(without.getByRole('dialog', help).getByText(words, { exact: true })).toHaveCount(0);
});

it('a seller has no key of the board', async () => {
  const { page } = await renderApp('1/home', { as: 'diego' });
  await expect(page.getByRole('heading', { name: 'Pantalla principal' })).toBeVisible();
  await press(page, '?', page.getByRole('dialog', help));
  await expect(page.getByRole('dialog', help).getByText('Nuevo pedido')).toBeVisible();
  await expect(page.getByRole('dialog', help).getByText('Tablero de pedidos')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  await press(page, 'n', page.getByRole('dialog', picker));
  await expect(page).toHaveURL(/\/1\/home/);
});
