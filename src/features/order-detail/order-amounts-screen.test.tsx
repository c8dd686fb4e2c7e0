import { it } from 'vitest';
import { inDatabase } from '#e2e/shop-database.ts';
import { BoardScreen } from '#testing/board.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

it('the detail shows the payments and the four amounts of an order (B-55)', async () => {
  const ana = await apiUserOf('ana');
  const payment = { method: 'cash' as const, amount: 1100, option: 'cash', type: 'exact' as const, value: null };
  const order = await ana.send({ ...(await ana.submission('Importes')), payments: [payment] });
  await inDatabase(
    screenServer(),
    `update orders set type = 'DELIVERY', subtotal = 200000, discount = 30000, delivery_amount = 15000, total = 185000
     where id = ${order.id}`,
  );
  const { page } = await renderApp('1/orders/kanban', { as: 'ana' });
  await new BoardScreen(page).open('Importes');
  const detail = page.getByRole('dialog', { name: `Pedido N° ${order.number}` });
  await expect(detail.getByText('Efectivo').first()).toBeVisible();
  const amounts = detail.locator('dl > div');
  for (const [label, amount] of [
    ['Subtotal', '$ 2.000,00'],
    ['Descuento', '$ 300,00'],
    ['Envío', '$ 150,00'],
    ['Total', '$ 1.850,00'],
  ] as const)
    await expect(amounts.filter({ hasText: new RegExp(`^${label}`) })).toContainText(amount);
});

it.each([
  ['can be removed from an order', 0, 1],
  ['stays in an order that was invoiced', 1, 0],
])('a product %s', async (_what, invoices, offered) => {
  const ana = await apiUserOf('ana');
  const description = `Factura ${invoices}`;
  const order = await ana.send(await ana.submission(description));
  await inDatabase(screenServer(), `update orders set billings_count = ${invoices} where id = ${order.id}`);
  const { page } = await renderApp('1/orders/kanban', { as: 'ana' });
  await new BoardScreen(page).open(description);
  const detail = page.getByRole('dialog', { name: `Pedido N° ${order.number}` });
  const [name] = order.items.map((i) => i.name);
  await expect(detail.getByText(name ?? '').first()).toBeVisible();
  await expect(detail.getByRole('button', { name: `Eliminar ${name}` })).toHaveCount(offered);
});
