import { randomUUID } from 'node:crypto';
import { beforeEach, describe, it } from 'vitest';
import { inDatabase } from '#e2e/shop-database.ts';
import type { WireGroup } from '#contract/wire/groups.ts';
import type { WireOrder } from '#contract/wire/orders.ts';
import { pursueDue } from '#server/modules/payments/charging.ts';
import type { PayableType, ProviderState } from '#domain/paying.ts';
import { knownAt, paymentSecret, sandboxOf, startedPayment } from '#server/testing/payments.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer({ paymentSecret });
beforeEach(async () => {
  sandboxOf(screenServer().server).faults.length = 0;
  await inDatabase(screenServer(), `update order_groups set status = 'COMPLETE'`);
});

/** Asks the provider about what is due, as the server's timer does. */
async function reconcile(): Promise<void> {
  const { server } = screenServer();
  server.clock.jump(15_000);
  await pursueDue(server.deps);
}

/** What the provider says of a payment from now on; then the server asks. */
async function becomes(
  state: ProviderState,
  order: { readonly id: number },
  type: PayableType = 'order',
): Promise<void> {
  const { server } = screenServer();
  sandboxOf(server).orders.move(await knownAt(server, { type, id: order.id }), state);
  await reconcile();
}

/** An order that is being paid by QR. */
async function payingOrder(customer: string, who: 'ana' | 'diego' = 'ana'): Promise<WireOrder> {
  const order = await (await apiUserOf(who)).takeOrder(customer);
  await startedPayment(screenServer().server, { type: 'order', id: order.id });
  return order;
}

async function openTable(place: string): Promise<WireGroup> {
  const ana = await apiUserOf('ana');
  const { body } = await ana.profile();
  const code_id = body.codes.find((c) => c.description === place)?.id;
  const opening = { uid: randomUUID(), code_id, seller_id: null, data: { people: 2, childrens: false } };
  const key = { 'idempotency-key': randomUUID() };
  return (await ana.call<WireGroup>('POST', '/store/1/orderGroups', opening, key)).body;
}

/** A table that is being paid by QR. */
async function payingTable(place: string): Promise<WireGroup> {
  const group = await openTable(place);
  await startedPayment(screenServer().server, { type: 'orderGroup', id: group.id });
  return group;
}

const statusOf = async (id: number): Promise<string | undefined> =>
  (await (await apiUserOf('ana')).call<WireOrder>('GET', `/store/1/orders/${id}`)).body.status;
const qr = (page: Page) => page.getByRole('img', { name: 'Código QR para pagar' });
const at = (order: { readonly id: number }, type = 'order'): string => `1/paying/${type}/${order.id}`;

describe('the paying screen', () => {
  it('loads, then shows the amount and the QR, what the provider last said, and the time that is left (Y-46)', async () => {
    const order = await payingOrder('Paga con QR');
    const { page } = await renderApp(at(order), { as: 'ana' });
    await expect(page.getByText('$ 100,00').first()).toBeVisible();
    await expect(page.getByText('Pidiendo el código de cobro…')).toBeVisible();
    await expect(page.getByText('Todavía sin respuesta de Mercado Pago')).toBeVisible();
    await reconcile();
    await page.reload();
    await expect(qr(page)).toHaveAttribute('src', /^data:image/);
    await expect(page.getByText('Modo de prueba: no se cobra nada.')).toBeVisible();
    await expect(page.getByText(/^Consultado hace \d+ s$/)).toBeVisible();
    await expect(page.getByRole('timer')).toHaveText(/^Vence en 1\d:\d\d$/);
    await expect(page.getByText(/Pedido \d+ · Take away · Paga con QR/)).toBeVisible();
  });

  it('opens for an order and for a table; any other type does not exist (Y-45)', async () => {
    const table = await payingTable('Mesa 3');
    const { page } = await renderApp(at(table, 'orderGroup'), { as: 'ana' });
    await expect(page.getByText('$ 100,00').first()).toBeVisible();
    await expect(page.getByText('Mesa 3')).toBeVisible();
    const order = await payingOrder('Otra');
    await page.goto(at(order));
    await expect(page.getByText(/Pedido \d+ · Take away · Otra/)).toBeVisible();
    for (const wrong of ['1/paying/ticket/1', '1/paying/order/abc', '1/paying/order/0']) {
      await page.goto(wrong);
      await expect(page.getByText('La página no existe').first()).toBeVisible();
    }
  });

  it('an approval, heard by the socket, ends the screen, and it goes back (Y-50)', async () => {
    const order = await payingOrder('Aprobado');
    await reconcile();
    const { page } = await renderApp('1/orders/kanban', { as: 'ana' });
    await page.getByRole('button', { name: 'Lista de pedidos, hay pagos en curso' }).click();
    await page.getByRole('button', { name: `Ver el pago del pedido ${order.number}` }).click();
    await expect(qr(page)).toBeVisible();
    await becomes('processed', order);
    await expect(page.getByRole('heading', { name: 'Pago aprobado' })).toBeVisible();
    await expect(page).toHaveURL(/\/1\/orders\/kanban/);
    expect(await statusOf(order.id)).toBe('PENDING');
  });

  it('a rejection is said, and it goes back (Y-51, Y-53)', async () => {
    const order = await payingOrder('Rechazado');
    await reconcile();
    const { page } = await renderApp(at(order), { as: 'ana' });
    await expect(qr(page)).toBeVisible();
    await becomes('failed', order);
    await expect(page.getByRole('heading', { name: 'Pago rechazado' })).toBeVisible();
    await expect(page).toHaveURL(/\/1\/home/);
  });

  it('a refused QR is charged again from its end, or otherwise (Y-51)', async () => {
    const order = await payingOrder('Otra vez');
    await reconcile();
    const { page } = await renderApp(at(order), { as: 'ana' });
    await expect(qr(page)).toBeVisible();
    await becomes('failed', order);
    await expect(page.getByRole('heading', { name: 'Pago rechazado' })).toBeVisible();
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByRole('heading', { name: 'Pago rechazado' })).toHaveCount(0);
    expect(await statusOf(order.id)).toBe('PAYING');
    await reconcile();
    await expect(qr(page)).toBeVisible();
    await becomes('failed', order);
    await page.getByRole('button', { name: 'Otra forma de pago' }).click();
    const payments = page.getByRole('dialog', { name: /^Forma de pago del pedido/ });
    await payments.getByRole('combobox', { name: 'Forma de pago' }).selectOption('Efectivo');
    await payments.getByRole('button', { name: 'Guardar pagos' }).click();
    await expect(page).toHaveURL(/\/1\/home/);
    const saved = await (await apiUserOf('ana')).call<WireOrder>('GET', `/store/1/orders/${order.id}`);
    expect(saved.body.payments).toMatchObject([{ method: 'cash', status: 'APPROVED' }]);
  });

  it('a seller, who may not charge it again, is only told', async () => {
    const order = await payingOrder('Vendedor', 'diego');
    await reconcile();
    const { page } = await renderApp(at(order), { as: 'diego' });
    await expect(qr(page)).toBeVisible();
    await becomes('failed', order);
    await expect(page.getByRole('heading', { name: 'Pago rechazado' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reintentar' })).toHaveCount(0);
    await expect(page).toHaveURL(/\/1\/home/);
  });

  it('the end of another payment changes nothing (R-19, Y-55)', async () => {
    const mine = await payingOrder('Este');
    await reconcile();
    const { page } = await renderApp(at(mine), { as: 'ana' });
    await expect(qr(page)).toBeVisible();
    const other = await payingTable('Mesa 4');
    await reconcile();
    await becomes('processed', other, 'orderGroup');
    await expect
      .poll(
        async () =>
          (await (await apiUserOf('ana')).call<WireGroup>('GET', `/store/1/orderGroups/${other.id}`)).body.status,
      )
      .toBe('COMPLETE');
    await expect(qr(page)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Pago aprobado' })).toHaveCount(0);
  });
});

describe('«Cancelar pago»', () => {
  it('asks, then cancels at the server and goes back (Y-47)', async () => {
    const order = await payingOrder('Cancela');
    await reconcile();
    const { page } = await renderApp(at(order), { as: 'ana' });
    await page.getByRole('button', { name: 'Cancelar pago' }).click();
    const question = page.getByRole('alertdialog', { name: '¿Cancelar el pago?' });
    await question.getByRole('button', { name: 'Seguir esperando' }).click();
    await expect(qr(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Sí, cancelar el pago' }).click();
    await expect(page.getByRole('heading', { name: 'Pago cancelado' })).toBeVisible();
    await expect(page).toHaveURL(/\/1\/home/);
    expect(page.sent()).toContain(`DELETE /store/1/orders/${order.id}/paying`);
    expect(await statusOf(order.id)).toBe('PENDING');
    await page.goto(at(order));
    await expect(page.getByText('No hay un pago en curso.')).toBeVisible();
    await page.getByRole('button', { name: 'Volver' }).last().click();
    await expect(page).toHaveURL(/\/1\/home/);
  });

  it('what was paid meanwhile is not cancelled', async () => {
    const order = await payingOrder('Tarde');
    await reconcile();
    const { page } = await renderApp(at(order), { as: 'ana' });
    await page.getByRole('button', { name: 'Cancelar pago' }).click();
    const { server } = screenServer();
    sandboxOf(server).orders.move(await knownAt(server, { type: 'order', id: order.id }), 'processed');
    await page.getByRole('button', { name: 'Sí, cancelar el pago' }).click();
    await expect(page.getByRole('heading', { name: 'Pago aprobado' })).toBeVisible();
  });

  it('a seller does not cancel the payment of a table', async () => {
    const table = await payingTable('Mesa 3');
    await reconcile();
    const { page } = await renderApp(at(table, 'orderGroup'), { as: 'diego' });
    await expect(qr(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cancelar pago' })).toHaveCount(0);
  });
});

describe('doubt', () => {
  it('while the provider is silent nobody may charge again, and there is no button', async () => {
    const order = await payingOrder('Duda');
    const silence = { kind: 'error', status: 500 } as const;
    sandboxOf(screenServer().server).faults.push(...Array.from({ length: 9 }, () => silence));
    await reconcile();
    const { page } = await renderApp(at(order), { as: 'ana' });
    await expect(page.getByText('Estamos verificando el pago. No cobres de nuevo.')).toBeVisible();
    await expect(page.getByRole('region', { name: /Duda/ }).getByRole('button')).toHaveCount(0);
  });

  it('without a network the QR stays, and it says that it waits', async () => {
    const order = await payingOrder('Sin red');
    await reconcile();
    const { page, context } = await renderApp(at(order), { as: 'ana' });
    await expect(qr(page)).toBeVisible();
    context.setOffline(true);
    await expect(page.getByText('Esperando conexión para confirmar')).toBeVisible();
    await expect(qr(page)).toBeVisible();
    await expect(page.getByText('Necesitás conexión para cancelar el pago')).toBeVisible();
  });
});

describe('the ways in', () => {
  it('a table that is finished with a QR leads to its payment; its approval ends the table (Y-56)', async () => {
    const ana = await apiUserOf('ana');
    const group = await openTable('Mesa 5');
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
    await expect(detail.getByText(/^Para cobrar con QR elegí «Finalizar»/)).toBeVisible();
    await detail.getByRole('button', { name: 'Finalizar o rechazar' }).click();
    await page.getByRole('menuitem', { name: 'Finalizar' }).click();
    await expect(page).toHaveURL(new RegExp(`/1/paying/orderGroup/${group.id}$`));
    await expect(qr(page)).toBeVisible();
    await becomes('processed', group, 'orderGroup');
    await expect(page.getByRole('heading', { name: 'Pago aprobado' })).toBeVisible();
    expect((await ana.call<WireGroup>('GET', `/store/1/orderGroups/${group.id}`)).body.status).toBe('COMPLETE');
  });

  it('a table whose QR was refused says so at its row, and is charged again from its detail or its end (D-45)', async () => {
    const ana = await apiUserOf('ana');
    const group = await openTable('Mesa 5');
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

  it('an order that is being paid leads to its payment, from the list of orders (Y-57)', async () => {
    const order = await payingOrder('Lista');
    const { page } = await renderApp('1/orders/kanban', { as: 'ana' });
    await page.getByRole('button', { name: 'Lista de pedidos, hay pagos en curso' }).click();
    await page.getByRole('button', { name: `Ver el pago del pedido ${order.number}` }).click();
    await expect(page).toHaveURL(new RegExp(`/1/paying/order/${order.id}$`));
  });
});
