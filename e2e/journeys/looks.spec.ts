import type { Locator } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import type { Seat } from '#e2e/fixtures.ts';
import { check, checkEveryLook, shot } from '#e2e/looks.ts';
import { soundButton } from '#e2e/pages/alerts.ts';

/**
 * With the colours of the system the chosen one of two still looks different. Contrast is the system's there, and axe
 * reads a colour that the browser does not draw then (`-webkit-text-fill-color`).
 */
async function chosenShows(chosen: Locator, other: Locator): Promise<void> {
  const colour = (one: Locator) => one.evaluate((element) => getComputedStyle(element).color);
  await chosen.page().emulateMedia({ forcedColors: 'active' });
  expect(await colour(chosen)).not.toBe(await colour(other));
  await chosen.page().emulateMedia({ forcedColors: 'none' });
}

async function tour(here: Seat, shop: { url: string }): Promise<void> {
  const { page } = here;
  await expect(page.getByRole('heading', { name: 'Tiendas' })).toBeVisible();
  await checkEveryLook(page, 'stores');
  await page.goto(`${shop.url}1/home`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(soundButton(page)).toBeVisible();
  await checkEveryLook(page, 'home');
  await page.goto(`${shop.url}1/orders/kanban`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(soundButton(page)).toBeVisible();
  await checkEveryLook(page, 'board');
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Ver pedido|^Abrir pedido|^Pedido/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkEveryLook(page, 'detail');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await check(page, 'keys');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Usuario' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await check(page, 'user-menu');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Nuevo pedido' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Cargar pedido' })).toBeVisible();
  await checkEveryLook(page, 'picker');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^En local/ })
    .click();
  await expect(page.getByRole('article').first()).toBeVisible();
  const search = page.getByPlaceholder('Buscar...');
  await search.fill('fainá');
  await search.press('Enter');
  await search.press('Escape');
  await checkEveryLook(page, 'catalog');
  await chosenShows(page.getByRole('button', { name: 'Cafetería' }), page.getByRole('button', { name: 'Pizzas' }));
  await page.getByRole('button', { name: 'Agregar Café espresso' }).click();
  await expect(page.getByRole('dialog', { name: 'Café espresso' })).toBeVisible();
  await check(page, 'item');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Siguiente' }).first().click();
  await expect(page).toHaveURL(/checkout/);
  await checkEveryLook(page, 'checkout');
}

test('every screen at every size, light and dark: axe finds nothing, nothing scrolls sideways (F-02)', async ({
  seat,
  shop,
}) => {
  const guest = await seat(null, 'login');
  await expect(guest.page.getByRole('button', { name: 'Ingresar' })).toBeVisible();
  await checkEveryLook(guest.page, 'login');
  const here = await seat('ana');
  await tour(here, shop);
});

test('an unknown page and an empty list of stores read well (F-30, S-03)', async ({ seat }) => {
  const lost = await seat('ana', 'zzz/yyy');
  await expect(lost.page.getByRole('heading', { level: 1 })).toBeVisible();
  await check(lost.page, 'not-found-1024-light');
  const newcomer = await seat('fede');
  await check(newcomer.page, 'no-stores-1024-light');
});

test('320 px wide, nothing scrolls sideways (docs/screens.md)', async ({ seat, shop, apiUser }) => {
  await (await apiUser('ana')).takeOrder('Angosto');
  const here = await seat('ana', '1/orders/kanban', { width: 320, height: 700 });
  await expect(here.page.getByRole('article').first()).toBeVisible();
  await check(here.page, 'board-320-light');
  await here.page.goto(`${shop.url}1/home`);
  await check(here.page, 'home-320-light');
});

test('the install dialog shows the board on a phone and on a wide screen (F-06)', async ({ seat, shop, apiUser }) => {
  await (await apiUser('ana')).takeOrder('Instalar');
  for (const [name, size] of [
    ['narrow', { width: 390, height: 844 }],
    ['wide', { width: 1280, height: 800 }],
  ] as const) {
    const { page } = await seat('ana', '1/orders/kanban', size);
    await expect(page.getByRole('article').first()).toBeVisible();
    await shot(page, name, 'public/screenshots');
    const manifest = await (await fetch(`${shop.url}manifest.webmanifest`)).json();
    const picture = manifest.screenshots.find((p: { form_factor: string }) => p.form_factor === name);
    expect(picture.sizes).toBe(`${size.width}x${size.height}`);
  }
});
