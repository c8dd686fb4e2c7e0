import { expect, test } from '#e2e/fixtures.ts';
import { holdNotices } from '#e2e/pages/alerts.ts';
import { startOrder } from '#e2e/pages/ordering.ts';
import { pressControl } from '#e2e/pages/control.ts';

test('several payments warn below and above the total, are completed, removed and sent (K-63, K-64, K-65, Y-06, Y-08, Y-09, Y-13)', async ({
  seat,
  shop,
  apiUser,
}) => {
  const { page } = await seat('ana');
  const ana = await apiUser('ana');
  const catalog = await startOrder(page, shop, 'Take away');
  await catalog.add('vaso de leche');
  const checkout = await catalog.toCheckout();
  await expect(page.getByRole('button', { name: 'Quitar pagos' })).toHaveCount(0);
  await checkout.pay('Efectivo');
  await page.getByRole('button', { name: 'Agregar forma de pago' }).click();
  const amounts = page.getByLabel('Importe', { exact: true });
  await expect(amounts).toHaveCount(2);
  await expect(page.getByRole('combobox', { name: 'Forma de pago' }).last()).toBeFocused();
  await amounts.last().fill('400');
  await expect(amounts.first()).toHaveValue('1.500,00');
  await expect(page.getByText('¡Atención!')).toHaveCount(0);

  const warning = page.getByRole('status').filter({ hasText: '¡Atención!' });
  await amounts.first().fill('1400');
  await expect(warning).toContainText('Los pagos son menores al total por $ 100,00');
  await amounts.first().fill('1600');
  await expect(warning).toContainText('Los pagos son mayores al total por $ 100,00');
  await amounts.first().fill('');
  await amounts.first().pressSequentially('-5');
  await expect(amounts.first()).toHaveValue('5');
  await amounts.first().fill('');
  await checkout.finish();
  await expect(checkout.said('Falta: importe de un pago')).toBeVisible();
  await expect(amounts.first()).toBeFocused();
  await amounts.first().fill('900');
  await page.getByRole('button', { name: 'Completar diferencia' }).click();
  await expect(amounts.last()).toHaveValue('1.000,00');
  await expect(page.getByText('¡Atención!')).toHaveCount(0);

  await holdNotices(page);
  await page.getByRole('button', { name: 'Quitar pagos' }).click();
  await expect(amounts).toHaveCount(0);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(amounts).toHaveCount(2);
  const customer = `Varios ${Date.now()}`;
  await checkout.customer.fill(customer);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/^Pedido \d+ tomado$/).first()).toBeVisible();
  const taken = (await ana.orders()).body.find((o) => o.description === customer);
  expect(taken?.payments).toMatchObject([
    { method: 'cash', amount: 900, type: 'exact' },
    { method: 'agree', amount: 1000, type: null },
  ]);
});

test('an order for later chooses a day, then one of its hours (K-01, K-33, K-34, K-35, K-36, K-37, K-38, K-40, K-86)', async ({
  seat,
  shop,
  apiUser,
}) => {
  const { page } = await seat('ana');
  const ana = await apiUser('ana');
  const catalog = await startOrder(page, shop, /^En local: /);
  await catalog.add('vaso de leche');
  await catalog.toCheckout();
  await expect(page.getByRole('radio', { name: /Inmediato/ })).toBeChecked();
  await expect(page.getByRole('radio', { name: /Programar/ })).toHaveCount(0);

  const nextCatalog = await startOrder(page, shop, 'Take away');
  // The products of the order of before are gone.
  await expect(nextCatalog.cart.getByText('No hay productos.')).toBeVisible();
  await nextCatalog.add('vaso de leche');
  const checkout = await nextCatalog.toCheckout();
  await pressControl(page.getByRole('radio', { name: /Programar/ }));
  await expect(checkout.dialog.getByRole('heading', { name: 'Programar pedido' })).toBeVisible();
  const days = checkout.dialog.getByRole('group', { name: 'Día' }).getByRole('radio');
  const hours = checkout.dialog.getByRole('group', { name: 'Hora' }).getByRole('radio');
  const select = checkout.dialog.getByRole('button', { name: 'Seleccionar' });
  await expect(days.first()).toBeAttached();
  await select.click();
  await expect(checkout.dialog.getByText('Debe seleccionar un día')).toBeVisible();
  await days.nth(1).press('Space');
  await select.click();
  await expect(checkout.dialog.getByText('Debe seleccionar una hora')).toBeVisible();
  await hours.first().press('Space');
  await days.nth(2).press('Space');
  await expect(checkout.dialog.getByRole('group', { name: 'Hora' }).locator('input:checked')).toHaveCount(0);
  await hours.first().press('Space');
  await select.click();
  await expect(checkout.dialog).toHaveCount(0);
  await expect(page.getByRole('radio', { name: /Programar/ })).toBeChecked();
  const customer = `Luego ${Date.now()}`;
  await checkout.customer.fill(customer);
  await checkout.takeOrder();
  const taken = (await ana.orders()).body.find((o) => o.description === customer);
  expect(taken).toMatchObject({ is_scheduled: true, type: 'TAKEAWAY' });
  expect(taken?.ready_by).not.toBeNull();
});
