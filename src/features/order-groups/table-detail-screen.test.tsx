import { randomUUID } from 'node:crypto';
import { describe, it } from 'vitest';
import { inDatabase } from '#e2e/shop-database.ts';
import { BoardScreen } from '#testing/board.ts';
import { OrderingScreen } from '#testing/ordering.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';
import { codeCard, groupById, openedTable, tapCode, useFreeTables } from '#testing/tables.ts';

useScreenServer();
useFreeTables();

describe('the detail of a table', () => {
  /** A table of three people and children; its detail is open. */
  async function detailOf(place: string) {
    // Diego opened it.
    const group = await openedTable(place, { seller_id: 4, people: 3, childrens: true });
    const { page, context } = await renderApp('1/codes/index', { as: 'ana' });
    await tapCode(page, place);
    const dialog = page.getByRole('dialog', { name: `Detalle de ${place}` });
    await expect(dialog).toBeVisible();
    return { group, page, context, dialog };
  }

  /** Takes an order from the open detail and opens the detail again. */
  async function addOrder(page: Page, place: string): Promise<void> {
    await page.getByRole('button', { name: 'Agregar pedido' }).click();
    await expect(page).toHaveURL(/\/1\/cart\/catalog/);
    const order = new OrderingScreen(page);
    await order.add('vaso de leche');
    await order.toCheckout();
    await order.button('Finalizar').click();
    await expect(page.getByText(/^Pedido \d+ tomado$/).first()).toBeVisible();
    await tapCode(page, place);
  }

  it('says when it was opened, who serves it, the people and children; once finished it takes no orders, and can be rejected (G-30, G-31, G-39, G-40)', async () => {
    const { page, dialog, group } = await detailOf('Mesa 3');
    await expect(dialog.getByText(/^Abierta\d\d:\d\d Hs$/)).toHaveCount(1);
    await expect(dialog.getByText(/^VendedorDiego Benítez$/)).toHaveCount(1);
    await expect(dialog.getByText(/^Personas3$/)).toHaveCount(1);
    await expect(dialog.getByText(/^NiñosSí$/)).toHaveCount(1);
    await expect(dialog.getByText('No hay productos.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Agregar pedido' })).toBeVisible();
    // Another device finishes it.
    const headers = { 'idempotency-key': randomUUID(), 'if-match': `"${group.rev}"` };
    const carla = await apiUserOf('carla');
    await carla.call('PATCH', `/store/1/orderGroups/${group.id}`, { status: 'COMPLETE' }, headers);
    await expect(dialog.getByRole('button', { name: 'Agregar pedido' })).toHaveCount(0);
    await expect(dialog.getByText(/^Abierta\d\d:\d\d Hs$/)).toHaveCount(1);
    await expect(dialog.getByText(/^EstadoFinalizada$/)).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Finalizar o rechazar' }).click();
    await expect(page.getByRole('menuitem', { name: 'Finalizar' })).toHaveCount(0);
    await page.getByRole('menuitem', { name: 'Rechazar' }).click();
    const question = page.getByRole('alertdialog', { name: '¿Rechazar Mesa 3?' });
    await question.getByRole('button', { name: 'Sí, rechazar' }).click();
    await expect(page.getByText('Mesa 3 fue rechazada.').first()).toBeVisible();
    expect((await groupById(group.id)).status).toBe('REJECTED');
  });

  it('one that is being paid takes no order (G-40)', async () => {
    const { page, group, dialog } = await detailOf('Mesa 3');
    await addOrder(page, 'Mesa 3');
    const add = dialog.getByRole('button', { name: 'Agregar pedido' });
    await expect(add).toBeVisible();
    await inDatabase(screenServer(), `update order_groups set status = 'PAYING' where id = ${group.id}`);
    const { page: other } = await renderApp('1/home', { as: 'carla' });
    await new BoardScreen(other).open('Mesa 3');
    await other.getByRole('button', { name: 'Opciones del pedido' }).click();
    await other.getByRole('menuitem', { name: 'Ver la mesa' }).click();
    await expect(dialog.getByText(/^Personas3$/)).toHaveCount(1);
    await expect(add).toHaveCount(0);
  });

  it('takes an order, lists it with its amounts, and its card counts it at once (G-32, G-40, K-72, N-50)', async () => {
    const { page, dialog, group } = await detailOf('Mesa 3');
    await addOrder(page, 'Mesa 3');
    await expect(dialog.getByText(/^Pedido N° \d+ · /)).toBeVisible();
    await expect(dialog.getByText('1 Vaso de leche')).toBeVisible();
    for (const [name, amount] of [
      ['Subtotal', '$ 1.900,00'],
      ['Descuento', '$ 0,00'],
      ['Envío', '$ 0,00'],
      ['Total', '$ 1.900,00'],
      ['Dividido en 3', '$ 633,34 cada uno'],
    ] as const)
      await expect(dialog.getByText(new RegExp(`^${name}${amount.replace(/[$.]/g, String.raw`\$&`)}$`))).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(codeCard(page, 'Mesa 3')).toContainText('1 Pendiente');
    await expect(codeCard(page, 'Mesa 3')).toContainText('$ 1.900,00');
    expect(await groupById(group.id)).toMatchObject({ total: 1_900, waiting_count: 1 });
    // The order leads to its table, which takes another one.
    await page.goto('1/home');
    await new BoardScreen(page).open('Mesa 3');
    await page.getByRole('button', { name: 'Opciones del pedido' }).click();
    await page.getByRole('menuitem', { name: 'Ver la mesa' }).click();
    await expect(dialog.getByRole('button', { name: 'Agregar pedido' })).toBeVisible();
    // A kitchen screen opens no tables.
    const { page: kitchen } = await renderApp('1/orders/kanban?kiosk=1', { as: 'ana' });
    await new BoardScreen(kitchen).open('Mesa 3');
    await kitchen.getByRole('button', { name: 'Opciones del pedido' }).click();
    await expect(kitchen.getByRole('menuitem', { name: 'Imprimir resumen' })).toBeVisible();
    await expect(kitchen.getByRole('menuitem', { name: 'Ver la mesa' })).toHaveCount(0);
  });

  it('gives a discount, takes payments and is finished with its orders; later an order leads to it, and it is invoiced (G-33, G-37, G-38, G-39, G-50, I-19)', async () => {
    const { page, dialog, group } = await detailOf('Mesa 3');
    await addOrder(page, 'Mesa 3');
    await dialog.getByRole('button', { name: 'Más opciones' }).click();
    await page.getByRole('menuitem', { name: 'Aplicar descuento' }).click();
    const discount = page.getByRole('dialog', { name: 'Aplicar descuento' });
    await discount.getByRole('textbox').fill('10');
    await discount.getByRole('button', { name: 'Aplicar descuento' }).click();
    await expect(dialog.getByText('-$ 190,00')).toBeVisible();
    await expect(dialog.getByText(/^Total\$\s1\.710,00$/)).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Agregar forma de pago' }).click();
    await dialog.getByRole('button', { name: 'Finalizar o rechazar' }).click();
    await page.getByRole('menuitem', { name: 'Finalizar' }).click();
    await expect(page.getByText('Mesa 3 fue finalizada.').first()).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Ahora no' }).click();
    await expect(codeCard(page, 'Mesa 3')).toContainText('Sin pendientes');
    expect(await groupById(group.id)).toMatchObject({
      status: 'COMPLETE',
      discount: 190,
      total: 1_710,
      payments: [{ amount: 1_710 }],
      orders: [{ status: 'COMPLETE' }],
    });

    // A device that has never seen it open.
    const { page: later } = await renderApp('1/home', { as: 'carla' });
    await later.getByRole('button', { name: 'Pedidos finalizados' }).click();
    const [order] = (await groupById(group.id)).orders;
    const finished = later.getByRole('dialog', { name: 'Pedidos finalizados' });
    await finished.getByRole('button', { name: new RegExp(`^${order?.number} · `) }).click();
    await later.getByRole('button', { name: 'Opciones del pedido' }).click();
    await later.getByRole('menuitem', { name: 'Ver la mesa' }).click();
    const ended = later.getByRole('dialog', { name: 'Detalle de Mesa 3' });
    await expect(ended.getByText(/^Total\$\s1\.710,00$/)).toHaveCount(1);
    await expect(ended.getByText('Cobrado')).toBeVisible();
    for (const name of ['Agregar pedido', 'Guardar']) await expect(ended.getByRole('button', { name })).toHaveCount(0);
    await ended.getByRole('button', { name: 'Más opciones' }).click();
    await expect(later.getByRole('menuitem', { name: 'Imprimir resumen' })).toBeVisible();
    await later.getByRole('menuitem', { name: 'Facturar' }).click();
    await expect(later).toHaveURL(new RegExp(`/1/orderGroup/${group.id}/billing/invoice$`));
    await later.getByRole('button', { name: 'Facturar' }).click();
    await expect(later.getByText('Emitida', { exact: true })).toBeVisible();
    expect((await groupById(group.id)).billings_count).toBe(1);
  });

  it('says that another device has replaced what was not saved, and not so of its own save', async () => {
    const { page, dialog, group } = await detailOf('Mesa 3');
    await addOrder(page, 'Mesa 3');
    const said = dialog.getByText('Otro dispositivo cambió esta mesa. Estos son los datos de ahora.');
    await dialog.getByRole('button', { name: 'Agregar forma de pago' }).click();
    await dialog.getByRole('button', { name: 'Guardar', exact: true }).click();
    await expect(page.getByText('La mesa fue guardada.').first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Agregar forma de pago' }).click();
    await expect(said).toHaveCount(0);
    const { rev } = await groupById(group.id);
    const headers = { 'idempotency-key': randomUUID(), 'if-match': `"${rev}"` };
    await (await apiUserOf('carla')).call('PATCH', `/store/1/orderGroups/${group.id}`, { tip: 100 }, headers);
    await expect(said).toBeVisible();
    await expect(dialog.getByRole('group', { name: /^Pago 2/ })).toHaveCount(0);
  });

  it('is rejected and deleted only after a question (G-39, G-52, N-12)', async () => {
    const { page, dialog, group } = await detailOf('Mesa 3');
    await dialog.getByRole('button', { name: 'Finalizar o rechazar' }).click();
    await page.getByRole('menuitem', { name: 'Rechazar' }).click();
    await page
      .getByRole('alertdialog', { name: '¿Rechazar Mesa 3?' })
      .getByRole('button', { name: 'Cancelar' })
      .click();
    expect((await groupById(group.id)).status).toBe('OPENED');
    await dialog.getByRole('button', { name: 'Más opciones' }).click();
    await page.getByRole('menuitem', { name: 'Eliminar' }).click();
    await page
      .getByRole('alertdialog', { name: '¿Eliminar Mesa 3?' })
      .getByRole('button', { name: 'Sí, eliminar' })
      .click();
    await expect(page.getByText('Mesa 3 fue eliminada.').first()).toBeVisible();
    const { status } = await (await apiUserOf('ana')).call('GET', `/store/1/orderGroups/${group.id}`);
    expect(status).toBe(404);
  });

  it('a row leaves its order after «Sí, eliminar», with the last one refused; none of a finished order (B-68, N-12)', async () => {
    const { page, dialog, group } = await detailOf('Mesa 3');
    await page.getByRole('button', { name: 'Agregar pedido' }).click();
    const ordering = new OrderingScreen(page);
    for (const product of ['vaso de leche', 'medialuna de manteca']) await ordering.add(product);
    await ordering.toCheckout();
    await ordering.button('Finalizar').click();
    await expect(page.getByText(/^Pedido \d+ tomado$/).first()).toBeVisible();
    await tapCode(page, 'Mesa 3');
    const rows = dialog.getByRole('list', { name: 'Pedidos' });
    const bin = rows.getByRole('button', { name: 'Eliminar Vaso de leche' });
    const question = page.getByRole('alertdialog', { name: '¿Eliminar este producto?' });
    await bin.click();
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(question).toHaveCount(0);
    expect((await groupById(group.id)).items).toHaveLength(2);
    await bin.click();
    await question.getByRole('button', { name: 'Sí, eliminar' }).click();
    await expect(page.getByText('El item fue eliminado.').first()).toBeVisible();
    await expect(bin).toHaveCount(0);
    await expect(rows).toBeFocused();
    expect((await groupById(group.id)).items).toMatchObject([{ name: 'Medialuna de manteca' }]);
    const last = rows.getByRole('button', { name: 'Eliminar Medialuna de manteca' });
    await last.click();
    await expect(question.getByText('El pedido debe tener al menos un producto.')).toBeVisible();
    await question.getByRole('button', { name: 'Cerrar' }).click();
    // Another device finishes the order.
    const [order] = (await groupById(group.id)).orders;
    const carla = await apiUserOf('carla');
    for (const [n, status] of ['ACCEPTED', 'COMPLETE'].entries()) {
      const headers = { 'idempotency-key': randomUUID(), 'if-match': `"${n + 1}"` };
      await carla.call('PATCH', `/store/1/orders/${order?.id}`, { status }, headers);
    }
    await expect(rows.getByText('1 Medialuna de manteca')).toBeVisible();
    await expect(last).toHaveCount(0);
  });

  it.each([[false], [true]])(
    'deleting it deletes its orders, and says so; rejected: %j (B-40, D-29)',
    async (rejected) => {
      const { page, dialog, group } = await detailOf('Mesa 3');
      await addOrder(page, 'Mesa 3');
      if (rejected) {
        const [order] = (await groupById(group.id)).orders;
        const headers = { 'idempotency-key': randomUUID(), 'if-match': '"1"' };
        await (
          await apiUserOf('carla')
        ).call('PATCH', `/store/1/orders/${order?.id}/reject`, { reject_reason: 'closed' }, headers);
        await expect(dialog.getByText(/^Subtotal\$\s0,00$/)).toHaveCount(1);
      }
      await dialog.getByRole('button', { name: 'Más opciones' }).click();
      await page.getByRole('menuitem', { name: 'Eliminar' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Sí, eliminar' }).click();
      await expect(page.getByText('Los pedidos fueron eliminados.').first()).toBeVisible();
    },
  );

  it.each([
    ['premium with a billing gateway and no billing leads to the invoice', 'premium', 'billing', 0, true],
    ['another plan goes back', 'standard', 'billing', 0, false],
    ['no billing gateway goes back', 'premium', 'shipping', 0, false],
    ['a table with a billing goes back', 'premium', 'billing', 1, false],
  ] as const)('finished, %s (G-42)', async (_what, plan, gateway, billings, invoices) => {
    const set = (p: string, g: string) =>
      inDatabase(
        screenServer(),
        `update stores set plan = '${p}' where id = 1; update gateways set type = '${g}' where name like 'ARCA%'`,
      );
    await set(plan, gateway);
    try {
      const { page, dialog, group } = await detailOf('Mesa 3');
      await inDatabase(screenServer(), `update order_groups set billings_count = ${billings} where id = ${group.id}`);
      await addOrder(page, 'Mesa 3');
      await dialog.getByRole('button', { name: 'Agregar forma de pago' }).click();
      await dialog.getByRole('button', { name: 'Finalizar o rechazar' }).click();
      await page.getByRole('menuitem', { name: 'Finalizar' }).click();
      await expect(page.getByText('Mesa 3 fue finalizada.').first()).toBeVisible();
      await expect(page).toHaveURL(invoices ? new RegExp(`/1/orderGroup/${group.id}/billing/invoice$`) : /\/1\/codes/);
    } finally {
      await set('premium', 'billing');
    }
  });

  it('an order that came from another device: the end is refused with a sentence, and shows what holds now (N-16)', async () => {
    const { page, dialog, group } = await detailOf('Mesa 3');
    await addOrder(page, 'Mesa 3');
    page.route(/\/changes$/, (route) => route.abort());
    await inDatabase(
      screenServer(),
      `update orders set total = total + 100 where order_group_id = ${group.id};
       update store_feeds set head = head + 1 where store_id = 1 and audience = 'store'`,
    );
    await dialog.getByRole('button', { name: 'Finalizar o rechazar' }).click();
    await page.getByRole('menuitem', { name: 'Finalizar' }).click();
    await expect(dialog.getByText('Otro dispositivo cambió esta mesa. Estos son los datos de ahora.')).toBeVisible();
    await expect(dialog.getByText(/^Total\$\s1\.901,00$/)).toHaveCount(1);
    expect((await groupById(group.id)).status).toBe('OPENED');
  });

  it('moves to a free table; an occupied one says so, and a refusal is shown in place (G-36, G-41, G-51, G-53)', async () => {
    const { page, dialog, group } = await detailOf('Mesa 3');
    await openedTable('Mesa 4');
    await dialog.getByRole('button', { name: 'Más opciones' }).click();
    await page.getByRole('menuitem', { name: 'Cambiar mesa' }).click();
    const change = page.getByRole('dialog', { name: 'Cambiar Mesa 3' });
    const busy = change.getByRole('button', { name: /^Mesa 4/ });
    await expect(busy).toContainText('Ocupada');
    await expect(busy).toBeDisabled();
    await change.getByRole('button', { name: 'Mesa 9', exact: true }).click();
    page.route(/\/change$/, (route) =>
      route.fulfill({ status: 422, json: { code: 'validation', message: 'La mesa está reservada.' } }),
    );
    await change.getByRole('button', { name: 'Pasar a Mesa 9' }).click();
    await expect(change.getByText('La mesa está reservada.')).toBeVisible();
    page.unroute(/\/change$/);
    await change.getByRole('button', { name: 'Pasar a Mesa 9' }).click();
    await expect(page.getByText('Mesa 3 pasó a Mesa 9').first()).toBeVisible();
    expect((await groupById(group.id)).code.description).toBe('Mesa 9');
    await expect(page.getByRole('dialog', { name: 'Detalle de Mesa 9' })).toBeVisible();
  });

  it('a move whose answer was lost is asked for again, and what worked has no error beside it (G-51)', async () => {
    const { page, dialog, group } = await detailOf('Mesa 3');
    await dialog.getByRole('button', { name: 'Más opciones' }).click();
    await page.getByRole('menuitem', { name: 'Cambiar mesa' }).click();
    const change = page.getByRole('dialog', { name: 'Cambiar Mesa 3' });
    await change.getByRole('button', { name: 'Mesa 9', exact: true }).click();
    const keys: (string | null)[] = [];
    const told = expect(change.getByText(/^Se cortó la conexión\./)).toBeVisible();
    page.route(/\/change$/, async (route) => {
      keys.push(route.headers.get('idempotency-key'));
      if (keys.length > 1) {
        await told;
        return route.fetch();
      }
      // The move is made once the words are there: its event takes them away.
      void told.then(() => route.fetch());
      return route.abort();
    });
    await change.getByRole('button', { name: 'Pasar a Mesa 9' }).click();
    await expect(page.getByText('Mesa 3 pasó a Mesa 9').first()).toBeVisible();
    await expect(page.getByRole('dialog', { name: /^Cambiar/ })).toHaveCount(0);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect((await groupById(group.id)).code.description).toBe('Mesa 9');
  });

  it('without a network a table is opened, gets an order and is finished; all of it arrives when the network is back', async () => {
    const { page, context } = await renderApp('1/codes/index', { as: 'ana' });
    await expect(codeCard(page, 'Mesa 5')).toBeVisible();
    context.setOffline(true);
    await tapCode(page, 'Mesa 5');
    await page.getByRole('dialog', { name: 'Abrir Mesa 5' }).getByRole('button', { name: 'Abrir mesa' }).click();
    await expect(page).toHaveURL(/\/1\/cart\/catalog/);
    const order = new OrderingScreen(page);
    await order.add('vaso de leche');
    await order.toCheckout();
    await order.button('Finalizar').click();
    await expect(codeCard(page, 'Mesa 5')).toContainText('1 Pendiente');
    await expect(codeCard(page, 'Mesa 5')).toContainText('$ 1.900,00');
    await tapCode(page, 'Mesa 5');
    const dialog = page.getByRole('dialog', { name: 'Detalle de Mesa 5' });
    await dialog.getByRole('button', { name: 'Finalizar o rechazar' }).click();
    await page.getByRole('menuitem', { name: 'Finalizar' }).click();
    await expect(codeCard(page, 'Mesa 5')).toContainText('Sin pendientes');
    context.setOffline(false);
    const ana = await apiUserOf('ana');
    const newest = async () => (await ana.orders()).body.find((o) => o.code?.description === 'Mesa 5');
    await expect.poll(async () => (await newest())?.status).toBe('COMPLETE');
    expect(await groupById((await newest())?.order_group_id ?? 0)).toMatchObject({ status: 'COMPLETE', total: 1_900 });
  });
});
