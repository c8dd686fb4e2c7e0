import { expect } from '#e2e/fixtures.ts';
import { BoardPage } from '#e2e/pages/board.ts';
import { testOfOrders as test } from '#e2e/pages/board-orders.ts';

const board = '1/orders/kanban';

test('the detail shows who, where, what and how much, and the menu of statuses (B-18, B-50, B-52, B-53, B-54, B-55, B-57, B-71)', async ({
  seat,
}) => {
  const { page } = await seat('ana', board, { width: 1920, height: 1080 });
  const shop = new BoardPage(page);
  await shop
    .card('Federico Molina')
    .getByRole('button', { name: /^Ver pedido/ })
    .click();
  const detail = page.getByRole('dialog', { name: /Pedido N° \d+/ });
  await expect(detail).toContainText('Delivery');
  // The board beside it stays visible.
  await expect(page.locator('[data-layer]').filter({ has: detail })).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(detail.getByText('Federico Molina').first()).toBeVisible();
  await expect(detail).toContainText('El timbre no anda, llamar al llegar.');
  await expect(detail).toContainText('Bulnes 1040, 3.º B');
  await expect(detail.getByRole('link', { name: 'Cómo llegar' })).toHaveAttribute(
    'href',
    /destination=-34\.5987,-58\.4166$/,
  );
  const phone = detail.getByRole('link', { name: /^\+54/ });
  await expect(phone).toHaveAttribute('href', /^tel:\+54\d+$/);
  await expect(detail.getByRole('link', { name: 'Enviar mensaje' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/54\d+$/,
  );
  await expect(detail).toContainText('Hamburguesa doble cheddar');
  for (const word of ['Efectivo', 'Subtotal', 'Envío', 'Total', 'Seguimiento', 'Repartidor: Hernán'])
    await expect(detail).toContainText(word);
  await detail.getByRole('button', { name: 'Cambiar a otro estado' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Pendiente', 'Aceptado', 'Entregado']);
  await page.keyboard.press('Escape');

  const title = await detail.getByRole('heading', { level: 2 }).innerText();
  await page.keyboard.press('ArrowLeft');
  await expect(detail.getByRole('heading', { level: 2 })).not.toHaveText(title);
  await page.keyboard.press('ArrowRight');
  await expect(detail.getByRole('heading', { level: 2 })).toHaveText(title);
});

test('a rejected order says why (B-26, B-56)', async ({ seat, apiUser }) => {
  const ana = await apiUser('ana');
  const { id, number, status_rev } = await ana.takeOrder('Rechazado hoy');
  const headers = { 'idempotency-key': crypto.randomUUID(), 'if-match': `"${status_rev}"` };
  const rejection = { reject_reason: 'missing_products' };
  expect((await ana.call('PATCH', `/store/1/orders/${id}/reject`, rejection, headers)).status).toBe(200);
  const { page } = await seat('ana', board, { width: 1920, height: 1080 });
  const shop = new BoardPage(page);
  await expect(shop.finished(number)).toContainText('Rechazado');
  const { box } = await shop.openFinished(number);
  await expect(box).toContainText('La tienda se quedó sin alguno de los productos que pediste.');
});

test('a change from elsewhere shows in the open detail (B-50)', async ({ seat, apiUser, takeOrder }) => {
  const ana = await apiUser('ana');
  const customer = `Abierto ${Date.now()}`;
  const order = await takeOrder(customer);
  const { page } = await seat('carla', board);
  const { box: detail } = await new BoardPage(page).open(customer);
  await expect(detail.getByText('Pendiente').first()).toBeVisible();
  expect((await ana.changeStatus(order, 'DELIVER')).status).toBe(200);
  await expect(detail.getByText('Actualizado recién')).toBeVisible();
  await expect(detail.getByRole('button', { name: 'Finalizar' })).toBeVisible();
});
