import { it } from 'vitest';
import { password, demoPeople } from '#e2e/api.ts';
import { inDatabase } from '#e2e/shop-database.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

it('a wrong password is said above the form, and what was typed stays (A-18, E-04)', async () => {
  const { page } = await renderApp('/login');
  await page.getByLabel('Correo electrónico').fill(demoPeople.ana);
  await page.getByLabel('Contraseña', { exact: true }).fill('equivocada');
  await page.keyboard.press('Enter');
  await expect(page.getByText('El correo o la contraseña son incorrectos.').first()).toBeVisible();
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(demoPeople.ana);
  await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue('equivocada');
});

it('shows what an answer says without our code: its message, its list, or our own sentence (E-02, E-04, E-05)', async () => {
  const { page } = await renderApp('/login');
  await page.getByLabel('Correo electrónico').fill(demoPeople.ana);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  let answer: { status: number; json: unknown } = { status: 403, json: {} };
  page.route('/tokens', (route) => route.fulfill(answer));
  const shown = [
    [403, { message: 'La red de invitados venció.' }, 'La red de invitados venció.'],
    [422, { message: 'x', errors: ['La hora del equipo está mal.'] }, 'La hora del equipo está mal.'],
    [404, { message: 'Not found' }, 'No se encontró la información que buscaba.'],
    [403, {}, 'No se pudo procesar su solicitud, por favor intente en unos momentos.'],
  ] as const;
  for (const [status, json, sentence] of shown) {
    answer = { status, json };
    await page.getByRole('button', { name: 'Ingresar' }).click();
    await expect(page.getByText(sentence).first()).toBeVisible();
    await expect(page.getByLabel('Correo electrónico')).toHaveValue(demoPeople.ana);
  }
});

it('each wrong field says so, and the first one has the focus (A-16, A-17, E-08, E-13)', async () => {
  const { page } = await renderApp('/login');
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page.getByText('Este campo es obligatorio')).toHaveCount(2);
  await expect(page.getByLabel('Correo electrónico')).toBeFocused();
  await page.getByLabel('Correo electrónico').fill('ana@');
  await page.getByLabel('Contraseña', { exact: true }).fill('corta');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No es una dirección de correo electrónico válida')).toBeVisible();
  await expect(page.getByText('Este campo debe tener al menos 8 caracteres')).toBeVisible();
});

it('login needs a network and says so (A-15, E-01)', async () => {
  const { page, context } = await renderApp('/login');
  context.setOffline(true);
  await expect(page.getByText('Necesitás conexión para ingresar')).toBeVisible();
  context.setOffline(false);
  await expect(page.getByText('Necesitás conexión para ingresar')).toHaveCount(0);
});

it('two taps send one login (F-40)', async () => {
  const { page } = await renderApp('/login');
  const sent: string[] = [];
  page.route('/tokens', async (route) => {
    sent.push(route.method);
    return route.fetch();
  });
  await page.getByLabel('Correo electrónico').fill(demoPeople.ana);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Tiendas' })).toBeVisible();
  expect(sent).toEqual(['POST']);
});

it('after login the user is loaded and the stores open; Ana sees her four (A-20, S-01, S-02, S-04, S-18)', async () => {
  const { page } = await renderApp('/login');
  await page.getByLabel('Correo electrónico').fill(demoPeople.ana);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page.getByRole('heading', { name: /Ana/ })).toBeVisible();
  for (const store of ['La Esquina', 'Rotisería Don Pepe', 'Kiosco Sol', 'Asunción Grill'])
    await expect(page.getByRole('button', { name: new RegExp(store) })).toContainText('Propietario');
  await expect(page.getByRole('button', { name: /Otra Tienda/ })).toHaveCount(0);
});

it.each([
  ['ana', 'Propietario'],
  ['carla', 'Operador'],
  ['diego', 'Vendedor'],
] as const)('the card of a store has its logo, its name and the role of %s: %s (S-18)', async (who, role) => {
  await inDatabase(screenServer(), `update stores set logo_url = '/sellers/pictures/croissant.svg' where id = 1`);
  const { page } = await renderApp('/', { as: who });
  const card = page.getByRole('button', { name: /^La Esquina/ });
  await expect(card.getByText('La Esquina', { exact: true })).toBeVisible();
  await expect(card).toContainText(role);
  await expect(card.locator('img')).toHaveAttribute('src', '/sellers/pictures/croissant.svg');
});

it('a user without a store reads so, and sees the invitation (S-03, S-06, S-17)', async () => {
  const { page } = await renderApp('/', { as: 'fede' });
  await expect(page.getByText('No se encontraron tiendas.')).toBeVisible();
  await expect(page.getByText('Invitación pendiente.')).toBeVisible();
});

it('a call carries the token of the session, and none without one (Q-02)', async () => {
  const { page } = await renderApp('/login');
  const carried = new Map<string, string | null>();
  page.route(/./, (route) => {
    carried.set(route.method, route.headers.get('authorization'));
    return route.fetch();
  });
  await page.getByLabel('Correo electrónico').fill(demoPeople.ana);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page.getByRole('heading', { name: 'Tiendas' })).toBeVisible();
  expect(carried.get('POST')).toBeNull();
  expect(carried.get('GET')).toEqual(expect.stringMatching(/^Bearer \S{20,}$/));
});
