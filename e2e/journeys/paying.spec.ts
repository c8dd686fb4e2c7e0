import type { Page } from '@playwright/test';
import { expect, testInOwnShop } from '#e2e/fixtures.ts';
import { checkEveryLook, narrowest, sizes } from '#e2e/looks.ts';
import { cashboxOf, forgetCashbox, withKey } from '#e2e/pages/cashbox.ts';
import { startOrder, leaveInvoice } from '#e2e/pages/ordering.ts';
import type { Shop } from '#e2e/shop.ts';

/** Its own shop: payments of other journeys would change what these screens show. */
const test = testInOwnShop();

const looks = { sizes: [narrowest, ...sizes] };

/** Does at the provider's sandbox what the person who pays would do. */
const resolve = (page: Page, order: string, status: 'APPROVED' | 'REJECTED') =>
  page.request.post(new URL(`/api/dev/payments/order/${order}/resolve`, page.url()).href, { data: { status } });

const idIn = (page: Page): string => /\/paying\/order\/(\d+)/.exec(page.url())?.[1] ?? '';

/** Takes an order that is charged by this method. */
async function charge(page: Page, shop: Shop, customer: string, method: string): Promise<void> {
  const catalog = await startOrder(page, shop, 'Take away');
  await catalog.add('vaso de leche');
  const checkout = await catalog.toCheckout();
  await checkout.customer.fill(customer);
  await checkout.pay(method);
  await checkout.finish();
}

/** What the card drawer asks beside the number. */
async function fillRest(page: Page): Promise<void> {
  await page.getByLabel('Vence: mes').selectOption('11');
  await page.getByLabel('Vence: año').selectOption({ index: 4 });
  await page.getByLabel('Código de seguridad').fill('123');
  await page.getByLabel('Nombre del titular').fill('Ana Gómez');
  await page.getByLabel('Documento', { exact: true }).selectOption('DNI');
  await page.getByLabel('Número de documento').fill('30111222');
}

test('an order is paid by QR and another by card, each with its looks', async ({ seat, shop }) => {
  const { page } = await seat('ana', '1/home');

  await test.step('the checkout leads to the QR, which looks right at every size', async () => {
    await charge(page, shop, 'Paga con QR', 'Mercado Pago QR');
    await expect(page).toHaveURL(/\/1\/paying\/order\/\d+$/);
    await expect(page.getByRole('img', { name: 'Código QR para pagar' })).toBeVisible();
    await expect(page.getByText(/^Consultado hace/)).toBeVisible();
    await checkEveryLook(page, 'paying', looks);
  });

  await test.step('the customer sees the QR alone; Esc closes it, and asks before it cancels', async () => {
    await page.getByRole('button', { name: 'Mostrar al cliente' }).click();
    await expect(page.getByRole('dialog', { name: 'Código para pagar' })).toBeVisible();
    await checkEveryLook(page, 'paying-customer', { sizes });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog', { name: '¿Cancelar el pago?' })).toBeVisible();
    await page.getByRole('button', { name: 'Seguir esperando' }).click();
  });

  await test.step('its approval ends the screen', async () => {
    expect((await resolve(page, idIn(page), 'APPROVED')).status()).toBe(204);
    await expect(page.getByRole('heading', { name: 'Pago aprobado' })).toBeVisible();
    await expect(page).toHaveURL(/\/1\/order\/\d+\/billing\/invoice$/);
    await leaveInvoice(page);
    await expect(page).toHaveURL(/\/1\/home/);
  });

  await test.step('the card drawer looks right at every size, with its errors', async () => {
    await charge(page, shop, 'Paga con tarjeta', 'Mercado Pago online');
    const drawer = page.getByRole('dialog', { name: 'Pagar con tarjeta' });
    await expect(drawer.getByText(/^Modo de prueba: no se cobra nada\./)).toBeVisible();
    await drawer.getByRole('button', { name: /^Pagar \$/ }).click();
    await expect(drawer.getByText('Ingresá el número de tu tarjeta.')).toBeVisible();
    await checkEveryLook(page, 'card', looks);
  });

  await test.step('the spaces of the number do not move the caret', async () => {
    const number = page.getByLabel('Número de tarjeta');
    await number.fill('4509953566233704');
    await number.press('Home');
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Delete', '9']) await number.press(key);
    await expect(number).toHaveValue('4509 9535 6623 3704');
    expect(await number.evaluate((input) => (input instanceof HTMLInputElement ? input.selectionStart : null))).toBe(4);
  });

  await test.step('the card is charged, and the order is on the board', async () => {
    await fillRest(page);
    await page.getByRole('button', { name: /^Pagar \$/ }).click();
    await leaveInvoice(page);
    await expect(page).toHaveURL(/\/1\/home/);
    await expect(page.getByRole('article').filter({ hasText: 'Paga con tarjeta' })).toBeVisible();
  });
});

test('a table is paid by card: the drawer lies over its detail, and closing it leaves the table', async ({ seat }) => {
  const { page } = await seat('ana', '1/codes/index');
  const place = page.getByRole('listitem').filter({ hasText: /^Mesa 9/ });
  await place.getByRole('button').click();
  await page.getByRole('button', { name: 'Abrir mesa' }).click();
  await expect(page).toHaveURL(/cart\/catalog/);
  await page.getByPlaceholder('Buscar...').fill('vaso de leche');
  await page.keyboard.press('Enter');
  for (const step of [/^Siguiente/, /^Finalizar/]) await page.getByRole('button', { name: step }).first().click();
  await expect(page).toHaveURL(/codes\/index/);
  await place.getByRole('button').click();
  const detail = page.getByRole('dialog', { name: 'Detalle de Mesa 9' });
  await detail.getByRole('button', { name: 'Agregar forma de pago' }).click();
  await detail.getByRole('combobox', { name: 'Forma de pago' }).selectOption('Mercado Pago online');
  const drawer = page.getByRole('dialog', { name: 'Pagar con tarjeta' });
  const finish = async (): Promise<void> => {
    await detail.getByRole('button', { name: 'Finalizar o rechazar' }).click();
    await page.getByRole('menuitem', { name: 'Finalizar' }).click();
    await expect(drawer.getByLabel('Número de tarjeta')).toBeVisible();
  };
  await finish();
  await checkEveryLook(page, 'table-card', { sizes, themes: ['light'] });
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await finish();
  await page.getByLabel('Número de tarjeta').fill('4509953566233704');
  await fillRest(page);
  await page.getByRole('button', { name: /^Pagar \$/ }).click();
  await expect(page).toHaveURL(/\/1\/orderGroup\/\d+\/billing\/invoice$/);
  await expect(page.getByRole('heading', { name: 'Mesa 9' })).toBeVisible();
});

test('a refused QR is charged again; «Los pagos» tells both attempts, and looks right at every size', async ({
  seat,
  shop,
}) => {
  const { page } = await seat('ana', '1/home');
  await charge(page, shop, 'Paga otra vez', 'Mercado Pago QR');
  await expect(page.getByRole('img', { name: 'Código QR para pagar' })).toBeVisible();
  const id = idIn(page);

  await test.step('the refusal offers to charge again, or otherwise', async () => {
    expect((await resolve(page, id, 'REJECTED')).status()).toBe(204);
    const again = page.getByRole('button', { name: 'Reintentar' });
    // While it has the focus the screen stays.
    await again.focus();
    await checkEveryLook(page, 'paying-refused', looks);
    await again.click();
    await expect(page.getByRole('img', { name: 'Código QR para pagar' })).toBeVisible();
  });

  await test.step('what is known of both attempts: nothing is counted before it is proven', async () => {
    await page.getByRole('button', { name: 'Los pagos' }).click();
    const known = page.getByRole('dialog', { name: 'Los pagos' });
    await expect(known.getByRole('list', { name: 'Pagos' }).getByRole('listitem')).toHaveText([
      /Rechazado.*Intento 1 de 2/s,
      /Esperando el pago.*Intento 2 de 2/s,
    ]);
    await checkEveryLook(page, 'known-payments', looks);
    expect((await resolve(page, id, 'APPROVED')).status()).toBe(204);
    await expect(known.getByText('Aprobado')).toBeVisible();
    await page.keyboard.press('Escape');
    await leaveInvoice(page);
    await expect(page.getByRole('article').filter({ hasText: 'Paga otra vez' })).toBeVisible();
  });
});

test('money of a QR goes back in parts: what is on its way is told, and the register has it once Mercado Pago has proven it', async ({
  seat,
  shop,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  await forgetCashbox(shop);
  await ana.call('POST', '/store/1/cashbox/config', { payouts: true, block: false }, {});
  await ana.call('POST', '/store/1/cashbox', { amount: 0 }, withKey());
  const { page } = await seat('ana', '1/home');
  await charge(page, shop, 'Vuelve una parte', 'Mercado Pago QR');
  await expect(page.getByRole('img', { name: 'Código QR para pagar' })).toBeVisible();
  expect((await resolve(page, idIn(page), 'APPROVED')).status()).toBe(204);
  await leaveInvoice(page);
  const sold = (await ana.orders()).body.find((o) => o.description === 'Vuelve una parte');
  if (!sold) throw new Error('the order was not taken');
  await ana.changeMany([sold.id], 'COMPLETE');
  await page.goto(new URL(`orders/kanban?order=${sold.uid}`, page.url()).href);
  await page.getByRole('button', { name: 'Los pagos' }).click();
  const known = page.getByRole('dialog', { name: 'Los pagos' });
  const refund = page.getByRole('dialog', { name: 'Devolver dinero' });

  const giveBack = async (amount: string, reason: string): Promise<void> => {
    await known.getByRole('button', { name: 'Devolver dinero' }).click();
    await expect(refund).toContainText('Vuelve por Mercado Pago a quien pagó.');
    await refund.getByLabel('Monto').fill(amount);
    await refund.getByLabel('Motivo').fill(reason);
  };
  const send = () => refund.getByRole('button', { name: 'Devolver', exact: true }).click();

  await test.step('more than is left is refused at the field', async () => {
    await giveBack('99.999', 'Faltaba un vaso');
    await send();
    await expect(refund).toContainText('Hasta $ 1.900,00');
    await refund.getByLabel('Monto').fill('400,50');
    await checkEveryLook(page, 'refund-by-provider');
  });

  await test.step('a part, and then another one', async () => {
    await send();
    await expect(page.getByText('Se pidió a Mercado Pago devolver $ 400,50.').first()).toBeVisible();
    await expect(known.getByText('Devolución', { exact: true })).toHaveCount(1);
    await giveBack('100', 'Descuento que faltaba');
    await send();
    await expect(known.getByText('Devolución', { exact: true })).toHaveCount(2);
    await expect(known).toContainText('Descuento que faltaba');
    await checkEveryLook(page, 'refunded-by-provider');
  });

  await test.step('the register has both, and the drawer has not changed', async () => {
    await expect
      .poll(async () => (await cashboxOf(ana)).balance)
      .toMatchObject({
        refunds_total: 500.5,
        payment_methods_in_out: { in: { 'mercadopago-qr': 1_900 }, out: { 'mercadopago-qr': 500.5 } },
        calculated: 0,
      });
  });
});
