import { expect, test } from '#e2e/fixtures.ts';
import { axeFindings, checkEveryLook } from '#e2e/looks.ts';

test('a computer becomes a print point and prints a test slip through QZ Tray, past the content security policy', async ({
  seat,
  startTray,
}) => {
  const tray = await startTray(['Caja', 'Cocina ñoña "1"']);
  const { page } = await seat('ana', '1/config/printpoint/form');
  await page.getByLabel('Nombre').fill('Mostrador');
  await page.getByRole('checkbox', { name: 'Comandas' }).check();
  await checkEveryLook(page, 'print-point');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByRole('button', { name: 'Editar Comandas' }).click();
  await page.getByRole('radio', { name: /Cocina/ }).check();
  expect(await axeFindings(page, 'print type')).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click();
  await page.getByRole('button', { name: 'Probar Comandas' }).click();
  await expect(page.getByText('Enviada a la impresora «Cocina ñoña "1"».').first()).toBeVisible();
  expect(tray.prints.map((p) => p.printer)).toEqual(['Cocina ñoña "1"']);
  expect(tray.refusals).toEqual([]);
  await checkEveryLook(page, 'config');
});
