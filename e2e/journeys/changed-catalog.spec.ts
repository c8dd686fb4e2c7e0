import { expect, test } from '#e2e/fixtures.ts';
import { OrderingPage } from '#e2e/pages/ordering.ts';
import { inDatabase } from '#e2e/shop-database.ts';

test('a product repriced while it was in the cart is told with the difference, and the cart stays (N-15)', async ({
  seat,
  shop,
  apiUser,
}) => {
  const { page } = await seat('ana');
  const ana = await apiUser('ana');
  const order = new OrderingPage(page, shop);
  await order.start('Take away');
  // These products have no discount on any weekday.
  await order.add('vaso de leche', 'vaso de leche', 'medialuna de manteca');
  await order.toCheckout();
  const customer = `Nuevo precio ${Date.now()}`;
  await page.getByLabel('Nombre', { exact: true }).fill(customer);
  await inDatabase(shop, "update items set price = price + 50000 where name = 'Vaso de leche'");
  await order.button('Finalizar').click();
  await expect(order.said('Los precios cambiaron, revisá el pedido.')).toBeVisible();
  await expect(order.said('El total pasó de $ 4.900,00 a $ 5.900,00.')).toBeVisible();
  await expect(order.cart.getByText('Cambió el precio de un producto: + $ 1.000,00')).toBeVisible();
  await expect(order.cart.getByText('Antes $ 1.900,00 c/u')).toBeVisible();
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue(customer);
  await order.cart.getByRole('button', { name: 'Entendido' }).click();
  await expect(order.cart.getByText(/^Antes /)).toHaveCount(0);
  await order.button('Finalizar').click();
  await expect(page.getByText(/^Pedido \d+ tomado$/).first()).toBeVisible();
  const taken = (await ana.orders()).body.find((o) => o.description === customer);
  expect(taken).toMatchObject({ total: 5900, price_difference: null });
  await inDatabase(shop, "update items set price = price - 50000 where name = 'Vaso de leche'");
});

test('a product that is gone, and one whose group asks for more, are told where they stand (C-32, K-66)', async ({
  seat,
  shop,
}) => {
  const { page } = await seat('ana');
  const order = new OrderingPage(page, shop);
  await order.start('Take away');
  await order.add('vaso de leche', 'fainá');
  await order.search.fill('cafe espresso');
  await order.search.press('Enter');
  await order.dialog.getByRole('checkbox', { name: /Doble/ }).check({ force: true });
  await page.keyboard.press('Control+Enter');
  await order.search.press('Escape');
  await order.toCheckout();
  await inDatabase(shop, "update items set catalogs = '{LOCAL}' where name = 'Fainá'");
  await inDatabase(
    shop,
    "update option_groups set min = 1 where name = 'Endulzante' and item_id in (select id from items where name = 'Café espresso')",
  );
  await order.button('Finalizar').click();
  await expect(order.said('Un producto ya no está disponible.').first()).toBeVisible();
  await expect(order.cart.getByText('Ya no está en el catálogo')).toBeVisible();
  await expect(order.cart.getByText('Cambiaron sus opciones: tocalo para volver a elegir')).toBeVisible();
  await order.button('Finalizar').click();
  await expect(order.said('Falta: revisar productos que cambiaron')).toBeVisible();
  await order.cart.getByRole('button', { name: 'Quitar Fainá' }).click();
  await page.getByRole('button', { name: 'Volver al catálogo' }).click();
  await order.cart.getByRole('button', { name: /Editar Café espresso/ }).click();
  await order.dialog
    .getByRole('group', { name: 'Endulzante' })
    .getByRole('button', { name: /^Sumar/ })
    .first()
    .click();
  await page.keyboard.press('Control+Enter');
  await expect(order.dialog).toHaveCount(0);
  await order.toCheckout();
  await order.button('Finalizar').click();
  await expect(page.getByText(/^Pedido \d+ tomado$/).first()).toBeVisible();
  await inDatabase(shop, "update items set catalogs = null where name = 'Fainá'");
  await inDatabase(shop, "update option_groups set min = 0 where name = 'Endulzante'");
});

test('a promo code that expired between the check and the order is refused, with everything kept (K-31, N-39)', async ({
  seat,
  shop,
}) => {
  const { page } = await seat('ana');
  const order = new OrderingPage(page, shop);
  await order.start('Take away');
  await order.add('vaso de leche');
  await order.cart.getByRole('button', { name: 'Usar código promocional' }).click();
  await order.dialog.getByRole('textbox', { name: 'Código promocional' }).fill('diez');
  await order.dialog.getByRole('button', { name: 'Aplicar código' }).click();
  await expect(order.amount('Total')).toHaveText('$ 1.710,00');
  await order.toCheckout();
  await page.getByLabel('Comentarios').fill('Tibio');
  await inDatabase(shop, "update promocodes set expires_at = '2020-01-01' where code = 'DIEZ'");
  await order.button('Finalizar').click();
  await expect(order.said('El código promocional venció.')).toBeVisible();
  await expect(page.getByLabel('Comentarios')).toHaveValue('Tibio');
  await order.cart.getByRole('button', { name: 'Quitar código promocional' }).click();
  await order.button('Finalizar').click();
  await expect(page.getByText(/^Pedido \d+ tomado$/).first()).toBeVisible();
  await inDatabase(shop, "update promocodes set expires_at = null where code = 'DIEZ'");
});

test('a million pasted characters become a hundred (K-67, K-80)', async ({ seat, shop }) => {
  const { page } = await seat('ana');
  const order = new OrderingPage(page, shop);
  await order.start('Take away');
  await order.add('vaso de leche');
  await order.toCheckout();
  await page.getByLabel('Comentarios').focus();
  await page.keyboard.insertText('x'.repeat(1_000_000));
  await expect(page.getByLabel('Comentarios')).toHaveValue('x'.repeat(100));
  await order.button('Finalizar').click();
  await expect(page.getByText(/^Pedido \d+ tomado$/).first()).toBeVisible();
});
