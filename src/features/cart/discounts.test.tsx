import { it } from 'vitest';
import { OrderingScreen } from '#testing/ordering.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

it('a discount is given in three ways, taken back and undone (K-09, K-10, K-12, K-13, K-16, K-19, K-20, K-21, K-22, K-62)', async () => {
  const { page } = await renderApp('/', { as: 'ana' });
  const order = new OrderingScreen(page);
  await order.start(/^En local: /);
  await expect(order.cart.getByRole('button', { name: 'Aplicar descuento' })).toHaveCount(0);
  await order.add('vaso de leche');
  await order.toCheckout();
  const open = (): Promise<void> => order.cart.getByRole('button', { name: 'Aplicar descuento' }).click();
  const apply = (): Promise<void> => order.dialog.getByRole('button', { name: 'Aplicar descuento' }).click();

  await open();
  const field = order.dialog.getByRole('textbox');
  for (const wrong of ['', '-1', '100,5', '101', '1e1']) {
    await field.fill(wrong);
    await apply();
    await expect(order.dialog.getByText('El valor ingresado es inválido')).toBeVisible();
    await expect(field).toBeFocused();
    await expect(field).toHaveValue(wrong);
  }
  await order.dialog.getByRole('button', { name: '10 %' }).click();
  await expect(order.dialog.getByText('$ 1.710,00')).toBeVisible();
  await field.press('Enter');
  await expect(order.amount('Subtotal')).toHaveText('$ 1.900,00');
  await expect(order.amount('Descuento general')).toHaveText('– $ 190,00');
  await expect(order.amount('Total')).toHaveText('$ 1.710,00');

  await open();
  await order.dialog.getByRole('radio', { name: 'Importe' }).press('Space');
  // The sign stands before the amount, as everywhere.
  await expect(order.dialog.locator('span + input')).toHaveCount(1);
  await field.fill('1.900,01');
  await apply();
  await expect(order.dialog.getByText('El valor ingresado es inválido')).toBeVisible();
  await field.fill('100,5');
  await apply();
  await expect(order.amount('Total')).toHaveText('$ 1.799,50');

  await open();
  await order.dialog.getByRole('radio', { name: 'Nuevo subtotal' }).press('Space');
  for (const key of ['1', '5', '0', '0']) await order.dialog.getByRole('button', { name: key, exact: true }).click();
  await expect(field).toHaveValue('1500');
  await apply();
  await expect(order.amount('Descuento general')).toHaveText('– $ 400,00');
  await order.cart.getByRole('button', { name: 'Quitar descuento' }).click();
  await expect(order.amount('Total')).toHaveText('$ 1.900,00');
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(order.amount('Total')).toHaveText('$ 1.500,00');
  await page.reload();
  await expect(order.amount('Total')).toHaveText('$ 1.500,00');
});

it('a promo code takes the place of the discount, and goes again (K-14, K-26, K-28, K-29, K-30, K-31)', async () => {
  const { page } = await renderApp('/', { as: 'ana' });
  const order = new OrderingScreen(page);
  await order.start('Take away');
  await order.add('vaso de leche');
  await order.cart.getByRole('button', { name: 'Aplicar descuento' }).click();
  await order.dialog.getByRole('button', { name: '5 %', exact: true }).click();
  await order.dialog.getByRole('button', { name: 'Aplicar descuento' }).click();

  await order.cart.getByRole('button', { name: 'Usar código promocional' }).click();
  await expect(order.dialog.getByRole('heading', { name: 'Usar código promocional' })).toBeVisible();
  await expect(order.dialog.getByRole('button', { name: 'Cancelar' })).toBeVisible();
  const field = order.dialog.getByRole('textbox', { name: 'Código promocional' });
  await expect(field).toHaveAttribute('maxlength', '20');
  const apply = order.dialog.getByRole('button', { name: 'Aplicar código' });
  await field.fill('ab');
  await apply.click();
  await expect(order.dialog.getByText('Este campo debe tener al menos 3 caracteres')).toBeVisible();
  await field.fill(' no hay ');
  await expect(field).toHaveValue('NOHAY');
  await apply.click();
  await expect(order.dialog.getByText('El código promocional no existe.')).toBeVisible();
  await expect(field).toHaveValue('NOHAY');
  await field.fill('mil');
  await field.press('Enter');
  await expect(order.dialog).toHaveCount(0);
  await expect(page.getByText('El código reemplaza al descuento que habías aplicado').first()).toBeVisible();
  await expect(order.amount('Descuento general')).toHaveText('– $ 1.000,00');
  await expect(order.cart.getByText('MIL')).toBeVisible();
  await expect(order.cart.getByRole('button', { name: 'Usar código promocional' })).toHaveCount(0);
  await order.cart.getByRole('button', { name: 'Quitar código promocional' }).click();
  await expect(order.amount('Total')).toHaveText('$ 1.900,00');
  await expect(order.cart.getByRole('button', { name: 'Usar código promocional' })).toBeVisible();
  await expect(order.cart.getByRole('button', { name: 'Quitar código promocional' })).toHaveCount(0);
});

it('without a network a promo code says why it waits (K-26)', async () => {
  const { page, context } = await renderApp('/', { as: 'ana' });
  const order = new OrderingScreen(page);
  await order.start('Take away');
  await order.add('vaso de leche');
  await order.cart.getByRole('button', { name: 'Usar código promocional' }).click();
  context.setOffline(true);
  await expect(order.dialog.getByText('Necesitás conexión para usar un código')).toBeVisible();
  context.setOffline(false);
  await expect(order.dialog.getByText('Necesitás conexión para usar un código')).toHaveCount(0);
});

it('who may not give a discount is offered none of the three, only one that needs a PIN (K-13, K-16)', async () => {
  const { page } = await renderApp('/', { as: 'diego' });
  const order = new OrderingScreen(page);
  await order.start('Take away');
  await order.add('vaso de leche');
  await expect(order.cart.getByText('1 × Vaso de leche')).toBeVisible();
  await expect(order.cart.getByRole('button', { name: 'Aplicar descuento' })).toHaveCount(0);
  await expect(order.cart.getByRole('button', { name: /código promocional/ })).toHaveCount(0);
  await expect(order.cart.getByRole('button', { name: 'Descuento con PIN' })).toBeVisible();
});

it('the modal of the phone has all that the panel has (K-08, K-15)', async () => {
  const { page } = await renderApp('/', { as: 'ana', width: 390 });
  const order = new OrderingScreen(page);
  await order.start('Take away');
  await order.add('vaso de leche');
  await page.getByRole('button', { name: /^Ver el pedido/ }).click();
  const modal = page.getByRole('dialog', { name: 'Detalle del pedido' });
  for (const text of ['Take away', '1 × Vaso de leche']) await expect(modal.getByText(text)).toBeVisible();
  const sums = modal.locator('dl > div');
  await expect(sums).toHaveText([
    /^Subtotal ?\$ 1\.900,00$/,
    /^Descuento general ?– \$ 0,00$/,
    /^Total ?\$ 1\.900,00$/,
  ]);
  for (const name of ['Aplicar descuento', 'Usar código promocional', 'Siguiente'])
    await expect(modal.getByRole('button', { name })).toBeEnabled();
  await modal.getByRole('button', { name: 'Quitar Vaso de leche' }).click();
  await expect(modal.getByText('No hay productos.')).toBeVisible();
  await expect(modal.getByRole('button', { name: 'Siguiente' })).toBeDisabled();
});
