import { expect, openLaEsquina, test } from '#e2e/fixtures.ts';

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
  // A panel at the side, too.
  await page
    .getByRole('button', { name: /^Estado de la tienda: / })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Estado de la tienda' })).toBeVisible();
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

test('back closes the sheet on the first screen of a tab, and leaves the app only without one (F-26)', async ({
  seat,
}) => {
  const { page } = await seat('ana', '1/orders/kanban');
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Nuevo pedido' }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.waitForFunction(() => history.state?.guard === true);
  };
  for (const _ of [1, 2]) {
    await open();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(/kanban$/);
  }
  // A sheet that was closed in another way leaves nothing behind that back would have to undo.
  await open();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page).not.toHaveURL(/sellers/);
  await page.goForward();
  await expect(page.getByRole('button', { name: 'Nuevo pedido' }).first()).toBeVisible();
  // The picker leads on, and back from there comes to the board.
  await open();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Take away/ })
    .click();
  await expect(page).toHaveURL(/catalog/);
  await page.goBack();
  await expect(page).toHaveURL(/kanban$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('back closes the order that a notification opened in a new tab (F-26)', async ({ seat, apiUser }) => {
  const order = await (await apiUser('ana')).takeOrder('Aviso');
  const { page } = await seat('ana', `1/orders/kanban#ver-${order.id}`);
  const detail = page.getByRole('dialog', { name: `Pedido N° ${order.number}` });
  await expect(detail).toBeVisible();
  await page.waitForFunction(() => history.state?.guard === true);
  await expect(page).toHaveURL(new RegExp(`kanban\\?order=${order.uid}$`));
  // An open order survives a reload.
  await page.reload();
  await expect(detail).toBeVisible();
  await page.goBack();
  await expect(detail).toHaveCount(0);
  await expect(page).toHaveURL(/kanban$/);
  await page.reload();
  await expect(page.getByRole('button', { name: `Ver pedido ${order.number}` })).toBeVisible();
  await expect(detail).toHaveCount(0);
  await page.goBack();
  await expect(page).not.toHaveURL(/sellers/);
});

test('the page, its assets and its worker live under /sellers/, in Spanish (F-01, F-02)', async ({ seat, shop }) => {
  const { page } = await seat('ana');
  for (const path of ['', '1/orders/kanban']) {
    await page.goto(`${shop.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    expect(page.url()).toBe(`${shop.url}${path}`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'es-AR');
    const urls = await page.evaluate(() => performance.getEntriesByType('resource').map((r) => r.name));
    const own = urls.filter((url) => url.startsWith(shop.origin) && !url.startsWith(`${shop.origin}/api/`));
    expect(own.length).toBeGreaterThan(0);
    for (const url of own) expect(url.startsWith(shop.url), url).toBe(true);
  }
  const manifest = await (await fetch(`${shop.url}manifest.webmanifest`)).json();
  expect(manifest).toMatchObject({ start_url: expect.stringMatching(/^\/sellers\//), scope: '/sellers/' });
  const worker = await fetch(`${shop.url}worker.js`);
  expect([worker.status, (await fetch(`${shop.origin}/worker.js`)).status]).toEqual([200, 404]);
});
