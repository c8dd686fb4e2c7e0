import { describe, it } from 'vitest';
import { OrderingScreen } from '#testing/ordering.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { useScreenServer } from '#testing/screen-server.ts';
import { groupById, openedTable, tapCode, useFreeTables } from '#testing/tables.ts';

useScreenServer();
useFreeTables();

/** The detail of Mesa 3 after an order: a milk for person 1, two milks for person 2, one for all; 1.900 each. */
async function servedTable() {
  const group = await openedTable('Mesa 3', { people: 3 });
  const { page, context } = await renderApp('1/codes/index', { as: 'ana' });
  await tapCode(page, 'Mesa 3');
  await page.getByRole('button', { name: 'Agregar pedido' }).click();
  await expect(page).toHaveURL(/\/1\/cart\/catalog/);
  const order = new OrderingScreen(page);
  const seats = page.getByRole('group', { name: 'Para quién' });
  await expect(seats.getByRole('button')).toHaveCount(4);
  await order.add('vaso de leche');
  await seats.getByRole('button', { name: 'Persona 1' }).click();
  await order.add('vaso de leche');
  await seats.getByRole('button', { name: 'Persona 2' }).click();
  await order.add('vaso de leche', 'vaso de leche');
  await expect(order.cart.getByText('Persona 2')).toBeVisible();
  await order.toCheckout();
  await order.button('Finalizar').click();
  await expect(page.getByText(/^Pedido \d+ tomado$/).first()).toBeVisible();
  await tapCode(page, 'Mesa 3');
  const dialog = page.getByRole('dialog', { name: 'Detalle de Mesa 3' });
  await expect(dialog.getByText('2 Vaso de leche')).toBeVisible();
  return { group, page, context, dialog };
}

async function split(page: Page) {
  await page.getByRole('dialog', { name: 'Detalle de Mesa 3' }).getByRole('button', { name: 'Más opciones' }).click();
  await page.getByRole('menuitem', { name: 'Dividir la cuenta' }).click();
  const bill = page.getByRole('dialog', { name: 'Dividir la cuenta de Mesa 3' });
  const parts = bill.getByRole('list', { name: 'Lo que paga cada uno' });
  return { bill, parts };
}

describe('the bill of a table', () => {
  it('products carry the person whom they are for, on every screen and on the server', async () => {
    const { group, dialog } = await servedTable();
    await expect(dialog.getByText('Persona 1')).toBeVisible();
    await expect(dialog.getByText('Persona 2')).toBeVisible();
    const { items } = await groupById(group.id);
    expect(items.map((row) => [row.quantity, row.seat ?? null])).toEqual([
      [1, null],
      [1, 1],
      [2, 2],
    ]);
  });

  it('in equal parts that add up; a part becomes a payment of the table, and is marked', async () => {
    const { group, page, dialog } = await servedTable();
    const { bill, parts } = await split(page);
    await expect(parts.getByRole('listitem')).toHaveCount(3);
    await expect(parts).toContainText('$ 2.533,34');
    await expect(parts).toContainText('$ 2.533,33');
    await bill.getByRole('button', { name: /^Cobrar Parte 1/ }).click();
    await bill.getByRole('button', { name: /^Cobrar Parte 2/ }).click();
    await expect(bill.getByText('Cargado')).toHaveCount(2);
    await bill.getByRole('button', { name: /^Cobrar Parte 3/ }).click();
    await expect(bill.getByText('Cargado')).toHaveCount(3);
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByText('La mesa fue guardada.').first()).toBeVisible();
    const { payments, total } = await groupById(group.id);
    expect(payments.map((p) => p.amount)).toEqual([2_533.34, 2_533.33, 2_533.33]);
    expect(total).toBe(7_600);
  });

  it('a tip is a line of its own, is shared with the rest, and is saved with the table', async () => {
    const { group, page, dialog } = await servedTable();
    await dialog.getByRole('button', { name: 'Más opciones' }).click();
    await page.getByRole('menuitem', { name: 'Propina' }).click();
    const tip = page.getByRole('dialog', { name: 'Propina' });
    await tip.getByRole('button', { name: /^10\s%$/ }).click();
    await expect(tip.getByRole('textbox', { name: 'Monto' })).toHaveValue('760,00');
    await tip.getByRole('button', { name: 'Aplicar propina' }).click();
    await expect(dialog.getByText(/^Total\$\s7\.600,00$/)).toHaveCount(1);
    await expect(dialog.getByText(/^Propina\$\s760,00$/)).toHaveCount(1);
    await expect(dialog.getByText(/^Total a cobrar\$\s8\.360,00$/)).toHaveCount(1);
    const { parts } = await split(page);
    await expect(parts).toContainText('$ 2.786,67');
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Agregar forma de pago' }).click();
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByText('La mesa fue guardada.').first()).toBeVisible();
    expect(await groupById(group.id)).toMatchObject({ total: 7_600, tip: 760, payments: [{ amount: 8_360 }] });
  });

  it('by person is one tap; what is nobody’s is shared', async () => {
    const { page } = await servedTable();
    const { bill, parts } = await split(page);
    await bill.getByRole('tab', { name: 'Por persona' }).click();
    await expect(bill.getByText('Lo que no es de nadie se divide entre todos.')).toBeVisible();
    for (const [who, amount] of [
      ['Persona 1', '2.533,34'],
      ['Persona 2', '4.433,33'],
      ['Persona 3', '633,33'],
    ] as const)
      await expect(parts.getByRole('listitem').filter({ hasText: who })).toContainText(amount);
  });

  it('by item: a tap gives a unit to the chosen part; a device without a network does it too', async () => {
    const { page, context } = await servedTable();
    context.setOffline(true);
    const { bill, parts } = await split(page);
    await bill.getByRole('tab', { name: 'Por ítem' }).click();
    const products = bill.getByRole('list', { name: 'Productos' });
    const two = products.getByRole('button', { name: /^2 Vaso/ });
    await two.click();
    await bill.getByRole('button', { name: 'Parte 2', exact: true }).click();
    await two.click();
    await expect(two).toContainText('Parte 1 · Parte 2');
    await expect(parts.getByRole('listitem').filter({ hasText: 'Parte 1' })).toContainText('3.166,67');
    await two.click();
    await expect(two).toContainText('Parte 1 · Entre todos');
    await bill.getByRole('button', { name: 'Sumar: Partes' }).click();
    await expect(parts.getByRole('listitem')).toHaveCount(4);
  });
});
