import { beforeEach, describe, it } from 'vitest';
import { guestCalls, setGuests } from '#server/testing/guests.ts';
import { endAllTables } from '#server/testing/tables.ts';
import { guestRequests, guestVisits } from '#server/db/schema/guests.ts';
import type { Locator } from '#testing/locator.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();
const guests = guestCalls(() => screenServer().server);
beforeEach(async () => {
  const { server } = screenServer();
  await server.db.direct.delete(guestVisits);
  await endAllTables(server);
  await setGuests(server);
});

const list = '1/guests';
const waiting = (page: Page): Locator =>
  page.getByRole('region', { name: 'Esperando respuesta' }).getByRole('listitem');
const card = (page: Page, place: string): Locator => waiting(page).filter({ hasText: place });
const ended = (page: Page): Locator => page.getByRole('region', { name: 'Respondidos en la última hora' });

/** A visit that begins after the tables of the test before it have ended. */
const visit = async (place: string): Promise<string> => {
  screenServer().server.clock.jump(1_000);
  return guests.visit(place);
};

describe('«Pedidos de mesas»', () => {
  it('shows what a table asks for, and accepting it makes the order', async () => {
    await guests.ask(await visit('Mesa 2'), { note: 'Sin azúcar' });
    const { page } = await renderApp(list, { as: 'diego' });
    const asked = card(page, 'Mesa 2');
    await expect(asked).toContainText('2 × Medialuna de manteca');
    await expect(asked).toContainText('$ 2.200,00');
    await expect(asked).toContainText('Nota: Sin azúcar');
    await expect(asked).toContainText('Recién');
    await asked.getByRole('button', { name: 'Aceptar el pedido de Mesa 2' }).click();
    await expect(page.getByText(/^Pedido \d+ de Mesa 2 tomado\.$/)).toBeVisible();
    await expect(page.getByText('Ninguna mesa está esperando.')).toBeVisible();
    await expect(ended(page).getByText(/^Pedido \d+$/)).toBeVisible();
  });

  it('a rejection needs a reason, which its guest reads', async () => {
    const token = await visit('Mesa 2');
    await guests.ask(token);
    const { page } = await renderApp(list, { as: 'carla' });
    await card(page, 'Mesa 2').getByRole('button', { name: 'Rechazar el pedido de Mesa 2' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rechazar el pedido de Mesa 2' });
    await dialog.getByRole('button', { name: 'Rechazar' }).click();
    await expect(dialog.getByText('Este campo es obligatorio')).toBeVisible();
    await dialog.getByRole('button', { name: 'La cocina cerró' }).click();
    await dialog.getByRole('button', { name: 'Rechazar' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(ended(page)).toContainText('Motivo: La cocina cerró');
    expect((await guests.state(token)).requests[0]).toMatchObject({ state: 'rejected', reason: 'La cocina cerró' });
  });

  it('the waiter and the bill are attended', async () => {
    const token = await visit('Mesa 2');
    await guests.ask(token, { kind: 'waiter' });
    await guests.ask(token, { kind: 'bill' });
    const { page } = await renderApp(list, { as: 'ana' });
    for (const words of ['Llama al mozo', 'Pide la cuenta']) {
      const call = waiting(page).filter({ hasText: words });
      await call.getByRole('button', { name: 'Atendido: Mesa 2' }).click();
      await expect(call).toHaveCount(0);
    }
    expect((await guests.state(token)).requests.map((r) => r.state)).toEqual(['accepted', 'accepted']);
  });

  it('what the server refuses is said at the card, which stays', async () => {
    const token = await visit('Mesa 2');
    const { key } = guests.readOwn(await guests.ask(token));
    const { page } = await renderApp(list, { as: 'ana' });
    await expect(card(page, 'Mesa 2')).toBeVisible();
    page.route(/\/accept$/, (route) =>
      route.fulfill({ status: 422, json: { code: 'item_unavailable', message: 'Un producto ya no está disponible.' } }),
    );
    await card(page, 'Mesa 2')
      .getByRole('button', { name: /^Aceptar/ })
      .click();
    await expect(card(page, 'Mesa 2').getByRole('alert')).toContainText('Un producto ya no está disponible.');
    // Its guest withdraws it: the event takes it away.
    await guests.withdraw(token, key);
    await expect(card(page, 'Mesa 2')).toHaveCount(0);
    await expect(ended(page)).toContainText('Lo retiró el cliente');
  });

  it('offline: the list stays, and the buttons say what they need', async () => {
    await guests.ask(await visit('Mesa 2'));
    const { page, context } = await renderApp(list, { as: 'ana' });
    await expect(card(page, 'Mesa 2')).toBeVisible();
    context.setOffline(true);
    await expect(page.getByText(/^Sin conexión\. Lo que ves puede haber cambiado/)).toBeVisible();
    await expect(card(page, 'Mesa 2').getByText('Necesitás conexión para responder.')).toBeVisible();
    context.setOffline(false);
    await expect(card(page, 'Mesa 2').getByText('Necesitás conexión para responder.')).toHaveCount(0);
  });

  it('says when guests are not let in, and that the list failed to load, with «Reintentar»', async () => {
    await setGuests(screenServer().server, { guests: false });
    const { page } = await renderApp('1/home', { as: 'ana' });
    page.route(/\/guestRequests$/, (route) =>
      route.fulfill({ status: 500, json: { code: 'internal', message: 'Ups.' } }),
    );
    await page.goto(list);
    await expect(page.getByText('Ups.')).toBeVisible();
    page.unroute(/\/guestRequests$/);
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByText('Los clientes no pueden pedir desde la mesa.')).toBeVisible();
  });

  it('a new request is told on every screen, with the number that waits, and leads to the list', async () => {
    const token = await visit('Mesa 2');
    await guests.ask(token, { kind: 'waiter' });
    const { page } = await renderApp('1/orders/kanban', { as: 'ana' });
    const count = (waits: number): Locator =>
      page.getByRole('main').getByRole('button', { name: `Pedidos de mesas, ${waits} en espera` });
    // The first list is only counted; what comes after it is told too.
    await expect(count(1)).toBeVisible();
    await expect(page.getByText('Mesa 2: llama al mozo')).toHaveCount(0);
    await guests.ask(token, { kind: 'bill' });
    const button = count(2);
    await expect(button).toBeVisible();
    const notice = page.getByText('Mesa 2: pide la cuenta');
    await expect(notice).toBeVisible();
    await button.click();
    await expect(card(page, 'Mesa 2').filter({ hasText: 'Pide la cuenta' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Ver', exact: true })).toHaveCount(0);
  });

  it('a request that comes while the first list is being read is told too', async () => {
    const token = await visit('Mesa 2');
    await guests.ask(token, { kind: 'waiter' });
    const { page } = await renderApp('/', { as: 'ana' });
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let reads = 0;
    page.route('/store/1/guestRequests', async (route) => {
      reads += 1;
      await held;
      return route.fetch();
    });
    await page.goto('1/orders/kanban');
    await expect.poll(() => reads).toBe(1);
    await guests.ask(token, { kind: 'bill' });
    // Its event begins the read anew.
    await expect.poll(() => reads).toBe(2);
    release();
    await expect(page.getByText('Mesa 2: pide la cuenta')).toBeVisible();
    await expect(page.getByText('Mesa 2: llama al mozo')).toHaveCount(0);
  });
});

it('the settings of guests are saved; without the switch there is no entry', async () => {
  const { server } = screenServer();
  await setGuests(server, { guests: false, guest_orders: false });
  const { page } = await renderApp('1/config/index', { as: 'ana' });
  const settings = page.getByRole('region', { name: 'Clientes en la mesa' });
  await expect(settings.getByRole('switch', { name: /^Pedir desde la mesa/ })).toHaveCount(0);
  await settings.getByRole('switch', { name: /^Ver la carta/ }).click();
  await settings.getByRole('switch', { name: /^Pedir desde la mesa/ }).click();
  const units = settings.getByRole('spinbutton', { name: 'Unidades por pedido, como máximo' });
  await units.focus();
  await page.keyboard.press('ArrowUp');
  await settings.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Guardado.')).toBeVisible();
  const { body } = await server.ask('diego', '/store/1');
  expect(body).toMatchObject({ store: { guests: { guests: true, guest_orders: true, guest_units_max: 21 } } });
  await expect(page.getByRole('navigation').getByText('Pedidos de mesas')).toBeVisible();
});

it('an answered request is no longer offered to a second person, who reads what became of it', async () => {
  const { id } = guests.readOwn(await guests.ask(await visit('Mesa 2')));
  const { page } = await renderApp(list, { as: 'ana' });
  await expect(card(page, 'Mesa 2')).toBeVisible();
  await guests.accept(id, 'diego');
  await expect(page.getByText('Ninguna mesa está esperando.')).toBeVisible();
  expect(await screenServer().server.db.direct.$count(guestRequests)).toBe(1);
});
