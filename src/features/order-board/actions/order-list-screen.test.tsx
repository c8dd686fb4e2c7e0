import { it } from 'vitest';
import { inDatabase } from '#e2e/shop-database.ts';
import { BoardScreen } from '#testing/board.ts';
import type { Locator } from '#testing/locator.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

const board = '1/orders/kanban';
const dialogOf = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
const detailOf = (page: Page): Locator => dialogOf(page, /^Pedido N° \d+$/);

it('the filter has the services that the store offers, and no other (B-08)', async () => {
  const offer = (delivery: boolean): Promise<void> =>
    inDatabase(
      screenServer(),
      `update stores set services = (
         select jsonb_agg(case when s->>'type' = 'DELIVERY' then jsonb_set(s, '{status}', '${delivery}') else s end)
         from jsonb_array_elements(services) s
       ) where id = 1`,
    );
  const { page } = await renderApp(board, { as: 'carla' });
  const filter = page.getByRole('group', { name: 'Filtrar por tipo' }).getByRole('button');
  await expect(filter).toHaveText([/^Local/, /^Take away/, /^Delivery/]);
  await offer(false);
  await renderApp(board, { as: 'carla' });
  await expect(filter).toHaveText([/^Local/, /^Take away/]);
  await offer(true);
});

it('the finished orders are in their own panel, which says when there are none (B-12)', async () => {
  const ana = await apiUserOf('ana');
  const done = (await ana.changeStatus(await ana.takeOrder('Listo'), 'COMPLETE')).body;
  const { page } = await renderApp('/1/home', { as: 'ana' });
  await page.getByRole('button', { name: 'Pedidos finalizados' }).click();
  const panel = dialogOf(page, 'Pedidos finalizados');
  await expect(panel.getByText(new RegExp(`${done.number} · Take away`))).toBeVisible();
  await page.keyboard.press('Escape');
  // Asunción Grill has no orders.
  await page.goto('4/home');
  await page.getByRole('button', { name: 'Pedidos finalizados' }).click();
  await expect(panel.getByText('No se encontraron pedidos.')).toBeVisible();
});

it('the list of orders has six parts a row, is searched and narrowed down, and opens the detail (B-10, B-17, B-18, B-50, D6)', async () => {
  const ana = await apiUserOf('ana');
  const place = (await ana.profile()).body.codes.find(({ type, group }) => type === 'LOCAL' && !group);
  const plain = await ana.submission('Lista');
  const payments = [{ method: 'cash', option: 'cash', type: 'exact', value: null, amount: plain.total } as const];
  const order = await ana.send({ ...plain, type: 'LOCAL', code: place?.id ?? 0, phone: '11 2345-6789', payments });
  const { page } = await renderApp(board, { as: 'carla' });
  await expect(new BoardScreen(page).card('Lista')).toBeVisible();
  const button = page.getByRole('button', { name: 'Lista de pedidos', exact: true });
  await expect(button.locator('[data-shape="paying"]')).toHaveCount(0);
  await button.click();
  const list = dialogOf(page, 'Lista de pedidos');
  for (const head of ['Pedido N°', 'Código', 'Tipo', 'Estado', 'Pago', 'Total'])
    await expect(list.getByText(head, { exact: true })).toHaveCount(1);
  const search = list.getByRole('searchbox');
  await search.fill('LISTA');
  const row = list.getByRole('listitem');
  await expect(row).toHaveCount(1);
  const where = place?.description ?? 'no code';
  for (const part of [String(order.number), where, 'Local', 'Pendiente', 'Efectivo', '$ 1.100,00'])
    await expect(row).toContainText(part);
  await list.getByRole('button', { name: 'Entregado' }).click();
  await expect(list.getByText('No se encontraron pedidos.')).toBeVisible();
  await list.getByRole('button', { name: 'Entregado' }).click();
  await search.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  for (const part of ['Lista', 'Local', where, '+541123456789']) await expect(detailOf(page)).toContainText(part);
  await page.keyboard.press('Escape');
  await expect(list).toBeVisible();
});

it('the coin on the list says that somebody is paying; such a row leads to the payment, not to a detail (B-10, B-18, B-20, D-20)', async () => {
  const ana = await apiUserOf('ana');
  const paying = await ana.takeOrder('Paga');
  const rejection = { reject_reason: 'missing_products' };
  const sent = { 'idempotency-key': crypto.randomUUID(), 'if-match': `"${paying.status_rev}"` };
  expect((await ana.call('PATCH', `/store/1/orders/${paying.id}/reject`, rejection, sent)).status).toBe(200);
  const { page } = await renderApp('/', { as: 'carla' });
  page.route(/^\/store\/1(\/changes)?$/, async (route) => {
    const response = await route.fetch();
    const { status, headers } = response;
    const text = (await response.text()).replaceAll('"status":"REJECTED"', '"status":"PAYING"');
    return new Response(text, { status, headers: { 'content-type': headers.get('content-type') ?? '' } });
  });
  await page.goto(board);
  const coined = page.getByRole('button', { name: 'Lista de pedidos, hay pagos en curso' });
  await expect(coined.locator('[data-shape="paying"]')).toHaveCount(1);
  await coined.click();
  const first = dialogOf(page, 'Lista de pedidos').getByRole('listitem').first();
  await expect(first).toContainText('Pagando');
  await first.getByRole('button', { name: /^Ver el pago del pedido/ }).click();
  await expect(page).toHaveURL(/\/1\/paying\/order\/\d+$/);
  await expect(detailOf(page)).toHaveCount(0);
});
