import { expect, test } from '#e2e/fixtures.ts';
import { check, checkEveryLook } from '#e2e/looks.ts';

test('a computer becomes a print point and prints a test slip through QZ Tray, past the content security policy', async ({
  seat,
  startTray,
}) => {
  const tray = await startTray(['Caja', 'Cocina ñoña "1"']);
  const { page } = await seat('ana', '1/config/printpoint/form');
  await page.getByLabel('Nombre').fill('Mostrador');
  await page.getByRole('checkbox', { name: 'Comandas' }).check();
  await checkEveryLook(page, 'print-point');
  const back = page.getByRole('link', { name: 'Volver a la configuración' });
  await expect(back).toBeVisible();
  // There the top bar has the one way back.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(back).toBeHidden();
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByRole('button', { name: 'Editar Comandas' }).click();
  await page.getByRole('radio', { name: /Cocina/ }).check();
  await check(page, 'print-type');
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click();
  await page.getByRole('button', { name: 'Probar Comandas' }).click();
  await expect(page.getByText('Enviada a la impresora «Cocina ñoña "1"».').first()).toBeVisible();
  expect(tray.prints.map((p) => p.printer)).toEqual(['Cocina ñoña "1"']);
  expect(tray.refusals).toEqual([]);
  await checkEveryLook(page, 'config');
});
