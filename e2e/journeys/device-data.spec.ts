import { expect, goOffline, openLaEsquina, test } from '#e2e/fixtures.ts';
import { newOrder, leaveInvoice } from '#e2e/pages/ordering.ts';
import { BoardPage } from '#e2e/pages/board.ts';
import {
  Outbox,
  answerChanges,
  changesOfOrders,
  controlledByWorker,
  fillDisk,
  finishTimedOrders,
  oneDay,
  userIdOf,
} from '#e2e/pages/outbox.ts';

// These journeys need the service worker.
test.use({ serviceWorkers: 'allow' });

test.afterEach(async ({ apiUser }) => finishTimedOrders(await apiUser('ana')));

test('data that the browser threw away with unsent work is told loudly, until understood (offline engine, Principles, eviction)', async ({
  seat,
  apiUser,
  shop,
}) => {
  const ana = await apiUser('ana');
  const customer = `Desalojo ${Date.now()}`;
  await ana.takeOrder(customer);
  const here = await seat('carla', '1/orders/kanban');
  const { page } = here;
  const board = new BoardPage(page);
  const outbox = new Outbox(page, await userIdOf(await apiUser('carla')));
  await controlledByWorker(here);
  await expect(board.card(customer)).toBeVisible();
  await goOffline(page);
  await board.next(customer);
  await expect(outbox.pill('Sin conexión: 1 por enviar')).toBeVisible();
  // No store is open on this page.
  await page.goto(`${shop.url}zzz/yyy`);
  await outbox.evict();
  await page.goto(`${shop.url}1/orders/kanban`);
  const notice = page.getByRole('alert').filter({
    hasText:
      'Este dispositivo borró los datos de la aplicación: se perdió 1 acción que no se había enviado. Revisá los pedidos.',
  });
  await expect(notice).toBeVisible();
  await page.reload();
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Entendido' }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Tablero de pedidos' })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('a full disk takes no new action and says so; what was asked for stays where it was (offline engine, Principles, quota)', async ({
  seat,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  const customer = `Lleno ${Date.now()}`;
  const order = await ana.takeOrder(customer);
  const { page } = await seat('carla', '1/orders/kanban');
  const board = new BoardPage(page);
  const bar = page.getByRole('alert').filter({
    hasText: 'No hay espacio en este dispositivo: no se pueden guardar acciones nuevas. Liberá espacio.',
  });
  await expect(board.card(customer)).toBeVisible();
  await fillDisk(page);
  // The notice is shown for a few seconds, so the test starts waiting before the tap.
  const told = page
    .getByRole('region', { name: 'Avisos' })
    .getByText(/No pudimos guardar el cambio en este dispositivo/)
    .waitFor();
  await board.next(customer);
  await told;
  await expect(bar).toBeVisible();
  await expect(board.cardIn('Pendientes', customer)).toBeVisible();
  expect((await ana.order(order.id)).status).toBe('PENDING');
  // An order that cannot be stored is not taken: the cart stays.
  const catalog = await newOrder(page, 'Take away');
  await catalog.add('fainá');
  const checkout = await catalog.toCheckout();
  await checkout.finish();
  const notSaved = page
    .getByRole('main')
    .getByText('No pudimos guardar el pedido en este dispositivo. Liberá espacio y probá de nuevo.');
  await expect(notSaved).toBeVisible();
  await page.evaluate('restoreDisk()');
  await checkout.finish();
  await leaveInvoice(page);
  await expect(bar).toHaveCount(0);
});

test('data of a newer version is left alone, and the page says what to do (offline engine, Updates)', async ({
  seat,
  apiUser,
  shop,
}) => {
  const { page } = await seat('carla');
  const name = `marche:${await userIdOf(await apiUser('carla'))}:1`;
  await page.evaluate(
    (database) =>
      new Promise<void>((resolve) => {
        const ask = indexedDB.open(database, 7);
        ask.addEventListener('upgradeneeded', () => ask.result.createObjectStore('later'));
        ask.addEventListener('success', () => {
          ask.result.close();
          resolve();
        });
      }),
    name,
  );
  await page.goto(`${shop.url}1/orders/kanban`);
  await expect(
    page.getByText(
      'Esta versión de la aplicación es anterior a los datos guardados en este dispositivo. Actualizala para continuar.',
    ),
  ).toBeVisible();
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Actualizar' }).click();
  await loaded;
  await expect(page.getByRole('button', { name: 'Actualizar' })).toBeVisible();
  const left = await page.evaluate(async () => (await indexedDB.databases()).map((d) => `${d.name} ${d.version}`));
  expect(left).toContain(`${name} 7`);
});

test('a store that the server refuses leaves the device, the unsent work does not (D-06)', async ({
  seat,
  apiUser,
  shop,
}) => {
  const ana = await apiUser('ana');
  const customer = `Expulsado ${Date.now()}`;
  await ana.takeOrder(customer);
  const here = await seat('carla', '1/orders/kanban');
  const { page } = here;
  const board = new BoardPage(page);
  const outbox = new Outbox(page, await userIdOf(await apiUser('carla')));
  await expect(board.card(customer)).toBeVisible();
  await answerChanges(page, (route) => route.abort());
  await board.next(customer);
  await expect(board.cardIn('Aceptados', customer)).toBeVisible();
  await page.goto(shop.url);
  await expect(page.getByRole('heading', { name: 'Tiendas' })).toBeVisible();
  await expect.poll(() => outbox.count('entities')).toBeGreaterThan(1);
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases())
      if (name?.startsWith('marche-cache')) indexedDB.deleteDatabase(name);
  });
  await page.route('**/api/store/1?*', (route) =>
    route.fulfill({
      status: 403,
      json: { code: 'forbidden', message: 'No tenés permisos para realizar esta acción.' },
    }),
  );
  // The notice disappears by itself, perhaps before the page has loaded completely.
  await page.goto(`${shop.url}1/orders/kanban`, { waitUntil: 'commit' });
  await expect(
    page.getByRole('region', { name: 'Avisos' }).getByText('No tenés permisos para realizar esta acción.'),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Tiendas' })).toBeVisible();
  await expect.poll(() => outbox.count('entities')).toBe(1);
  await expect.poll(() => outbox.count('outbox')).toBe(1);
});

test('a store that nobody used for 7 days leaves the device, the unsent work does not (D-06)', async ({
  seat,
  apiUser,
  shop,
}) => {
  const ana = await apiUser('ana');
  const customer = `Olvidado ${Date.now()}`;
  const order = await ana.takeOrder(customer);
  const { page, context } = await seat('carla', '1/orders/kanban');
  const board = new BoardPage(page);
  const outbox = new Outbox(page, await userIdOf(await apiUser('carla')));
  await expect(board.card(customer)).toBeVisible();
  await goOffline(page);
  await board.next(customer);
  await expect(board.cardIn('Aceptados', customer)).toBeVisible();
  await answerChanges(page, (route) => route.abort());
  await context.setOffline(false);
  await page.goto(shop.url);
  await page.evaluate((ms) => {
    const record = JSON.parse(localStorage.getItem('marche:store-uses') ?? '{}');
    for (const use of Object.values<{ used: number }>(record.value)) use.used -= ms;
    localStorage.setItem('marche:store-uses', JSON.stringify(record));
  }, 8 * oneDay);
  await expect.poll(() => outbox.count('entities')).toBeGreaterThan(1);
  await page.reload();
  await expect.poll(() => outbox.count('entities')).toBe(1);
  await expect.poll(() => outbox.count('outbox')).toBe(1);
  await page.unroute(changesOfOrders);
  await openLaEsquina(page);
  await expect.poll(async () => (await ana.order(order.id)).status, { timeout: 90_000 }).toBe('ACCEPTED');
});
