import { it } from 'vitest';
import { demoPeople, password } from '#e2e/api.ts';
import { inDatabase } from '#e2e/shop-database.ts';
import { OrderingScreen } from '#testing/ordering.ts';
import type { Page } from '#testing/page.ts';
import { deviceClock } from '#platform/clock.ts';
import { hourLabel } from '#texts/time.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

/** Opens La Esquina from the list of stores. */
async function openLaEsquina(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^La Esquina/ }).click();
  await expect(page).toHaveURL(/\/1\/home/);
}

it('the first start says so while the store loads, and then shows it (F-13, S-05, H-01, T-01)', async () => {
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

it('the full screen says that it waits until the user is loaded (F-12)', async () => {
  const { page } = await renderApp('/login');
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  page.route('/tokens/social/google', () =>
    fetch(`${screenServer().origin}/api/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: demoPeople.ana, password }),
    }),
  );
  page.route('/me', async (route) => {
    await held;
    return route.fetch();
  });
  await page.goto('social/google#access_token=once');
  await expect.poll(() => page.sent()).toContain('GET /me');
  await expect(page.getByText('Aguarde un momento')).toBeVisible();
  letGo();
  await expect(page.getByRole('heading', { name: 'Tiendas' })).toBeVisible();
  await expect(page.getByText('Aguarde un momento')).toHaveCount(0);
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

it('a shortcut opens the flow of its type; a store that offers less shows less (C-50, H-19, K-04)', async () => {
  const { page } = await renderApp('/1/home', { as: 'diego' });
  await page.getByRole('main').getByRole('button', { name: 'Barra 1' }).click();
  await expect(page).toHaveURL(/\/1\/cart\/catalog/);
  await expect(page.getByRole('region', { name: 'Detalle del pedido' }).getByText('En Barra 1')).toBeVisible();
  await page.goto('1/home');
  for (const [name, type] of [
    ['Take away', 'TAKEAWAY'],
    ['Delivery', 'DELIVERY'],
  ] as const) {
    await page.getByRole('main').getByRole('button', { name }).click();
    await expect(page).toHaveURL(/\/1\/cart\/catalog/);
    expect(JSON.parse(localStorage.getItem('marche:cart') ?? 'null')).toMatchObject({ value: { type } });
    await page.goto('1/home');
  }
  await page.getByRole('main').getByRole('button', { name: 'Códigos' }).click();
  await page.getByRole('dialog', { name: 'Cargar pedido' }).getByRole('button', { name: 'Barra 3' }).click();
  await expect(page.getByRole('region', { name: 'Detalle del pedido' }).getByText('En Barra 3')).toBeVisible();
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
  ['all on premium, where the store offers them', 'ana', '1', ['En el local', 'Take away', 'Delivery']],
  ['all for a seller too', 'diego', '1', ['En el local', 'Take away', 'Delivery']],
  ['on premium the one that the store offers', 'gabi', '5', ['Take away']],
  ['none on the free plan, though the store offers them', 'ana', '3', []],
] as const)(
  'the shortcuts of the menu for an order: %s; «Inicio» is always there (H-15, H-19, H-20, H-21)',
  async (_, who, store, offered) => {
    for (const [id, on] of [
      [3, 'true'],
      [5, `s->>'type' = 'TAKEAWAY'`],
    ] as const)
      await inDatabase(
        screenServer(),
        `update stores set services = (
         select jsonb_agg(jsonb_set(s, '{status}', to_jsonb(${on}))) from jsonb_array_elements(services) s
       ) where id = ${id}`,
      );
    const { page } = await renderApp(`/${store}/home`, { as: who });
    const rail = page.getByRole('navigation', { name: 'Principal' });
    await expect(rail.getByRole('link', { name: 'Inicio' })).toHaveAttribute('href', `/sellers/${store}/home`);
    for (const name of ['En el local', 'Take away', 'Delivery'])
      await expect(rail.getByRole('button', { name })).toHaveCount(offered.some((one) => one === name) ? 1 : 0);
  },
);

it('a logout with an unfinished order asks, and leaves neither the order nor the store on the device (A-51)', async () => {
  const { page } = await renderApp('/', { as: 'ana' });
  const order = new OrderingScreen(page);
  await order.start('Take away');
  await order.add('vaso de leche');
  await expect(order.cart).toContainText('Vaso de leche');
  const leave = async (): Promise<void> => {
    await page.getByRole('navigation', { name: 'Principal' }).getByRole('button', { name: 'Usuario' }).click();
    await page.getByRole('dialog', { name: 'Menú de usuario' }).getByRole('button', { name: 'Cerrar sesión' }).click();
  };
  const question = page.getByRole('alertdialog', { name: 'Tenés un pedido sin terminar' });
  await leave();
  await question.getByRole('button', { name: 'Cancelar' }).click();
  expect(localStorage.getItem('marche:cart')).toContain('"lines":[{');
  await page.keyboard.press('Escape');
  await leave();
  await question.getByRole('button', { name: 'Descartar y salir' }).click();
  await expect(page).toHaveURL(/\/sellers\/login$/);
  for (const record of ['cart', 'boot']) expect(localStorage.getItem(`marche:${record}`)).toBeNull();
  await expect
    .poll(async () => (await indexedDB.databases()).filter(({ name }) => name?.startsWith('marche')))
    .toEqual([]);
});

it('the bin of the phone bar is on the screens of an order only, and empties it (H-28)', async () => {
  const { page } = await renderApp('/', { as: 'ana', width: 390 });
  const order = new OrderingScreen(page);
  await order.start('Take away');
  await order.add('vaso de leche');
  const bin = page.getByRole('banner').first().getByRole('button', { name: 'Descartar el pedido' });
  await expect(bin).toBeVisible();
  await page.goto('1/cart/checkout');
  await expect(bin).toBeVisible();
  for (const elsewhere of ['1/home', '1/orders/kanban']) {
    await page.goto(elsewhere);
    await expect(page.getByRole('heading', { name: 'Tablero de pedidos' })).toBeVisible();
    await expect(bin).toHaveCount(0);
  }
  await page.goto('1/cart/catalog');
  await bin.click();
  await page.goto('1/cart/checkout');
  await expect(page).toHaveURL(/\/1\/home$/);
});

it('the rail has the store’s time, for a screen that fills its monitor (docs/screens.md)', async () => {
  const { page } = await renderApp('4/home', { as: 'ana', width: 1920 });
  const hour = () => hourLabel(deviceClock.now(), 'America/Asuncion');
  const before = hour();
  await expect(page.getByRole('navigation', { name: 'Principal' })).toContainText(new RegExp(`${before}|${hour()}`));
});
