import { it } from 'vitest';
import { BoardScreen } from '#testing/board.ts';
import { OrderingScreen } from '#testing/ordering.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

it.each([
  ['the owner', 'ana', true],
  ['the manager', 'bruno', true],
  ['the operator', 'carla', true],
  ['the seller', 'diego', false],
] as const)('%s takes an order for a customer, and an admin works it (F-04)', async (_, who, works) => {
  const customer = `Cliente de ${who}`;
  const { page } = await renderApp('/', { as: who });
  const order = new OrderingScreen(page);
  await order.start('Take away');
  await order.add('vaso de leche');
  await order.toCheckout();
  await page.getByLabel('Nombre', { exact: true }).fill(customer);
  await order.pay('Efectivo');
  await order.button('Finalizar').click();
  await expect(page.getByText(/^Pedido \d+ tomado$/).first()).toBeVisible();
  const ana = await apiUserOf('ana');
  const taken = async () => (await ana.orders()).body.find((one) => one.description === customer);
  await expect.poll(async () => (await taken())?.status).toBe('PENDING');
  await page.goto('1/orders/kanban');
  if (!works) {
    await expect(page).toHaveURL(/\/1\/home$/);
    await expect(page.getByRole('button', { name: /^Aceptar/ })).toHaveCount(0);
    return;
  }
  const board = new BoardScreen(page);
  for (const [column, action, status] of [
    ['Pendientes', /^Aceptar/, 'ACCEPTED'],
    ['Aceptados', /^Por entregar/, 'DELIVER'],
    ['Por entregar', /^Finalizar/, 'COMPLETE'],
  ] as const) {
    await board.cardIn(column, customer).getByRole('button', { name: action }).click();
    await expect.poll(async () => (await taken())?.status).toBe(status);
  }
});
