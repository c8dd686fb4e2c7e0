import { randomUUID } from 'node:crypto';
import { beforeEach, describe, it } from 'vitest';
import { inDatabase } from '#e2e/shop-database.ts';
import type { WireGroup } from '#contract/wire/groups.ts';
import { OrderingScreen } from '#testing/ordering.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();
// Every table is free again; the orders of a test would count at its place in the next one.
beforeEach(() =>
  inDatabase(
    screenServer(),
    `update order_groups set status = 'COMPLETE'; update orders set status = 'COMPLETE' where order_group_id is not null`,
  ),
);

type Who = 'ana' | 'carla' | 'diego';
const command = () => ({ 'idempotency-key': randomUUID() });

/** The id of the code with this description. */
async function codeOf(place: string): Promise<number> {
  const { body } = await (await apiUserOf('ana')).profile();
  return body.codes.find((c) => c.description === place)?.id ?? 0;
}

/** Opens a table as another device would. */
async function openAt(place: string, who: Who = 'ana', seller_id: number | null = null): Promise<WireGroup> {
  const user = await apiUserOf(who);
  const data = { people: 3, childrens: true };
  const opening = { uid: randomUUID(), code_id: await codeOf(place), seller_id, data };
  return (await user.call<WireGroup>('POST', '/store/1/orderGroups', opening, command())).body;
}

const groupOf = async (id: number): Promise<WireGroup> =>
  (await (await apiUserOf('ana')).call<WireGroup>('GET', `/store/1/orderGroups/${id}`)).body;

const card = (page: Page, place: string) => page.getByRole('listitem').filter({ hasText: new RegExp(`^${place}`) });
const open = (page: Page, place: string) => card(page, place).getByRole('button').click();

describe('codes', () => {
  it('a card for each code: description, code, what waits, and the total while it is open (G-05, G-07, G-13)', async () => {
    const group = await openAt('Mesa 3');
    const { page } = await renderApp('1/codes/index', { as: 'diego' });
    const { body } = await (await apiUserOf('ana')).profile();
    const codes = page.getByRole('list', { name: 'Códigos de la tienda' });
    await expect(codes.getByRole('listitem')).toHaveCount(body.codes.length);
    await expect(card(page, 'Mesa 3')).toContainText(group.code.code);
    await expect(card(page, 'Mesa 3')).toContainText('Sin pendientes');
    await expect(card(page, 'Mesa 3')).toContainText('$ 0,00');
    await expect(card(page, 'Mesa 5')).toContainText('Sin pendientes');
  });

  it('a store without codes says so; on the free plan the address leads home (G-04, G-06)', async () => {
    const { page } = await renderApp('5/codes/index', { as: 'gabi' });
    await expect(page.getByText('No se encontraron códigos.')).toBeVisible();
    const free = await renderApp('3/codes/index', { as: 'ana' });
    await expect(free.page).toHaveURL(/\/3\/home/);
  });

  it.each([
    ['premium, with codes', 1, 'diego', 1],
    ['premium, without codes', 5, 'gabi', 0],
    ['free', 3, 'ana', 0],
  ] as const)('the menu leads to the codes of a paid plan that has some: %s (H-18)', async (_, store, who, count) => {
    const { page } = await renderApp(`${store}/home`, { as: who });
    const rail = page.getByRole('navigation', { name: 'Principal' });
    await expect(rail.getByRole('link', { name: 'Inicio' })).toBeVisible();
    await expect(rail.getByRole('link', { name: 'Códigos' })).toHaveCount(count);
  });

  it('the search finds a place among many', async () => {
    const { page } = await renderApp('1/codes/index', { as: 'diego' });
    await page.getByPlaceholder('Buscar...').fill('barra 2');
    await expect(page.getByRole('list', { name: 'Códigos de la tienda' }).getByRole('listitem')).toHaveCount(1);
    await page.getByPlaceholder('Buscar...').fill('terraza');
    await expect(page.getByText('No se encontraron códigos.')).toBeVisible();
  });

  it('a bar place takes an order at once, a free table is opened first (G-22, G-26)', async () => {
    const { page } = await renderApp('1/codes/index', { as: 'diego' });
    await open(page, 'Barra 2');
    await expect(page).toHaveURL(/\/1\/cart\/catalog/);
    await expect(page.getByText('En Barra 2').first()).toBeVisible();
    await page.goto('1/codes/index');
    await open(page, 'Mesa 5');
    await expect(page).toHaveURL(new RegExp(`/1/orderGroup/create\\?code_id=${await codeOf('Mesa 5')}`));
  });

  it('an open table leads an admin to its detail (G-24)', async () => {
    await openAt('Mesa 3');
    const { page } = await renderApp('1/codes/index', { as: 'ana' });
    await open(page, 'Mesa 3');
    await expect(page.getByRole('dialog', { name: 'Detalle de Mesa 3' })).toBeVisible();
  });

  it('an open table leads a seller to the catalog (G-25, H-49)', async () => {
    await openAt('Mesa 3');
    const { page } = await renderApp('1/codes/index', { as: 'diego' });
    await open(page, 'Mesa 3');
    await expect(page).toHaveURL(/\/1\/cart\/catalog/);
    await expect(page.getByText('En Mesa 3').first()).toBeVisible();
  });
});

describe('opening a table', () => {
  it('asks for people (2 at first, at least 1), children and seller, and goes on to the catalog (G-43, G-45, G-46, G-47)', async () => {
    const { page } = await renderApp(`1/orderGroup/create?code_id=${await codeOf('Mesa 5')}`, { as: 'ana' });
    const dialog = page.getByRole('dialog', { name: 'Abrir Mesa 5' });
    const people = dialog.getByRole('spinbutton', { name: 'Personas' });
    await expect(people).toHaveAttribute('aria-valuenow', '2');
    await expect(people).toHaveAttribute('aria-valuemin', '1');
    await dialog.getByRole('button', { name: '1', exact: true }).click();
    await expect(people).toHaveAttribute('aria-valuenow', '1');
    await expect(dialog.getByRole('button', { name: 'Restar: Personas' })).toBeDisabled();
    await dialog.getByRole('button', { name: '4', exact: true }).click();
    await dialog.getByRole('switch', { name: 'Hay niños' }).click();
    await dialog.getByRole('combobox', { name: 'Vendedor' }).selectOption('Diego Benítez');
    await dialog.getByRole('button', { name: 'Abrir mesa' }).click();
    await expect(page).toHaveURL(/\/1\/cart\/catalog/);
    const { body } = await (await apiUserOf('ana')).profile();
    expect(body.orderGroups).toMatchObject([
      { code: { description: 'Mesa 5' }, seller: { fullname: 'Diego Benítez' }, data: { people: 4, childrens: true } },
    ]);
  });

  it('a seller is the seller; on the free plan the address leads home (G-43, G-47)', async () => {
    const { page } = await renderApp(`1/orderGroup/create?code_id=${await codeOf('Mesa 5')}`, { as: 'diego' });
    const dialog = page.getByRole('dialog', { name: 'Abrir Mesa 5' });
    await expect(dialog.getByText('Diego Benítez')).toBeVisible();
    await expect(dialog.getByRole('combobox', { name: 'Vendedor' })).toHaveCount(0);
    const free = await renderApp('3/orderGroup/create?code_id=1', { as: 'ana' });
    await expect(free.page).toHaveURL(/\/3\/home/);
  });

  it('a table that another device has just opened: the server’s sentence, and nothing that was entered is lost (G-53)', async () => {
    const { page } = await renderApp(`1/orderGroup/create?code_id=${await codeOf('Mesa 5')}`, { as: 'diego' });
    const dialog = page.getByRole('dialog', { name: 'Abrir Mesa 5' });
    await dialog.getByRole('button', { name: '6', exact: true }).click();
    await openAt('Mesa 5', 'carla');
    await dialog.getByRole('button', { name: 'Abrir mesa' }).click();
    await expect(dialog.getByText('El código ya tiene una mesa abierta.')).toBeVisible();
    await expect(dialog.getByRole('spinbutton', { name: 'Personas' })).toHaveAttribute('aria-valuenow', '6');
  });

  it('an address of no table leads to the codes', async () => {
    const { page } = await renderApp('1/orderGroup/create?code_id=1', { as: 'ana' });
    await expect(page).toHaveURL(/\/1\/codes\/index/);
  });
});

describe('the detail of a table', () => {
  /** A table with an order of `quantity` vasos de leche (1.900 each), taken by this device; its detail is open. */
  async function detailOf(place: string) {
    // Diego opened it.
    const group = await openAt(place, 'ana', 4);
    const { page, context } = await renderApp('1/codes/index', { as: 'ana' });
    await open(page, place);
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
    await open(page, place);
  }

  it('says when it was opened, who serves it, the people and children (G-30, G-31)', async () => {
    const { dialog } = await detailOf('Mesa 3');
    await expect(dialog.getByText(/^Abierta\d\d:\d\d Hs$/)).toHaveCount(1);
    await expect(dialog.getByText(/^VendedorDiego Benítez$/)).toHaveCount(1);
    await expect(dialog.getByText(/^Personas3$/)).toHaveCount(1);
    await expect(dialog.getByText(/^NiñosSí$/)).toHaveCount(1);
    await expect(dialog.getByText('No hay productos.')).toBeVisible();
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
    await expect(card(page, 'Mesa 3')).toContainText('1 Pendiente');
    await expect(card(page, 'Mesa 3')).toContainText('$ 1.900,00');
    expect(await groupOf(group.id)).toMatchObject({ total: 1_900, waiting_count: 1 });
  });

  it('gives a discount, takes payments and is finished with its orders (G-33, G-38, G-39, G-50)', async () => {
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
    await expect(card(page, 'Mesa 3')).toContainText('Sin pendientes');
    expect(await groupOf(group.id)).toMatchObject({
      status: 'COMPLETE',
      discount: 190,
      total: 1_710,
      payments: [{ amount: 1_710 }],
      orders: [{ status: 'COMPLETE' }],
    });
  });

  it('is rejected and deleted only after a question (G-39, G-52, N-12)', async () => {
    const { page, dialog, group } = await detailOf('Mesa 3');
    await dialog.getByRole('button', { name: 'Finalizar o rechazar' }).click();
    await page.getByRole('menuitem', { name: 'Rechazar' }).click();
    await page
      .getByRole('alertdialog', { name: '¿Rechazar Mesa 3?' })
      .getByRole('button', { name: 'Cancelar' })
      .click();
    expect((await groupOf(group.id)).status).toBe('OPENED');
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
    expect((await groupOf(group.id)).status).toBe('OPENED');
  });

  it('moves to a free table; an occupied one says so, and a refusal is shown in place (G-36, G-41, G-51, G-53)', async () => {
    const { page, dialog, group } = await detailOf('Mesa 3');
    await openAt('Mesa 4');
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
    expect((await groupOf(group.id)).code.description).toBe('Mesa 9');
    await expect(page.getByRole('dialog', { name: 'Detalle de Mesa 9' })).toBeVisible();
  });

  it('without a network a table is opened, gets an order and is finished; all of it arrives when the network is back', async () => {
    const { page, context } = await renderApp('1/codes/index', { as: 'ana' });
    await expect(card(page, 'Mesa 5')).toBeVisible();
    context.setOffline(true);
    await open(page, 'Mesa 5');
    await page.getByRole('dialog', { name: 'Abrir Mesa 5' }).getByRole('button', { name: 'Abrir mesa' }).click();
    await expect(page).toHaveURL(/\/1\/cart\/catalog/);
    const order = new OrderingScreen(page);
    await order.add('vaso de leche');
    await order.toCheckout();
    await order.button('Finalizar').click();
    await expect(card(page, 'Mesa 5')).toContainText('1 Pendiente');
    await expect(card(page, 'Mesa 5')).toContainText('$ 1.900,00');
    await open(page, 'Mesa 5');
    const dialog = page.getByRole('dialog', { name: 'Detalle de Mesa 5' });
    await dialog.getByRole('button', { name: 'Finalizar o rechazar' }).click();
    await page.getByRole('menuitem', { name: 'Finalizar' }).click();
    await expect(card(page, 'Mesa 5')).toContainText('Sin pendientes');
    context.setOffline(false);
    const ana = await apiUserOf('ana');
    const newest = async () => (await ana.orders()).body.find((o) => o.code?.description === 'Mesa 5');
    await expect.poll(async () => (await newest())?.status).toBe('COMPLETE');
    expect(await groupOf((await newest())?.order_group_id ?? 0)).toMatchObject({ status: 'COMPLETE', total: 1_900 });
  });
});
