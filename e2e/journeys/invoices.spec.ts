import type { Locator, Page } from '@playwright/test';
import { expect, testInOwnShop } from '#e2e/fixtures.ts';
import { checkEveryLook, narrowest, sizes } from '#e2e/looks.ts';
import { startOrder } from '#e2e/pages/ordering.ts';
import type { Shop } from '#e2e/shop.ts';
import { inDatabase } from '#e2e/shop-database.ts';
import { pressControl } from '#e2e/pages/control.ts';

/** Its own shop: invoices of other journeys would change the numbers. It keeps certificates. */
const test = testInOwnShop({ FISCAL_SECRET: 'only-for-the-journeys-of-the-invoices' });

const looks = { sizes: [narrowest, ...sizes] };
/** Screens that share their parts with one that is seen in both themes. */
const fewLooks = { ...looks, themes: ['light'] as const };

/** The invoices that this page asks for from now on. */
async function invoicesSent(page: Page): Promise<unknown[]> {
  const bodies: unknown[] = [];
  await page.route('**/api/**/billing/invoice', async (route) => {
    if (route.request().method() === 'POST') bodies.push(route.request().postDataJSON());
    await route.continue();
  });
  return bodies;
}

/** Takes a sale that is paid in cash, to which the invoice follows. */
async function sell(
  page: Page,
  shop: Shop,
  customer: string,
  { storeId = 1, item = 'vaso de leche', type = 'Take away' } = {},
): Promise<void> {
  const catalog = await startOrder(page, shop, type, storeId);
  await catalog.add(item);
  const checkout = await catalog.toCheckout();
  await checkout.customer.fill(customer);
  await checkout.finish();
}

test('a sale in Argentina is invoiced: the form, its errors, the document, its undoing (I-02, I-03, I-05, I-06, I-07, I-08, I-09, I-11, I-19, K-78)', async ({
  seat,
  shop,
  apiUser,
}) => {
  const { page } = await seat('ana', '1/home');
  const ana = await apiUser('ana');

  await test.step('the sale leads to the form: B for a final consumer, without fields of the customer', async () => {
    await sell(page, shop, 'Pide factura');
    await expect(page).toHaveURL(/\/1\/order\/\d+\/billing\/invoice$/);
    const types = page.getByRole('group', { name: 'Tipo de factura' });
    await expect(types.getByRole('radio')).toHaveCount(2);
    await expect(types.getByRole('radio', { name: 'Factura B' })).toBeChecked();
    await expect(types.getByRole('radio', { name: 'Factura A' })).not.toBeChecked();
    await expect(page.getByRole('radio', { name: 'Consumidor final' })).toBeChecked();
    await expect(page.getByLabel('Nombre o razón social')).toHaveCount(0);
    for (const name of ['Documento', 'Condición frente al IVA'])
      await expect(page.getByRole('group', { name })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Qué se factura' })).toContainText('Vaso de leche');
    await checkEveryLook(page, 'invoice', looks);
  });

  await test.step('another customer has three documents, DNI first; a wrong CUIT is told at its field', async () => {
    await pressControl(page.getByRole('radio', { name: 'Otro' }));
    const documents = page.getByRole('group', { name: 'Documento' });
    await expect(documents.getByRole('radio')).toHaveCount(3);
    for (const name of ['DNI', 'CUIL', 'CUIT']) await expect(documents.getByRole('radio', { name })).toBeAttached();
    await expect(documents.getByRole('radio', { name: 'DNI' })).toBeChecked();
    await pressControl(documents.getByRole('radio', { name: 'CUIT' }));
    await pressControl(page.getByRole('radio', { name: 'Factura A' }));
    await pressControl(page.getByRole('radio', { name: 'Responsable Inscripto' }));
    await page.getByLabel('Nombre o razón social').fill('Almacén del Sur S.A.');
    await page.getByLabel('Número', { exact: true }).pressSequentially('20123456785');
    await expect(page.getByLabel('Número', { exact: true })).toHaveValue('20-12345678-5');
    await page.getByRole('button', { name: 'Facturar' }).click();
    await expect(page.getByRole('main').getByText('No es un CUIT: revisá sus 11 números')).toBeVisible();
    await checkEveryLook(page, 'invoice-errors', fewLooks);
    await page.getByLabel('Número', { exact: true }).fill('20123456786');
    const sent = await invoicesSent(page);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => sent)
      .toMatchObject([
        {
          invoiceType: 1,
          customerType: 'other',
          customerName: 'Almacén del Sur S.A.',
          vatCategory: 1,
          customerIdType: 80,
          customerIdNumber: '20-12345678-6',
        },
      ]);
  });

  await test.step('the document has its number, CAE and QR, and says that it is worth nothing', async () => {
    const paper = page.getByRole('region', { name: /^Vista previa de la factura/ });
    await expect(paper).toContainText('FACTURA A');
    await expect(paper).toContainText('00003-00000001');
    await expect(paper).toContainText(/CAE\s+\d{14}/);
    await expect(paper).toContainText('SIN VALIDEZ FISCAL');
    await expect(paper).toContainText('Almacén del Sur S.A.');
    await expect(page.getByText('Emitida', { exact: true })).toBeVisible();
    await checkEveryLook(page, 'invoice-document', looks);
    const order = (await ana.orders()).body.find((o) => o.description === 'Pide factura');
    expect(order?.billings_count).toBe(1);
  });

  await test.step('it is undone by a credit note', async () => {
    await page.getByRole('button', { name: 'Anular con nota de crédito' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Anular la factura' }).click();
    await expect(page.getByText('Anulada con nota de crédito')).toBeVisible();
    await expect(page.getByText('Nota de crédito A 00003-00000001')).toBeVisible();
    await page.getByRole('button', { name: 'Listo' }).click();
    await expect(page).toHaveURL(/\/1\/home/);
  });
});

test('a store of the category 2 offers C alone (I-10); one without a category cannot invoice', async ({
  seat,
  shop,
}) => {
  await inDatabase(shop, 'update stores set vat_category = 2 where id = 1');
  const { page } = await seat('ana', '1/home');
  await sell(page, shop, 'Monotributo');
  const types = page.getByRole('group', { name: 'Tipo de factura' });
  await expect(types.getByRole('radio')).toHaveCount(1);
  await expect(types.getByRole('radio', { name: 'Factura C' })).toBeChecked();
  await inDatabase(shop, 'update stores set vat_category = null where id = 1');
  const { page: fresh } = await seat('ana', new URL(page.url()).pathname.replace('/sellers/', ''));
  await expect(fresh.getByRole('main').getByText('Configurá tu condición frente al IVA.').first()).toBeVisible();
  await expect(fresh.getByRole('button', { name: 'Facturar' })).toHaveAttribute('aria-disabled', 'true');
  await inDatabase(shop, 'update stores set vat_category = 1 where id = 1');
});

test('a sale in Paraguay is invoiced with CI or RUC, CI first (I-02, I-13, I-14, I-15)', async ({ seat, shop }) => {
  const { page } = await seat('ana', '4/home');
  await sell(page, shop, 'Pide factura', { storeId: 4, item: 'chipa', type: 'En local' });
  await expect(page).toHaveURL(/\/4\/order\/\d+\/billing\/invoice$/);
  await expect(page.getByRole('group', { name: 'Tipo de factura' })).toHaveCount(0);
  await pressControl(page.getByRole('radio', { name: 'Otro' }));
  const documents = page.getByRole('group', { name: 'Documento' });
  await expect(documents.getByRole('radio')).toHaveCount(2);
  await expect(documents.getByRole('radio', { name: 'CI' })).toBeChecked();
  await pressControl(documents.getByRole('radio', { name: 'RUC' }));
  await pressControl(page.getByRole('radio', { name: 'Empresa' }));
  await page.getByLabel('Nombre o razón social').fill('Empresa S.A.');
  await page.getByLabel('Número', { exact: true }).fill('800123451');
  await page.getByRole('button', { name: 'Facturar' }).click();
  await expect(page.getByRole('main').getByText('No es un RUC: revisá sus números')).toBeVisible();
  await page.getByLabel('Número', { exact: true }).fill('800123450');
  const sent = await invoicesSent(page);
  await page.getByRole('button', { name: 'Facturar' }).click();
  await expect
    .poll(() => sent)
    .toMatchObject([
      {
        customerType: 'other',
        customerName: 'Empresa S.A.',
        vatCategory: 1,
        customerIdType: 'RUC',
        customerIdNumber: '80012345-0',
      },
    ]);
  await expect(page.getByText('En verificación', { exact: true })).toBeVisible();
  const paper = page.getByRole('region', { name: /^Vista previa de la factura/ });
  await expect(paper).toContainText('KuDE de Factura electrónica');
  await expect(paper).toContainText('001-001-0000001');
  await expect(paper).toContainText('SIN VALIDEZ FISCAL');
  await checkEveryLook(page, 'invoice-paraguay', fewLooks);
});

test('«Facturar» and both routes are of premium stores with a billing gateway; what is asked for shows its state on order and register (H-09, I-01, I-18)', async ({
  seat,
  shop,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  const taken = await ana.takeOrder('Sin factura');
  /** The options of the order in a new browser: one that has read the store keeps it until an event. */
  const options = async (): Promise<{ page: Page; action: Locator }> => {
    const { page } = await seat('ana', '1/home');
    await page
      .getByRole('button', { name: `Ver pedido ${taken.number}` })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Opciones del pedido' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    return { page, action: page.getByRole('menuitem', { name: 'Facturar' }) };
  };
  const { page, action } = await options();
  await action.click();
  await expect(page).toHaveURL(new RegExp(`/1/order/${taken.id}/billing/invoice$`));
  await expect(page.getByRole('button', { name: 'Ahora no' })).toBeVisible();
  await page.goto(`${shop.url}1/orderGroup/987654/billing/invoice`);
  await expect(page.getByText('No se encontró la información que buscaba.')).toBeVisible();

  await inDatabase(shop, "update gateways set type = 'shipping' where store_id = 1 and type = 'billing'");
  await expect((await options()).action).toHaveCount(0);
  await inDatabase(shop, "update gateways set type = 'billing' where store_id = 1 and name like 'ARCA%'");
  await inDatabase(shop, "update stores set plan = 'standard' where id = 1");
  const standard = await options();
  await expect(standard.action).toHaveCount(0);
  for (const type of ['order', 'orderGroup']) {
    await standard.page.goto(`${shop.url}1/${type}/${taken.id}/billing/invoice`);
    await expect(standard.page).toHaveURL(/\/1\/home/);
  }
  await inDatabase(shop, "update stores set plan = 'premium' where id = 1");

  await inDatabase(
    shop,
    `insert into fiscal_documents (store_id, payable_type, payable_id, kind, authority, environment, tax_id, point, type, number, date,
       state, work, content, total, problem, next_at, created_by, created_at)
     select 1, 'order', ${taken.id}, 'invoice', 'ARCA', 'test', '30711111111', '3', 6, 7, '2026-11-20', 'verifying', 'verify',
       json_build_object('kind', 'invoice', 'type', 6, 'issuer', issuer, 'customer',
         '{"type":"final","name":null,"idType":99,"idNumber":"","condition":5}'::json, 'lines', '[]'::json, 'vat', '[]'::json,
         'total', 190000, 'of', null),
       190000, 'Estamos verificando si ARCA emitió la factura. No la cargues de nuevo.', now() + interval '1 hour', 1, now()
     from fiscal_settings where store_id = 1`,
  );
  await inDatabase(shop, `update orders set billings_count = 1, ver = ver + 1 where id = ${taken.id}`);
  const { page: later } = await seat('ana', '1/home');
  await later
    .getByRole('button', { name: `Ver pedido ${taken.number}` })
    .first()
    .click();
  const block = later.getByRole('dialog').getByRole('region', { name: 'Factura' });
  await expect(block).toContainText('En verificación');
  await expect(block).toContainText(/Pedida hace \d+ s por Ana.*Se consulta de nuevo en/s);
  await checkEveryLook(later, 'invoice-limbo', fewLooks);
  await later.goto(`${shop.url}1/cashbox/index`);
  const pending = later.getByRole('region', { name: 'Facturas sin respuesta' });
  await expect(pending).toContainText(`Pedido ${taken.number}`);
  await expect(pending).toContainText('En verificación');
  await checkEveryLook(later, 'invoice-pending', fewLooks);
});

test('the owner says in the settings who issues, and the next document is theirs (F-02)', async ({ seat, shop }) => {
  const { page } = await seat('ana', '1/config/index');
  const card = page.getByRole('region', { name: 'Facturación electrónica' });
  await expect(card).toContainText('Prueba local, sin validez fiscal');
  await checkEveryLook(page, 'config-fiscal', fewLooks);
  await card.getByRole('button', { name: 'Cambiar los datos fiscales' }).click();
  const dialog = page.getByRole('dialog', { name: 'Facturación electrónica' });
  await dialog.getByLabel('Razón social').fill('La Esquina de Ana S.R.L.');
  await dialog.getByLabel('CUIT').fill('30-71111111-2');
  await dialog.getByRole('button', { name: 'Guardar datos fiscales' }).click();
  await expect(dialog.getByText('Revisá el CUIT: son 11 dígitos.')).toBeVisible();
  await checkEveryLook(page, 'fiscal-form', looks);
  await dialog.getByLabel('CUIT').fill('30-71111111-1');
  await dialog.getByRole('button', { name: 'Guardar datos fiscales' }).click();
  await expect(card).toContainText('La Esquina de Ana S.R.L.');
  await sell(page, shop, 'De la nueva');
  await page.getByRole('button', { name: 'Facturar', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Vista previa de la factura' })).toContainText(
    'La Esquina de Ana S.R.L.',
  );
});
