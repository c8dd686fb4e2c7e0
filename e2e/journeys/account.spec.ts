import { password, people } from '#e2e/api.ts';
import { expect, logIn, test } from '#e2e/fixtures.ts';

test('a wrong password is said above the form, and what was typed stays (A-18, E-04)', async ({ seat }) => {
  const { page } = await seat(null, 'login');
  await page.getByLabel('Correo electrónico').fill(people.ana);
  await page.getByLabel('Contraseña', { exact: true }).fill('equivocada');
  await page.keyboard.press('Enter');
  await expect(page.getByText('El correo o la contraseña son incorrectos.').first()).toBeVisible();
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(people.ana);
  await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue('equivocada');
});

test('each wrong field says so, and the first one has the focus (A-16, A-17, E-08, E-13)', async ({ seat }) => {
  const { page } = await seat(null, 'login');
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page.getByText('Este campo es obligatorio')).toHaveCount(2);
  await expect(page.getByLabel('Correo electrónico')).toBeFocused();
  await page.getByLabel('Correo electrónico').fill('ana@');
  await page.getByLabel('Contraseña', { exact: true }).fill('corta');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No es una dirección de correo electrónico válida')).toBeVisible();
  await expect(page.getByText('Este campo debe tener al menos 8 caracteres')).toBeVisible();
});

test('login needs a network and says so (A-15, E-01)', async ({ seat }) => {
  const { page, context } = await seat(null, 'login');
  await context.setOffline(true);
  await expect(page.getByText('Necesitás conexión para ingresar')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Necesitás conexión para ingresar')).toHaveCount(0);
});

test('two taps send one login (F-40)', async ({ seat }) => {
  const { page } = await seat(null, 'login');
  const sent: string[] = [];
  await page.route('**/api/tokens', async (route) => {
    sent.push(route.request().method());
    await route.continue();
  });
  await page.getByLabel('Correo electrónico').fill(people.ana);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Tiendas' })).toBeVisible();
  expect(sent).toEqual(['POST']);
});

test('after login the user is loaded and the stores open; Ana sees her four (A-20, S-01, S-02, S-04, S-18)', async ({
  seat,
}) => {
  const { page } = await seat('ana');
  await expect(page.getByRole('heading', { name: /Ana/ })).toBeVisible();
  for (const store of ['La Esquina', 'Rotisería Don Pepe', 'Kiosco Sol', 'Asunción Grill'])
    await expect(page.getByRole('button', { name: new RegExp(store) })).toContainText('Propietario');
  await expect(page.getByRole('button', { name: /Otra Tienda/ })).toHaveCount(0);
});

test('a user without a store reads so, and sees the invitation (S-03, S-06, S-17)', async ({ seat }) => {
  const { page } = await seat('fede');
  await expect(page.getByText('No se encontraron tiendas.')).toBeVisible();
  await expect(page.getByText('Invitación pendiente.')).toBeVisible();
});

test('the login survives closing the window, and logging out leaves nothing behind (F-36, F-37, A-50, A-51)', async ({
  seat,
  shop,
}) => {
  const { page, context } = await seat('bruno', '1/home');
  await expect(page.getByRole('heading', { name: 'Tablero de pedidos' })).toBeVisible();
  await page.close();
  const again = await context.newPage();
  await again.goto(`${shop.url}1/home`);
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
  await logIn(page, shop, 'diego');
  await expect(page.getByRole('heading', { name: /Diego/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /Kiosco Sol/ })).toHaveCount(0);
});
