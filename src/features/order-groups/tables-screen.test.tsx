import { describe, it } from 'vitest';
import { inDatabase } from '#e2e/shop-database.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';
import { codeCard, openedTable, placeCode, tapCode, useFreeTables } from '#testing/tables.ts';

useScreenServer();
useFreeTables();

describe('codes', () => {
  it('a card for each code: description, code, what waits, and the total while it is open (G-05, G-07, G-12, G-13)', async () => {
    const group = await openedTable('Mesa 3');
    const { id: paying } = await openedTable('Mesa 4');
    await inDatabase(screenServer(), `update order_groups set status = 'PAYING' where id = ${paying}`);
    const { page } = await renderApp('1/codes/index', { as: 'diego' });
    const { body } = await (await apiUserOf('ana')).profile();
    const codes = page.getByRole('list', { name: 'Códigos de la tienda' });
    await expect(codes.getByRole('listitem')).toHaveCount(body.codes.length);
    await expect(codeCard(page, 'Mesa 3')).toContainText(group.code.code);
    await expect(codeCard(page, 'Mesa 3')).toContainText('Sin pendientes');
    await expect(codeCard(page, 'Mesa 3')).toContainText('$ 0,00');
    await expect(codeCard(page, 'Mesa 4')).toContainText('Pagando...');
    await expect(codeCard(page, 'Mesa 5')).toContainText('Sin pendientes');
    await expect(codeCard(page, 'Mesa 5')).not.toContainText('$');
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
    await tapCode(page, 'Barra 2');
    await expect(page).toHaveURL(/\/1\/cart\/catalog/);
    await expect(page.getByText('En Barra 2').first()).toBeVisible();
    await page.goto('1/codes/index');
    await tapCode(page, 'Mesa 5');
    await expect(page).toHaveURL(new RegExp(`/1/orderGroup/create\\?code_id=${(await placeCode('Mesa 5')).id}`));
  });

  it('an open table leads an admin to its detail (G-24)', async () => {
    await openedTable('Mesa 3');
    const { page } = await renderApp('1/codes/index', { as: 'ana' });
    await tapCode(page, 'Mesa 3');
    await expect(page.getByRole('dialog', { name: 'Detalle de Mesa 3' })).toBeVisible();
  });

  it('an open table leads a seller to the catalog (G-25, H-49)', async () => {
    await openedTable('Mesa 3');
    const { page } = await renderApp('1/codes/index', { as: 'diego' });
    await tapCode(page, 'Mesa 3');
    await expect(page).toHaveURL(/\/1\/cart\/catalog/);
    await expect(page.getByText('En Mesa 3').first()).toBeVisible();
  });
});

describe('opening a table', () => {
  it('asks for people (2 at first, at least 1), children and seller, and goes on to the catalog (G-43, G-45, G-46, G-47)', async () => {
    const { page } = await renderApp(`1/orderGroup/create?code_id=${(await placeCode('Mesa 5')).id}`, { as: 'ana' });
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
    const { page } = await renderApp(`1/orderGroup/create?code_id=${(await placeCode('Mesa 5')).id}`, { as: 'diego' });
    const dialog = page.getByRole('dialog', { name: 'Abrir Mesa 5' });
    await expect(dialog.getByText('Diego Benítez')).toBeVisible();
    await expect(dialog.getByRole('combobox', { name: 'Vendedor' })).toHaveCount(0);
    const free = await renderApp('3/orderGroup/create?code_id=1', { as: 'ana' });
    await expect(free.page).toHaveURL(/\/3\/home/);
  });

  it('a table that another device has just opened: the server’s sentence, and nothing that was entered is lost (G-53)', async () => {
    const { page } = await renderApp(`1/orderGroup/create?code_id=${(await placeCode('Mesa 5')).id}`, { as: 'diego' });
    const dialog = page.getByRole('dialog', { name: 'Abrir Mesa 5' });
    await dialog.getByRole('button', { name: '6', exact: true }).click();
    await openedTable('Mesa 5', { who: 'carla' });
    await dialog.getByRole('button', { name: 'Abrir mesa' }).click();
    await expect(dialog.getByText('El código ya tiene una mesa abierta.')).toBeVisible();
    await expect(dialog.getByRole('spinbutton', { name: 'Personas' })).toHaveAttribute('aria-valuenow', '6');
  });

  it('an address of no table leads to the codes', async () => {
    const { page } = await renderApp('1/orderGroup/create?code_id=1', { as: 'ana' });
    await expect(page).toHaveURL(/\/1\/codes\/index/);
  });
});
