import { it } from 'vitest';
import { sandboxCredentials } from '#server/billing/sandbox/fiscal-sandbox.ts';
import { inDatabase } from '#e2e/shop-database.ts';
import type { Locator } from '#testing/locator.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

const pair = sandboxCredentials('30711111111');
const another = sandboxCredentials('20123456786');

const cardOf = (page: Page): Locator => page.getByRole('region', { name: 'Facturación electrónica' });
const formOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Facturación electrónica' });

/** The open form of a store's fiscal settings. */
async function form(store = 1) {
  const { page, context } = await renderApp(`${store}/config/index`, { as: 'ana' });
  await cardOf(page)
    .getByRole('button', { name: /^(Configurar la facturación|Cambiar los datos fiscales)$/ })
    .click();
  const dialog = formOf(page);
  await expect(dialog.getByLabel('Razón social')).toBeVisible();
  const save = () => dialog.getByRole('button', { name: 'Guardar datos fiscales' }).click();
  return { page, context, dialog, save };
}

const settings = async (store = 1) => {
  const { status, body } = await (
    await apiUserOf('ana')
  ).call<Record<string, unknown>>('GET', `/store/${store}/fiscal`);
  expect(status).toBe(200);
  return body;
};

it('the owner says who issues; the card tells it, and an operator sees none of it', async () => {
  const { page, dialog, save } = await form();
  await dialog.getByLabel('Razón social').fill('La Esquina de Ana S.R.L.');
  await dialog.getByLabel('CUIT').fill('30-71111111-1');
  await dialog.getByLabel('Condición frente al IVA').selectOption('Monotributo');
  await dialog.getByLabel('Punto de venta').fill('12');
  await save();
  await expect(page.getByText('Los datos fiscales fueron guardados.').first()).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(cardOf(page)).toContainText('La Esquina de Ana S.R.L.');
  await expect(cardOf(page)).toContainText('CUIT 30-71111111-1 · Punto de venta 12');
  expect(await settings()).toMatchObject({
    environment: 'sandbox',
    issuer: { name: 'La Esquina de Ana S.R.L.', tax_id: '30711111111', condition: 'monotributo', point: 12 },
  });
  const { page: operators } = await renderApp('1/config/index', { as: 'carla' });
  await expect(operators.getByRole('heading', { name: 'Configuraciones del punto de venta' })).toBeVisible();
  await expect(cardOf(operators)).toHaveCount(0);
});

it('what is wrong is said at its field, and what was typed stays', async () => {
  const { dialog, save } = await form();
  await dialog.getByLabel('Razón social').fill('');
  await dialog.getByLabel('CUIT').fill('30-71111111-2');
  await save();
  await expect(dialog.getByText('Este campo es obligatorio')).toHaveCount(1);
  await dialog.getByLabel('Razón social').fill('La Esquina S.R.L.');
  await save();
  await expect(dialog.getByText('Revisá el CUIT: son 11 dígitos.')).toBeVisible();
  await expect(dialog.getByLabel('CUIT')).toHaveValue('30-71111111-2');
  await dialog.getByLabel('CUIT').fill('30-71111111-1');
  await dialog.getByLabel('Ambiente').selectOption('Homologación de ARCA');
  await save();
  await expect(dialog.getByText('Este campo es obligatorio')).toBeVisible();
  await dialog.getByLabel('Certificado (PEM)').fill(pair.certificate);
  await dialog.getByLabel('Clave privada (PEM)').fill(another.privateKey);
  await save();
  await expect(dialog.getByText('La clave no corresponde al certificado.')).toBeVisible();
  await expect(dialog.getByLabel('Certificado (PEM)')).toHaveValue(pair.certificate);
});

it('certificate and key are kept and never told; left empty they stay, and an old one is warned about', async () => {
  const first = await form();
  await first.dialog.getByLabel('Razón social').fill('La Esquina S.R.L.');
  await first.dialog.getByLabel('CUIT').fill('30-71111111-1');
  await first.dialog.getByLabel('Ambiente').selectOption('Homologación de ARCA');
  await first.dialog.getByLabel('Certificado (PEM)').fill(pair.certificate);
  await first.dialog.getByLabel('Clave privada (PEM)').fill(pair.privateKey);
  await first.save();
  await expect(cardOf(first.page)).toContainText('Homologación de ARCA');
  await expect(cardOf(first.page)).toContainText(/Certificado: vence el \d\d\/\d\d\/\d{4}/);
  const told = JSON.stringify(await settings());
  expect(told).not.toContain('PRIVATE KEY');
  expect(told).not.toContain('BEGIN CERTIFICATE');
  const second = await form();
  await expect(second.dialog.getByText('Guardada y cifrada. Pegá otra solo para reemplazarla.')).toBeVisible();
  await second.dialog.getByLabel('Punto de venta').fill('8');
  await second.save();
  await expect(cardOf(second.page)).toContainText('Punto de venta 8');
  expect(await settings()).toMatchObject({ environment: 'test', certificate: { subject: expect.any(String) } });
});

it('Paraguay asks for RUC, timbrado and activity', async () => {
  const { page, dialog, save } = await form(4);
  for (const label of ['Timbrado', 'Actividad económica']) await dialog.getByLabel(label, { exact: true }).fill('');
  await expect(dialog.getByLabel('Condición frente al IVA')).toHaveCount(0);
  await save();
  await expect(dialog.getByText('Este campo es obligatorio')).toHaveCount(2);
  await dialog.getByLabel('RUC').fill('80012345-0');
  await dialog.getByLabel('Timbrado', { exact: true }).fill('12345678');
  await dialog.getByLabel('Actividad económica').fill('Restaurantes y parrillas');
  await save();
  await expect(cardOf(page)).toContainText('RUC 80012345-0');
});

it('without a network the card and the form say so; a failure can be tried again', async () => {
  const { page, context, dialog } = await form();
  context.setOffline(true);
  await expect(dialog.getByText('Necesitás conexión para guardar los datos fiscales')).toBeVisible();
  context.setOffline(false);
  await page.keyboard.press('Escape');
  const { page: broken } = await renderApp('login', { as: 'ana' });
  broken.route('/store/1/fiscal', (route) => route.fulfill({ status: 500, json: { code: 'internal', message: '' } }));
  await broken.goto('1/config/index');
  await expect(cardOf(broken).getByRole('button', { name: 'Reintentar' })).toBeVisible();
  broken.unroute('/store/1/fiscal');
  await cardOf(broken).getByRole('button', { name: 'Reintentar' }).click();
  await expect(cardOf(broken).getByRole('button', { name: 'Cambiar los datos fiscales' })).toBeVisible();
});

it('a store without settings says what is missing', async () => {
  await inDatabase(screenServer(), 'delete from fiscal_settings where store_id = 1');
  const { page } = await renderApp('1/config/index', { as: 'ana' });
  await expect(cardOf(page)).toContainText('Para facturar, cargá quién emite y con qué certificado.');
  await expect(cardOf(page).getByRole('button', { name: 'Configurar la facturación' })).toBeVisible();
});
