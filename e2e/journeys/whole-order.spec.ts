import type { OrderSubmission } from '#contract/order-submission.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { startOrder } from '#e2e/pages/ordering.ts';
import { inDatabase } from '#e2e/shop-database.ts';
import { pressControl } from '#e2e/pages/control.ts';

const isSubmission = (body: unknown): body is OrderSubmission =>
  typeof body === 'object' && body !== null && 'uid' in body;

interface Venue {
  readonly currency: string;
  readonly storeId: number;
  readonly street: string;
  readonly phone: string;
  readonly promocode: string;
  /** The amount of the first of two payments, as typed. */
  readonly firstAmount: string;
  /** SQL to prepare the demo shop; `after` restores it. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const grillRule = (name: string, kind: string, target: string): string =>
  `insert into discounts (store_id, name, catalogs, type, value, products_from, products_to, products_combination, target)
   select 4, '${name}', '{ONLINE}', ${kind}, array_agg(id) from items where store_id = 4 and name ${target}`;

const venues: readonly Venue[] = [
  {
    currency: 'ARS',
    storeId: 1,
    street: 'corrientes 3450',
    phone: '11 2345-6789',
    promocode: 'DIEZ',
    firstAmount: '1234,5',
    // The demo shop's discounts then apply on every weekday.
    before: ['update discounts set days = null'],
    after: [
      "update discounts set days = '{2,3}' where name like 'Martes%'",
      "update discounts set days = '{1,2,3,4}' where name like '2x1%'",
    ],
  },
  {
    currency: 'PYG',
    storeId: 4,
    street: 'palma',
    phone: '0981 123456',
    promocode: 'SIETE',
    firstAmount: '12345',
    // Percentages with fractional results, so that every rounding to the guaraní counts.
    before: [
      grillRule('7 % en chipa', "'PERCENTAGE', 7, null, null, null", "= 'Chipa'"),
      grillRule('3x2 del mismo valor', "'PRODUCTS', null, 3, 2, 'VALUE'", "in ('Chorizo misionero', 'Cerveza')"),
      grillRule('4x3 de la casa', "'PRODUCTS', null, 4, 3, 'ANY'", "in ('Mbejú', 'Sopa paraguaya', 'Chipa guasú')"),
      "insert into promocodes (store_id, code, type, value) values (4, 'SIETE', 'PERCENTAGE', 7)",
    ],
    after: ['delete from discounts where store_id = 4', 'delete from promocodes where store_id = 4'],
  },
];

for (const venue of venues)
  test(`two mandatory groups, three kinds of discount, a promo code, two payments and a scheduled delivery: the same on both sides to the last unit of ${venue.currency} (N-15, M-03, M-04, M-08, K-53, K-79)`, async ({
    seat,
    shop,
    apiUser,
  }) => {
    const { storeId } = venue;
    const { page } = await seat('ana');
    const ana = await apiUser('ana');
    for (const statement of venue.before) await inDatabase(shop, statement);
    const catalog = await startOrder(page, shop, 'Delivery', storeId);

    await test.step('products with choices and with discounts', async () => {
      const { body } = await ana.profile(storeId);
      const asking = body.catalog.items.filter(
        (i) => i.groups.some((g) => g.constraints.min > 0) && (i.catalogs === null || i.catalogs.includes('ONLINE')),
      );
      expect(asking.length).toBeGreaterThan(1);
      for (const item of asking.slice(0, 2)) {
        await catalog.search.fill(item.name);
        await catalog.search.press('Enter');
        const detail = catalog.dialog;
        await expect(detail).toBeVisible();
        for (const group of item.groups.filter((g) => g.constraints.min > 0)) {
          const box = detail.getByRole('group', { name: group.name, exact: true });
          for (let n = 0; n < group.constraints.min; n += 1) {
            const choice = box.getByRole('checkbox').nth(n);
            if ((await choice.count()) > 0) await pressControl(choice);
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
      // Enough units of each product with a rule, so that every rule gives a discount.
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
        await catalog.add(name);
        for (let n = 0; n < 3; n += 1)
          await catalog.cart.getByRole('button', { name: `Sumar: Cantidad de ${name}`, exact: true }).click();
      }
    });

    const address = await catalog.toAddress();
    await address.choose(venue.street);
    const checkout = await address.toCheckout();
    await checkout.cart.getByRole('button', { name: 'Usar código promocional' }).click();
    await checkout.dialog.getByRole('textbox', { name: 'Código promocional' }).fill(venue.promocode);
    await checkout.dialog.getByRole('button', { name: 'Aplicar código' }).click();
    await expect(checkout.dialog).toHaveCount(0);

    await pressControl(page.getByRole('radio', { name: /Programar/ }));
    await checkout.dialog.getByRole('group', { name: 'Día' }).getByRole('radio').nth(1).press('Space');
    await checkout.dialog.getByRole('group', { name: 'Hora' }).getByRole('radio').last().press('Space');
    await checkout.dialog.getByRole('button', { name: 'Seleccionar' }).click();

    await checkout.pay('Efectivo');
    await page.getByRole('button', { name: 'Agregar forma de pago' }).click();
    await page.getByLabel('Importe', { exact: true }).last().fill(venue.firstAmount);
    await checkout.phone.fill(venue.phone);
    const customer = `Todo junto ${Date.now()}`;
    await checkout.customer.fill(customer);

    const shown = (await checkout.amount('Total').textContent()) ?? '';
    let body: unknown = null;
    await page.route(`**/api/store/${storeId}/orders`, async (route) => {
      if (route.request().method() === 'POST') body = route.request().postDataJSON();
      await route.continue();
    });
    await checkout.takeOrder();
    await expect(page).toHaveURL(new RegExp(`/${storeId}/home`));
    if (!isSubmission(body)) throw new Error('no submission');
    const taken = (await ana.orders(storeId)).body.find((o) => o.description === customer);
    expect(taken).toMatchObject({
      subtotal: body.subtotal,
      discount: body.discount,
      delivery_amount: body.delivery_amount,
      total: body.total,
      is_scheduled: true,
      promocodes: [{ code: venue.promocode, type: 'PERCENTAGE' }],
      price_difference: null,
    });
    expect(body.discount).toBeGreaterThan(0);
    expect(body.items.filter((i) => i.discount > 0).length).toBeGreaterThanOrEqual(3);
    expect(taken?.payments.map((p) => p.method)).toHaveLength(2);
    expect(taken?.payments.reduce((sum, p) => sum + Math.round(p.amount * 100), 0)).toBe(Math.round(body.total * 100));
    const digits = shown.replace(/[^\d,]/g, '').replace(',', '.');
    expect(Number(digits)).toBe(body.total);
    for (const statement of venue.after) await inDatabase(shop, statement);
  });
