import { beforeEach, describe, it } from 'vitest';
import { pursueDue } from '#server/modules/payments/charging.ts';
import { knownAt, paymentSecret, sandboxOf } from '#server/testing/payments.ts';
import { BoardScreen } from '#testing/board.ts';
import { cardDrawerOf, fillCard } from '#testing/card.ts';
import type { Locator } from '#testing/locator.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer({ paymentSecret });
beforeEach(() => {
  sandboxOf(screenServer().server).faults.length = 0;
});

const paymentsOf = (page: Page): Locator => page.getByRole('dialog', { name: /^Forma de pago del pedido N° \d+$/ });

/** The payments of an order that the kitchen has accepted, and the dialog that changes them. */
async function acceptedOrder(customer: string) {
  const ana = await apiUserOf('ana');
  const order = await ana.takeOrder(customer);
  await ana.changeStatus(order, 'ACCEPTED');
  const { page, context } = await renderApp('1/orders/kanban', { as: 'carla' });
  await new BoardScreen(page).open(customer);
  await page
    .getByRole('dialog', { name: /^Pedido N° \d+$/ })
    .getByRole('button', { name: 'Cambiar la forma de pago' })
    .click();
  const dialog = paymentsOf(page);
  await dialog.getByRole('button', { name: 'Agregar forma de pago' }).click();
  return { order, page, context, dialog, orderNow: () => ana.order(order.id) };
}

async function choose(dialog: Locator, method: string): Promise<void> {
  const methods = dialog.getByRole('combobox', { name: 'Forma de pago' });
  // The server has said by what it charges.
  await expect(methods.locator('option').filter({ hasText: method })).toHaveCount(1);
  await methods.selectOption(method);
}

describe('the payments of an order that was taken', () => {
  it('a QR leads to the paying screen; cancelled, the order is accepted as before, and its detail is open again (B-66, N-03)', async () => {
    const { order, page, dialog, orderNow } = await acceptedOrder('Paga después');
    await choose(dialog, 'Mercado Pago QR');
    await dialog.getByRole('button', { name: 'Guardar y cobrar' }).click();
    await expect(page).toHaveURL(new RegExp(`/1/paying/order/${order.id}$`));
    await expect(page.getByRole('img', { name: 'Código QR para pagar' })).toBeVisible();
    expect(await orderNow()).toMatchObject({
      status: 'PAYING',
      payments: [{ method: 'mercadopago-qr', amount: order.total, status: 'PENDING' }],
    });
    await knownAt(screenServer().server, { type: 'order', id: order.id });
    await page.getByRole('button', { name: 'Cancelar pago' }).click();
    await page.getByRole('button', { name: 'Sí, cancelar el pago' }).click();
    await expect(page).toHaveURL(/\/1\/orders\/kanban/);
    await expect(new BoardScreen(page).cardIn('Aceptados', 'Paga después')).toBeVisible();
    expect(await orderNow()).toMatchObject({ status: 'ACCEPTED', payments: [{ status: 'REJECTED' }] });
  });

  it('a card is asked for in its drawer, and charged once; the order is accepted as before', async () => {
    const { order, page, dialog, orderNow } = await acceptedOrder('Con tarjeta después');
    await choose(dialog, 'Mercado Pago online');
    await dialog.getByRole('button', { name: 'Guardar y cobrar' }).click();
    await fillCard(page);
    await cardDrawerOf(page)
      .getByRole('button', { name: /^Pagar \$/ })
      .click();
    const { server } = screenServer();
    const later = async () => {
      server.clock.jump(5_000);
      await pursueDue(server.deps);
      const { status, payments } = await orderNow();
      return [status, payments[0]?.status];
    };
    await expect.poll(later).toEqual(['ACCEPTED', 'APPROVED']);
    expect(await orderNow()).toMatchObject({
      payments: [{ method: 'mercadopago-online', amount: order.total, status: 'APPROVED', last_four_digits: '3704' }],
    });
    expect(sandboxOf(server).orders.charged()).toHaveLength(1);
  });

  it('a lost answer to a card is asked for until there is one, and closing the drawer leaves the rows', async () => {
    const { order, page, dialog, orderNow } = await acceptedOrder('Perdida después');
    const keys: (string | null)[] = [];
    page.route(`/store/1/orders/${order.id}`, async (route) => {
      if (route.method !== 'PATCH') return route.fetch();
      keys.push(route.headers.get('idempotency-key'));
      const answer = await route.fetch();
      return keys.length === 1 ? route.abort() : answer;
    });
    await choose(dialog, 'Mercado Pago online');
    await dialog.getByRole('button', { name: 'Guardar y cobrar' }).click();
    const drawer = cardDrawerOf(page);
    await drawer.getByRole('button', { name: 'Cancelar' }).click();
    await expect(dialog.getByRole('combobox', { name: 'Forma de pago' })).toHaveValue('mercadopago-online');
    await dialog.getByRole('button', { name: 'Guardar y cobrar' }).click();
    await fillCard(page);
    await drawer.getByRole('button', { name: /^Pagar \$/ }).click();
    await expect.poll(() => keys.length).toBe(2);
    await expect(page.getByRole('dialog', { name: /^(Forma de pago|Pagar con)/ })).toHaveCount(0);
    expect(new Set(keys).size).toBe(1);
    expect((await orderNow()).payments).toHaveLength(1);
  });

  it('nothing is charged without an amount, nor without a network', async () => {
    const { page, context, dialog } = await acceptedOrder('Sin importe');
    await choose(dialog, 'Mercado Pago QR');
    await dialog.getByRole('textbox', { name: 'Importe' }).fill('0');
    await dialog.getByRole('button', { name: 'Guardar y cobrar' }).click();
    await expect(dialog.getByText('Este campo es obligatorio')).toBeVisible();
    context.setOffline(true);
    await expect(dialog.getByText('Necesitás conexión para cambiar los pagos')).toBeVisible();
    expect(page.sent().filter((call) => call.startsWith('PATCH'))).toEqual([]);
  });
});
