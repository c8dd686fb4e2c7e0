import { randomUUID } from 'node:crypto';
import { describe, it } from 'vitest';
import type { WireGroup } from '#contract/wire/groups.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, useScreenServer } from '#testing/screen-server.ts';
import { groupById, openedTable, tapCode, useFreeTables } from '#testing/tables.ts';

useScreenServer();
useFreeTables();

/** An open table with an order of `units` of one product, as another device would make both. */
async function servedTable(place: string, units: number): Promise<WireGroup> {
  const ana = await apiUserOf('ana');
  const group = await openedTable(place);
  if (units === 0) return group;
  const plain = await ana.submission('');
  const [line] = plain.items;
  const price = (line?.price ?? 0) * units;
  const amounts = { subtotal: price, total: price };
  const order = {
    ...plain,
    ...amounts,
    description: null,
    type: 'LOCAL',
    code: group.code_id,
    items: [{ ...line, quantity: units, price }],
  };
  const { status } = await ana.call('POST', '/store/1/orders', order, { 'idempotency-key': randomUUID() });
  if (status !== 201) throw new Error(`the order was refused with ${status}`);
  return group;
}

async function openDetail(page: Page, place: string) {
  await tapCode(page, place);
  const dialog = page.getByRole('dialog', { name: `Detalle de ${place}` });
  await expect(dialog.getByText(/^Pedido N°/).first()).toBeVisible();
  return dialog;
}

async function choose(page: Page, place: string, option: string): Promise<void> {
  await page
    .getByRole('dialog', { name: `Detalle de ${place}` })
    .getByRole('button', { name: 'Más opciones' })
    .click();
  await page.getByRole('menuitem', { name: option }).click();
}

const unitsOf = ({ items }: WireGroup): number => items.reduce((sum, i) => sum + (i.ref === null ? i.quantity : 0), 0);

describe('moving between tables', () => {
  it('moves units of a product to another open table, and undoes it', async () => {
    const [from, to] = [await servedTable('Mesa 3', 3), await servedTable('Mesa 4', 1)];
    const { total } = await groupById(from.id);
    const { page } = await renderApp('1/codes/index', { as: 'ana' });
    const dialog = await openDetail(page, 'Mesa 3');
    await choose(page, 'Mesa 3', 'Mover ítems');
    const move = page.getByRole('dialog', { name: 'Mover ítems de Mesa 3' });
    const confirm = move.getByRole('button', { name: 'Mover', exact: true });
    await expect(confirm).toHaveAttribute('aria-disabled', 'true');
    const more = move.getByRole('button', { name: /^Sumar: Unidades a mover/ });
    await more.click();
    await more.click();
    await move
      .getByRole('list', { name: 'Mesas abiertas' })
      .getByRole('button', { name: /^Mesa 4/ })
      .click();
    await move.getByRole('button', { name: 'Mover 2 a Mesa 4' }).click();
    await expect(move).toHaveCount(0);
    await expect(dialog.getByText('Se movieron productos de Mesa 3 a Mesa 4.')).toBeVisible();
    expect([unitsOf(await groupById(from.id)), unitsOf(await groupById(to.id))]).toEqual([1, 3]);
    await dialog.getByRole('button', { name: 'Deshacer' }).click();
    await expect(page.getByText('Se deshizo el último movimiento.').first()).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Deshacer' })).toHaveCount(0);
    expect([unitsOf(await groupById(from.id)), (await groupById(from.id)).total]).toEqual([3, total]);
  });

  it('joins another table, which is free then; undoing opens it again', async () => {
    const [to, from] = [await servedTable('Mesa 3', 1), await servedTable('Mesa 4', 2)];
    const { page } = await renderApp('1/codes/index', { as: 'ana' });
    const dialog = await openDetail(page, 'Mesa 3');
    await choose(page, 'Mesa 3', 'Juntar mesas');
    const merge = page.getByRole('dialog', { name: 'Juntar mesas con Mesa 3' });
    await merge.getByRole('button', { name: /^Mesa 4/ }).click();
    await merge.getByRole('button', { name: 'Juntar con Mesa 4' }).click();
    await expect(dialog.getByText('Mesa 4 se juntó con Mesa 3.')).toBeVisible();
    await expect(dialog.getByText(/^Personas4$/)).toHaveCount(1);
    expect([unitsOf(await groupById(to.id)), (await groupById(from.id)).status]).toEqual([3, 'COMPLETE']);
    await dialog.getByRole('button', { name: 'Deshacer' }).click();
    await expect(dialog.getByText(/^Personas2$/)).toHaveCount(1);
    expect([unitsOf(await groupById(to.id)), (await groupById(from.id)).status]).toEqual([1, 'OPENED']);
  });

  it('another device was faster: the refusal is told in place; without a network the menu says why not', async () => {
    const from = await servedTable('Mesa 3', 1);
    const { page, context } = await renderApp('1/codes/index', { as: 'ana' });
    await openDetail(page, 'Mesa 3');
    await choose(page, 'Mesa 3', 'Mover ítems');
    const move = page.getByRole('dialog', { name: 'Mover ítems de Mesa 3' });
    await expect(move.getByText('No hay otra mesa abierta.')).toBeVisible();
    await servedTable('Mesa 4', 0);
    await move.getByRole('button', { name: /^Mesa 4/ }).click();
    await move.getByRole('button', { name: /^Sumar: Unidades a mover/ }).click();
    page.route(/\/items$/, (route) => route.fulfill({ status: 409, json: { code: 'conflict', message: '' } }));
    await move.getByRole('button', { name: 'Mover 1 a Mesa 4' }).click();
    await expect(move.getByText('Otro dispositivo cambió esta mesa. Estos son los datos de ahora.')).toBeVisible();
    expect(unitsOf(await groupById(from.id))).toBe(1);
    context.setOffline(true);
    await expect(move.getByRole('button', { name: 'Mover 1 a Mesa 4' })).toHaveAttribute('aria-disabled', 'true');
    await move.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByRole('dialog', { name: 'Detalle de Mesa 3' }).getByRole('button', { name: 'Más opciones' }).click();
    await expect(page.getByRole('menuitem', { name: /^Juntar mesas/ })).toContainText('Necesitás conexión');
  });
});
