import { expect, test } from '#e2e/fixtures.ts';
import { checkEveryLook, narrowest, sizes } from '#e2e/looks.ts';
import { startOrder } from '#e2e/pages/ordering.ts';
import { pressControl } from '#e2e/pages/control.ts';

test('taking a delivery at every size, light and dark: axe finds nothing, nothing scrolls sideways (F-02)', async ({
  seat,
  shop,
}) => {
  const { page } = await seat('ana');
  const look = (name: string): Promise<void> => checkEveryLook(page, name, { sizes: [...sizes, narrowest] });
  const catalog = await startOrder(page, shop, 'Delivery');
  await catalog.add('ensalada cesar', 'vaso de leche');
  const address = await catalog.toAddress();
  await expect(page.getByRole('button', { name: /^Pin de la dirección/ })).toBeVisible();
  await address.street.fill('corrientes 3450');
  await expect(page.getByRole('option').first()).toBeVisible();
  await look('address-search');
  await address.choose('corrientes 3450');
  await look('address');
  const checkout = await address.toCheckout();
  await checkout.finish();
  await expect(checkout.said('Falta: teléfono, forma de pago')).toBeVisible();
  await look('checkout-missing');
  await checkout.pay('Efectivo');
  await page.getByRole('button', { name: '¿Con cuánto pagará?' }).click();
  await checkout.dialog.getByRole('radio', { name: 'Otro importe' }).press('Space');
  await checkout.dialog.getByRole('group', { name: 'Billetes habituales' }).getByRole('button').last().click();
  await look('cash');
  await checkout.dialog.getByRole('button', { name: 'Seleccionar' }).click();
  await page.getByRole('button', { name: 'Agregar forma de pago' }).click();
  await page.getByLabel('Importe', { exact: true }).first().fill('500');
  await expect(checkout.said('¡Atención!').first()).toBeVisible();
  await look('payments');
  await pressControl(page.getByRole('radio', { name: /Programar/ }));
  await checkout.dialog.getByRole('group', { name: 'Día' }).getByRole('radio').nth(1).press('Space');
  await look('schedule');
  await checkout.dialog.getByRole('group', { name: 'Hora' }).getByRole('radio').last().press('Space');
  await checkout.dialog.getByRole('button', { name: 'Seleccionar' }).click();
  await checkout.cart.getByRole('button', { name: 'Usar código promocional' }).click();
  await checkout.dialog.getByRole('textbox', { name: 'Código promocional' }).fill('NADA');
  await checkout.dialog.getByRole('button', { name: 'Aplicar código' }).click();
  await expect(checkout.dialog.getByText('El código promocional no existe.')).toBeVisible();
  await look('promo');
  await checkout.dialog.getByRole('button', { name: 'Cancelar' }).click();
  await checkout.cart.getByRole('button', { name: 'Aplicar descuento' }).click();
  await checkout.dialog.getByRole('button', { name: '10 %' }).click();
  await look('discount');
  await checkout.dialog.getByRole('button', { name: 'Aplicar descuento' }).click();
  await look('checkout-full');
});
