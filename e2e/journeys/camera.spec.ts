import { cameraFlags, film } from '#e2e/camera-file.ts';
import { fullChromium } from '#e2e/chromium-flags.ts';
import { expect, testInOwnShop } from '#e2e/fixtures.ts';
import { check, checkEveryLook } from '#e2e/looks.ts';

/** Its own shop: other journeys open tables, too. */
const test = testInOwnShop();
// The headless shell has no camera.
test.use({ launchOptions: fullChromium(cameraFlags) });

test('the camera reads a real QR and opens its table; without permission it says so; axe finds nothing (G-54, G-55, G-56, G-58)', async ({
  seat,
  apiUser,
}) => {
  film(null);
  const { body } = await (await apiUser('ana')).profile();
  const code = body.codes.find((c) => c.description === 'Mesa 6');
  const { page, context } = await seat('diego', '1/home', { width: 390, height: 844 });
  const base = `${new URL(page.url()).origin}/c/`;

  await page.getByRole('button', { name: 'Nuevo pedido' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Escanear código' }).click();
  await expect(page.getByText('ERROR: Debes conceder los permisos necesarios.')).toBeVisible();
  await check(page, 'camera-refused');

  await context.grantPermissions(['camera']);
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByText('Apuntá al QR de la mesa')).toBeVisible();
  await checkEveryLook(page, 'camera');

  film(`${base}LE-NADA`);
  await page.reload();
  await expect(page.getByText('Código inválido.')).toBeVisible();

  film(`${base}${code?.code ?? ''}?utm=mesa`);
  await page.reload();
  await expect(page.getByRole('dialog', { name: 'Abrir Mesa 6' })).toBeVisible();
});

test('labels of the codes at every size; only they are printed (N-29)', async ({ seat }) => {
  const { page } = await seat('diego', '1/codes/index');
  await page.getByRole('button', { name: 'Imprimir etiquetas' }).click();
  await expect(page.getByRole('img', { name: 'QR de Mesa 6' })).toBeVisible();
  await checkEveryLook(page, 'code-labels');
  const app = page.getByRole('heading', { name: 'Códigos', exact: true });
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('body > ul');
  await expect(sheet).toBeVisible();
  await expect(app).toBeHidden();
  await expect(page.getByRole('dialog')).toBeHidden();
  const { width = 0, height = 0 } = (await sheet.locator('li').first().boundingBox()) ?? {};
  expect([width > 100, Math.round(height)]).toEqual([true, Math.round((68 / 25.4) * 96)]);
});
