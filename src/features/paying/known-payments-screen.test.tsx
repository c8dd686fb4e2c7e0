import { randomUUID } from 'node:crypto';
import { beforeEach, describe, it } from 'vitest';
import type { WireOrder } from '#contract/wire/orders.ts';
import { inDatabase } from '#e2e/shop-database.ts';
import { sessions } from '#server/db/schema/accounts.ts';
import { cashboxIn } from '#server/testing/cashboxes.ts';
import { knownAt, paymentSecret, sandboxOf } from '#server/testing/payments.ts';
import type { Locator } from '#testing/locator.ts';
import { logInAs } from '#testing/log-in.ts';
import type { Page } from '#testing/page.ts';
import { becomes, reconcile } from '#testing/paying.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer({ paymentSecret });
beforeEach(() => {
  sandboxOf(screenServer().server).faults.length = 0;
});

const command = (rev: number) => ({ 'idempotency-key': randomUUID(), 'if-match': `"${rev}"` });
const noValue = { type: null, value: null };

/** An order of 1.100 that is paid so. */
async function orderBy(method: 'cash' | 'mercadopago-qr', customer: string): Promise<WireOrder> {
  const ana = await apiUserOf('ana');
  const plain = await ana.submission(customer);
  const made = await ana.send({ ...plain, payments: [{ method, option: method, amount: plain.total, ...noValue }] });
  if (method !== 'mercadopago-qr') return made;
  await knownAt(screenServer().server, { type: 'order', id: made.id });
  await reconcile();
  return made;
}

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Los pagos' });
const rows = (page: Page): Locator => dialogOf(page).getByRole('list', { name: 'Pagos' }).getByRole('listitem');

/** The sums that are not zero, as they are read aloud. */
async function expectTotals(page: Page, totals: Readonly<Record<string, string>>): Promise<void> {
  for (const name of ['Cobrado', 'A cobrar', 'En duda', 'Devuelto'])
    await expect(
      dialogOf(page)
        .locator('dl > div')
        .filter({ hasText: new RegExp(`^${name}`) }),
    ).toHaveText(`${name}${totals[name] ?? '$ 0,00'}`);
}

async function openDetail({ uid }: Pick<WireOrder, 'uid'>, who: 'ana' | 'carla' = 'carla') {
  const app = await renderApp(`1/orders/kanban?order=${uid}`, { as: who });
  await app.page.getByRole('button', { name: 'Los pagos' }).click();
  return app;
}

const price = '$ 1.100,00';

describe('«Los pagos» of an order', () => {
  it('says what a person recorded: due, then taken when the order is finished, live (D-45)', async () => {
    const order = await orderBy('cash', 'Efectivo');
    const { page } = await openDetail(order);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).first()).toContainText('A cobrar');
    await expect(rows(page).first()).toContainText(/Cargado por Ana Ferreyra · \d\d:\d\d Hs/);
    await expectTotals(page, { 'A cobrar': price });
    await (await apiUserOf('ana')).changeStatus(order, 'COMPLETE');
    await expect(rows(page).first()).toContainText('Cobrado');
    await expectTotals(page, { Cobrado: price });
  });

  it('without payments it says so, and what is to be charged', async () => {
    const order = await (await apiUserOf('ana')).takeOrder('Sin pagos');
    await inDatabase(screenServer(), `delete from payments where order_id = ${order.id}`);
    const { page } = await openDetail(order);
    await expect(dialogOf(page).getByText('Todavía no hay pagos cargados.')).toBeVisible();
    await expectTotals(page, { 'A cobrar': price });
  });

  it('a QR in doubt, then approved: what the provider says and how old that is, never counted before its proof', async () => {
    const order = await orderBy('mercadopago-qr', 'Duda');
    const { page } = await openDetail(order);
    await expect(rows(page).first()).toContainText('Esperando el pago');
    await expect(rows(page).first()).toContainText(/Mercado Pago: espera el pago/);
    await expect(rows(page).first()).toContainText(/Consultado hace \d+ s/);
    await expect(rows(page).first()).toContainText(/Iniciado por Ana Ferreyra/);
    await expect(dialogOf(page).getByText('Modo de prueba: no se cobra nada.')).toBeVisible();
    sandboxOf(screenServer().server).faults.push({ kind: 'error', status: 500 });
    await reconcile();
    await expect(rows(page).first()).toContainText('No se sabe si se cobró. No cobres de nuevo.');
    await expect(rows(page).first()).toContainText('no respondió la última vez');
    await expect(dialogOf(page).getByText(`Hay ${price} en duda`)).toBeVisible();
    await expectTotals(page, { 'En duda': price });
    await becomes('processed', order);
    await expect(rows(page).first()).toContainText('Aprobado');
    await expectTotals(page, { Cobrado: price });
  });

  it('after a rejection it can be charged again, as a new attempt, and both are told', async () => {
    const order = await orderBy('mercadopago-qr', 'Rechazada');
    await becomes('failed', order);
    const { page } = await renderApp(`1/orders/kanban?order=${order.uid}`, { as: 'carla' });
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page).toHaveURL(new RegExp(`/1/paying/order/${order.id}$`));
    await expect(page.getByRole('img', { name: 'Código QR para pagar' })).toBeVisible();
    await page.getByRole('button', { name: 'Los pagos' }).click();
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).first()).toContainText('Rechazado');
    await expect(rows(page).first()).toContainText('Intento 1 de 2');
    await expect(rows(page).last()).toContainText('Esperando el pago');
    await expect(rows(page).last()).toContainText(/Iniciado por Carla Domínguez/);
    await expectTotals(page, { 'En duda': price });
    await becomes('processed', order);
    await expect(rows(page).last()).toContainText('Aprobado');
    await expectTotals(page, { Cobrado: price });
    // It was open when the payment ended, so the screen stays until it is closed.
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/1\/order\/\d+\/billing\/invoice/);
  });

  it('cancelled, and expired: the money is to be charged otherwise', async () => {
    const cancelled = await orderBy('mercadopago-qr', 'Cancelada');
    await (await apiUserOf('ana')).call('DELETE', `/store/1/orders/${cancelled.id}/paying`);
    const { page } = await openDetail(cancelled);
    await expect(rows(page).first()).toContainText('Cancelado');
    await expectTotals(page, { 'A cobrar': price });
    const expired = await orderBy('mercadopago-qr', 'Vencida');
    await reconcile(15 * 60);
    const { page: other } = await openDetail(expired);
    await expect(rows(other).first()).toContainText('Vencido');
    await expectTotals(other, { 'A cobrar': price });
  });

  it('given back after its order was rejected', async () => {
    const order = await orderBy('mercadopago-qr', 'Devuelta');
    await becomes('processed', order);
    const ana = await apiUserOf('ana');
    const { status_rev } = (await ana.call<WireOrder>('GET', `/store/1/orders/${order.id}`)).body;
    await ana.call('PATCH', `/store/1/orders/${order.id}/reject`, { reject_reason: 'by_store' }, command(status_rev));
    await reconcile();
    const { page } = await openDetail(order);
    await expect(rows(page).first()).toContainText('Devuelto');
    await expectTotals(page, { Devuelto: price });
  });
});

describe('its states', () => {
  it('without a network: the last that was known and from when, or that it needs one', async () => {
    const order = await orderBy('cash', 'Sin red');
    const { page, context } = await openDetail(order);
    await expect(rows(page)).toHaveCount(1);
    context.setOffline(true);
    await expect(dialogOf(page).getByText(/^Sin conexión: lo último que se supo, de las \d\d:\d\d Hs$/)).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
    context.setOffline(false);
    await expect(dialogOf(page).getByText(/^Sin conexión/)).toHaveCount(0);
    const other = await orderBy('cash', 'Nunca vista');
    const { page: fresh, context: network } = await renderApp(`1/orders/kanban?order=${other.uid}`, { as: 'carla' });
    await expect(fresh.getByRole('button', { name: 'Los pagos' })).toBeVisible();
    network.setOffline(true);
    await fresh.getByRole('button', { name: 'Los pagos' }).click();
    await expect(dialogOf(fresh).getByText('Sin conexión: los pagos se ven cuando vuelva.')).toBeVisible();
  });

  it('a failure says why and can be tried again; what is not there is said without that', async () => {
    const order = await orderBy('cash', 'Falla');
    const { page } = await renderApp(`1/orders/kanban?order=${order.uid}`, { as: 'carla' });
    let status = 500;
    page.route(`/store/1/orders/${order.id}/payments`, async (route) =>
      status === 200 ? route.fetch() : route.fulfill({ status, json: { message: 'x', code: 'internal' } }),
    );
    await page.getByRole('button', { name: 'Los pagos' }).click();
    const again = dialogOf(page).getByRole('button', { name: 'Reintentar' });
    await expect(again).toBeVisible();
    status = 200;
    await again.click();
    await expect(rows(page)).toHaveCount(1);
    await page.keyboard.press('Escape');
    const other = await orderBy('cash', 'No está');
    const { page: gone } = await renderApp(`1/orders/kanban?order=${other.uid}`, { as: 'carla' });
    gone.route(`/store/1/orders/${other.id}/payments`, (route) =>
      route.fulfill({ status: 404, json: { message: 'x', code: 'not_found' } }),
    );
    await gone.getByRole('button', { name: 'Los pagos' }).click();
    await expect(dialogOf(gone).getByText('No se encontró la información que buscaba.')).toBeVisible();
    await expect(dialogOf(gone).getByRole('button', { name: 'Reintentar' })).toHaveCount(0);
  });

  it('a PAYING order leads from its detail to its payment', async () => {
    const order = await orderBy('mercadopago-qr', 'En curso');
    const { page } = await renderApp(`1/orders/kanban?order=${order.uid}`, { as: 'carla' });
    await page.getByRole('button', { name: 'Ver el pago en curso' }).click();
    await expect(page).toHaveURL(new RegExp(`/1/paying/order/${order.id}$`));
    await becomes('failed', order);
  });
});

it('a refund that was refused asks for the PIN again: the one before went with the refused try', async () => {
  const [ana, bruno, diego] = [await apiUserOf('ana'), await apiUserOf('bruno'), await apiUserOf('diego')];
  await cashboxIn(screenServer().server, 1, 'closed');
  await bruno.call('PATCH', '/store/1/pins', { pin: '5930' });
  const plain = await diego.submission('Con PIN');
  const paid = { method: 'cash', option: 'cash', amount: plain.total, ...noValue } as const;
  const order = await diego.send({ ...plain, payments: [paid] });
  await ana.changeStatus(order, 'COMPLETE');
  const { page } = await renderApp(`1/paying/order/${order.id}`, { as: 'diego' });
  await page.getByRole('button', { name: 'Los pagos' }).click();
  await dialogOf(page).getByRole('button', { name: 'Devolver dinero' }).click();
  const refund = page.getByRole('dialog', { name: 'Devolver dinero' });
  await refund.getByLabel('Motivo').fill('Llegó frío');
  const giveBack = async (): Promise<void> => {
    await refund.getByRole('button', { name: 'Devolver', exact: true }).click();
    const allow = page.getByRole('dialog', { name: 'Autorización' });
    await allow.getByRole('radio', { name: /^Bruno/ }).click();
    await allow.getByLabel('PIN', { exact: true }).fill('5930');
    await allow.getByRole('button', { name: 'Autorizar' }).click();
  };
  await giveBack();
  await expect(refund.getByText('Debés abrir la caja para continuar.')).toBeVisible();
  await ana.call('POST', '/store/1/cashbox', { amount: 0 }, { 'idempotency-key': randomUUID() });
  await giveBack();
  await expect(refund).toHaveCount(0);
  await expect(rows(page).last()).toContainText('Llegó frío');
});

it('a refund that was being typed when the session ended is in the form after the next login, whole (N-18)', async () => {
  const ana = await apiUserOf('ana');
  const order = await orderBy('cash', 'A medias');
  await ana.changeStatus(order, 'COMPLETE');
  const address = `1/paying/order/${order.id}`;
  const { page, context } = await renderApp(address, { as: 'ana' });
  const refund = page.getByRole('dialog', { name: 'Devolver dinero' });
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Los pagos' }).click();
    await dialogOf(page).getByRole('button', { name: 'Devolver dinero' }).click();
  };
  await open();
  await refund.getByLabel('Monto').fill('100');
  await refund.getByLabel('Motivo').fill('Llegó frío');
  await screenServer().server.db.direct.delete(sessions);
  context.setOffline(true);
  context.setOffline(false);
  await logInAs(page, 'ana');
  await page.goto(address);
  await open();
  await expect(refund.getByLabel('Monto')).toHaveValue('100');
  await expect(refund.getByLabel('Motivo')).toHaveValue('Llegó frío');
});
