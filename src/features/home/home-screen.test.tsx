import { beforeEach, it } from 'vitest';
import { resetStatus, setHours } from '#e2e/pages/store-status.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { screenServer, useScreenServer } from '#testing/screen-server.ts';

const plansUrl = 'https://marche.ejemplo/planes';
useScreenServer({ plansUrl });
beforeEach(() => resetStatus(screenServer()));

it.each([
  ['both', '', 1],
  ['neither', ', immediate_delivery = false, immediate_takeaway = false', 0],
])(
  'the picker offers what the store takes at once, take-away and delivery, and so does the menu: %s (H-43)',
  async (_, status, count) => {
    await setHours(screenServer(), 'always', status);
    const { page } = await renderApp('1/home', { as: 'diego' });
    // A paused service in the menu would lead to an order that cannot be finished (T-29).
    const rail = page.getByRole('navigation', { name: 'Principal' });
    await expect(rail.getByRole('button', { name: 'En el local' })).toBeVisible();
    for (const type of ['Take away', 'Delivery'])
      await expect(rail.getByRole('button', { name: type })).toHaveCount(count);
    await page.getByRole('button', { name: 'Nuevo pedido' }).first().click();
    const options = page.getByRole('dialog', { name: 'Cargar pedido' }).getByRole('list');
    await expect(options.getByRole('button', { name: /^En local/ })).toBeVisible();
    for (const type of ['Take away', 'Delivery'])
      await expect(options.getByRole('button', { name: type })).toHaveCount(count);
  },
);

it.each([
  ['the maps, where there are some', 'ana', 1, 'Mapas', 'Mesa 1'],
  ['else the codes', 'ana', 4, 'Códigos', 'Mostrador'],
  ['else the status of the app', 'gabi', 5, 'Estado de la aplicación', 'Conexión'],
] as const)('the side column shows %s (H-05)', async (_, who, store, title, row) => {
  const { page } = await renderApp(`${store}/home`, { as: who, width: 1400 });
  const column = page.getByRole('complementary', { name: 'Salón' });
  await expect(column.getByRole('region', { name: title })).toBeVisible();
  await expect(column.getByText(row, { exact: true })).toBeVisible();
  for (const other of ['Mapas', 'Códigos', 'Estado de la aplicación'])
    await expect(column.getByRole('region', { name: other })).toHaveCount(other === title ? 1 : 0);
});

it('a floor map lists its tables; a place at the bar takes an order, a free table is opened first (H-05, G-22, G-26)', async () => {
  const { page } = await renderApp('1/home', { as: 'ana', width: 1400 });
  const maps = page.getByRole('region', { name: 'Mapas' });
  await expect(maps.getByRole('listitem').first()).toHaveText(/^Mesa 1/);
  await maps.getByRole('button', { name: 'Vereda' }).click();
  await expect(maps.getByRole('listitem').first()).toHaveText(/^Mesa 7/);
  await maps.getByRole('button', { name: 'Salón' }).click();
  await maps.getByRole('button', { name: /^Barra 2/ }).click();
  await expect(page).toHaveURL(/\/1\/cart\/catalog/);
  await expect(page.getByText('En Barra 2').first()).toBeVisible();
  await page.goto('1/home');
  await maps.getByRole('button', { name: /^Mesa 1/ }).click();
  await expect(page).toHaveURL(/\/1\/orderGroup\/create\?code_id=\d+/);
  await expect(page.getByRole('dialog', { name: 'Abrir Mesa 1' })).toBeVisible();
});

it('the free plan has no side column; its admin reaches what the other plans offer, with a link to read on (H-05, H-12, D-03)', async () => {
  const { page } = await renderApp('3/home', { as: 'ana', width: 1400 });
  await expect(page.getByRole('heading', { name: 'Tablero de pedidos' })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Salón' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Mejorá tu plan' }).click();
  const plans = page.getByRole('dialog', { name: 'Mejorá tu plan' });
  const link = plans.getByRole('link', { name: /^Conocé los planes/ });
  await expect(link).toHaveAttribute('href', plansUrl);
  await expect(link).toHaveAttribute('target', '_blank');
  await page.keyboard.press('Escape');
  await expect(plans).toHaveCount(0);
});

it.each([
  ['immediate_local', 'En local: Barra 1', ['Take away', 'Delivery']],
  ['immediate_takeaway', 'Take away', ['En local: Barra 1', 'Delivery']],
  ['immediate_delivery', 'Delivery', ['En local: Barra 1', 'Take away']],
] as const)('the picker lacks a service that is off, and no other: %s (H-43)', async (service, missing, others) => {
  await setHours(screenServer(), 'always', `, ${service} = false`);
  const { page } = await renderApp('1/home', { as: 'diego' });
  await page.getByRole('button', { name: 'Nuevo pedido' }).first().click();
  const options = page.getByRole('dialog', { name: 'Cargar pedido' }).getByRole('list');
  for (const name of others) await expect(options.getByRole('button', { name, exact: true })).toBeVisible();
  await expect(options.getByRole('button', { name: missing, exact: true })).toHaveCount(0);
});

it('the shortcuts of a person who takes orders: title, subtitle and five cards; each opens its flow (H-32, H-33)', async () => {
  const { page } = await renderApp('1/home', { as: 'diego' });
  await expect(page.getByRole('heading', { name: 'Pantalla principal' })).toBeVisible();
  await expect(page.getByText('Accesos directos a funciones del sistema')).toBeVisible();
  const cards = page.getByRole('main');
  for (const [card, leadsTo] of [
    ['Barra 1', /\/1\/cart\/catalog/],
    ['Take away', /\/1\/cart\/catalog/],
    ['Delivery', /\/1\/cart\/catalog/],
    ['Mapas', /\/1\/maps\/index/],
  ] as const) {
    await page.goto('1/home');
    await cards.getByRole('button', { name: card, exact: true }).click();
    await expect(page).toHaveURL(leadsTo);
  }
  await page.goto('1/home');
  await cards.getByRole('button', { name: 'Códigos', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Cargar pedido' })).toBeVisible();
});
