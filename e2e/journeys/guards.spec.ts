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
  await page.getByRole('button', { name: 'Nuevo pedido' }).first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Take away/ })
    .click();
  await expect(page).toHaveURL(/catalog/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the page lives under /sellers/, in Spanish (F-01, F-02)', async ({ seat, shop }) => {
  const { page } = await seat(null, 'login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  const urls = await page.evaluate(() => performance.getEntriesByType('resource').map((r) => r.name));
  for (const url of urls) if (url.startsWith(shop.origin) && !url.includes('/api/')) expect(url).toContain('/sellers/');
});
