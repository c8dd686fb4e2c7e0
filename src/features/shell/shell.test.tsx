import { it } from 'vitest';
import { inDatabase } from '#e2e/shop-database.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

/** Opens La Esquina from the list of stores. */
async function openLaEsquina(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^La Esquina/ }).click();
  await expect(page).toHaveURL(/\/1\/home/);
}

it('the first start says so while the store loads, and then shows it (F-12, F-13, S-05, H-01, T-01)', async () => {
  const { page } = await renderApp('/', { as: 'ana' });
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  page.route('/store/1', async (route) => {
    await held;
    return route.fetch();
  });
  await page.getByRole('button', { name: /La Esquina/ }).click();
  await expect(page.getByText('cargando tienda')).toBeVisible();
  letGo();
  await expect(page).toHaveURL(/\/sellers\/1\/home$/);
  await expect(page.getByText('cargando tienda')).toHaveCount(0);
});

it('the rail has the store, the screens of an admin and the user menu (H-14, H-15, H-16, H-19, H-20, H-25, A-50, T-11)', async () => {
  const { page } = await renderApp('/', { as: 'ana' });
  await openLaEsquina(page);
  const rail = page.getByRole('navigation', { name: 'Principal' });
  await expect(page.getByText('Abierta', { exact: true }).first()).toBeVisible();
  await expect(rail.getByRole('link', { name: 'Inicio' })).toHaveAttribute('aria-current', 'page');
  await expect(rail.getByRole('link', { name: /Tablero de pedidos/ })).toBeVisible();
  await expect(rail.getByRole('button', { name: 'En el local' })).toBeVisible();
  await expect(rail.getByRole('button', { name: 'Take away' })).toBeVisible();
  await rail.getByRole('button', { name: 'Usuario' }).click();
  const menu = page.getByRole('dialog', { name: 'Menú de usuario' });
  await menu.getByRole('button', { name: 'Cancelar' }).click();
  await expect(menu).toHaveCount(0);
  await rail.getByRole('button', { name: 'Usuario' }).click();
  await menu.getByRole('button', { name: 'Mis tiendas' }).click();
  await expect(page.getByRole('heading', { name: 'Tiendas' })).toBeVisible();
});

it('a shortcut opens the flow of its type; a store that offers less shows less (C-50, H-19, H-33, K-04)', async () => {
  const { page } = await renderApp('/1/home', { as: 'diego' });
  await page.getByRole('main').getByRole('button', { name: 'Barra 1' }).click();
  await expect(page).toHaveURL(/\/1\/cart\/catalog/);
  await expect(page.getByRole('region', { name: 'Detalle del pedido' }).getByText('En Barra 1')).toBeVisible();
  await page.goto('1/home');
  await page.getByRole('main').getByRole('button', { name: 'Take away' }).click();
  await expect(page).toHaveURL(/\/1\/cart\/catalog/);
  await page.goto('4/home');
  await expect(page.getByRole('heading', { name: 'Pantalla principal' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take away' })).toHaveCount(0);
});

it('a store without a catalog says so, and nothing can be added (C-14, C-06)', async () => {
  const { page } = await renderApp('/', { as: 'ana' });
  page.route('/store/1', async (route) => {
    const body = await (await route.fetch()).json();
    return route.fulfill({ json: { ...body, catalog: { ...body.catalog, sections: [], items: [] } } });
  });
  await openLaEsquina(page);
  await page.getByRole('button', { name: 'Take away' }).first().click();
  await expect(page.getByText('El comercio no cargó su catálogo.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Siguiente' }).first()).toBeDisabled();
});

it('amounts follow the store: guaraníes have no decimals (M-01, N-14)', async () => {
  const { page } = await renderApp('/4/home', { as: 'ana' });
  await page.getByRole('button', { name: 'En el local' }).first().click();
  await expect(page.getByText(/^Gs\. \d{1,3}(\.\d{3})*$/).first()).toBeVisible();
});

it.each(['ana', 'bruno', 'carla'] as const)(
  'the home of an admin has the three columns of the board: %s (H-02)',
  async (admin) => {
    const { page } = await renderApp('/1/home', { as: admin });
    for (const column of [/^Pendientes/, /^Aceptados/, /^Por entregar/])
      await expect(page.getByRole('region', { name: column })).toBeVisible();
  },
);

it.each([
  ['stands on premium, where the store delivers', 'ana', '1', 1],
  ['is missing on premium, where the store does not deliver', 'gabi', '5', 0],
  ['is missing on the free plan, though the store delivers', 'ana', '3', 0],
] as const)('the shortcut «Delivery» of the menu %s (H-21)', async (_, who, store, count) => {
  await inDatabase(
    screenServer(),
    `update stores set services = (
       select jsonb_agg(jsonb_set(s, '{status}', 'true')) from jsonb_array_elements(services) s
     ) where id = 3`,
  );
  const { page } = await renderApp(`/${store}/home`, { as: who });
  const rail = page.getByRole('navigation', { name: 'Principal' });
  await expect(rail.getByRole('link', { name: 'Inicio' })).toBeVisible();
  await expect(rail.getByRole('button', { name: 'Delivery' })).toHaveCount(count);
});
