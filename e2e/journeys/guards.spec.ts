import { expect, openLaEsquina, test } from '#e2e/fixtures.ts';

test('without a user every store route leads to login (F-18)', async ({ seat, shop }) => {
  const { page } = await seat(null, '1/orders/kanban');
  await expect(page).toHaveURL(/\/sellers\/login$/);
  await page.goto(shop.url);
  await expect(page).toHaveURL(/\/sellers\/login$/);
});

test('logged in, login sends back to the previous place (F-19)', async ({ seat, shop }) => {
  const { page } = await seat('ana', '1/home');
  await expect(page.getByRole('heading', { name: 'Tablero de pedidos' })).toBeVisible();
  await page.goto(`${shop.url}login`);
  await expect(page).not.toHaveURL(/login/);
});

test('a missing cart leads home, an empty one does not reach checkout (F-21, F-22, C-01, K-57)', async ({
  seat,
  shop,
}) => {
  const { page } = await seat('ana', '1/cart/catalog');
  await expect(page).toHaveURL(/\/1\/home/);
  await page.getByRole('button', { name: 'Take away' }).first().click();
  await expect(page).toHaveURL(/\/1\/cart\/catalog/);
  await page.goto(`${shop.url}1/cart/checkout`);
  await expect(page).toHaveURL(/\/1\/home/);
});

test('a seller sees shortcuts, not the board (F-23, B-01, H-04, H-16, H-32)', async ({ seat }) => {
  const { page } = await seat('diego', '1/orders/kanban');
  await expect(page).toHaveURL(/\/1\/home/);
  await expect(page.getByRole('heading', { name: 'Pantalla principal' })).toBeVisible();
  await expect(page.getByText('Accesos directos a funciones del sistema')).toBeVisible();
  await expect(page.getByRole('link', { name: /Tablero de pedidos/ })).toHaveCount(0);
});

test('the free plan takes no orders: home, with what the plan lacks over the board, said once (F-24, H-07, H-12, B4)', async ({
  seat,
}) => {
  const { page } = await seat('ana', '3/cart/catalog');
  await expect(page).toHaveURL(/\/3\/home$/);
  const panel = page.getByRole('dialog', { name: 'Tu plan no incluye esta función' });
  await expect(panel.getByText('Con el plan premium facturás desde cada pedido.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Tablero de pedidos' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Nuevo pedido' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Tablero de pedidos' })).toBeVisible();
  await expect(panel).toHaveCount(0);
});

test('another store is as missing as one that does not exist (F-39, E-15)', async ({ seat, shop }) => {
  const { page } = await seat('ana', '5/home');
  await expect(page).toHaveURL(/\/sellers\/$/);
  await expect(page.getByText('No se encontró la información que buscaba.').first()).toBeVisible();
  await page.goto(`${shop.url}999/home`);
  await expect(page).toHaveURL(/\/sellers\/$/);
});

test('any other path says that it does not exist and leads to the stores (F-30)', async ({ seat }) => {
  const { page } = await seat('ana', 'zzz/yyy/xxx');
  await expect(page.getByRole('heading', { name: 'La página no existe' })).toBeVisible();
  await page.getByRole('link', { name: 'Ir a mis tiendas' }).click();
  await expect(page.getByRole('heading', { name: 'Tiendas' })).toBeVisible();
});

test('the device’s back closes what is open and stays; a navigation closes it too (F-25, F-26)', async ({ seat }) => {
  const { page } = await seat('ana');
  await openLaEsquina(page);
  await page.getByRole('link', { name: /Tablero de pedidos/ }).click();
  await expect(page).toHaveURL(/kanban/);
  await page.getByRole('button', { name: 'Nuevo pedido' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/kanban/);
  await page.getByRole('button', { name: 'Nuevo pedido' }).first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Take away/ })
    .click();
  await expect(page).toHaveURL(/catalog/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('back returns to the last remembered place (F-27, H-30)', async ({ seat }) => {
  const { page } = await seat('ana', '1/orders/kanban', { width: 390, height: 844 });
  await expect(page.getByRole('heading', { name: 'Tablero de pedidos' })).toBeVisible();
  await page.getByRole('button', { name: 'Nuevo pedido' }).first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Take away/ })
    .click();
  await expect(page).toHaveURL(/catalog/);
  await page.getByRole('button', { name: 'Volver' }).first().click();
  await expect(page).toHaveURL(/kanban/);
});

test('the page lives under /sellers/, in Spanish (F-01, F-02)', async ({ seat, shop }) => {
  const { page } = await seat(null, 'login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  const urls = await page.evaluate(() => performance.getEntriesByType('resource').map((r) => r.name));
  for (const url of urls) if (url.startsWith(shop.origin) && !url.includes('/api/')) expect(url).toContain('/sellers/');
});
