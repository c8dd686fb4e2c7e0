import { appendFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '#e2e/fixtures.ts';
import { newOrder } from '#e2e/pages/ordering.ts';
import { Outbox, controlledByWorker } from '#e2e/pages/outbox.ts';

// These journeys need the service worker.
test.use({ serviceWorkers: 'allow' });

test('the app is installable: manifest, icons, worker with its scope (F-06, F-08)', async ({ seat, shop }) => {
  const here = await seat(null, 'login');
  const href = await here.page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await (await fetch(new URL(href ?? '', shop.origin))).json();
  expect(manifest).toMatchObject({
    id: '/sellers/',
    scope: '/sellers/',
    lang: 'es-AR',
    display: 'standalone',
    start_url: '/sellers/?src=pwa',
  });
  expect(manifest.launch_handler.client_mode).toContain('focus-existing');
  // The sizes that a browser asks for before it offers the installation.
  const sizes = manifest.icons.map((icon: { sizes: string; purpose: string }) => `${icon.sizes} ${icon.purpose}`);
  expect(sizes).toEqual(expect.arrayContaining(['192x192 any', '512x512 any']));
  for (const { src } of [...manifest.icons, ...manifest.screenshots]) {
    const response = await fetch(new URL(src, `${shop.origin}/sellers/`));
    expect([src, response.status, response.headers.get('content-type')]).toEqual([
      src,
      200,
      expect.stringMatching(/^image\//),
    ]);
  }
  const inStore = await seat('ana', '1/home');
  await expect(inStore.page.getByRole('heading', { level: 1 })).toBeVisible();
  const opened: Record<string, string> = {};
  for (const { name, url } of manifest.shortcuts) {
    await inStore.page.goto(new URL(url, shop.origin).href);
    await inStore.page.waitForURL(/\/1\//);
    opened[name] = new URL(inStore.page.url()).pathname;
  }
  expect(opened).toEqual({
    'Nuevo pedido': '/sellers/1/home',
    'Tablero de pedidos': '/sellers/1/orders/kanban',
  });
  expect(await inStore.page.locator('html').getAttribute('lang')).toBe('es-AR');
  await controlledByWorker(here);
  expect(await here.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.scope)).toBe(
    `${shop.origin}/sellers/`,
  );
});

test('a worker that could not be fetched at the start is on the device once the network is back (F-07, F-08)', async ({
  seat,
  shop,
}) => {
  const { page, context } = await seat(null);
  await page.addInitScript(() => {
    const workers = navigator.serviceWorker;
    const register = workers.register.bind(workers);
    workers.register = () => {
      workers.register = register;
      document.documentElement.dataset['refused'] = 'yes';
      return Promise.reject(new TypeError('no network'));
    };
  });
  await page.goto(`${shop.url}login`);
  await expect(page.locator('html')).toHaveAttribute('data-refused', 'yes');
  await context.setOffline(true);
  await expect(page.getByText('Necesitás conexión para ingresar')).toBeVisible();
  await context.setOffline(false);
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).scope), { timeout: 90_000 })
    .toContain('/sellers/');
});

test('every route that was opened once opens again without a network, data included (F-07, C-49)', async ({
  seat,
  apiUser,
  shop,
}) => {
  const customer = `Sin red ${Date.now()}`;
  await (await apiUser('ana')).takeOrder(customer);
  const here = await seat('ana', '1/home');
  const { page, context } = here;
  await controlledByWorker(here);
  await expect(page.getByRole('article').filter({ hasText: customer })).toBeVisible();
  const catalog = await newOrder(page, 'Take away');
  await catalog.add('fainá');
  await catalog.toCheckout();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Finalizar' }).first()).toBeVisible();
  await page.goto(`${shop.url}1/cart/catalog`);
  await page.getByPlaceholder('Buscar...').fill('milanesa');
  await expect(
    page
      .getByRole('article')
      .filter({ hasText: /milanesa/i })
      .first(),
  ).toBeVisible();
  await page.goto(`${shop.url}1/orders/kanban`);
  await expect(page.getByRole('article').filter({ hasText: customer })).toBeVisible();
  await page.getByRole('button', { name: 'Nuevo pedido' }).first().click();
  await expect(page.getByRole('dialog').getByRole('button', { name: /^En local: \S/ })).toBeVisible();
  await page.goto(`${shop.url}1/home`);
  await expect(page.getByRole('article').filter({ hasText: customer })).toBeVisible();
  // An offline start opens the last store by itself; «Mis tiendas» shows the list (A6).
  await page.goto(shop.url);
  await expect(page).toHaveURL(/\/1\/home/);
  await page.getByRole('button', { name: 'Usuario' }).click();
  await page.getByRole('button', { name: 'Mis tiendas' }).click();
  await expect(page.getByRole('button', { name: /La Esquina/ })).toBeEnabled();
  await expect(page.getByRole('button', { name: /Asunción Grill/ })).toBeDisabled();
});

test('with the server gone for good, the board still opens and says that it is not live (F-07, R-29)', async ({
  seat,
  apiUser,
  shop,
}) => {
  const customer = `Caído ${Date.now()}`;
  const ana = await apiUser('ana');
  const order = await ana.takeOrder(customer);
  const here = await seat('carla', '1/orders/kanban');
  await controlledByWorker(here);
  const card = here.page.getByRole('article').filter({ hasText: customer });
  await expect(card).toBeVisible();
  // The order on screen may not be on disk yet.
  const { id } = (await (await apiUser('carla')).call<{ id: number }>('GET', '/me')).body;
  await expect.poll(() => new Outbox(here.page, id).count('entities')).toBeGreaterThan(1);
  await shop.kill();
  try {
    await here.page.reload();
    await expect(card).toBeVisible();
    await card.getByRole('button', { name: /^Aceptar/ }).click();
    await expect(here.page.getByRole('region', { name: /^Aceptados/ }).getByText(customer)).toBeVisible();
    await expect(here.page.getByRole('button', { name: /Sin conexión|por enviar|sin enviar/i }).first()).toBeVisible();
  } finally {
    await shop.start();
  }
  await expect.poll(async () => (await ana.order(order.id)).status, { timeout: 90_000 }).toBe('ACCEPTED');
});

test('an order made while the socket was down is there after reconnecting (R-29)', async ({ seat, apiUser }) => {
  const ana = await apiUser('ana');
  const here = await seat('carla', '1/orders/kanban');
  await expect(here.page.getByRole('article').first()).toBeVisible();
  await here.context.setOffline(true);
  const customer = `Perdido ${Date.now()}`;
  await ana.takeOrder(customer);
  await here.context.setOffline(false);
  await expect(here.page.getByRole('article').filter({ hasText: customer })).toBeVisible({ timeout: 90_000 });
});

test('an update waits for a tap, says so and reloads once (F-11)', async ({ seat, shop }) => {
  const here = await seat('ana', '1/home');
  const { page } = here;
  await controlledByWorker(here);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const worker = path.join(shop.clientFolder, 'worker.js');
  appendFileSync(worker, `\n// build ${Date.now()}\n`);
  for (const packed of ['.br', '.gz']) rmSync(`${worker}${packed}`);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect(page.getByText('Hay una versión nueva')).toBeVisible();
  expect(loads).toBe(0);
  // The notice is shown for 1.5 s, then the page reloads.
  await page.evaluate(() =>
    new MutationObserver(() => {
      if (document.body.textContent.includes('La aplicación fue actualizada, recargando...'))
        sessionStorage.setItem('told', 'yes');
    }).observe(document.body, { childList: true, subtree: true, characterData: true }),
  );
  await page.getByRole('button', { name: 'Actualizar' }).click();
  await expect.poll(() => loads).toBe(1);
  await expect(page.getByRole('heading', { name: 'Tablero de pedidos' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('told'))).toBe('yes');
  expect(loads).toBe(1);
  await expect(page.getByText('Hay una versión nueva')).toHaveCount(0);
});
