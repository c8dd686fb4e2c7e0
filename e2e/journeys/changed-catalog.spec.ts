import { expect, test } from '#e2e/fixtures.ts';
import { startOrder } from '#e2e/pages/ordering.ts';
import { inDatabase } from '#e2e/shop-database.ts';
import { pressControl } from '#e2e/pages/control.ts';

test('a product repriced while it was in the cart is told with the difference, and the cart stays (N-15)', async ({
  seat,
  shop,
  apiUser,
}) => {
  const { page } = await seat('ana');
  const ana = await apiUser('ana');
  const catalog = await startOrder(page, shop, 'Take away');
  // These products have no discount on any weekday.
  await catalog.add('vaso de leche', 'vaso de leche', 'medialuna de manteca');
  const checkout = await catalog.toCheckout();
  const customer = `Nuevo precio ${Date.now()}`;
  await checkout.customer.fill(customer);
  await inDatabase(shop, "update items set price = price + 50000 where name = 'Vaso de leche'");
  await checkout.finish();
  await expect(checkout.said('Los precios cambiaron, revisá el pedido.')).toBeVisible();
  await expect(checkout.said('El total pasó de $ 4.900,00 a $ 5.900,00.')).toBeVisible();
  await expect(checkout.cart.getByText('Cambió el precio de un producto: + $ 1.000,00')).toBeVisible();
  await expect(checkout.cart.getByText('Antes $ 1.900,00 c/u')).toBeVisible();
  await expect(checkout.customer).toHaveValue(customer);
  await checkout.cart.getByRole('button', { name: 'Entendido' }).click();
  await expect(checkout.cart.getByText(/^Antes /)).toHaveCount(0);
  await checkout.takeOrder();
  const taken = (await ana.orders()).body.find((o) => o.description === customer);
  expect(taken).toMatchObject({ total: 5900, price_difference: null });
  await inDatabase(shop, "update items set price = price - 50000 where name = 'Vaso de leche'");
});

test('a product that is gone, and one whose group asks for more, are told where they stand (C-32, K-66)', async ({
  seat,
  shop,
}) => {
  const { page } = await seat('ana');
  const catalog = await startOrder(page, shop, 'Take away');
  await catalog.add('vaso de leche', 'fainá');
  await catalog.search.fill('cafe espresso');
  await catalog.search.press('Enter');
  await pressControl(catalog.dialog.getByRole('checkbox', { name: /Doble/ }));
  await page.keyboard.press('Control+Enter');
  await catalog.search.press('Escape');
  const checkout = await catalog.toCheckout();
  await inDatabase(shop, "update items set catalogs = '{LOCAL}' where name = 'Fainá'");
  await inDatabase(
    shop,
    "update option_groups set min = 1 where name = 'Endulzante' and item_id in (select id from items where name = 'Café espresso')",
  );
  await checkout.finish();
  await expect(checkout.said('Un producto ya no está disponible.').first()).toBeVisible();
  await expect(checkout.cart.getByText('Ya no está en el catálogo')).toBeVisible();
  await expect(checkout.cart.getByText('Cambiaron sus opciones: tocalo para volver a elegir')).toBeVisible();
  await checkout.finish();
  await expect(checkout.said('Falta: revisar productos que cambiaron')).toBeVisible();
  await checkout.cart.getByRole('button', { name: 'Quitar Fainá' }).click();
  const nextCatalog = await checkout.backToCatalog();
  await nextCatalog.cart.getByRole('button', { name: /Editar Café espresso/ }).click();
  await nextCatalog.dialog
    .getByRole('group', { name: 'Endulzante' })
    .getByRole('button', { name: /^Sumar/ })
    .first()
    .click();
  await page.keyboard.press('Control+Enter');
  await expect(nextCatalog.dialog).toHaveCount(0);
  const nextCheckout = await nextCatalog.toCheckout();
  await nextCheckout.takeOrder();
  await inDatabase(shop, "update items set catalogs = null where name = 'Fainá'");
  await inDatabase(shop, "update option_groups set min = 0 where name = 'Endulzante'");
});

test('a promo code that expired between the check and the order is refused, with everything kept (K-31, N-39)', async ({
  seat,
  shop,
}) => {
  const { page } = await seat('ana');
  const catalog = await startOrder(page, shop, 'Take away');
  await catalog.add('vaso de leche');
  await catalog.cart.getByRole('button', { name: 'Usar código promocional' }).click();
  await catalog.dialog.getByRole('textbox', { name: 'Código promocional' }).fill('diez');
  await catalog.dialog.getByRole('button', { name: 'Aplicar código' }).click();
  await expect(catalog.amount('Total')).toHaveText('$ 1.710,00');
  const checkout = await catalog.toCheckout();
  await page.getByLabel('Comentarios').fill('Tibio');
  await inDatabase(shop, "update promocodes set expires_at = '2020-01-01' where code = 'DIEZ'");
  await checkout.finish();
  await expect(checkout.said('El código promocional venció.')).toBeVisible();
  await expect(page.getByLabel('Comentarios')).toHaveValue('Tibio');
  await checkout.cart.getByRole('button', { name: 'Quitar código promocional' }).click();
  await checkout.takeOrder();
  await inDatabase(shop, "update promocodes set expires_at = null where code = 'DIEZ'");
});

test('a million pasted characters become a hundred (K-67, K-80)', async ({ seat, shop }) => {
  const { page } = await seat('ana');
  const catalog = await startOrder(page, shop, 'Take away');
  await catalog.add('vaso de leche');
  const checkout = await catalog.toCheckout();
  await page.getByLabel('Comentarios').focus();
  await page.keyboard.insertText('x'.repeat(1_000_000));
  await expect(page.getByLabel('Comentarios')).toHaveValue('x'.repeat(100));
  await checkout.takeOrder();
});
