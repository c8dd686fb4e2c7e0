import { beforeEach, describe, it } from 'vitest';
import { inDatabase } from '#e2e/shop-database.ts';
import { pursueDue } from '#server/modules/payments/charging.ts';
import { paymentSecret, sandboxOf } from '#server/testing/payments.ts';
import { cardDrawerOf, fillCard, testCard } from '#testing/card.ts';
import type { Locator } from '#testing/locator.ts';
import { OrderingScreen } from '#testing/ordering.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';
import { groupById, openedTable, tapCode, useFreeTables } from '#testing/tables.ts';

useScreenServer({ paymentSecret });
useFreeTables();
beforeEach(() => {
  sandboxOf(screenServer().server).faults.length = 0;
});

const place = 'Mesa 3';

/** Takes an order of the table in the catalog that is open. */
async function orderMilk(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/1\/cart\/catalog/);
  const order = new OrderingScreen(page);
  await order.add('vaso de leche');
  await order.toCheckout();
  await order.button('Finalizar').click();
  await expect(page).toHaveURL(/codes\/index/);
}

async function takeMilk(page: Page, detail: Locator): Promise<void> {
  await detail.getByRole('button', { name: 'Agregar pedido' }).click();
  await orderMilk(page);
  await tapCode(page, place);
}

/** A table with one order, whose one payment is a card that is charged online; its detail is open. */
async function tableByCard(who: 'ana' | 'diego' = 'ana') {
  const group = await openedTable(place);
  const { page, context } = await renderApp('1/codes/index', { as: who });
  await tapCode(page, place);
  const detail = page.getByRole('dialog', { name: `Detalle de ${place}` });
  if (who === 'ana') await takeMilk(page, detail);
  else {
    // A tap leads a seller to the catalog.
    await orderMilk(page);
    await page.getByRole('listitem').filter({ hasText: place }).getByRole('button', { name: 'Ver la mesa' }).click();
  }
  await detail.getByRole('button', { name: 'Agregar forma de pago' }).click();
  const methods = detail.getByRole('combobox', { name: 'Forma de pago' });
  await expect(methods.locator('option').filter({ hasText: 'Mercado Pago online' })).toHaveCount(1);
  await methods.selectOption('Mercado Pago online');
  const groupNow = () => groupById(group.id);
  const later = async () => {
    const { server } = screenServer();
    server.clock.jump(5_000);
    await pursueDue(server.deps);
    const { status, payments } = await groupNow();
    return [status, payments[0]?.status];
  };
  return { page, context, detail, methods, groupNow, later, path: `/store/1/orderGroups/${group.id}` };
}

async function finish(page: Page, detail: Locator): Promise<void> {
  await detail.getByRole('button', { name: 'Finalizar o rechazar' }).click();
  await page.getByRole('menuitem', { name: 'Finalizar' }).click();
}

const pay = (page: Page): Promise<void> =>
  cardDrawerOf(page)
    .getByRole('button', { name: /^Pagar \$/ })
    .click();

describe('a table that is paid by a card', () => {
  it('asks for the card when it is finished, is PAYING and then COMPLETE, and is charged once (N-03, Y-56)', async () => {
    const { page, detail, groupNow, later, path } = await tableByCard();
    const sent: unknown[] = [];
    page.route(path, async (route) => {
      if (route.method === 'PATCH') sent.push(await route.body());
      return route.fetch();
    });
    // The provider's answers are lost until the payment was seen in progress.
    const { server } = screenServer();
    const { faults } = sandboxOf(server);
    faults.push(...Array.from({ length: 5 }, () => ({ kind: 'lost-answer' }) as const));
    await finish(page, detail);
    await expect(cardDrawerOf(page).getByText('$ 1.900,00').first()).toBeVisible();
    await fillCard(page);
    await pay(page);
    await expect(page).toHaveURL(/\/1\/paying\/orderGroup\/\d+$/);
    expect(await groupNow()).toMatchObject({ status: 'PAYING', payments: [{ method: 'mercadopago-online' }] });
    faults.splice(0);
    // The card's number goes to the provider alone, and the token lies on no disk.
    expect(sent).toMatchObject([
      { status: 'COMPLETE', payments: [{ amount: 1900, last_four_digits: '3704', token: expect.any(String) }] },
    ]);
    expect(JSON.stringify(sent)).not.toContain(testCard['Número de tarjeta']);
    await expect.poll(later).toEqual(['COMPLETE', 'APPROVED']);
    expect(sandboxOf(server).orders.charged()).toHaveLength(1);
  });

  it('a lost answer is asked for under the same key until there is one', async () => {
    const { page, detail, groupNow, path } = await tableByCard();
    await finish(page, detail);
    await fillCard(page);
    const keys: (string | null)[] = [];
    const told = expect(cardDrawerOf(page).getByText('Estamos verificando el pago. No cobres de nuevo.')).toBeVisible();
    page.route(path, async (route) => {
      if (route.method !== 'PATCH') return route.fetch();
      keys.push(route.headers.get('idempotency-key'));
      // Otherwise the second answer may come before anybody looks.
      if (keys.length === 2) await told;
      const answer = await route.fetch();
      return keys.length === 1 ? route.abort() : answer;
    });
    await pay(page);
    await told;
    await expect.poll(() => keys.length).toBe(2);
    await expect(cardDrawerOf(page)).toHaveCount(0);
    expect(new Set(keys).size).toBe(1);
    expect((await groupNow()).payments).toHaveLength(1);
  });

  it('a card that is refused leaves the table open, and «Reintentar» asks for a card again (Y-53)', async () => {
    const { page, detail, groupNow, later } = await tableByCard();
    sandboxOf(screenServer().server).faults.push({ kind: 'lost-answer' });
    await finish(page, detail);
    await fillCard(page);
    // The sandbox refuses the cards of this holder.
    await cardDrawerOf(page).getByLabel('Nombre del titular').fill('OTHE');
    await pay(page);
    await expect(page).toHaveURL(/\/1\/paying\/orderGroup\/\d+$/);
    const told = expect(page.getByRole('heading', { name: 'Pago rechazado' })).toBeVisible();
    await Promise.all([told, expect.poll(later).toEqual(['OPENED', 'REJECTED'])]);
    await page.getByRole('button', { name: 'Reintentar' }).click();
    // The detail of the table, where the refused payment is charged again.
    await detail.getByRole('button', { name: 'Reintentar' }).click();
    await fillCard(page);
    await pay(page);
    await expect.poll(later).toEqual(['COMPLETE', 'APPROVED']);
    expect((await groupNow()).payments).toHaveLength(1);
  });

  it('cancelling the card keeps what was chosen; «Guardar» alone and a device without a network charge nothing', async () => {
    const { page, context, detail, methods, groupNow } = await tableByCard();
    await finish(page, detail);
    await cardDrawerOf(page).getByRole('button', { name: 'Cancelar' }).click();
    await expect(methods).toHaveValue('mercadopago-online');
    await detail.getByRole('button', { name: 'Guardar', exact: true }).click();
    await expect(detail.getByText(/^Para cobrar en línea elegí «Finalizar»/)).toBeVisible();
    context.setOffline(true);
    await finish(page, detail);
    await expect(detail.getByText('Necesitás conexión para cobrar en línea. Elegí otra forma de pago.')).toBeVisible();
    expect(await groupNow()).toMatchObject({ status: 'OPENED', payments: [] });
  });

  it('a payment that was refused asks for the PIN again: the one before went with the refused try', async () => {
    await (await apiUserOf('bruno')).call('PATCH', '/store/1/pins', { pin: '5930' });
    const { page, detail, groupNow, path } = await tableByCard('diego');
    const allow = page.getByRole('dialog', { name: 'Autorización' });
    const type = async (): Promise<void> => {
      await allow.getByRole('radio', { name: /^Bruno/ }).click();
      await allow.getByLabel('PIN', { exact: true }).fill('5930');
      await allow.getByRole('button', { name: 'Autorizar' }).click();
    };
    await finish(page, detail);
    await type();
    await fillCard(page);
    let tries = 0;
    page.route(path, async (route) => {
      if (route.method !== 'PATCH') return route.fetch();
      tries += 1;
      if (tries > 1) return route.fetch();
      await inDatabase(screenServer(), 'update pin_grants set used_by = gen_random_uuid()');
      return route.fulfill({ status: 422, json: { code: 'validation', message: 'No se pudo cobrar.' } });
    });
    await pay(page);
    await expect(cardDrawerOf(page).getByText('No se pudo cobrar.')).toBeVisible();
    await pay(page);
    // Cancelling the PIN sends no payment and keeps the typed card.
    await allow.getByRole('button', { name: 'Cancelar' }).click();
    await expect(cardDrawerOf(page).getByLabel('Nombre del titular')).not.toHaveValue('');
    expect(tries).toBe(1);
    await pay(page);
    await type();
    await expect(page).toHaveURL(/\/1\/paying\/orderGroup\/\d+$/);
    expect((await groupNow()).payments).toHaveLength(1);
  });

  it('an order of the table that the server does not know yet comes first', async () => {
    const { page, detail, groupNow } = await tableByCard();
    page.route('/store/1/orders', (route) => (route.method === 'POST' ? route.abort() : route.fetch()));
    await takeMilk(page, detail);
    await detail.getByRole('button', { name: 'Agregar forma de pago' }).click();
    await detail.getByRole('combobox', { name: 'Forma de pago' }).selectOption('Mercado Pago online');
    await finish(page, detail);
    await expect(
      detail.getByText('Esta mesa tiene pedidos sin enviar. Finalizala cuando se hayan enviado.'),
    ).toBeVisible();
    await expect(cardDrawerOf(page)).toHaveCount(0);
    expect((await groupNow()).status).toBe('OPENED');
  });
});
