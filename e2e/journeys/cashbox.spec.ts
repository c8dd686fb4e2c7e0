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

test.beforeEach(async ({ shop }) => {
  await freeAllTables(shop);
  await forgetCashbox(shop);
});

/** What is paid without cash. */
const otherPayment = (amount: number, method: 'card-debit' | 'bank-transfer') => ({
  ...cashPayment(amount),
  method,
  option: method,
  type: null,
});

/** A paid sale at the bar; `other`: how much of it is not paid in cash. */
async function sell(
  user: ApiUser,
  {
    other = 0,
    storeId = 1,
    method = 'card-debit',
  }: { other?: number; storeId?: number; method?: 'card-debit' | 'bank-transfer' } = {},
) {
  const taken = await user.submission(`Caja ${Date.now()}`, storeId);
  const bar = (await user.profile(storeId)).body.codes.find((c) => !c.group);
  const order = bar ? { ...taken, type: 'LOCAL' as const, code: bar.id } : taken;
  const cash = order.total - other;
  const payments = [...(cash > 0 ? [cashPayment(cash)] : []), ...(other > 0 ? [otherPayment(other, method)] : [])];
  return user.send({ ...order, payments }, storeId);
}

/** The same day in both currencies: amounts in the unit that people write. */
const days = [
  {
    name: 'pesos',
    storeId: 1,
    currency: pesos,
    watcher: 'carla',
    method: 'card-debit',
    label: 'Tarjeta de débito',
    amounts: { initial: 1_000, other: 500, brought: 1_234.5, supplier: 300.5, cashIn: 200, short: 10 },
  },
  {
    name: 'guaraníes',
    storeId: 4,
    currency: { symbol: 'Gs. ', decimals: 0 },
    watcher: 'ana',
    method: 'bank-transfer',
    label: 'Transferencia bancaria',
    amounts: { initial: 100_000, other: 5_000, brought: 12_345, supplier: 30_050, cashIn: 20_000, short: 1_000 },
  },
] as const;

for (const { name, storeId, currency, watcher: watching, method, label, amounts } of days)
  test(`a whole day in ${name}: setup, opening, sales of two devices, a rider’s money, movements, close with an order in work, paper, the next opening (X-03)`, async ({
    seat,
    apiUser,
    shop,
  }) => {
    const text = (value: number) => formatMoney(money(Math.round(value * 10 ** currency.decimals)), currency);
    const typed = (value: number) => value.toFixed(currency.decimals).replace('.', ',');
    await noMoney(shop);
    const { page } = await seat('ana', `${storeId}/home`);
    const second = await seat(watching, `${storeId}/cashbox/index`);
    const [ana, carla] = [await apiUser('ana'), await apiUser(watching)];
    await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Caja' }).click();
    const screen = new CashboxScreen(page);
    const watcher = new CashboxScreen(second.page);
    await screen.setUp();
    await screen.open(typed(amounts.initial));
    // The other device follows by the events.
    await expect(watcher.fact('Saldo inicial')).toContainText(text(amounts.initial));

    const orders = `/store/${storeId}/orders`;
    const cash = await sell(ana, { storeId });
    const mixed = await sell(carla, { other: amounts.other, storeId, method });
    const whole = await ana.submission('x', storeId);
    const byCard = await sell(ana, { other: whole.total, storeId, method });
    const rejected = await sell(carla, { storeId });
    const rev = { 'if-match': `"${rejected.status_rev}"` };
    const reason = { reject_reason: 'by_store' };
    const reject = await ana.call('PATCH', `${orders}/${rejected.id}/reject`, reason, { ...withKey(), ...rev });
    expect(reject).toMatchObject({ status: 200 });
    const changed = await sell(carla, { storeId });
    const seen = { 'if-match': `"${changed.money_rev}"` };
    const paidOtherwise = { payments: [otherPayment(changed.total, method)] };
    const change = await ana.call('PATCH', `${orders}/${changed.id}`, paidOtherwise, { ...withKey(), ...seen });
    expect(change).toMatchObject({ status: 200 });
    await bringMoney(shop, Math.round(amounts.brought * 10 ** currency.decimals), '4821', storeId);
    const payouts = await ana.call<{ id: number }[]>('GET', `/store/${storeId}/payouts`);
    await ana.call('PATCH', `/store/${storeId}/payouts/${payouts.body[0]?.id}/confirm`, { code: '4821' });
    await screen.move('Pago a proveedores', typed(amounts.supplier), 'Verdulería');
    await screen.move('Ingreso de cambio', typed(amounts.cashIn));
    for (const order of [mixed, byCard, changed]) await ana.changeMany([order.id], 'COMPLETE', storeId);

    const { initial, other: part, brought, supplier, cashIn, short } = amounts;
    const expected = initial + cash.total + (mixed.total - part) + brought - supplier + cashIn;
    // What came in, as the paper lists it by method; the rejected order's money went out again.
    const sales = {
      Efectivo: cash.total + mixed.total - part + rejected.total,
      [label]: part + byCard.total + changed.total,
    };
    for (const one of [screen, watcher]) await expect(one.fact('Efectivo esperado')).toContainText(text(expected));
    const told = (await cashboxOf(ana, storeId)).balance;
    expect(told.calculated).toBe(expected);
    await expect(screen.fact('Pedidos rechazados')).toContainText(text(-rejected.total));

    await screen.askToClose(typed(expected - short));
    await expect(screen.closeQuestion).toContainText('Hay 1 pedido pendiente de finalización.');
    await screen.closeQuestion.getByRole('button', { name: 'Confirmar' }).click();
    await expect(screen.last).toContainText(`Faltan ${text(short)}`);
    await expect(screen.last).toContainText(text(expected));
    await expect(second.page.getByRole('heading', { name: 'Abrir caja' })).toBeVisible();
    await test.step('the paper has the numbers of the API and of the sum', async () => {
      await screen.last.getByRole('button', { name: 'Imprimir' }).click();
      const paper = page.getByRole('region', { name: 'Vista previa' });
      await expect(paper).toContainText('CIERRE DE CAJA');
      const rows = (await paper.innerText()).split('\n').map((row) => row.replace(/\s+/g, ' ').trim());
      const amountOf = (row: string): string =>
        rows.find((words) => words.startsWith(`${row} `))?.slice(row.length + 1) ?? '';
      const onPaper = (value: number): string => text(value).replace(/\s+/g, ' ');
      expect(amountOf('Saldo inicial')).toBe(onPaper(initial));
      expect(amountOf('Efectivo esperado')).toBe(onPaper(expected));
      expect(amountOf('Contado')).toBe(onPaper(expected - short));
      for (const [paid, value] of Object.entries(sales))
        expect(`${currency.symbol}${amountOf(paid)}`, paid).toBe(onPaper(value));
      await page.keyboard.press('Escape');
    });
    await screen.last.getByRole('button', { name: 'Cerrar' }).last().click();
    await screen.open('50');
    await expect(watcher.fact('Efectivo esperado')).toContainText(text(50));
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

test('a double tap answers no question that its first half has opened under the finger (X-36)', async ({
  seat,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  await ana.call('POST', '/store/1/cashbox/config', { payouts: true, block: false, blind: false });
  const { page } = await seat('ana', address, { width: 390, height: 844 });
  const screen = new CashboxScreen(page);
  await screen.open('1.000');
  await screen.main.getByRole('button', { name: 'Movimiento' }).click();
  await screen.movementDialog.getByLabel('Monto').fill('90.000');
  await screen.movementDialog.getByRole('button', { name: 'Registrar' }).dblclick({ delay: 20 });
  const over = page.getByRole('alertdialog', { name: '¿Sacar más de lo que hay?' });
  await expect(over).toBeVisible();
  await over.getByRole('button', { name: 'Cancelar' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click();
  await screen.main.getByRole('button', { name: 'Cerrar caja' }).click();
  await screen.closePanel.getByLabel('Saldo final').fill('1.000');
  await screen.closePanel.getByRole('button', { name: 'Cerrar caja' }).dblclick({ delay: 20 });
  await expect(screen.closeQuestion).toBeVisible();
  const { id, flows } = await cashboxOf(ana);
  expect([id === null, flows]).toEqual([false, []]);
  // Another answer counts, also at once.
  await screen.closeQuestion.getByRole('button', { name: 'Confirmar' }).press('Enter');
  await expect(screen.last).toBeVisible();
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
  await sell(ana, { other: 700 });
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
