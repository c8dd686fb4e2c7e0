import { beforeEach, it, onTestFinished, vi } from 'vitest';
import { askInDatabase, resetStatus, setHours, wholeStatus } from '#e2e/pages/store-status.ts';
import type { Locator } from '#testing/locator.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();
beforeEach(() => resetStatus(screenServer()));

const home = '1/home';
const statusCall = '/store/1/status';
const storeButton = (page: Page): Locator => page.getByRole('button', { name: /^Estado de la tienda: / }).first();
const question = (page: Page): Locator => page.getByRole('region', { name: 'Cierre de la tienda' });
const openButton = (page: Page): Locator => page.getByRole('button', { name: '¡Abrir la tienda!' });

async function openEditor(page: Page): Promise<Locator> {
  await storeButton(page).click();
  return page.getByRole('dialog', { name: 'Estado de la tienda' });
}

/** Changes the status as another admin, on another device. */
async function changeElsewhere(open: boolean, delivery = true, delay = 20): Promise<void> {
  const carla = await apiUserOf('carla');
  const { status } = await carla.call('PATCH', '/store/1/status', wholeStatus(open, delivery, delay));
  if (status !== 200) throw new Error(`the status was not saved: ${status}`);
}

it('without hours there is no tomorrow to wait for (B5)', async () => {
  await setHours(screenServer(), 'never');
  const { page } = await renderApp(home, { as: 'ana' });
  const editor = await openEditor(page);
  await editor.getByRole('switch', { name: 'Delivery' }).click();
  const pause = editor.getByRole('group', { name: 'Pausa de Delivery' });
  await expect(pause.getByRole('button', { name: 'Por 30 min' })).toBeVisible();
  await expect(pause.getByRole('button')).toHaveCount(1);
});

it('the delay goes in steps of 5 by key and button, and never below 0 (T-06)', async () => {
  const { page } = await renderApp(home, { as: 'ana' });
  const editor = await openEditor(page);
  const delay = editor.getByRole('spinbutton', { name: 'Demora' });
  await editor.getByRole('button', { name: '0 min de demora' }).click();
  await expect(delay).toHaveAttribute('aria-valuenow', '0');
  await expect(editor.getByRole('button', { name: 'Restar: Demora' })).toBeDisabled();
  await delay.press('-');
  await expect(delay).toHaveAttribute('aria-valuenow', '0');
  await delay.press('+');
  await expect(delay).toHaveAttribute('aria-valuenow', '5');
  await expect(editor.getByText('Guardado')).toBeVisible();
});

it('a refused save returns to what the server has, with its sentence; without an answer too (T-07, E-04)', async () => {
  const { page } = await renderApp(home, { as: 'ana' });
  const editor = await openEditor(page);
  const delivery = editor.getByRole('switch', { name: 'Delivery' });
  const message = 'No tenés permisos para realizar esta acción.';
  page.route(statusCall, (route) => route.fulfill({ status: 403, json: { code: 'forbidden', message } }));
  await delivery.click();
  await expect(delivery).not.toBeChecked();
  await expect(editor.getByText(/^No se pudo guardar\..*No tenés permisos para realizar esta acción\.$/)).toBeVisible();
  await expect(delivery).toBeChecked();
  page.unroute(statusCall);
  page.route(statusCall, (route) => route.abort());
  await delivery.click();
  await expect(delivery).not.toBeChecked();
  await expect(editor.getByText(/^Ocurrió un error con la petición\. No sabemos si se guardó/)).toBeVisible();
  await expect(delivery).toBeChecked();
});

it('without a network it says so and changes nothing (offline engine, Principles)', async () => {
  const { page, context } = await renderApp(home, { as: 'ana' });
  const editor = await openEditor(page);
  await expect(editor.getByRole('switch', { name: 'Delivery' })).toBeEnabled();
  context.setOffline(true);
  await expect(editor.getByText('Necesitás conexión para cambiar el estado de la tienda.')).toBeVisible();
  for (const name of ['Tienda abierta', 'Delivery']) await expect(editor.getByRole('switch', { name })).toBeDisabled();
  context.setOffline(false);
  await expect(editor.getByRole('switch', { name: 'Delivery' })).toBeEnabled();
});

it.each(['bruno', 'carla'] as const)(
  'whoever is an admin has a switch for the store, for each kind of order and service, and the delay: %s (T-05, T-09)',
  async (admin) => {
    const { page } = await renderApp(home, { as: admin });
    const editor = await openEditor(page);
    for (const name of [
      'Tienda abierta',
      'Pedidos inmediatos',
      'Local',
      'Take away',
      'Delivery',
      'Pedidos programados',
    ])
      await expect(editor.getByRole('switch', { name, exact: true })).toBeEnabled();
    await expect(editor.getByRole('switch')).toHaveCount(6);
    await expect(editor.getByRole('spinbutton', { name: 'Demora' })).toBeVisible();
  },
);

it('sellers see the status as words: no switch, no question, no banner (T-09, T-18, R-27)', async () => {
  await setHours(screenServer(), 'always', ', open = false');
  const { page } = await renderApp(home, { as: 'diego' });
  await expect(page.getByText('Pantalla principal')).toBeVisible();
  const info = await openEditor(page);
  await expect(info.getByText('Cerrada')).toBeVisible();
  await expect(info.getByText('Delivery').first()).toBeVisible();
  await expect(page.getByRole('switch')).toHaveCount(0);
  await expect(openButton(page)).toHaveCount(0);
  await expect(question(page)).toHaveCount(0);
});

it('¡Abrir la tienda! stands inside the hours of a closed store, and opens it with one tap (T-18)', async () => {
  await setHours(screenServer(), 'always', ', open = false');
  const { page } = await renderApp(home, { as: 'ana' });
  await openButton(page).click();
  await expect(page.getByRole('button', { name: /^Estado de la tienda: .*Abierta$/ }).first()).toBeVisible();
  await expect(openButton(page)).toHaveCount(0);
  await setHours(screenServer(), 'never');
  await changeElsewhere(false);
  await expect(page.getByRole('button', { name: /^Estado de la tienda: .*Cerrada$/ }).first()).toBeVisible();
  // The app refetches the hours with the status.
  await expect(openButton(page)).toHaveCount(0);
});

it('the banner can be put away until the next change (B7)', async () => {
  await setHours(screenServer(), 'always', ', open = false');
  const { page } = await renderApp(home, { as: 'ana' });
  await expect(openButton(page)).toBeVisible();
  await page.getByRole('button', { name: 'Ocultar el aviso' }).click();
  await expect(openButton(page)).toHaveCount(0);
  await changeElsewhere(true);
  await expect(page.getByRole('button', { name: /^Estado de la tienda: .*Abierta$/ }).first()).toBeVisible();
  await changeElsewhere(false);
  await expect(openButton(page)).toBeVisible();
});

it('+1 Hora sends 60, Aceptar sends 0, and a failed answer frees the buttons and says why (T-22, T-25, T-26, T-28)', async () => {
  await askInDatabase(screenServer(), 8);
  const { page } = await renderApp(home, { as: 'ana' });
  const keys: (string | null)[] = [];
  const sent: unknown[] = [];
  page.route('/store/1/autoclose', async (route) => {
    keys.push(route.headers.get('idempotency-key'));
    sent.push(await route.body());
    if (sent.length === 1) return route.fulfill({ status: 500, json: { code: 'internal', message: 'x' } });
    return route.fetch();
  });
  await expect(question(page).getByRole('button')).toHaveText(['+15 Minutos', '+1 Hora', 'Aceptar']);
  const more = question(page).getByRole('button', { name: '+1 Hora' });
  await more.click();
  await expect(question(page).getByText(/No se pudo procesar|^x$/)).toBeVisible();
  await expect(more).toBeEnabled();
  await more.click();
  await expect(question(page)).toHaveCount(0);
  expect(sent).toEqual([{ minutes: 60 }, { minutes: 60 }]);
  expect(keys[1]).toBe(keys[0]);
  await askInDatabase(screenServer(), 8);
  await changeElsewhere(true, true, 25);
  await question(page).getByRole('button', { name: 'Aceptar el cierre' }).click();
  await expect(question(page)).toHaveCount(0);
  expect(sent[2]).toEqual({ minutes: 0 });
  const ana = await apiUserOf('ana');
  await expect
    .poll(async () => (await ana.profile()).body.status)
    .toMatchObject({ open: true, autoclose_accepted: true });
  // The editor still shows the time and can still postpone it.
  const editor = await openEditor(page);
  await expect(editor.getByText(/La tienda se cerrará en [678] minutos/)).toBeVisible();
  await expect(editor.getByRole('button', { name: '+15 Minutos', exact: true })).toBeVisible();
  await expect(editor.getByRole('button', { name: 'Aceptar el cierre' })).toHaveCount(0);
});

it('no news reads so (N-38)', async () => {
  const { page } = await renderApp('/', { as: 'ana' });
  page.route('/news', (route) => route.fulfill({ json: [] }));
  await page.goto(home);
  await (await openEditor(page)).getByRole('button', { name: /novedades/ }).click();
  await expect(page.getByRole('dialog').getByText('No hay elementos.').first()).toBeVisible();
});

it('news and checks of devices that cannot be read say so, and «Reintentar» reads them again', async () => {
  const { page } = await renderApp('/', { as: 'ana' });
  let isBroken = true;
  let release = (): void => {};
  let held = Promise.resolve();
  for (const path of ['/news', '/store/1/device-checks'])
    page.route(path, async (route) => {
      await held;
      return isBroken ? route.fulfill({ status: 422, json: { code: 'validation' } }) : route.fulfill({ json: [] });
    });
  await page.goto(home);
  await (await openEditor(page)).getByRole('button', { name: /novedades/ }).click();
  const dialog = page.getByRole('dialog').last();
  const parts = [
    { part: dialog.getByRole('region', { name: 'Novedades' }), failed: 'No pudimos leer las novedades.' },
    {
      part: dialog.getByRole('region', { name: 'Revisiones de los dispositivos' }),
      failed: 'No pudimos leer las revisiones.',
    },
  ];
  for (const { part, failed } of parts) {
    isBroken = true;
    await expect(part).toContainText(failed);
    held = new Promise((resolve) => (release = resolve));
    await part.getByRole('button', { name: 'Reintentar' }).click();
    await expect(part.getByRole('button', { name: 'Reintentar' })).toHaveAttribute('aria-busy', 'true');
    await expect(part).toContainText(failed);
    isBroken = false;
    release();
    await expect(part.getByRole('button', { name: 'Reintentar' })).toHaveCount(0);
    await expect(part).not.toContainText(failed);
  }
});

it('over http in the local network the app says what is missing there and how to get it (B9)', async () => {
  vi.stubGlobal('isSecureContext', false);
  const { page } = await renderApp(home, { as: 'ana' });
  const editor = await openEditor(page);
  await editor.getByRole('button', { name: /Aplicación y novedades/ }).click();
  await expect(page.getByText('Esta dirección no es segura (http).')).toBeVisible();
  await expect(page.getByText(/una dirección que empiece con https/)).toBeVisible();
  vi.stubGlobal('isSecureContext', true);
});

it('says whether the browser protects what is stored, and asks it again by a tap (offline engine, Eviction)', async () => {
  let allowed = false;
  let kept = false;
  const storage = { persisted: () => Promise.resolve(kept), persist: () => Promise.resolve((kept = allowed)) };
  Object.defineProperty(navigator, 'storage', { configurable: true, value: storage });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'storage'));
  const { page } = await renderApp('5/home', { as: 'gabi', width: 1400 });
  const line = page.getByRole('listitem').filter({ hasText: 'Almacenamiento protegido' });
  await expect(line).toContainText('NoEl navegador puede borrar lo que todavía no se envió.');
  await line.getByRole('button', { name: 'Proteger' }).click();
  await expect(line).toContainText('No');
  allowed = true;
  await line.getByRole('button', { name: 'Proteger' }).click();
  await expect(line).toContainText('Sí');
  await expect(line.getByRole('button')).toHaveCount(0);
});
