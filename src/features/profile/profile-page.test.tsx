import { it } from 'vitest';
import { lastCode, signUpBehind, wrongFor } from '#e2e/newcomers.ts';
import { inDatabase } from '#e2e/shop-database.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import type { Page } from '#testing/page.ts';
import { screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

const title = 'Editar perfil de usuario';
const codeField = (page: Page) => page.getByLabel('Código de 4 dígitos');

it('the user menu leads to the profile; its tabs are addresses (A-40, A-45, A-50)', async () => {
  const { page } = await renderApp('/1/home', { as: 'ana' });
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

it('name and preferences are saved once, by button or Ctrl+S, and stay (A-41, A-42, A-43, A-44, D-44, F-41)', async () => {
  const { page } = await renderApp('/user/settings/general', { as: await signUpBehind(screenServer()) });
  const sent: unknown[] = [];
  page.route('/me', async (route) => {
    if (route.method === 'PATCH') sent.push(await route.body());
    return route.fetch();
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
    {
      fullname: 'Lucía 👩‍🍳',
      notification_types: expect.any(Array),
      notification_channels: ['database'],
      new_order_push: 'unattended',
    },
  ]);
  await expect(save).toBeDisabled();

  await page.getByRole('switch', { name: 'Pedidos nuevos' }).setChecked(true);
  const whenTold = page.getByRole('group', { name: 'Pedidos nuevos en el navegador' });
  await expect(whenTold).toHaveCount(0);
  await push.setChecked(true);
  await expect(whenTold.getByRole('radio', { name: /^Sólo si nadie lo atendió/ })).toBeChecked();
  await whenTold.getByRole('radio', { name: /^Siempre/ }).check();
  const statuses: number[] = [];
  page.route('/me', async (route) => {
    if (route.method === 'PATCH') sent.push(await route.body());
    const answer = await route.fetch();
    if (route.method === 'PATCH') statuses.push(answer.status);
    return answer;
  });
  await name.press('Control+s');
  await expect.poll(() => statuses).toEqual([200]);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toMatchObject({
    notification_types: ['OrderNew'],
    notification_channels: ['database', 'push'],
    new_order_push: 'always',
  });
  await page.reload();
  await expect(name).toHaveValue('Lucía 👩‍🍳');
  await expect(mail).toBeChecked();
  await expect(push).toBeChecked();
  await expect(whenTold.getByRole('radio', { name: /^Siempre/ })).toBeChecked();
});

it('leaving with changes asks; without a network it can be read; a refusal keeps what was typed (A-41, A-42, E-01, E-05)', async () => {
  const { page, context } = await renderApp('/user/settings/general', { as: await signUpBehind(screenServer()) });
  const name = page.getByLabel('Nombre y apellido');
  await name.fill('Otra');
  await page.getByRole('button', { name: 'Volver' }).click();
  const question = page.getByRole('alertdialog', { name: '¿Descartar los cambios?' });
  await question.getByRole('button', { name: 'Seguir editando' }).click();
  await expect(name).toHaveValue('Otra');

  context.setOffline(true);
  await expect(page.getByText('Sin conexión: podés ver tu perfil, pero no cambiarlo.')).toBeVisible();
  await expect(name).not.toBeEditable();
  await expect(page.getByText('Necesitás conexión para guardar')).toBeVisible();
  context.setOffline(false);

  page.route('/me', (route) => (route.method === 'PATCH' ? route.fulfill({ status: 500 }) : route.fetch()));
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(
    page.getByText('No se pudo procesar su solicitud, por favor intente en unos momentos.').first(),
  ).toBeVisible();
  await expect(name).toHaveValue('Otra');

  await page.getByRole('button', { name: 'Volver' }).click();
  await question.getByRole('button', { name: 'Descartar' }).click();
  await expect(page).toHaveURL(/\/sellers\/$/);
});

it('the phone is verified once: a wrong code is said, closing does not send another (A-48, A-49, N-32)', async () => {
  const who = await signUpBehind(screenServer());
  const { page } = await renderApp('/user/settings/general', { as: who });
  await page.getByRole('button', { name: 'Verificar teléfono' }).click();
  await expect(page.getByRole('button', { name: /^Reenviar en/ })).toBeDisabled();
  const code = await lastCode(screenServer(), who.phone);
  await codeField(page).pressSequentially(wrongFor(code));
  await expect(page.getByText('El código ingresado es incorrecto.').first()).toBeVisible();
  await expect(codeField(page)).toHaveValue('');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Verificar teléfono' }).click();
  await codeField(page).pressSequentially(code);
  await expect(page.getByText('Verificado', { exact: true })).toBeVisible();
  expect(page.sent().filter((call) => call.endsWith('/phone_verification'))).toHaveLength(1);
  await page.reload();
  await expect(page.getByText('Verificado', { exact: true })).toBeVisible();
});

it('who came by a social login adds a phone: wrong numbers and taken ones are said at the field (A-08, A-48, A-49, N-32)', async () => {
  const who = await signUpBehind(screenServer());
  const other = await signUpBehind(screenServer());
  // A social login creates users without a phone.
  await inDatabase(screenServer(), `update users set phone = null where email = '${who.email}'`);
  const { page } = await renderApp('/user/settings/general', { as: who });
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
  await codeField(page).pressSequentially(wrongFor(await lastCode(screenServer(), who.phone)));
  await expect(page.getByText('El código ingresado es incorrecto.').first()).toBeVisible();
  await codeField(page).pressSequentially(await lastCode(screenServer(), who.phone));
  await expect(page.getByText('Tu teléfono quedó verificado.').first()).toBeVisible();
  await expect(page.getByText('Verificado', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Verificado', { exact: true })).toBeVisible();
});
