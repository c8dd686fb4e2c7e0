import { randomUUID } from 'node:crypto';
import { beforeEach, describe, it } from 'vitest';
import { inDatabase } from '#e2e/shop-database.ts';
import type { WireGroup } from '#contract/wire/groups.ts';
import { paymentSecret, resetSandbox } from '#server/testing/payments.ts';
import { becomes, payingOrder, payingTable } from '#testing/paying.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';
import { openedTable } from '#testing/tables.ts';

useScreenServer({ paymentSecret });
beforeEach(async () => {
  resetSandbox(screenServer().server);
  await inDatabase(screenServer(), `update order_groups set status = 'COMPLETE'`);
});

describe('the ways in', () => {
  it('a table that is finished with a QR leads to its payment; its approval ends the table (Y-56)', async () => {
    const ana = await apiUserOf('ana');
    const group = await openedTable('Mesa 5');
    const code = (await ana.profile()).body.codes.find((c) => c.description === 'Mesa 5');
    await ana.send({ ...(await ana.submission('En la mesa')), type: 'LOCAL', ...(code && { code: code.id }) });
    const { page } = await renderApp('1/codes/index', { as: 'ana' });
    await page
      .getByRole('listitem')
      .filter({ hasText: /^Mesa 5/ })
      .getByRole('button')
      .click();
    const detail = page.getByRole('dialog', { name: 'Detalle de Mesa 5' });
    await detail.getByRole('button', { name: 'Agregar forma de pago' }).click();
    await detail.getByRole('combobox', { name: 'Forma de pago' }).selectOption('Mercado Pago QR');
    await detail.getByRole('button', { name: 'Guardar', exact: true }).click();
    await expect(detail.getByText(/^Para cobrar en línea elegí «Finalizar»/)).toBeVisible();
    // The first answer is lost: the table is asked for again, and the charge never waits on the device.
    const keys: (string | null)[] = [];
    page.route(`/store/1/orderGroups/${group.id}`, async (route) => {
      if (route.method !== 'PATCH') return route.fetch();
      keys.push(route.headers.get('idempotency-key'));
      const answer = await route.fetch();
      return keys.length === 1 ? route.abort() : answer;
    });
    await detail.getByRole('button', { name: 'Finalizar o rechazar' }).click();
    await page.getByRole('menuitem', { name: 'Finalizar' }).click();
    await expect(page).toHaveURL(new RegExp(`/1/paying/orderGroup/${group.id}$`));
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    await expect(page.getByRole('img', { name: 'Código QR para pagar' })).toBeVisible();
    await becomes('processed', group, 'orderGroup');
    await expect(page.getByRole('heading', { name: 'Pago aprobado' })).toBeVisible();
    expect((await ana.call<WireGroup>('GET', `/store/1/orderGroups/${group.id}`)).body.status).toBe('COMPLETE');
  });

  it('a table whose QR was refused says so at its row, and is charged again from its detail or its end (D-45)', async () => {
    const ana = await apiUserOf('ana');
    const group = await openedTable('Mesa 5');
    const code = (await ana.profile()).body.codes.find((c) => c.description === 'Mesa 5');
    await ana.send({ ...(await ana.submission('Rechaza')), type: 'LOCAL', ...(code && { code: code.id }) });
    const read = async () => (await ana.call<WireGroup>('GET', `/store/1/orderGroups/${group.id}`)).body;
    const { rev, total } = await read();
    const cash = { method: 'cash', option: 'cash', type: 'exact', value: null, amount: 100 };
    const charge = { method: 'mercadopago-qr', option: 'mercadopago-qr', type: null, value: null, amount: total - 100 };
    const headers = { 'idempotency-key': randomUUID(), 'if-match': `"${rev}"` };
    const body = { status: 'COMPLETE', payments: [cash, charge] };
    expect((await ana.call<WireGroup>('PATCH', `/store/1/orderGroups/${group.id}`, body, headers)).body.status).toBe(
      'PAYING',
    );
    await becomes('failed', group, 'orderGroup');
    const { page } = await renderApp('1/codes/index', { as: 'ana' });
    await page
      .getByRole('listitem')
      .filter({ hasText: /^Mesa 5/ })
      .getByRole('button')
      .click();
    const payments = page
      .getByRole('dialog', { name: 'Detalle de Mesa 5' })
      .getByRole('region', { name: 'Forma de pago' });
    await expect(payments.getByText('A cobrar')).toBeVisible();
    await expect(payments.getByText('Rechazado')).toBeVisible();
    await payments.getByRole('button', { name: 'Los pagos' }).click();
    const known = page.getByRole('dialog', { name: 'Los pagos' });
    await expect(known.getByRole('list', { name: 'Pagos' }).getByRole('listitem')).toHaveCount(2);
    await expect(known.getByText('En duda')).toBeVisible();
    await page.keyboard.press('Escape');
    await payments.getByRole('button', { name: 'Otra forma de pago' }).click();
    await expect(payments.getByRole('combobox', { name: 'Forma de pago' }).last()).toBeFocused();
    await payments.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page).toHaveURL(new RegExp(`/1/paying/orderGroup/${group.id}$`));
    await becomes('failed', group, 'orderGroup');
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect.poll(async () => (await read()).status).toBe('PAYING');
    await becomes('processed', group, 'orderGroup');
    await expect(page.getByRole('heading', { name: 'Pago aprobado' })).toBeVisible();
    expect(await read()).toMatchObject({ status: 'COMPLETE', payments: [{ method: 'cash' }, { status: 'APPROVED' }] });
  });

  it('a table that is being paid leads an admin to its payment, from the codes (G-23)', async () => {
    const table = await payingTable('Mesa 3');
    const { page } = await renderApp('1/codes/index', { as: 'ana' });
    await page
      .getByRole('listitem')
      .filter({ hasText: /^Mesa 3/ })
      .getByRole('button')
      .click();
    await expect(page).toHaveURL(new RegExp(`/1/paying/orderGroup/${table.id}$`));
  });

  it('an order that is being paid leads to its payment, from the list of orders and from the finished ones (D-20, Y-57)', async () => {
    const order = await payingOrder('Lista');
    const { page } = await renderApp('1/orders/kanban', { as: 'ana' });
    await page.getByRole('button', { name: 'Lista de pedidos, hay pagos en curso' }).click();
    await page.getByRole('button', { name: `Ver el pago del pedido ${order.number}` }).click();
    await expect(page).toHaveURL(new RegExp(`/1/paying/order/${order.id}$`));
    await page.goto('1/home');
    await page.getByRole('button', { name: 'Pedidos finalizados' }).click();
    const finished = page.getByRole('dialog', { name: 'Pedidos finalizados' }).getByRole('button');
    await finished.filter({ hasText: new RegExp(`^${order.number} · `) }).click();
    await expect(page).toHaveURL(new RegExp(`/1/paying/order/${order.id}$`));
  });
});
