import { expect, test } from '#e2e/fixtures.ts';
import { checkEveryLook } from '#e2e/looks.ts';
import { newcomerForm, signUpBehind, triesToLogIn } from '#e2e/newcomers.ts';
import { enterByForm } from '#e2e/pages/access.ts';

test('a new password: the rules, and the other devices are out (A-45, A-46, A-47, T5)', async ({ seat, shop }) => {
  const who = await signUpBehind(shop);
  const { page } = await seat(null, 'login');
  await enterByForm(page, shop, who);
  const other = await seat(null, 'login');
  await enterByForm(other.page, shop, who);
  await page.goto(`${shop.url}user/settings/password`);
  const password = page.getByLabel('Contraseña', { exact: true });
  const confirm = page.getByLabel('Confirmar contraseña');
  const save = page.getByRole('button', { name: 'Guardar' });
  await expect(save).toBeDisabled();
  await confirm.fill('x');
  await save.click();
  await expect(page.getByText('Este campo es obligatorio')).toBeVisible();
  await expect(password).toBeFocused();
  await password.fill('corta');
  await save.click();
  await expect(page.getByText('Este campo debe tener al menos 8 caracteres')).toBeVisible();
  await password.fill('Jacaranda2026');
  await save.click();
  await expect(page.getByText('El valor debe ser igual al valor del campo Contraseña')).toBeVisible();
  await expect(confirm).toBeFocused();
  await password.fill('12345678');
  await confirm.fill('12345678');
  await save.click();
  await expect(page.getByText('Es una contraseña muy usada, elegí otra').first()).toBeVisible();
  await expect(password).toBeFocused();
  await password.fill('Jacaranda2026');
  await confirm.fill('Jacaranda2026');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Cambiamos tu contraseña/).first()).toBeVisible();
  await expect(password).toHaveValue('');
  expect(await triesToLogIn(shop, who.email, who.password)).toBe(401);
  expect(await triesToLogIn(shop, who.email, 'Jacaranda2026')).toBe(201);
  // The other device's next request fails: its tokens are revoked.
  await other.page.goto(`${shop.url}user/settings/general`);
  await expect(other.page).toHaveURL(/\/sellers\/login$/);
});

test('signed-in devices: another one is ended after a question, this one logs out (A-51, T3)', async ({
  seat,
  shop,
}) => {
  const who = await signUpBehind(shop);
  const { page } = await seat(null, 'login');
  await enterByForm(page, shop, who);
  const other = await seat(null, 'login');
  await enterByForm(other.page, shop, who);
  await page.goto(`${shop.url}user/settings/general`);
  const devices = page.getByRole('region', { name: 'Dispositivos con tu sesión abierta' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await expect(devices.getByRole('listitem').first()).toContainText('Este dispositivo');
  await devices.getByRole('listitem').last().getByRole('button').click();
  const question = page.getByRole('alertdialog', { name: /^¿Cerrar la sesión en/ });
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await devices.getByRole('listitem').last().getByRole('button').click();
  await question.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  // The other device's next request fails: its tokens are revoked.
  await other.page.goto(`${shop.url}user/settings/general`);
  await expect(other.page).toHaveURL(/\/sellers\/login$/);

  await devices.getByRole('button', { name: /^Cerrar sesión/ }).click();
  await question.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL(/\/sellers\/login$/);
});

test('the profile at every size, light and dark: axe finds nothing (A-40)', async ({ seat, shop }) => {
  const inStore = await seat('ana', '1/user/settings/general');
  await expect(inStore.page.getByText('Este dispositivo', { exact: true })).toBeVisible();
  await checkEveryLook(inStore.page, 'profile');
  const { page } = await seat(null, 'login');
  await enterByForm(page, shop, await signUpBehind(shop, newcomerForm()));
  await page.goto(`${shop.url}user/settings/general`);
  await page.getByRole('button', { name: 'Verificar teléfono' }).click();
  await expect(page.getByRole('button', { name: /^Reenviar en/ })).toBeVisible();
  await checkEveryLook(page, 'verify-phone');
  await page.getByRole('button', { name: 'Cambiar el número' }).click();
  await page.getByRole('textbox', { name: 'Teléfono' }).fill('11');
  await page.getByRole('button', { name: 'Enviar código' }).click();
  await expect(page.getByText('Debe incluir el código de país, incluyendo el signo +')).toBeVisible();
  await checkEveryLook(page, 'add-phone');
  await page.goto(`${shop.url}user/settings/password`);
  await page.getByLabel('Confirmar contraseña').fill('otra');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Este campo es obligatorio')).toBeVisible();
  await checkEveryLook(page, 'password');
});
