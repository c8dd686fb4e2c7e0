import type { OrderSubmission } from '#contract/orders.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Ordering } from '#e2e/pages/ordering.ts';
import { inDatabase } from '#e2e/shop-database.ts';

const isSubmission = (body: unknown): body is OrderSubmission =>
  typeof body === 'object' && body !== null && 'uid' in body;

test('two mandatory groups, three kinds of discount, a promo code, two payments and a scheduled delivery: the same to the cent on both sides (N-15, M-03, M-04, M-08, K-53, K-77, K-79)', async ({
  seat,
  shop,
  apiUser,
}) => {
  test.setTimeout(120_000);
  const { page } = await seat('ana');
  const ana = await apiUser('ana');
  // Whatever the weekday, the rules of the demo shop count.
  await inDatabase(shop, 'update discounts set days = null');
  const order = new Ordering(page, shop);
  await order.start('Delivery');

  await test.step('products with choices and with discounts', async () => {
    const { body } = await ana.profile();
    const asking = body.catalog.items.filter(
      (i) => i.groups.some((g) => g.constraints.min > 0) && (i.catalogs === null || i.catalogs.includes('ONLINE')),
    );
    expect(asking.length).toBeGreaterThan(1);
    for (const item of asking.slice(0, 2)) {
      await order.search.fill(item.name);
      await order.search.press('Enter');
      const detail = order.dialog;
      await expect(detail).toBeVisible();
      for (const group of item.groups.filter((g) => g.constraints.min > 0)) {
        const box = detail.getByRole('group', { name: group.name, exact: true });
        for (let n = 0; n < group.constraints.min; n += 1) {
          const choice = box.getByRole('checkbox').nth(n);
          if ((await choice.count()) > 0) await choice.check({ force: true });
          else
            await box
              .getByRole('button', { name: /^Sumar/ })
              .first()
              .click();
        }
      }
      await page.keyboard.press('Control+Enter');
      await expect(detail).toHaveCount(0);
    }
    // Enough of each covered product, so that every rule has something to give.
    const covered = new Map<string, string>();
    for (const rule of body.discounts.filter((r) => r.catalogs.some((c) => c === 'ONLINE' || c === 'DELIVERY'))) {
      const kind = rule.type === 'PERCENTAGE' ? rule.type : rule.products_combination;
      const item = body.catalog.items.find(
        (i) =>
          i.groups.every((g) => g.constraints.min === 0) &&
          rule.target?.includes(i.id) === true &&
          (i.catalogs === null || i.catalogs.includes('ONLINE')),
      );
      if (item && kind !== null && !covered.has(kind)) covered.set(kind, item.name);
    }
    expect([...covered.keys()].toSorted()).toEqual(['ANY', 'PERCENTAGE', 'VALUE']);
    for (const name of covered.values()) {
      await order.add(name);
      for (let n = 0; n < 3; n += 1)
        await order.cart.getByRole('button', { name: `Sumar: Cantidad de ${name}`, exact: true }).click();
    }
  });

  await order.next();
  await order.address('corrientes 3450');
  await order.next();
  await expect(page).toHaveURL(/\/cart\/checkout/);
  await order.cart.getByRole('button', { name: 'Usar código promocional' }).click();
  await order.dialog.getByRole('textbox', { name: 'Código promocional' }).fill('DIEZ');
  await order.dialog.getByRole('button', { name: 'Aplicar código' }).click();
  await expect(order.dialog).toHaveCount(0);

  await page.getByRole('radio', { name: /Programar/ }).click({ force: true });
  await order.dialog.getByRole('group', { name: 'Día' }).getByRole('radio').nth(1).press('Space');
  await order.dialog.getByRole('group', { name: 'Hora' }).getByRole('radio').last().press('Space');
  await order.dialog.getByRole('button', { name: 'Seleccionar' }).click();

  await order.pay('Efectivo');
  await page.getByRole('button', { name: 'Agregar forma de pago' }).click();
  await page.getByLabel('Importe', { exact: true }).last().fill('1234,5');
  await page.getByLabel('Teléfono').fill('11 2345-6789');
  const customer = `Todo junto ${Date.now()}`;
  await page.getByLabel('Nombre', { exact: true }).fill(customer);

  const shown = (await order.amount('Total').textContent()) ?? '';
  let body: unknown = null;
  await page.route('**/api/store/1/orders', async (route) => {
    if (route.request().method() === 'POST') body = route.request().postDataJSON();
    await route.continue();
  });
  await order.button('Finalizar').click();
  await expect(page.getByText(/^Pedido \d+ tomado$/).first()).toBeVisible();
  await expect(page).toHaveURL(/\/1\/home/);
  if (!isSubmission(body)) throw new Error('no submission');
  const taken = (await ana.orders()).body.find((o) => o.description === customer);
  expect(taken).toMatchObject({
    subtotal: body.subtotal,
    discount: body.discount,
    delivery_amount: body.delivery_amount,
    total: body.total,
    is_scheduled: true,
    promocodes: [{ code: 'DIEZ', type: 'PERCENTAGE', value: 10 }],
    price_difference: null,
  });
  expect(body.discount).toBeGreaterThan(0);
  expect(body.items.filter((i) => i.discount > 0).length).toBeGreaterThanOrEqual(3);
  expect(taken?.payments.map((p) => p.method)).toHaveLength(2);
  expect(taken?.payments.reduce((sum, p) => sum + Math.round(p.amount * 100), 0)).toBe(Math.round(body.total * 100));
  const digits = shown.replace(/[^\d,]/g, '').replace(',', '.');
  expect(Number(digits)).toBe(body.total);
  await inDatabase(shop, "update discounts set days = '{2,3}' where name like 'Martes%'");
  await inDatabase(shop, "update discounts set days = '{1,2,3,4}' where name like '2x1%'");
});
