import { beforeEach, describe, it } from 'vitest';
import { inDatabase } from '#e2e/shop-database.ts';
import type { WireGroup } from '#contract/wire/groups.ts';
import type { WireOrder } from '#contract/wire/orders.ts';
import { knownAt, paymentSecret, resetSandbox, sandboxOf } from '#server/testing/payments.ts';
import type { Page } from '#testing/page.ts';
import { becomes, payingOrder, payingTable, reconcile } from '#testing/paying.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer({ paymentSecret });
beforeEach(async () => {
  resetSandbox(screenServer().server);
  await inDatabase(screenServer(), `update order_groups set status = 'COMPLETE'`);
});

const statusOf = async (id: number): Promise<string | undefined> =>
  (await (await apiUserOf('ana')).call<WireOrder>('GET', `/store/1/orders/${id}`)).body.status;
const qr = (page: Page) => page.getByRole('img', { name: 'Código QR para pagar' });
const at = (order: { readonly id: number }, type = 'order'): string => `1/paying/${type}/${order.id}`;
/** From now on the screen cannot read the payment: it hears of its end by the event alone. */
const onlyEvents = (page: Page): void => page.route(/\/paying$/, (route) => route.abort());

describe('the paying screen', () => {
  it('loads, then shows the amount and the QR, what the provider last said, and the time that is left (Y-46)', async () => {
    const order = await payingOrder('Paga con QR');
    const { page } = await renderApp(at(order), { as: 'ana' });
    await expect(page.getByText('$ 100,00').first()).toBeVisible();
    await expect(page.getByText('Pidiendo el código de cobro…')).toBeVisible();
    await expect(page.getByText('Todavía sin respuesta de Mercado Pago')).toBeVisible();
    await reconcile();
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    page.route(/\/paying$/, async (route) => {
      await held;
      return route.fetch();
    });
    await page.reload();
    await expect(page.getByText('Cargando el pago…')).toBeVisible();
    await expect(page.getByText('$ 100,00')).toHaveCount(0);
    answer();
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

  it('an approval, heard by the socket, ends the screen, and leads to the invoice (R-19, Y-50)', async () => {
    const order = await payingOrder('Aprobado');
    await reconcile();
    const { page } = await renderApp('1/orders/kanban', { as: 'ana' });
    await page.getByRole('button', { name: 'Lista de pedidos, hay pagos en curso' }).click();
    await page.getByRole('button', { name: `Ver el pago del pedido ${order.number}` }).click();
    await expect(qr(page)).toBeVisible();
    onlyEvents(page);
    await becomes('processed', order);
    await expect(page.getByRole('heading', { name: 'Pago aprobado' })).toBeVisible();
    await expect(page).toHaveURL(/\/1\/order\/\d+\/billing\/invoice/);
    expect(await statusOf(order.id)).toBe('PENDING');
  });

  it.each([
    ['premium with a billing gateway and no billing leads to the invoice', 'premium', 'billing', 0, true],
    ['another plan goes back', 'standard', 'billing', 0, false],
    ['no billing gateway goes back', 'premium', 'shipping', 0, false],
    ['an order with a billing goes back', 'premium', 'billing', 1, false],
  ] as const)('on approval, %s (Y-52)', async (_what, plan, gateway, billings, invoices) => {
    const order = await payingOrder('Factura');
    await reconcile();
    const set = (p: string, g: string) =>
      inDatabase(
        screenServer(),
        `update stores set plan = '${p}' where id = 1; update gateways set type = '${g}' where name like 'ARCA%'`,
      );
    await set(plan, gateway);
    await inDatabase(screenServer(), `update orders set billings_count = ${billings} where id = ${order.id}`);
    try {
      const { page } = await renderApp(at(order), { as: 'ana' });
      await expect(qr(page)).toBeVisible();
      await becomes('processed', order);
      await expect(page.getByRole('heading', { name: 'Pago aprobado' })).toBeVisible();
      await expect(page).toHaveURL(invoices ? new RegExp(`/1/order/${order.id}/billing/invoice$`) : /\/1\/home/);
    } finally {
      await set('premium', 'billing');
    }
  });

  it('a rejection is said, and it goes back (R-19, Y-51, Y-53)', async () => {
    const order = await payingOrder('Rechazado');
    await reconcile();
    const { page } = await renderApp(at(order), { as: 'ana' });
    await expect(qr(page)).toBeVisible();
    onlyEvents(page);
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
