import { readFile } from 'node:fs/promises';
import type { ApiUser } from '#e2e/api.ts';
import { expect, goOffline, testInOwnShop } from '#e2e/fixtures.ts';
import { checkEveryLook, narrowest } from '#e2e/looks.ts';
import { CashboxScreen, cashboxOf, forgetCashbox, withKey } from '#e2e/pages/cashbox.ts';
import { startOrder } from '#e2e/pages/ordering.ts';
import { bringMoney, noMoney } from '#e2e/pages/support.ts';
import { freeAllTables } from '#e2e/shop-database.ts';
import { formatMoney, money } from '#domain/money.ts';
import { cashPayment } from '#testing/submission.ts';

/** Its own shop: a register counts what all sell. */
const test = testInOwnShop();

const address = '1/cashbox/index';
const pesos = { symbol: '$ ', decimals: 2 };
const written = (value: number) => formatMoney(money(Math.round(value * 100)), pesos);

test.beforeEach(async ({ shop }) => {
  await freeAllTables(shop);
  await forgetCashbox(shop);
});

/** A paid sale at the bar; `card`: how much of it is paid by card. */
async function sell(user: ApiUser, { card = 0, storeId = 1 } = {}) {
  const taken = await user.submission(`Caja ${Date.now()}`, storeId);
  const bar = (await user.profile(storeId)).body.codes.find((c) => !c.group);
  const order = bar ? { ...taken, type: 'LOCAL' as const, code: bar.id } : taken;
  const debit = { ...cashPayment(card), method: 'card-debit' as const, option: 'card-debit', type: null };
  const cash = order.total - card;
  const payments = [...(cash > 0 ? [cashPayment(cash)] : []), ...(card > 0 ? [debit] : [])];
  return user.send({ ...order, payments }, storeId);
}

test('a whole day: setup, opening, sales of two devices, a rider’s money, movements, close with an order in work, the next opening (X-03)', async ({
  seat,
  apiUser,
  shop,
}) => {
  await noMoney(shop);
  const { page } = await seat('ana', '1/home');
  const other = await seat('carla', address);
  const [ana, carla] = [await apiUser('ana'), await apiUser('carla')];
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Caja' }).click();
  const screen = new CashboxScreen(page);
  const watcher = new CashboxScreen(other.page);
  await screen.setUp();
  await screen.open('1000');
  // The other device follows by the events.
  await expect(watcher.fact('Saldo inicial')).toContainText(written(1_000));

  const cash = await sell(ana);
  const mixed = await sell(carla, { card: 500 });
  const byCard = await sell(ana, { card: (await ana.submission('x')).total });
  const rejected = await sell(carla);
  const reject = { reject_reason: 'by_store' };
  const rev = { 'if-match': `"${rejected.status_rev}"` };
  await ana.call('PATCH', `/store/1/orders/${rejected.id}/reject`, reject, { ...withKey(), ...rev });
  await bringMoney(shop, 123_450, '4821');
  const payouts = await ana.call<{ id: number }[]>('GET', '/store/1/payouts');
  await ana.call('PATCH', `/store/1/payouts/${payouts.body[0]?.id}/confirm`, { code: '4821' });
  await screen.move('Pago a proveedores', '300,50', 'Verdulería');
  await screen.move('Ingreso de cambio', '200');
  for (const order of [mixed, byCard]) await ana.changeMany([order.id], 'COMPLETE');

  const expected = 1_000 + cash.total + (mixed.total - 500) + 1_234.5 - 300.5 + 200;
  for (const one of [screen, watcher]) await expect(one.fact('Efectivo esperado')).toContainText(written(expected));
  expect((await cashboxOf(ana)).balance.calculated).toBe(expected);
  await expect(screen.fact('Pedidos rechazados')).toContainText(written(-rejected.total));

  await screen.askToClose(String(expected - 10).replace('.', ','));
  await expect(screen.closeQuestion).toContainText('Hay 1 pedido pendiente de finalización.');
  await screen.closeQuestion.getByRole('button', { name: 'Confirmar' }).click();
  await expect(screen.last).toContainText(`Faltan ${written(10)}`);
  await expect(screen.last).toContainText(written(expected));
  await expect(other.page.getByRole('heading', { name: 'Abrir caja' })).toBeVisible();
  await screen.last.getByRole('button', { name: 'Cerrar' }).last().click();
  await screen.open('50');
  await expect(watcher.fact('Efectivo esperado')).toContainText(written(50));
});

test('while the register is closed the staff takes no order, and is led to open it (N-09)', async ({
  seat,
  apiUser,
  shop,
}) => {
  const ana = await apiUser('ana');
  await ana.call('POST', '/store/1/cashbox/config', { payouts: true, block: true, blind: false });
  const { page } = await seat('ana', '1/home');
  const catalog = await startOrder(page, shop, 'Take away');
  await catalog.search.fill('vaso de leche');
  await page.keyboard.press('Enter');
  const checkout = await catalog.toCheckout();
  await expect(page.getByRole('main')).toContainText('Debés abrir la caja para continuar.');
  await checkout.finish();
  await expect(page).toHaveURL(/cart\/checkout/);
  await page.getByRole('main').getByRole('button', { name: 'Abrir caja' }).click();
  const screen = new CashboxScreen(page);
  await screen.open('0');
  await page.goBack();
  await expect(page.getByRole('main').getByText('Debés abrir la caja para continuar.')).toHaveCount(0);
  await checkout.takeOrder();
});

test('in guaraníes, and from the cache without a network', async ({ seat, apiUser, shop }) => {
  const ana = await apiUser('ana');
  await ana.call('POST', '/store/4/cashbox/config', { payouts: true, block: false, blind: false });
  const { page } = await seat('ana', '4/cashbox/index');
  const screen = new CashboxScreen(page);
  await screen.open('150.000');
  const { total } = await sell(ana, { storeId: 4 });
  const expected = formatMoney(money(150_000 + total), { symbol: 'Gs. ', decimals: 0 });
  await expect(screen.fact('Efectivo esperado')).toContainText(expected);
  expect((await cashboxOf(ana, 4)).balance.calculated).toBe(150_000 + total);
  await goOffline(page);
  await screen.move('Retiro de efectivo', '20.000');
  await expect(screen.main).toContainText('Se enviará al volver la conexión');
  await page.context().setOffline(false);
  await expect.poll(async () => (await cashboxOf(ana, 4)).flows.map((f) => f.amount)).toEqual([-20_000]);
  expect(shop.url).toContain('/sellers/');
});

test('every look of the register', async ({ seat, apiUser }) => {
  const sizes = {
    sizes: [
      narrowest,
      { name: '390', width: 390, height: 844 },
      { name: '1024', width: 1024, height: 768 },
      { name: '1920', width: 1920, height: 1080 },
    ],
  };
  const ana = await apiUser('ana');
  const { page } = await seat('ana', address);
  const screen = new CashboxScreen(page);
  await expect(page.getByRole('heading', { name: 'Configuración inicial de la caja' })).toBeVisible();
  await checkEveryLook(page, 'cashbox-settings', sizes);
  await screen.setUp();
  await checkEveryLook(page, 'cashbox-opening', sizes);
  await screen.open('12.500');
  await sell(ana);
  await sell(ana, { card: 700 });
  for (const [type, amount, description] of [
    ['cash_in', 8_000, 'Cambio del banco'],
    ['supplier', -3_450.5, 'Verdulería El Trébol, factura 0001-00012345'],
    ['salary', -15_000, null],
  ] as const)
    await ana.call('POST', '/store/1/cashbox/flow', { type, amount, description }, withKey());
  await page.getByRole('button', { name: 'Volver a leer la caja' }).click();
  await expect(screen.main.getByRole('row')).toHaveCount(7);
  await checkEveryLook(page, 'cashbox', sizes);
  await screen.main.getByRole('button', { name: 'Ver cada fila' }).click();
  await expect(page.getByRole('dialog', { name: 'Filas de la caja' }).getByRole('listitem')).toHaveCount(6);
  await checkEveryLook(page, 'cashbox-rows');
  await page.keyboard.press('Escape');
  await screen.main.getByRole('button', { name: 'Reporte X' }).click();
  const report = page.getByRole('dialog', { name: 'Reporte X' });
  await report.getByRole('button', { name: 'Producto' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    report.getByRole('button', { name: 'Descargar PDF' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^reporte-x-\d{4}-\d\d-\d\d\.pdf$/);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await checkEveryLook(page, 'cashbox-report', { sizes: sizes.sizes.slice(1) });
  await page.keyboard.press('Escape');
  await screen.main.getByRole('button', { name: 'Movimiento' }).click();
  await screen.movementDialog.getByLabel('Monto').fill('1.000');
  await checkEveryLook(page, 'cashbox-movement');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await screen.main.getByRole('button', { name: 'Cerrar caja' }).click();
  await screen.closePanel.getByRole('button', { name: 'Contar billetes y monedas' }).click();
  await checkEveryLook(page, 'cashbox-count');
  await screen.closePanel.getByRole('button', { name: 'Escribir solo el total' }).click();
  await screen.closePanel.getByLabel('Saldo final').fill('1.000');
  await checkEveryLook(page, 'cashbox-close');
  await screen.closePanel.getByRole('button', { name: 'Cerrar caja' }).click();
  await checkEveryLook(page, 'cashbox-question');
  await screen.closeQuestion.getByRole('button', { name: 'Confirmar' }).click();
  await expect(screen.last).toBeVisible();
  await checkEveryLook(page, 'cashbox-last');
});
