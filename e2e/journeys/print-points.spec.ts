import { expect, test } from '#e2e/fixtures.ts';
import { axeFindings, checkEveryLook } from '#e2e/looks.ts';
import { trayTurn } from '#e2e/tray-turn.ts';
import { startQzDouble } from '#server/testing/qz-tray.ts';

let endTurn = (): void => {};
test.beforeEach(async () => {
  endTurn = await trayTurn();
});
test.afterEach(() => endTurn());

/** The first port that the client of QZ Tray asks from a page over http. */
const port = 8182;

test('a computer becomes a print point and prints a test slip through QZ Tray, past the content security policy', async ({
  seat,
  shop,
  apiUser,
}) => {
  const { token } = await apiUser('ana');
  const headers = { authorization: `Bearer ${token}` };
  const pem = await (await fetch(`${shop.origin}/api/printing/certificate`, { headers })).text();
  const tray = await startQzDouble({ trusted: () => [pem], printers: ['Caja', 'Cocina ñoña "1"'], port });
  try {
    const { page } = await seat('ana', '1/config/printpoint/form');
    await page.getByLabel('Nombre').fill('Mostrador');
    await page.getByRole('checkbox', { name: 'Comandas' }).check();
    await checkEveryLook(page, 'print-point');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByRole('button', { name: 'Editar Comandas' }).click();
    await page.getByRole('radio', { name: /Cocina/ }).check();
    expect(await axeFindings(page, 'print type')).toEqual([]);
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByRole('button', { name: 'Probar Comandas' }).click();
    await expect(page.getByText('Enviada a la impresora «Cocina ñoña "1"».').first()).toBeVisible();
    expect(tray.prints.map((p) => p.printer)).toEqual(['Cocina ñoña "1"']);
    expect(tray.refusals).toEqual([]);
    await checkEveryLook(page, 'config');
  } finally {
    await tray.close();
  }
});
