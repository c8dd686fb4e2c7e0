import { expect, test } from '#e2e/fixtures.ts';
import { checkEveryLook } from '#e2e/looks.ts';
import { inDatabase } from '#e2e/shop-database.ts';
import { codeField, enter, lastCode, newcomer, signUpBehind, triesToLogIn, wrongFor } from '#e2e/pages/access.ts';

const title = 'Editar perfil de usuario';

test('the user menu leads to the profile; its tabs are addresses (A-40, A-45, A-50)', async ({ seat }) => {
  const { page } = await seat('ana', '1/home');
  await page.getByRole('button', { name: 'Usuario' }).click();
  await page.getByRole('dialog').getByRole('button', { name: title }).click();
  await expect(page).toHaveURL(/\/1\/user\/settings\/general$/);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await page.getByRole('tab', { name: 'General' }).press('ArrowRight');
  await expect(page).toHaveURL(/\/1\/user\/settings\/password$/);
  await expect(page.getByRole('tab', { name: 'Cambiar contraseña' })).toBeFocused();
  await expect(page.locator('input[type=password]')).toHaveCount(2);
  await page.getByRole('tab', { name: 'General' }).click();
  await expect(page).toHaveURL(/\/1\/user\/settings\/general$/);
  await expect(page.getByText('Verificado', { exact: true })).toBeVisible();
});

test('name and preferences are saved once, by button or Ctrl+S, and stay (A-41, A-42, A-43, A-44, F-41)', async ({
  seat,
  shop,
}) => {
  const { page } = await seat(null, 'login');
  await enter(page, shop, await signUpBehind(shop));
  await page.goto(`${shop.url}user/settings/general`);
  const sent: unknown[] = [];
  await page.route('**/api/me', async (route) => {
    if (route.request().method() === 'PATCH') sent.push(route.request().postDataJSON());
    await route.continue();
  });
  const name = page.getByLabel('Nombre y apellido');
  const save = page.getByRole('button', { name: 'Guardar' });
  await expect(save).toBeDisabled();
  await name.fill(' \u200F ');
  await save.click();
  await expect(page.getByText('Este campo es obligatorio')).toBeVisible();
  await expect(name).toBeFocused();
  await name.fill('x'.repeat(151));
  await save.click();
  await expect(page.getByText('Este campo debe tener 150 caracteres como máximo')).toBeVisible();
  expect(sent).toEqual([]);

  await name.fill('  Lucía 👩‍🍳 ');
  const mail = page.getByRole('switch', { name: /Correo electrónico/ });
  const push = page.getByRole('switch', { name: /Navegador/ });
  await mail.setChecked(true);
  await push.setChecked(false);
  await save.dblclick();
  await expect(page.getByText('Guardamos tu perfil.').first()).toBeVisible();
  expect(sent).toEqual([
    { fullname: 'Lucía 👩‍🍳', notification_types: expect.any(Array), notification_channels: ['database'] },
  ]);
  await expect(save).toBeDisabled();

  await page.getByRole('switch', { name: 'Pedidos nuevos' }).setChecked(true);
  await push.setChecked(true);
  const saved = page.waitForResponse((r) => r.url().endsWith('/api/me') && r.request().method() === 'PATCH');
  await name.press('Control+s');
  expect((await saved).status()).toBe(200);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toMatchObject({ notification_types: ['OrderNew'], notification_channels: ['database', 'push'] });
  await page.reload();
  await expect(name).toHaveValue('Lucía 👩‍🍳');
  await expect(mail).toBeChecked();
  await expect(push).toBeChecked();
});

test('leaving with changes asks; without a network it can be read; a refusal keeps what was typed (A-41, A-42, E-01)', async ({
  seat,
  shop,
}) => {
  const { page, context } = await seat(null, 'login');
  await enter(page, shop, await signUpBehind(shop));
  await page.goto(`${shop.url}user/settings/general`);
  const name = page.getByLabel('Nombre y apellido');
  await name.fill('Otra');
  await page.getByRole('button', { name: 'Volver' }).click();
  const question = page.getByRole('alertdialog', { name: '¿Descartar los cambios?' });
  await question.getByRole('button', { name: 'Seguir editando' }).click();
  await expect(name).toHaveValue('Otra');

  await context.setOffline(true);
  await expect(page.getByText('Sin conexión: podés ver tu perfil, pero no cambiarlo.')).toBeVisible();
  await expect(name).not.toBeEditable();
  await expect(page.getByText('Necesitás conexión para guardar')).toBeVisible();
  await context.setOffline(false);

  await page.route('**/api/me', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500 }) : route.continue(),
  );
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(
    page.getByText('No se pudo procesar su solicitud, por favor intente en unos momentos.').first(),
  ).toBeVisible();
  await expect(name).toHaveValue('Otra');

  await page.getByRole('button', { name: 'Volver' }).click();
  await question.getByRole('button', { name: 'Descartar' }).click();
  await expect(page).toHaveURL(/\/sellers\/$/);
});

test('a new password: the rules, and the other devices are out (A-45, A-46, A-47, T5)', async ({ seat, shop }) => {
  const who = await signUpBehind(shop);
  const { page } = await seat(null, 'login');
  await enter(page, shop, who);
  const other = await seat(null, 'login');
  await enter(other.page, shop, who);
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
  // Whatever it asks the server next: the tokens are no good any more.
  await other.page.goto(`${shop.url}user/settings/general`);
  await expect(other.page).toHaveURL(/\/sellers\/login$/);
});

test('signed-in devices: another one is ended after a question, this one logs out (A-51, T3)', async ({
  seat,
  shop,
}) => {
  const who = await signUpBehind(shop);
  const { page } = await seat(null, 'login');
  await enter(page, shop, who);
  const other = await seat(null, 'login');
  await enter(other.page, shop, who);
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
  // Whatever it asks the server next: the tokens are no good any more.
  await other.page.goto(`${shop.url}user/settings/general`);
  await expect(other.page).toHaveURL(/\/sellers\/login$/);

  await devices.getByRole('button', { name: /^Cerrar sesión/ }).click();
  await question.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL(/\/sellers\/login$/);
});

test('the phone is verified once: a wrong code is said, closing does not send another (A-48, A-49, N-32)', async ({
  seat,
  shop,
}) => {
  const who = await signUpBehind(shop);
  const { page } = await seat(null, 'login');
  await enter(page, shop, who);
  await page.goto(`${shop.url}user/settings/general`);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/phone_verification')) asked.push(request.method());
  });
  await page.getByRole('button', { name: 'Verificar teléfono' }).click();
  await expect(page.getByRole('button', { name: /^Reenviar en/ })).toBeDisabled();
  const code = await lastCode(shop, who.phone);
  await codeField(page).pressSequentially(wrongFor(code));
  await expect(page.getByText('El código ingresado es incorrecto.').first()).toBeVisible();
  await expect(codeField(page)).toHaveValue('');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Verificar teléfono' }).click();
  await codeField(page).pressSequentially(code);
  await expect(page.getByText('Verificado', { exact: true })).toBeVisible();
  expect(asked).toEqual(['POST']);
  await page.reload();
  await expect(page.getByText('Verificado', { exact: true })).toBeVisible();
});

test('who came by a social login adds a phone: wrong numbers and taken ones are said at the field (A-08, A-48, A-49, N-32)', async ({
  seat,
  shop,
}) => {
  const who = await signUpBehind(shop);
  const other = await signUpBehind(shop);
  // As a social login makes them.
  await inDatabase(shop, `update users set phone = null where email = '${who.email}'`);
  const { page } = await seat(null, 'login');
  await enter(page, shop, who);
  await page.goto(`${shop.url}user/settings/general`);
  await expect(page.getByText('Sin teléfono')).toBeVisible();
  await page.getByRole('button', { name: 'Agregar teléfono' }).click();
  const field = page.getByRole('textbox', { name: 'Teléfono' });
  const send = page.getByRole('button', { name: 'Enviar código' });
  await expect(field).toBeFocused();
  for (const [typed, sentence] of [
    ['', 'Este campo es obligatorio'],
    ['abc', 'Debe ser numérico'],
    ['1123456789', 'Debe incluir el código de país, incluyendo el signo +'],
  ] as const) {
    await field.fill(typed);
    await send.click();
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(field).toBeFocused();
  }
  await field.fill(other.phone);
  await send.click();
  await expect(page.getByText('El teléfono ya está registrado.')).toBeVisible();
  await expect(field).toHaveValue(/^\+54 9 11/);
  await field.fill(who.phone);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Reenviar en/ })).toBeDisabled();
  await codeField(page).pressSequentially(wrongFor(await lastCode(shop, who.phone)));
  await expect(page.getByText('El código ingresado es incorrecto.').first()).toBeVisible();
  await codeField(page).pressSequentially(await lastCode(shop, who.phone));
  await expect(page.getByText('Tu teléfono quedó verificado.').first()).toBeVisible();
  await expect(page.getByText('Verificado', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Verificado', { exact: true })).toBeVisible();
});

test('the profile at every size, light and dark: axe finds nothing (A-40)', async ({ seat, shop }) => {
  const inStore = await seat('ana', '1/user/settings/general');
  await expect(inStore.page.getByText('Este dispositivo', { exact: true })).toBeVisible();
  await checkEveryLook(inStore.page, 'profile');
  const { page } = await seat(null, 'login');
  await enter(page, shop, await signUpBehind(shop, newcomer()));
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
