import { it } from 'vitest';
import { newcomerForm, signUpBehind } from '#e2e/newcomers.ts';
import { deskKey } from '#e2e/pages/support.ts';
import { inDatabase } from '#e2e/shop-database.ts';
import { pairedScreen, waitingScreen } from '#server/testing/kiosks.ts';
import { renderApp } from '#testing/render-app.ts';
import { newSession, screenServer, useScreenServer } from '#testing/screen-server.ts';
import { expectOneRequest, type FilledForm } from '#testing/one-submission.ts';

useScreenServer({ supportDeskKey: deskKey });

async function password(): Promise<FilledForm> {
  const who = await signUpBehind(screenServer());
  const { page } = await renderApp('/user/settings/password', { as: who });
  const fields = page.locator('input[type=password]');
  await fields.first().fill('milanesas9');
  await fields.last().fill('milanesas9');
  return { page, send: page.getByRole('button', { name: 'Guardar' }), call: /^PATCH \/me\/password$/ };
}

async function signUp(): Promise<FilledForm> {
  const { page } = await renderApp('/signin');
  const who = newcomerForm();
  await page.getByLabel('Nombre y apellido').fill(who.fullname);
  await page.getByLabel('Correo electrónico').fill(who.email);
  await page.getByRole('textbox', { name: 'Teléfono' }).fill(who.phone);
  await page.getByLabel('Contraseña', { exact: true }).fill(who.password);
  return { page, send: page.getByRole('button', { name: 'Crear cuenta' }), call: /^POST \/users$/ };
}

async function profile(): Promise<FilledForm> {
  const { page } = await renderApp('/user/settings/general', { as: await signUpBehind(screenServer()) });
  await page.getByLabel('Nombre y apellido').fill('Otra persona');
  return { page, send: page.getByRole('button', { name: 'Guardar' }), call: /^PATCH \/me$/ };
}

async function recovery(): Promise<FilledForm> {
  const who = await signUpBehind(screenServer());
  const { page } = await renderApp('/user/forgot/email');
  await page.getByLabel('Correo electrónico').fill(who.email);
  return { page, send: page.getByRole('button', { name: 'Enviar código' }), call: /^POST \/otp$/ };
}

async function invitation(): Promise<FilledForm> {
  await inDatabase(
    screenServer(),
    `update invitations set answer = null where user_id = (select id from users where email = 'fede@demo.marche')`,
  );
  const { page } = await renderApp('/', { as: 'fede' });
  await page.getByRole('button', { name: /Invitación pendiente\./ }).click();
  return { page, send: page.getByRole('button', { name: 'Rechazar' }), call: /^PATCH \/invitation\/\d+\/answer$/ };
}

async function leave(): Promise<FilledForm> {
  const who = await signUpBehind(screenServer());
  const user = `(select id from users where email = '${who.email}')`;
  for (const store of [1, 2])
    await inDatabase(
      screenServer(),
      `insert into memberships (store_id, user_id, role, owner, created_at)
       values (${store}, ${user}, 'seller', false, now())`,
    );
  const { page } = await renderApp('/', { as: who });
  await page.getByRole('button', { name: 'Opciones de La Esquina' }).click();
  await page.getByRole('menuitem', { name: 'Dejar tienda' }).click();
  const send = page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' });
  return { page, send, call: /^DELETE \/store\/1\/leave$/ };
}

async function pairing(): Promise<FilledForm> {
  const { code } = await waitingScreen(screenServer().server);
  const { page } = await renderApp(`1/pair/${code}`, { as: 'ana' });
  return { page, send: page.getByRole('button', { name: 'Aprobar' }), call: /^POST \/store\/1\/kiosks$/ };
}

async function unpairing(): Promise<FilledForm> {
  await pairedScreen(screenServer().server, { name: 'Horno' });
  const { page } = await renderApp('1/pair', { as: 'ana' });
  await page.getByRole('button', { name: 'Desvincular «Horno»' }).click();
  const send = page.getByRole('alertdialog').getByRole('button', { name: 'Desvincular' });
  return { page, send, call: /^DELETE \/store\/1\/kiosks\/\d+$/ };
}

async function device(): Promise<FilledForm> {
  const who = await signUpBehind(screenServer());
  await newSession(who);
  const { page } = await renderApp('/user/settings/general', { as: who });
  const other = page.getByRole('listitem').filter({ hasText: 'Dispositivo' }).nth(1);
  await other.getByRole('button', { name: /^Cerrar sesión en / }).click();
  const send = page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sesión' });
  return { page, send, call: /^DELETE \/me\/devices\/[^/]+$/ };
}

async function logOut(): Promise<FilledForm> {
  const { page } = await renderApp('/', { as: await signUpBehind(screenServer()) });
  await page.getByRole('button', { name: 'Usuario' }).click();
  return { page, send: page.getByRole('button', { name: 'Cerrar sesión' }), call: /^DELETE \/tokens\/current$/ };
}

it.each([
  ['sign-up', signUp],
  ['the profile', profile],
  ['a new password', password],
  ['a recovery code', recovery],
  ['an invitation', invitation],
  ['leaving a store', leave],
  ['a screen to pair', pairing],
  ['a screen to unpair', unpairing],
  ['another device', device],
  ['logging out', logOut],
] as const)('two taps while the answer is on its way send one request: %s (F-40)', (_, open) => expectOneRequest(open));
