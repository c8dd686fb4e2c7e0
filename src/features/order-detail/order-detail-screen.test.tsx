import { it } from 'vitest';
import { inDatabase } from '#e2e/shop-database.ts';
import { BoardScreen } from '#testing/board.ts';
import type { Locator } from '#testing/locator.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

const detailOf = (page: Page): Locator => page.getByRole('dialog', { name: /^Pedido N° \d+$/ });

it('cash is due until the order is finished, and taken from then on (D-45)', async () => {
  const ana = await apiUserOf('ana');
  const plain = await ana.submission('Debe');
  const cash = { method: 'cash', option: 'cash', type: 'exact', value: null, amount: plain.total } as const;
  const made = await ana.send({ ...plain, payments: [cash] });
  expect(made.payments).toMatchObject([{ method: 'cash', status: 'APPROVED' }]);
  const { page } = await renderApp('1/orders/kanban', { as: 'carla' });
  await new BoardScreen(page).open('Debe');
  await expect(detailOf(page).getByText('A cobrar')).toBeVisible();
  await expect(detailOf(page).getByText(/Cobrado|Aprobado/)).toHaveCount(0);
  await ana.changeStatus(made, 'COMPLETE');
  await expect(detailOf(page).getByText('Cobrado')).toBeVisible();
  await expect(detailOf(page).getByText('A cobrar')).toHaveCount(0);
});

it('the delay of the shipping gateway moves the window of a delivery; the staff read it in the state of the store (T-31)', async () => {
  const ana = await apiUserOf('ana');
  const made = await ana.takeOrder('Ventana');
  await ana.changeStatus(made, 'ACCEPTED');
  const set = (what: string): Promise<unknown> => inDatabase(screenServer(), what);
  await set(`update orders set type = 'DELIVERY', ready_by = '2026-11-20T23:00:00Z' where id = ${made.id}`);
  const delayed = (minutes: number) =>
    set(`update gateways set config = config || '{"delay": ${minutes}, "delay_display": "Hay mucho tránsito."}'
         where store_id = 1 and type = 'shipping'`);
  for (const [minutes, window] of [
    [0, 'Entre las 20:10 y las 20:35 hs'],
    [15, 'Entre las 20:25 y las 20:50 hs'],
  ] as const) {
    await delayed(minutes);
    const { page } = await renderApp('1/orders/kanban', { as: 'carla' });
    await new BoardScreen(page).open('Ventana');
    await expect(detailOf(page).getByText(window)).toBeVisible();
    await page.goto('1/home');
    await page
      .getByRole('button', { name: /^Estado de la tienda: / })
      .first()
      .click();
    const status = page.getByRole('dialog', { name: 'Estado de la tienda' });
    await expect(status.getByText('El servicio de envíos suma 15 min')).toHaveCount(minutes === 0 ? 0 : 1);
    await expect(status.getByText('Hay mucho tránsito.')).toHaveCount(minutes === 0 ? 0 : 1);
  }
});

it('a delivery shows its products with what they have on them, its rider, and its place: the static map with a key, a card with a pin without one (B-51, B-54, B-71, N-30)', async () => {
  const { body: orders } = await (await apiUserOf('carla')).orders();
  const items = orders.find(({ user, status }) => user?.fullname === 'Federico Molina' && status === 'DELIVER')?.items;
  expect(items?.flatMap(({ additionals }) => additionals).length).toBeGreaterThan(0);

  const { page } = await renderApp('1/orders/kanban', { as: 'carla' });
  const picture = detailOf(page).getByRole('img', { name: 'Mapa de la dirección' });
  const pin = detailOf(page).getByRole('img', { name: 'Ubicación sin mapa' });
  await new BoardScreen(page).open('Federico Molina');
  await expect(pin).toBeVisible();
  await expect(picture).toHaveCount(0);
  for (const { name, additionals } of items ?? []) {
    const line = detailOf(page).getByRole('region', { name: 'Productos' }).locator('li').filter({ hasText: name });
    for (const additional of additionals)
      await expect(line.first().locator('li').filter({ hasText: additional.name })).toHaveCount(1);
  }
  await expect(detailOf(page).getByRole('progressbar', { name: 'En camino al cliente' })).toHaveAttribute(
    'value',
    '60',
  );
  await expect(detailOf(page).getByRole('link', { name: 'Cómo llegar' })).toBeVisible();

  const { page: withKey } = await renderApp('/', { as: 'carla' });
  withKey.route('/config', async (route) => {
    const config = await (await route.fetch()).json();
    return route.fulfill({ json: { ...config, maps: { key: 'llave' } } });
  });
  await withKey.goto('1/orders/kanban');
  await new BoardScreen(withKey).open('Federico Molina');
  const map = detailOf(withKey).getByRole('img', { name: 'Mapa de la dirección' });
  await expect(map).toHaveAttribute('src', /[?&]zoom=18&size=600x500&.*&key=llave$/);
  await expect(detailOf(withKey).getByRole('img', { name: 'Ubicación sin mapa' })).toHaveCount(0);
});
