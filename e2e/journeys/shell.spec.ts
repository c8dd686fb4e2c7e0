import { expect, test } from '#e2e/fixtures.ts';
import { holdNotices } from '#e2e/pages/alerts.ts';

const phone = { width: 390, height: 844 };

test('the phone bar: logo with menu, state, new order, bin, way back to the catalog (H-26, H-27, H-28, H-29, H-30, H-31)', async ({
  seat,
}) => {
  const { page } = await seat('ana', '1/home', phone);
  const bar = page.getByRole('banner').first();
  await expect(bar.getByText('Abierta', { exact: true })).toBeVisible();
  const logo = bar.getByRole('button', { name: /Abrir menú: La Esquina/ });
  await expect(logo.locator('img')).toHaveAttribute('src', /hot-beverage/);
  await logo.click();
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

test('an order without products ends when its catalog is left; «+» stands beside a paused one (H-27, H-29, H-31, D-46)', async ({
  seat,
}) => {
  const { page } = await seat('ana', '1/orders/kanban', phone);
  const bar = page.getByRole('banner').first();
  const plus = bar.getByRole('button', { name: 'Nuevo pedido' });
  const paused = bar.getByRole('button', { name: /^Volver al catálogo/ });
  const begin = async (): Promise<void> => {
    await plus.click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Take away/ })
      .click();
    await expect(page).toHaveURL(/catalog/);
    await expect(page.getByPlaceholder('Buscar...')).toBeVisible();
  };
  const kept = (): Promise<boolean> =>
    page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('marche:cart')));
  await begin();
  await bar.getByRole('button', { name: 'Volver' }).click();
  await expect(page).toHaveURL(/kanban/);
  await expect(plus).toBeVisible();
  await expect(paused).toHaveCount(0);
  await expect.poll(kept).toBe(false);
  await begin();
  await page.getByPlaceholder('Buscar...').fill('fainá');
  await page.keyboard.press('Enter');
  await bar.getByRole('button', { name: 'Volver' }).click();
  await expect(page).toHaveURL(/kanban/);
  await expect(paused).toBeVisible();
  await expect(plus).toBeVisible();
  expect(await kept()).toBe(true);
});

test('a new screen stands at its top (F-28)', async ({ seat, shop, apiUser }) => {
  // Enough orders to scroll, even if the demo's own orders are finished.
  const ana = await apiUser('ana');
  for (const n of [1, 2]) await ana.takeOrder(`Alto ${n} ${Date.now()}`);
  const { page } = await seat('ana', '1/home', { width: 390, height: 420 });
  await expect(page.getByRole('article').first()).toBeVisible();
  // Repeats until the page is long enough to scroll.
  await expect.poll(() => page.evaluate('scrollTo(0, 300), scrollY')).toBeGreaterThan(100);
  await page.getByRole('button', { name: 'Nuevo pedido' }).first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Take away/ })
    .click();
  await expect(page).toHaveURL(`${shop.url}1/cart/catalog`);
  await expect.poll(() => page.evaluate('scrollY')).toBe(0);
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

test('a stylesheet that was lost once is asked for again: no screen stands there without its styles (F-11)', async ({
  seat,
  shop,
}) => {
  const { page } = await seat('diego');
  const lost = new Set<string>();
  await page.route(/\/assets\/[^/]*\.css$/, (route) => {
    const url = route.request().url();
    // Those of the first screen come as they are.
    if (page.url() === 'about:blank' || lost.has(url)) return route.continue();
    lost.add(url);
    return route.abort('internetdisconnected');
  });
  const loaded = () => page.evaluate(() => [...document.styleSheets].flatMap(({ href }) => href ?? []));
  await page.goto(`${shop.url}1/maps/index`);
  await page.waitForFunction(() => performance.getEntriesByName('parts-loaded').length > 0);
  expect(lost.size).toBeGreaterThan(0);
  await page.getByRole('navigation').getByText('Take away').click();
  await expect(page).toHaveURL(/\/1\/cart\/catalog/);
  await expect.poll(loaded).toEqual(expect.arrayContaining([...lost]));
});
