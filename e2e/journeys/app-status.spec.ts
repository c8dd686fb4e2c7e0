import type { Locator, Page } from '@playwright/test';
import { expect, testInOwnShop } from '#e2e/fixtures.ts';
import { checkEveryLook } from '#e2e/looks.ts';
import { opensIn } from '#e2e/pages/store-status.ts';

const test = testInOwnShop();

const panelOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Estado de la aplicación' });
const lineOf = (page: Page, name: string): Locator =>
  panelOf(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) });

async function openPanel(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Usuario' }).first().click();
  await page.getByRole('button', { name: 'Estado de la aplicación' }).click();
  return panelOf(page);
}

test('a device is checked before the shop opens: an event comes back, a sound and a slip are confirmed, the owner sees the result (H-53)', async ({
  seat,
  startTray,
}) => {
  const tray = await startTray(['Caja']);
  const { page } = await seat('bruno', '1/config/printpoint/form');
  await page.getByLabel('Nombre').fill('Mostrador');
  await page.getByRole('checkbox', { name: 'Comandas' }).check();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByRole('button', { name: 'Editar Comandas' }).click();
  await page.getByRole('radio', { name: /Caja/ }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click();
  const panel = await openPanel(page);
  await expect(lineOf(page, 'Impresión')).toContainText('Sin probar');
  await panel.getByRole('button', { name: 'Revisar este dispositivo' }).click();
  await expect(panel.getByText('¿Escuchaste el sonido?')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Repetir' })).toBeVisible();
  await panel.getByRole('button', { name: 'Sí', exact: true }).click();
  await expect(panel.getByText('¿Salió el papel de prueba?')).toBeVisible();
  expect(tray.prints.map((p) => p.printer)).toEqual(['Caja']);
  await panel.getByRole('button', { name: 'No', exact: true }).click();
  await expect(panel.getByText(/^Quedan? \d+ cosas? por resolver\.$/)).toBeVisible();
  for (const [line, words] of [
    ['Conexión', 'Con conexión'],
    ['Servidor', 'Responde'],
    ['Tiempo real', 'Los avisos llegan'],
    ['Cambios por enviar', 'Ninguno'],
    ['Sonido', 'Se escuchó'],
    ['Impresión', 'No salió la prueba'],
    ['Reloj', 'En hora'],
  ] as const)
    await expect(lineOf(page, line)).toContainText(words);
  await expect(lineOf(page, 'Impresión')).toContainText('Revisá papel, cable y encendido de la impresora.');
  await checkEveryLook(page, 'device-check');
  const owner = await seat('ana', '1/home');
  const checks = '**/api/store/1/device-checks';
  await owner.page.route(checks, (route) => route.fulfill({ status: 422, json: { code: 'validation' } }));
  const owned = await openPanel(owner.page);
  const devices = owned.getByRole('region', { name: 'Revisiones de los dispositivos' });
  await expect(devices.getByRole('alert')).toContainText('No pudimos leer las revisiones.');
  await owner.page.unroute(checks);
  await devices.getByRole('button', { name: 'Reintentar' }).click();
  const kept = devices.getByRole('listitem');
  await expect(kept).toContainText(/Bruno Acosta · Chrome/);
  await expect(kept).toContainText('Impresión');
  const seller = await seat('diego', '1/home');
  await openPanel(seller.page);
  await expect(panelOf(seller.page).getByRole('heading', { name: 'Novedades' })).toBeVisible();
  await expect(panelOf(seller.page).getByText('Revisiones de los dispositivos')).toHaveCount(0);
});

test('without a network the check says what is wrong, and that nobody else sees it (H-53)', async ({ seat }) => {
  const { page, context } = await seat('ana', '1/home');
  const panel = await openPanel(page);
  await expect(lineOf(page, 'Tiempo real')).toContainText('Conectado');
  await context.setOffline(true);
  await panel.getByRole('button', { name: 'Revisar este dispositivo' }).click();
  await panel.getByRole('button', { name: 'Sí', exact: true }).click();
  await expect(panel.getByText('Sin conexión, el resultado queda solo en esta pantalla.')).toBeVisible();
  await expect(lineOf(page, 'Conexión')).toContainText('Revisá el wifi o los datos de este dispositivo.');
  await expect(lineOf(page, 'Servidor')).toContainText('No responde');
  await expect(lineOf(page, 'Tiempo real')).toContainText('Los avisos no llegan');
  await context.setOffline(false);
  await panel.getByRole('button', { name: 'Revisar de nuevo' }).click();
  await panel.getByRole('button', { name: 'Sí', exact: true }).click();
  await expect(lineOf(page, 'Tiempo real')).toContainText('Los avisos llegan');
  await expect(panel.getByText('Sin conexión, el resultado queda solo en esta pantalla.')).toHaveCount(0);
});

test('a minute before the opening hours the check is offered, and a clock that is wrong is named', async ({
  seat,
  shop,
}) => {
  const opensAt = await opensIn(shop, 3);
  const { page } = await seat('ana', '1/home');
  const notice = page.getByRole('region', { name: 'Apertura de la tienda' });
  await expect(page.getByRole('button', { name: 'Take away' }).first()).toBeVisible();
  await page.clock.install();
  await page.clock.fastForward(10_000);
  await expect(notice).toHaveCount(0);
  // To half a minute before the hour.
  await page.clock.fastForward(opensAt - 30_000 - (await page.evaluate(() => Date.now())));
  await expect(notice).toContainText('En un minuto empieza el horario de atención.');
  await checkEveryLook(page, 'opening-notice');
  await notice.getByRole('button', { name: 'Revisar este dispositivo' }).click();
  await expect(notice).toHaveCount(0);
  await panelOf(page).getByRole('button', { name: 'Revisar este dispositivo' }).click();
  await panelOf(page).getByRole('button', { name: 'Sí', exact: true }).click();
  await expect(lineOf(page, 'Reloj')).toContainText('Fuera de hora');
  await expect(lineOf(page, 'Reloj')).toContainText('Activá la fecha y hora automáticas del dispositivo.');
});
