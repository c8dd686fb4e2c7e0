import { expect, openLaEsquina, test } from '#e2e/fixtures.ts';
import { holdNotices } from '#e2e/pages/alerts.ts';

const phone = { width: 390, height: 844 };

test('the first start says so while the store loads, and then shows it (F-12, F-13, S-05, H-01, T-01)', async ({
  seat,
  shop,
}) => {
  const { page } = await seat('ana');
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/api/store/1?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: /La Esquina/ }).click();
  await expect(page.getByText('cargando tienda')).toBeVisible();
  letGo();
  await expect(page).toHaveURL(`${shop.url}1/home`);
  await expect(page.getByText('cargando tienda')).toHaveCount(0);
});

test('the rail has the store, the screens of an admin and the user menu (H-14, H-15, H-16, H-19, H-20, H-25, A-50, T-11)', async ({
  seat,
}) => {
  const { page } = await seat('ana');
  await openLaEsquina(page);
  const rail = page.getByRole('navigation', { name: 'Principal' });
  await expect(page.getByText('Abierta', { exact: true }).first()).toBeVisible();
  await expect(rail.getByRole('link', { name: 'Inicio' })).toHaveAttribute('aria-current', 'page');
  await expect(rail.getByRole('link', { name: /Tablero de pedidos/ })).toBeVisible();
  await expect(rail.getByRole('button', { name: 'En el local' })).toBeVisible();
  await expect(rail.getByRole('button', { name: 'Take away' })).toBeVisible();
  await rail.getByRole('button', { name: 'Usuario' }).click();
  const menu = page.getByRole('dialog', { name: 'Menú de usuario' });
  await menu.getByRole('button', { name: 'Cancelar' }).click();
  await expect(menu).toHaveCount(0);
  await rail.getByRole('button', { name: 'Usuario' }).click();
  await menu.getByRole('button', { name: 'Mis tiendas' }).click();
  await expect(page.getByRole('heading', { name: 'Tiendas' })).toBeVisible();
});

test('a shortcut opens the flow of its type; a store that offers less shows less (H-19, H-33, K-04)', async ({
  seat,
  shop,
}) => {
  const { page } = await seat('diego', '1/home');
  await page.getByRole('main').getByRole('button', { name: 'Barra 1' }).click();
  await expect(page).toHaveURL(/\/1\/cart\/catalog/);
  await expect(page.getByRole('region', { name: 'Detalle del pedido' }).getByText('En Barra 1')).toBeVisible();
  await page.goto(`${shop.url}1/home`);
  await page.getByRole('main').getByRole('button', { name: 'Take away' }).click();
  await expect(page).toHaveURL(/\/1\/cart\/catalog/);
  await page.goto(`${shop.url}4/home`);
  await expect(page.getByRole('heading', { name: 'Pantalla principal' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take away' })).toHaveCount(0);
});

test('the phone bar: logo with menu, state, new order, bin, way back to the catalog (H-26, H-27, H-28, H-29, H-30, H-31)', async ({
  seat,
}) => {
  const { page } = await seat('ana', '1/home', phone);
  const bar = page.getByRole('banner').first();
  await expect(bar.getByText('Abierta', { exact: true })).toBeVisible();
  await bar.getByRole('button', { name: /Abrir menú: La Esquina/ }).click();
  await page
    .getByRole('dialog', { name: 'La Esquina' })
    .getByRole('link', { name: /Tablero/ })
    .click();
  await expect(page).toHaveURL(/kanban/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await bar.getByRole('button', { name: 'Nuevo pedido' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Take away/ })
    .click();
  await expect(bar.getByRole('button', { name: 'Nuevo pedido' })).toHaveCount(0);
  await page.getByPlaceholder('Buscar...').fill('fainá');
  await page.keyboard.press('Enter');
  await bar.getByRole('button', { name: 'Volver' }).click();
  await expect(page).toHaveURL(/kanban/);
  await bar.getByRole('button', { name: 'Volver al catálogo, 1 producto' }).click();
  await expect(page).toHaveURL(/catalog/);
  await holdNotices(page);
  await bar.getByRole('button', { name: 'Descartar el pedido' }).click();
  await expect(page).toHaveURL(/kanban/);
  await expect(bar.getByRole('button', { name: 'Nuevo pedido' })).toBeVisible();
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(bar.getByRole('button', { name: 'Volver al catálogo, 1 producto' })).toBeVisible();
});

test('a new screen stands at its top (F-28)', async ({ seat, shop, apiUser }) => {
  // Enough to scroll, whatever became of the demo's own orders.
  const ana = await apiUser('ana');
  for (const n of [1, 2]) await ana.takeOrder(`Alto ${n} ${Date.now()}`);
  const { page } = await seat('ana', '1/home', { width: 390, height: 420 });
  await expect(page.getByRole('article').first()).toBeVisible();
  // Again while there is not enough to scroll yet.
  await expect.poll(() => page.evaluate('scrollTo(0, 300), scrollY')).toBeGreaterThan(100);
  await page.getByRole('button', { name: 'Nuevo pedido' }).first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Take away/ })
    .click();
  await expect(page).toHaveURL(`${shop.url}1/cart/catalog`);
  await expect.poll(() => page.evaluate('scrollY')).toBe(0);
});

test('a store without a catalog says so, and nothing can be added (C-14, C-06)', async ({ seat }) => {
  const { page } = await seat('ana');
  await page.route('**/api/store/1?*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, catalog: { ...body.catalog, sections: [], items: [] } } });
  });
  await openLaEsquina(page);
  await page.getByRole('button', { name: 'Take away' }).first().click();
  await expect(page.getByText('El comercio no cargó su catálogo.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Siguiente' }).first()).toBeDisabled();
});

test('amounts follow the store: guaraníes have no decimals (M-01, N-14)', async ({ seat }) => {
  const { page } = await seat('ana', '4/home');
  await page.getByRole('button', { name: 'En el local' }).first().click();
  await expect(page.getByText(/^Gs\. \d{1,3}(\.\d{3})*$/).first()).toBeVisible();
});

test('the other screens are fetched while the first one is idle', async ({ seat }) => {
  const { page } = await seat(null, 'login');
  await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible();
  const fetched = (): Promise<string[]> =>
    page.evaluate(() => performance.getEntriesByType('resource').map((r) => r.name));
  await expect
    .poll(async () => (await fetched()).some((name) => /orders\.kanban-.*\.js$/.test(name)), { timeout: 90_000 })
    .toBe(true);
});
