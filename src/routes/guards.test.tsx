import { it, vi } from 'vitest';
import { scrollResetMs } from '#domain/limits.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect, timersFired } from '#testing/screen-expect.ts';
import { useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

it('without a user every route that needs one leads to login (F-18)', async () => {
  const { page } = await renderApp('/1/orders/kanban');
  await expect(page).toHaveURL(/\/sellers\/login$/);
  for (const path of ['', '1/home', '1/camera', '1/paying/order/1', 'user/settings/general', 'customer/stores']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/sellers\/login$/);
  }
});

it('logged in, login sends back to the previous place (F-19)', async () => {
  const { page } = await renderApp('/1/orders/kanban', { as: 'ana' });
  await expect(page.getByRole('heading', { name: 'Tablero de pedidos' })).toBeVisible();
  history.pushState(null, '', '/sellers/login');
  await expect(page).toHaveURL(/\/1\/orders\/kanban$/);
  // A page that was loaded there knows no previous place.
  await page.goto('login');
  await expect(page).toHaveURL(/\/sellers\/$/);
});

it('a missing cart leads home, an empty one does not reach checkout (F-21, F-22, C-01, K-57)', async () => {
  const { page } = await renderApp('/1/cart/catalog', { as: 'ana' });
  await expect(page).toHaveURL(/\/1\/home/);
  await page.getByRole('button', { name: 'Take away' }).first().click();
  await expect(page).toHaveURL(/\/1\/cart\/catalog/);
  await page.goto('1/cart/checkout');
  await expect(page).toHaveURL(/\/1\/home/);
});

it('a seller sees shortcuts, not the board (F-23, B-01, H-04, H-16, H-32)', async () => {
  const { page } = await renderApp('/1/pair', { as: 'diego' });
  await expect(page).toHaveURL(/\/1\/home/);
  for (const path of ['1/orders/kanban', '1/cashbox/index', '1/config/index', '1/config/printpoint/form']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/1\/home/);
  }
  await expect(page.getByRole('heading', { name: 'Pantalla principal' })).toBeVisible();
  await expect(page.getByText('Accesos directos a funciones del sistema')).toBeVisible();
  await expect(page.getByRole('link', { name: /Tablero de pedidos/ })).toHaveCount(0);
});

it('the free plan takes no orders: home, with what the plan lacks over the board, said once (F-24, C-01, H-12, K-57, B4)', async () => {
  const { page } = await renderApp('/3/cart/checkout', { as: 'ana' });
  await expect(page).toHaveURL(/\/3\/home$/);
  await page.goto('3/cart/address');
  await expect(page).toHaveURL(/\/3\/home$/);
  await page.goto('3/cart/catalog');
  await expect(page).toHaveURL(/\/3\/home$/);
  const panel = page.getByRole('dialog', { name: 'Tu plan no incluye esta función' });
  await expect(panel.getByText(/^Con los planes estándar y premium además cargás pedidos/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Tablero de pedidos' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Nuevo pedido' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Tablero de pedidos' })).toBeVisible();
  await expect(panel).toHaveCount(0);
});

it('a store that does not exist is missing; in one without a role the person is a customer (F-39, E-02, E-15, N-42)', async () => {
  const { page } = await renderApp('/5/home', { as: 'ana' });
  await expect(page.getByRole('heading', { name: 'Hacé tu pedido' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Tablero de pedidos/ })).toHaveCount(0);
  await page.goto('999/home');
  await expect(page).toHaveURL(/\/sellers\/$/);
  await expect(page.getByText('No se encontró la información que buscaba.').first()).toBeVisible();
});

it('a profile that fails to load leads to the stores, which say why (F-39, E-15)', async () => {
  const { page } = await renderApp('/', { as: 'ana' });
  const failure = { status: 500, json: { code: 'internal', message: 'No se pudo leer la tienda.' } };
  page.route('/store/1', (route) => route.fulfill(failure));
  await page.getByRole('button', { name: /^La Esquina/ }).click();
  await expect(page.getByText('No se pudo leer la tienda.').first()).toBeVisible();
  await expect(page).toHaveURL(/\/sellers\/$/);
  await page.goto('1/home');
  await expect(page).toHaveURL(/\/sellers\/$/);
  await expect(page.getByRole('heading', { name: 'Tiendas' })).toBeVisible();
});

it.each(['zzz/yyy/xxx', 'zzz', '0/home', '1/nothing', '1/orders/kanban/2', 'login/2'])(
  'any other path says that it does not exist and leads to the stores: %s (F-30)',
  async (path) => {
    const { page } = await renderApp(path, { as: 'ana' });
    await expect(page.getByRole('heading', { name: 'La página no existe' })).toBeVisible();
    await expect(page.getByText('Page does not exist')).toBeVisible();
    await page.getByRole('link', { name: 'Ir a mis tiendas' }).click();
    await expect(page.getByRole('heading', { name: 'Tiendas' })).toBeVisible();
    await expect(page).toHaveURL(/\/sellers\/$/);
  },
);

it('a new screen scrolls to its top, the checkout stays where it was (F-28, F-29)', async () => {
  const { page } = await renderApp('/1/home', { as: 'ana' });
  const toTop: unknown[] = [];
  vi.spyOn(window, 'scrollTo').mockImplementation((to) => void toTop.push(to));
  await expect(page.getByRole('button', { name: 'Take away' }).first()).toBeVisible();
  await timersFired(scrollResetMs);
  toTop.length = 0;
  await page.getByRole('button', { name: 'Take away' }).first().click();
  await expect(page).toHaveURL(/catalog/);
  await expect.poll(() => toTop[0]).toEqual({ top: 0 });
  await page.getByPlaceholder('Buscar...').fill('vaso de leche');
  await page.keyboard.press('Enter');
  await timersFired(scrollResetMs);
  toTop.length = 0;
  await page.getByRole('button', { name: 'Siguiente' }).first().click();
  await expect(page).toHaveURL(/checkout/);
  await expect(page.getByRole('button', { name: 'Finalizar' }).first()).toBeVisible();
  await timersFired(scrollResetMs);
  expect(toTop).toEqual([]);
  await page.getByRole('button', { name: 'Volver' }).first().click();
  await expect(page).toHaveURL(/catalog/);
  await expect.poll(() => toTop.length).toBeGreaterThan(0);
});

it('a navigation closes what is open: a dialog and a side panel (F-25)', async () => {
  const { page } = await renderApp('/1/home', { as: 'ana' });
  const menu = page.getByRole('navigation', { name: 'Principal' });
  for (const [opener, title, path] of [
    ['Usuario', 'Menú de usuario', '1/orders/kanban'],
    [/^Estado de la tienda: /, 'Estado de la tienda', '1/home'],
  ] as const) {
    await menu.getByRole('button', { name: opener }).click();
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog).toBeVisible();
    // What is below an open dialog takes no taps: the link is followed as a shortcut of the app would follow it.
    await page
      .locator(`a[href="/sellers/${path}"]`)
      .first()
      .evaluate((link) => link.click());
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(dialog).toHaveCount(0);
  }
});

it('a store that was read 15 minutes ago is read again by the next navigation, once, and not before (F-38, N-43)', async () => {
  const { page } = await renderApp('/1/home', { as: 'ana' });
  const menu = page.getByRole('navigation', { name: 'Principal' });
  await expect(page.getByRole('heading', { name: 'Tablero de pedidos' })).toBeVisible();
  const { queryClient } = await import('#data/api/query-client.ts');
  const { storeQueries } = await import('#data/store/stores.ts');
  const { queryKey } = storeQueries.profile(1);
  const aged = (seconds: number): void => {
    const updatedAt = Date.now() - seconds * 1_000;
    queryClient.setQueryData(queryKey, (known) => known && { ...known }, { updatedAt });
  };
  // The session has begun with the server's profile.
  await expect.poll(() => sessionStorage.getItem('marche:store-1')).toBe('true');
  const reads = (): number => page.sent().filter((call) => call === 'GET /store/1').length;
  const before = reads();
  expect(before).toBeGreaterThan(0);
  aged(14 * 60 + 50);
  await menu.getByRole('link', { name: /Tablero de pedidos/ }).click();
  await expect(page).toHaveURL(/kanban$/);
  expect(reads()).toBe(before);
  aged(15 * 60 + 1);
  await menu.getByRole('link', { name: 'Inicio' }).click();
  await expect(page).toHaveURL(/home$/);
  await expect.poll(reads).toBe(before + 1);
  await menu.getByRole('link', { name: /Tablero de pedidos/ }).click();
  await expect(page).toHaveURL(/kanban$/);
  expect(reads()).toBe(before + 1);
});

it('back returns to the last remembered place (F-27, H-30)', async () => {
  const { page } = await renderApp('/1/orders/kanban', { as: 'ana', width: 390 });
  await expect(page.getByRole('heading', { name: 'Tablero de pedidos' })).toBeVisible();
  await page.getByRole('button', { name: 'Nuevo pedido' }).first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Take away/ })
    .click();
  await expect(page).toHaveURL(/catalog/);
  await page.getByRole('button', { name: 'Volver' }).first().click();
  await expect(page).toHaveURL(/kanban/);
});
