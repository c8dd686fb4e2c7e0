import { afterEach, describe, it, vi } from 'vitest';
import { inDatabase } from '#e2e/shop-database.ts';
import { letterGapMs } from '#domain/order-actions.ts';
import { floorMapDrawing } from '#server/seed/floor-maps.ts';
import { askPanel, panelKey } from '#server/testing/panel.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect, timersFired } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';
import { openedTable, useFreeTables } from '#testing/tables.ts';

useScreenServer({ partnerPanelKey: panelKey });
useFreeTables();
afterEach(() => inDatabase(screenServer(), `delete from floor_maps where name in ('Terraza', 'Azotea')`));

const insertMap = (storeId: number, draw = '{}'): Promise<void> =>
  inDatabase(screenServer(), `insert into floor_maps (store_id, name, draw) values (${storeId}, 'Terraza', '${draw}')`);

const tab = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Mapas de la tienda' }).getByRole('button', { name: new RegExp(`^${name}`) });
const list = (page: Page, name: string) => page.getByRole('list', { name: `Lugares de ${name}` });

describe('floor maps', () => {
  it('a tab for each map, the first one chosen; its places as buttons in reading order (G-01, G-02)', async () => {
    const { page } = await renderApp('1/maps/index', { as: 'diego' });
    await expect(tab(page, 'Salón')).toHaveAttribute('aria-current', 'true');
    await expect(list(page, 'Salón').getByRole('listitem')).toHaveCount(10);
    await expect(list(page, 'Salón').getByRole('listitem').first()).toContainText('Mesa 1');
    await expect(list(page, 'Salón').getByRole('listitem').last()).toContainText('Barra 4');
    await tab(page, 'Vereda').click();
    await expect(tab(page, 'Vereda')).toHaveAttribute('aria-current', 'true');
    await expect(tab(page, 'Salón')).not.toHaveAttribute('aria-current', 'true');
    await expect(list(page, 'Vereda').getByRole('listitem').first()).toContainText('Mesa 7');
  });

  it('the arrows go from one place of the list to the next, Enter begins what its code leads to', async () => {
    const { page } = await renderApp('1/maps/index', { as: 'diego' });
    const places = list(page, 'Salón').getByRole('button');
    await expect(places).toHaveCount(10);
    await places.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect(places.nth(2)).toBeFocused();
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowUp');
    await expect(places.last()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/1\/cart\/catalog/);
  });

  it('a typed number moves to its place, the same digit to the next, and Enter opens it (E1)', async () => {
    await openedTable('Mesa 2', { who: 'carla' });
    const { page } = await renderApp('1/maps/index', { as: 'diego' });
    const place = (name: RegExp) => list(page, 'Salón').getByRole('button', { name });
    await expect(place(/^Mesa 2.*(recién|hace \d+ min)/)).toBeVisible();
    const type = async (digit: string): Promise<void> => {
      await page.keyboard.press(digit);
      await timersFired(letterGapMs);
    };
    await type('2');
    await expect(place(/^Mesa 2/)).toBeFocused();
    await type('2');
    await expect(place(/^Barra 2/)).toBeFocused();
    await type('9');
    await expect(place(/^Barra 2/)).toBeFocused();
    await type('4');
    await expect(place(/^Barra 4/)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/1\/cart\/catalog/);
  });

  it('on the free plan the address leads home (G-01)', async () => {
    await insertMap(3);
    const { page } = await renderApp('3/maps/index', { as: 'ana' });
    await expect(page).toHaveURL(/\/3\/home/);
  });

  it('a store without maps says so (G-03)', async () => {
    const { page } = await renderApp('5/maps/index', { as: 'gabi' });
    await expect(page.getByText('No se encontraron mapas.')).toBeVisible();
  });

  it.each([
    ['premium, with maps', 1, 'diego', false, 1],
    ['premium, without maps', 5, 'gabi', false, 0],
    ['standard, with maps', 2, 'ana', true, 1],
    ['free, with maps', 3, 'ana', true, 0],
  ] as const)(
    'the menu leads to the maps of a paid plan that has some: %s (H-17)',
    async (_, store, who, add, count) => {
      if (add) await insertMap(store);
      const { page } = await renderApp(`${store}/home`, { as: who });
      const rail = page.getByRole('navigation', { name: 'Principal' });
      await expect(rail.getByRole('link', { name: 'Inicio' })).toBeVisible();
      await expect(rail.getByRole('link', { name: 'Mapas' })).toHaveCount(count);
    },
  );

  it('the picker of a new order leads to the maps, when there are some (H-40)', async () => {
    const { page } = await renderApp('1/home', { as: 'diego' });
    await page.getByRole('button', { name: 'Nuevo pedido' }).first().click();
    const picker = page.getByRole('dialog', { name: 'Cargar pedido' });
    await picker.getByRole('button', { name: 'Mapas' }).click();
    await expect(page).toHaveURL(/\/1\/maps\/index/);
    await expect(picker).toHaveCount(0);
    const { page: without } = await renderApp('5/home', { as: 'gabi' });
    await without.getByRole('button', { name: 'Nuevo pedido' }).first().click();
    await expect(picker.getByRole('button', { name: 'Cancelar' })).toBeVisible();
    await expect(picker.getByRole('button', { name: 'Mapas' })).toHaveCount(0);
  });

  it('a button of the list begins what its code leads to (G-22, G-26)', async () => {
    const { page } = await renderApp('1/maps/index', { as: 'diego' });
    await list(page, 'Salón')
      .getByRole('button', { name: /^Mesa 5/ })
      .click();
    await expect(page).toHaveURL(/\/1\/orderGroup\/create/);
    await page.goto('1/maps/index');
    await list(page, 'Salón')
      .getByRole('button', { name: /^Barra 2/ })
      .click();
    await expect(page).toHaveURL(/\/1\/cart\/catalog/);
  });

  it('a tab has the state of its places, with their number, live from another device (G-17)', async () => {
    const { page } = await renderApp('1/maps/index', { as: 'diego' });
    await expect(tab(page, 'Salón')).toHaveAttribute('data-state', 'free');
    const { id } = await openedTable('Mesa 3', { who: 'carla' });
    await expect(tab(page, 'Salón')).toHaveAttribute('data-state', 'open');
    await expect(tab(page, 'Salón')).toContainText('1 abierta');
    await expect(tab(page, 'Vereda')).toHaveAttribute('data-state', 'free');
    await inDatabase(screenServer(), `update order_groups set status = 'PAYING' where id = ${id}`);
    await openedTable('Mesa 4', { who: 'carla' });
    // Nothing announces PAYING yet: another browser reads it.
    await renderApp('1/maps/index', { as: 'diego' });
    await expect(tab(page, 'Salón')).toHaveAttribute('data-state', 'paying');
    await expect(tab(page, 'Salón')).toContainText('1 pagando');
    const carla = await apiUserOf('carla');
    const { body } = await carla.profile();
    const code = body.codes.find((c) => c.description === 'Barra 3');
    await carla.send({ ...(await carla.submission('Ruth')), type: 'LOCAL', code: code?.id ?? 0 });
    await expect(tab(page, 'Salón')).toHaveAttribute('data-state', 'waiting');
    await expect(tab(page, 'Salón')).toContainText('1 con pendientes');
  });

  it('an invalid drawing: the places as buttons, one console error, no notice; the other maps work (G-18)', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
    await insertMap(1, '{bad');
    const { page } = await renderApp('1/maps/index', { as: 'diego' });
    await tab(page, 'Terraza').click();
    await expect(list(page, 'Terraza').getByRole('button', { name: /^Mesa 12/ })).toBeVisible();
    await expect.poll(() => errors.mock.calls.length).toBe(1);
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
    await tab(page, 'Vereda').click();
    await expect(list(page, 'Vereda').getByRole('listitem')).toHaveCount(6);
    expect(errors.mock.calls.map(([said]) => /drawing of the floor map/.test(String(said)))).toEqual([true]);
    errors.mockRestore();
  });

  it('the partner panel adds, renames and removes a map: its tab comes and goes (R-10, R-11, R-12)', async () => {
    const { page } = await renderApp('1/maps/index', { as: 'diego' });
    await expect(tab(page, 'Salón')).toBeVisible();
    const { server } = screenServer();
    const made = await askPanel(server, 'PUT', 'maps', { name: 'Terraza', draw: floorMapDrawing('Terraza', []) });
    await expect(tab(page, 'Terraza')).toBeVisible();
    await tab(page, 'Terraza').click();
    const id = typeof made.body === 'object' && made.body !== null && 'id' in made.body ? made.body.id : 0;
    await askPanel(server, 'PUT', 'maps', { id, name: 'Azotea', draw: floorMapDrawing('Azotea', []) });
    await expect(tab(page, 'Azotea')).toBeVisible();
    await expect(tab(page, 'Terraza')).toHaveCount(0);
    await askPanel(server, 'DELETE', `maps/${String(id)}`);
    await expect(tab(page, 'Azotea')).toHaveCount(0);
    await expect(tab(page, 'Salón')).toHaveAttribute('aria-current', 'true');
  });
});
