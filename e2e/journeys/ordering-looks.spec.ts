import { expect, test } from '#e2e/fixtures.ts';
import { checkEveryLook, narrowest, sizes } from '#e2e/looks.ts';
import { OrderingPage } from '#e2e/pages/ordering.ts';

test('taking a delivery at every size, light and dark: axe finds nothing, nothing scrolls sideways (F-02)', async ({
  seat,
  shop,
}) => {
  const { page } = await seat('ana');
  const order = new OrderingPage(page, shop);
  const look = (name: string): Promise<void> => checkEveryLook(page, name, { sizes: [...sizes, narrowest] });
  await order.start('Delivery');
  await order.add('ensalada cesar', 'vaso de leche');
  await order.next();
  await expect(page.getByRole('button', { name: /^Pin de la dirección/ })).toBeVisible();
  await order.street.fill('corrientes 3450');
  await expect(page.getByRole('option').first()).toBeVisible();
  await look('address-search');
  await order.address('corrientes 3450');
  await look('address');
  await order.next();
  await expect(page).toHaveURL(/checkout/);
  await order.button('Finalizar').click();
  await expect(order.said('Falta: teléfono, forma de pago')).toBeVisible();
  await look('checkout-missing');
  await order.pay('Efectivo');
  await page.getByRole('button', { name: '¿Con cuánto pagará?' }).click();
  await order.dialog.getByRole('radio', { name: 'Otro importe' }).press('Space');
  await order.dialog.getByRole('group', { name: 'Billetes habituales' }).getByRole('button').last().click();
  await look('cash');
  await order.dialog.getByRole('button', { name: 'Seleccionar' }).click();
  await page.getByRole('button', { name: 'Agregar forma de pago' }).click();
  await page.getByLabel('Importe', { exact: true }).first().fill('500');
  await expect(order.said('¡Atención!').first()).toBeVisible();
  await look('payments');
  await page.getByRole('radio', { name: /Programar/ }).click({ force: true });
  await order.dialog.getByRole('group', { name: 'Día' }).getByRole('radio').nth(1).press('Space');
  await look('schedule');
  await order.dialog.getByRole('group', { name: 'Hora' }).getByRole('radio').last().press('Space');
  await order.dialog.getByRole('button', { name: 'Seleccionar' }).click();
  await order.cart.getByRole('button', { name: 'Usar código promocional' }).click();
  await order.dialog.getByRole('textbox', { name: 'Código promocional' }).fill('NADA');
  await order.dialog.getByRole('button', { name: 'Aplicar código' }).click();
  await expect(order.dialog.getByText('El código promocional no existe.')).toBeVisible();
  await look('promo');
  await order.dialog.getByRole('button', { name: 'Cancelar' }).click();
  await order.cart.getByRole('button', { name: 'Aplicar descuento' }).click();
  await order.dialog.getByRole('button', { name: '10 %' }).click();
  await look('discount');
  await order.dialog.getByRole('button', { name: 'Aplicar descuento' }).click();
  await look('checkout-full');
});
