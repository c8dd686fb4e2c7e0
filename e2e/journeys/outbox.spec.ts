import type { Page, Route } from '@playwright/test';
import type { ApiUser } from '#e2e/api.ts';
import { expect, goOffline, logInByForm, openLaEsquina, test } from '#e2e/fixtures.ts';
import type { Seat } from '#e2e/fixtures.ts';
import { checkEveryLook } from '#e2e/looks.ts';
import { BoardPage } from '#e2e/pages/board.ts';
import { Outbox } from '#e2e/pages/outbox.ts';

// These journeys need the service worker.
test.use({ serviceWorkers: 'allow' });

const changesOfOrders = /\/api\/store\/1\/orders\/\d+$/;
const days = 24 * 60 * 60_000;

const userId = async (user: ApiUser): Promise<number> => (await user.call<{ id: number }>('GET', '/me')).body.id;

/** `answer` handles the PATCHes of orders; all other requests reach the server. */
const answerChanges = (page: Page, answer: (route: Route) => Promise<void>): Promise<unknown> =>
  page.route(changesOfOrders, (route) => (route.request().method() === 'PATCH' ? answer(route) : route.continue()));

/** Waits until the worker has cached the app, so that it opens offline. */
async function controlled({ page }: Seat): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** Makes writes fail as on a full disk: Chromium's quota override does not reach IndexedDB. */
const fillDisk = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const original = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, 'transaction') ?? {};
    const open: IDBDatabase['transaction'] = original.value;
    IDBDatabase.prototype.transaction = function full(stores, mode, options) {
      if (mode === 'readwrite') throw new DOMException('full', 'QuotaExceededError');
      return open.call(this, stores, mode, options);
    };
    const restoreDisk = (): void => void Object.defineProperty(IDBDatabase.prototype, 'transaction', original);
    Object.assign(globalThis, { restoreDisk });
  });

// The board shows only what fits: finishes this journey's orders, so that the next one finds its own in view.
test.afterEach(async ({ apiUser }) => {
  const ana = await apiUser('ana');
  const { body } = await ana.orders();
  for (const order of body)
    if (/ \d{13}$/.test(order.description ?? '') && !['COMPLETE', 'REJECTED'].includes(order.status))
      await ana.changeStatus(order, 'COMPLETE');
});

test('a clock that jumps eight days ahead expires nothing (offline engine, Principles)', async ({ seat, apiUser }) => {
  const ana = await apiUser('ana');
  const customer = `Futuro ${Date.now()}`;
  const order = await ana.takeOrder(customer);
  const { page, context } = await seat('carla', '1/orders/kanban');
  const board = new BoardPage(page);
  await expect(board.card(customer)).toBeVisible();
  await goOffline(page);
  await board.next(customer);
  await expect(board.cardIn('Aceptados', customer)).toBeVisible();
  await page.evaluate((ms) => {
    const real = Date.now.bind(Date);
    Date.now = () => real() + ms;
  }, 8 * days);
  await answerChanges(page, (route) => route.abort());
  await context.setOffline(false);
  // The next start has the changed clock too; the command has still not been sent.
  await page.addInitScript((ms) => {
    const real = Date.now.bind(Date);
    Date.now = () => real() + ms;
  }, 8 * days);
  await page.reload();
  await expect(board.cardIn('Aceptados', customer)).toBeVisible();
  await expect(page.getByText(/hace -/)).toHaveCount(0);
  await page.unroute(changesOfOrders);
  await expect.poll(async () => (await ana.order(order.id)).status, { timeout: 90_000 }).toBe('ACCEPTED');
});

test('a clock set back eight days expires nothing, and no age is negative (offline engine, Principles)', async ({
  seat,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  const customer = `Pasado ${Date.now()}`;
  const order = await ana.takeOrder(customer);
  const here = await seat('carla', '1/orders/kanban');
  const { page, context } = here;
  await controlled(here);
  const board = new BoardPage(page);
  await expect(board.card(customer)).toBeVisible();
  await goOffline(page);
  await board.next(customer);
  await expect(board.cardIn('Aceptados', customer)).toBeVisible();
  await page.addInitScript((ms) => {
    const real = Date.now.bind(Date);
    Date.now = () => real() - ms;
  }, 8 * days);
  await page.reload();
  await expect(board.cardIn('Aceptados', customer)).toBeVisible();
  await expect(page.getByText('Sin confirmar con el servidor')).toBeVisible();
  await expect(page.getByText(/hace -/)).toHaveCount(0);
  await context.setOffline(false);
  await expect.poll(async () => (await ana.order(order.id)).status, { timeout: 90_000 }).toBe('ACCEPTED');
});

test('the board says how old it is at once when it starts without a network (offline engine, Principles, data age; F-07)', async ({
  seat,
}) => {
  const here = await seat('carla', '1/orders/kanban');
  const { page } = here;
  await controlled(here);
  await expect(page.getByRole('article').first()).toBeVisible();
  await goOffline(page);
  await page.reload();
  await expect(page.getByText(/^Actualizado (recién|hace \d+ (s|min))$/)).toBeVisible();
  await page.evaluate(() => {
    const record = JSON.parse(localStorage.getItem('marche:store-uses') ?? '{}');
    for (const use of Object.values<{ confirmed: number }>(record.value)) use.confirmed -= 3 * 60 * 60_000;
    localStorage.setItem('marche:store-uses', JSON.stringify(record));
  });
  await page.reload();
  await expect(page.getByText('Actualizado hace 3 h')).toBeVisible();
  await expect(page.locator('[data-age=old]')).toBeVisible();
});

test('one change that the server cannot process holds back no other order (offline engine, Principles, poison)', async ({
  seat,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  const stamp = Date.now();
  const bad = await ana.takeOrder(`Veneno ${stamp}`);
  const good = await ana.takeOrder(`Sano ${stamp}`);
  const here = await seat('carla');
  const { page } = here;
  await page.clock.install();
  await openLaEsquina(page);
  await page.getByRole('link', { name: /Tablero/ }).click();
  const board = new BoardPage(page);
  const outbox = new Outbox(page, await userId(await apiUser('carla')));
  await expect(board.card(`Veneno ${stamp}`)).toBeVisible();
  let tries = 0;
  await answerChanges(page, (route) => {
    if (!route.request().url().endsWith(`/${bad.id}`)) return route.continue();
    tries += 1;
    return route.fulfill({ status: 500, json: { code: 'internal', message: 'No' } });
  });
  await board.next(`Veneno ${stamp}`);
  await expect.poll(() => tries).toBeGreaterThan(0);
  await board.next(`Sano ${stamp}`);
  await expect.poll(async () => (await ana.order(good.id)).status).toBe('ACCEPTED');
  const attention = outbox.pill('Atención: 1 para revisar');
  // Eight attempts and ten minutes, in steps shorter than the request timeout.
  await expect
    .poll(
      async () => {
        await page.clock.runFor(10_000);
        return attention.isVisible();
      },
      { timeout: 90_000, intervals: [40] },
    )
    .toBe(true);
  expect(tries).toBeGreaterThanOrEqual(8);
  await page.unroute(changesOfOrders);
  const tray = await outbox.open();
  await expect(tray.getByText('El servidor no pudo procesar este cambio.')).toBeVisible();
  await tray.getByRole('button', { name: 'Reintentar', exact: true }).click();
  await expect.poll(async () => (await ana.order(bad.id)).status).toBe('ACCEPTED');
  await expect(tray.getByText('Todo al día')).toBeVisible();
});

test('logging out sends what waits first (A-51, offline engine, Life cycle)', async ({ seat, apiUser }) => {
  const ana = await apiUser('ana');
  const customer = `Salida ${Date.now()}`;
  const order = await ana.takeOrder(customer);
  const { page } = await seat('carla', '1/orders/kanban');
  const board = new BoardPage(page);
  const outbox = new Outbox(page, await userId(await apiUser('carla')));
  await expect(board.card(customer)).toBeVisible();
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await answerChanges(page, async (route) => {
    await held;
    await route.continue();
  });
  await board.next(customer);
  await page.getByRole('button', { name: 'Usuario' }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page.getByRole('dialog', { name: 'Enviando 1 acción…' })).toBeVisible();
  letGo();
  // On a busy machine the answer may miss the five seconds: the app then asks, and the test sends again.
  const question = page.getByRole('alertdialog', { name: 'Queda 1 acción sin enviar' });
  await expect(question.or(page.getByLabel('Correo electrónico'))).toBeVisible({ timeout: 90_000 });
  if (await question.isVisible()) await question.getByRole('button', { name: 'Enviar ahora' }).click();
  await expect(page).toHaveURL(/\/sellers\/login$/);
  await expect.poll(async () => (await ana.order(order.id)).status).toBe('ACCEPTED');
  await expect.poll(() => outbox.count('outbox')).toBe(-1);
});

test('logging out without a network keeps the unsent work for the same person (A-51, offline engine, Life cycle)', async ({
  seat,
  apiUser,
  shop,
}) => {
  const ana = await apiUser('ana');
  const customer = `Conservar ${Date.now()}`;
  const order = await ana.takeOrder(customer);
  const here = await seat('carla', '1/orders/kanban');
  const { page, context } = here;
  const board = new BoardPage(page);
  const outbox = new Outbox(page, await userId(await apiUser('carla')));
  await controlled(here);
  await expect(board.card(customer)).toBeVisible();
  await goOffline(page);
  await board.next(customer);
  await page.getByRole('button', { name: 'Usuario' }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Queda 1 acción sin enviar' });
  await expect(dialog.getByRole('button', { name: 'Enviar ahora' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Conservar y salir' }).click();
  await expect(page).toHaveURL(/\/sellers\/login$/);
  await expect.poll(async () => [await outbox.count('outbox'), await outbox.count('entities')]).toEqual([1, 1]);
  await context.setOffline(false);
  await logInByForm(page, shop, 'carla');
  await openLaEsquina(page);
  await expect.poll(async () => (await ana.order(order.id)).status, { timeout: 90_000 }).toBe('ACCEPTED');
});

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
  const outbox = new Outbox(page, await userId(await apiUser('carla')));
  await controlled(here);
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
  await page.getByRole('button', { name: 'Take away' }).first().click();
  await page.getByPlaceholder('Buscar...').fill('fainá');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Siguiente' }).first().click();
  await page.getByRole('button', { name: 'Finalizar' }).first().click();
  const notSaved = page
    .getByRole('main')
    .getByText('No pudimos guardar el pedido en este dispositivo. Liberá espacio y probá de nuevo.');
  await expect(notSaved).toBeVisible();
  await page.evaluate('restoreDisk()');
  await page.getByRole('button', { name: 'Finalizar' }).first().click();
  await expect(page).not.toHaveURL(/checkout/);
  await expect(bar).toHaveCount(0);
});

test('data of a newer version is left alone, and the page says what to do (offline engine, Updates)', async ({
  seat,
  apiUser,
  shop,
}) => {
  const { page } = await seat('carla');
  const name = `marche:${await userId(await apiUser('carla'))}:1`;
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
  const outbox = new Outbox(page, await userId(await apiUser('carla')));
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
  const outbox = new Outbox(page, await userId(await apiUser('carla')));
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
  }, 8 * days);
  await expect.poll(() => outbox.count('entities')).toBeGreaterThan(1);
  await page.reload();
  await expect.poll(() => outbox.count('entities')).toBe(1);
  await expect.poll(() => outbox.count('outbox')).toBe(1);
  await page.unroute(changesOfOrders);
  await openLaEsquina(page);
  await expect.poll(async () => (await ana.order(order.id)).status, { timeout: 90_000 }).toBe('ACCEPTED');
});

test('the tray, the bars and leaving with unsent work at every size, light and dark: axe finds nothing (F-02)', async ({
  seat,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  const stamp = Date.now();
  const orders = await Promise.all([0, 1, 2].map((i) => ana.takeOrder(`Vista${i} ${stamp}`)));
  const [first, second, third] = orders;
  if (!first || !second || !third) throw new Error('no orders');
  const { page, context } = await seat('carla', '1/orders/kanban');
  const board = new BoardPage(page);
  const outbox = new Outbox(page, await userId(await apiUser('carla')));
  await expect(board.card(`Vista2 ${stamp}`)).toBeVisible();
  await goOffline(page);
  await board.next(`Vista0 ${stamp}`);
  await page.getByRole('button', { name: 'Modificación masiva de pedidos' }).click();
  await page.getByRole('button', { name: /^Aceptar \d+ pedidos$/ }).click();
  await page.keyboard.press('Escape');
  for (const order of [first, second]) await ana.changeStatus(order, 'COMPLETE');
  // The change of the third order stays unsent.
  await answerChanges(page, (route) =>
    route.request().url().endsWith(`/${third.id}`) ? route.abort() : route.continue(),
  );
  await context.setOffline(false);
  await expect(outbox.pill('Atención: 2 para revisar')).toBeVisible({ timeout: 90_000 });
  await page.evaluate(() => localStorage.setItem('marche:lost', JSON.stringify({ v: 1, value: 3 })));
  await page.reload();
  await expect(outbox.pill('Atención: 2 para revisar')).toBeVisible();
  await fillDisk(page);
  await page
    .getByRole('button', { name: /^(Aceptar|Por entregar)/ })
    .first()
    .click();
  await expect(page.getByText(/No hay espacio en este dispositivo/)).toBeVisible();
  await checkEveryLook(page, 'bars');
  await page.reload();
  const tray = await outbox.open();
  await expect(tray.getByText(/ya fue Entregado por Ana/)).toHaveCount(2);
  await expect(tray.getByText(/^\d+ de \d+ aplicados$/)).toHaveCount(2);
  await checkEveryLook(page, 'tray');
  await page.keyboard.press('Escape');
  await goOffline(page);
  await page.getByRole('button', { name: 'Usuario' }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Queda 1 acción sin enviar' });
  await dialog.getByRole('button', { name: 'Descartar', exact: true }).click();
  await checkEveryLook(page, 'leave');
});
