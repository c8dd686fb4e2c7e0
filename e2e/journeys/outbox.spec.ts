import { expect, goOffline, logInByForm, openLaEsquina, test } from '#e2e/fixtures.ts';
import { checkEveryLook } from '#e2e/looks.ts';
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
  }, 8 * oneDay);
  await answerChanges(page, (route) => route.abort());
  await context.setOffline(false);
  // The next start has the changed clock too; the command has still not been sent.
  await page.addInitScript((ms) => {
    const real = Date.now.bind(Date);
    Date.now = () => real() + ms;
  }, 8 * oneDay);
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
  await controlledByWorker(here);
  const board = new BoardPage(page);
  await expect(board.card(customer)).toBeVisible();
  await goOffline(page);
  await board.next(customer);
  await expect(board.cardIn('Aceptados', customer)).toBeVisible();
  await page.addInitScript((ms) => {
    const real = Date.now.bind(Date);
    Date.now = () => real() - ms;
  }, 8 * oneDay);
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
  await controlledByWorker(here);
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
  const outbox = new Outbox(page, await userIdOf(await apiUser('carla')));
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
  // In these ten minutes the screensaver came (O-07). A key ends it.
  await page.keyboard.press('Shift');
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
  const outbox = new Outbox(page, await userIdOf(await apiUser('carla')));
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
  const outbox = new Outbox(page, await userIdOf(await apiUser('carla')));
  await controlledByWorker(here);
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
  const outbox = new Outbox(page, await userIdOf(await apiUser('carla')));
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
