import { expect, logInByForm, test } from '#e2e/fixtures.ts';

test('the login survives closing the window, and logging out leaves nothing behind (F-36, F-37, A-50, A-51)', async ({
  seat,
  shop,
}) => {
  const { page, context } = await seat('bruno', '1/home');
  await expect(page.getByRole('heading', { name: 'Tablero de pedidos' })).toBeVisible();
  await page.close();
  const again = await context.newPage();
  const profile = again.waitForRequest((request) => new URL(request.url()).pathname === '/api/store/1');
  await again.goto(`${shop.url}1/home`);
  await profile;
  await expect(again.getByRole('heading', { name: 'Tablero de pedidos' })).toBeVisible();
  await again.getByRole('button', { name: 'Usuario' }).click();
  const menu = again.getByRole('dialog', { name: 'Menú de usuario' });
  await expect(menu.getByRole('button', { name: 'Mis tiendas' })).toBeVisible();
  await expect(menu.getByRole('button', { name: 'Cancelar' })).toBeVisible();
  await menu.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(again).toHaveURL(/\/sellers\/login$/);
  const left = () =>
    again.evaluate(async () => ({
      local: Object.keys(localStorage).filter((key) => /boot|cart/.test(key)),
      databases: (await indexedDB.databases()).map((d) => d.name).filter((name) => name?.startsWith('marche')),
    }));
  await expect.poll(left).toEqual({ local: [], databases: [] });
});

test('a second person may log in on the same device (A-51)', async ({ seat, shop }) => {
  const { page } = await seat('ana');
  await page.getByRole('button', { name: 'Usuario' }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL(/login/);
  await logInByForm(page, shop, 'diego');
  await expect(page.getByRole('heading', { name: /Diego/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /Kiosco Sol/ })).toHaveCount(0);
});
