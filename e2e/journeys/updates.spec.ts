import type { Browser, Page } from '@playwright/test';
import { publishAnotherBuild } from '#e2e/chaos/deploy.ts';
import { expect, logInByForm, testInOwnShop } from '#e2e/fixtures.ts';
import { BoardPage } from '#e2e/pages/board.ts';
import type { Shop } from '#e2e/shop.ts';

/** Its own shop: a new build would reach other journeys. */
const test = testInOwnShop();

// These journeys need the service worker.
test.use({ serviceWorkers: 'allow' });

/** A browser with only the screens that it has shown: no worker has cached the others, and nothing was preloaded. */
async function bareSeat(browser: Browser, shop: Shop): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: 'block', locale: 'es-AR' });
  await context.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0;
  });
  const page = await context.newPage();
  await logInByForm(page, shop, 'ana');
  await page.goto(`${shop.url}1/home`);
  await expect(page.getByRole('heading', { name: 'Tablero de pedidos' })).toBeVisible();
  // Waits for the code that loads after the first paint; the other screens stay unloaded.
  await page.waitForLoadState('networkidle');
  return page;
}

/** Counts the page loads from here on. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => loads;
}

const toCatalog = (page: Page): Promise<void> => page.getByRole('button', { name: 'Take away' }).first().click();
const catalogTitle = (page: Page) => page.getByRole('heading', { level: 1, name: 'Catálogo' });
const catalogFiles = /assets\/cart\.catalog-.*\.(js|css)$/;
/** The panel. What a failed retry says is also in the page's live region. */
const missingScreen = (page: Page) =>
  page
    .getByRole('alert')
    .filter({ hasText: 'No se pudo cargar esta pantalla.', has: page.getByRole('button', { name: 'Reintentar' }) });
const retryIn = (page: Page) => missingScreen(page).getByRole('button', { name: 'Reintentar' });
const entryOf = (page: Page): Promise<string | null> =>
  page.locator('script[type=module][src*="/assets/"]').first().getAttribute('src');

/** Waits until the worker controls the pages of this browser. */
async function controlled(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

async function offered(page: Page): Promise<void> {
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect(page.getByText('Hay una versión nueva')).toBeVisible();
}

test('a page opened before a deploy goes on working: its other screens come from the kept files (F-11)', async ({
  browser,
  shop,
}) => {
  const page = await bareSeat(browser, shop);
  const loads = countLoads(page);
  const before = await entryOf(page);
  publishAnotherBuild(shop.clientFolder);
  await shop.kill();
  await shop.start();
  const late: number[] = [];
  page.on('response', (response) => {
    if (/assets\/cart\.catalog-.*\.js$/.test(response.url())) late.push(response.status());
  });
  await toCatalog(page);
  await expect(catalogTitle(page)).toBeVisible();
  expect([loads(), late]).toEqual([0, [200]]);
  await page.reload();
  await expect(catalogTitle(page)).toBeVisible();
  expect(await entryOf(page)).not.toBe(before);
  await page.context().close();
});

test('an update taken by a tap, without a network, keeps what was queued (F-11, F-10)', async ({
  seat,
  apiUser,
  shop,
}) => {
  const ana = await apiUser('ana');
  const customer = `Versión ${Date.now()}`;
  const order = await ana.takeOrder(customer);
  const { page, context } = await seat('carla', '1/orders/kanban');
  await controlled(page);
  const board = new BoardPage(page);
  await expect(board.cardIn('Pendientes', customer)).toBeVisible();
  const before = await entryOf(page);
  publishAnotherBuild(shop.clientFolder);
  await offered(page);
  await context.setOffline(true);
  await board.next(customer);
  await expect(board.cardIn('Aceptados', customer)).toBeVisible();
  const loads = countLoads(page);
  // The notice is shown for 1.5 s, then the page reloads.
  await page.evaluate(() =>
    new MutationObserver(() => {
      if (document.body.textContent.includes('La aplicación fue actualizada, recargando...'))
        sessionStorage.setItem('told', 'yes');
    }).observe(document.body, { childList: true, subtree: true, characterData: true }),
  );
  await page.getByRole('button', { name: 'Actualizar', exact: true }).click();
  await expect.poll(loads).toBe(1);
  await expect(board.cardIn('Aceptados', customer)).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('told'))).toBe('yes');
  expect(loads()).toBe(1);
  expect(await entryOf(page)).not.toBe(before);
  expect((await ana.order(order.id)).status).toBe('PENDING');
  await context.setOffline(false);
  await expect.poll(async () => (await ana.order(order.id)).status, { timeout: 90_000 }).toBe('ACCEPTED');
});

test('an update that a resting window takes leaves the one alone that is in the middle of an order (F-11)', async ({
  seat,
  shop,
}) => {
  const { page: idle, context } = await seat('ana', '1/home');
  await idle.clock.install();
  await controlled(idle);
  const busy = await context.newPage();
  await busy.goto(`${shop.url}1/home`);
  await toCatalog(busy);
  await busy.getByPlaceholder('Buscar...').fill('fainá');
  await busy.keyboard.press('Enter');
  const next = busy.getByRole('button', { name: 'Siguiente' }).first();
  await expect(next).toBeEnabled();
  const [before, busyLoads] = [await entryOf(idle), countLoads(busy)];
  await expect(idle.getByRole('button', { name: 'Usar aquí' })).toBeVisible();
  publishAnotherBuild(shop.clientFolder);
  await offered(busy);
  // Simulates a minute without input, in steps that are shorter than the socket's time limits: a longer one lets the
  // socket of the page that has just reloaded miss its pong.
  await expect
    .poll(
      async () => {
        if ((await entryOf(idle)) === before) await idle.clock.runFor(5_000);
        return entryOf(idle);
      },
      { timeout: 90_000, intervals: [100] },
    )
    .not.toBe(before);
  await expect(idle.getByRole('button', { name: 'Usar aquí' })).toBeVisible();
  await next.click();
  await expect(busy).toHaveURL(/checkout/);
  await expect(busy.getByRole('radio', { name: /Efectivo/ })).toBeVisible();
  expect(busyLoads()).toBe(0);
  await busy.getByRole('button', { name: 'Actualizar', exact: true }).click();
  await expect.poll(busyLoads).toBe(1);
  await expect(busy.getByRole('radio', { name: /Efectivo/ })).toBeVisible();
});

test('a screen that no server has any more reloads the page once, then says so beside the rail, and opens by «Reintentar» (F-11)', async ({
  browser,
  shop,
}) => {
  const page = await bareSeat(browser, shop);
  const loads = countLoads(page);
  await page.route(catalogFiles, (route) => route.fulfill({ status: 404 }));
  await toCatalog(page);
  await expect.poll(loads).toBe(1);
  // The reload may have ended on the previous screen or on the wanted one; the rail is beside both.
  await toCatalog(page);
  await expect(missingScreen(page)).toBeVisible();
  await test.step('what is still missing says so again', async () => {
    const asked = page.waitForRequest(catalogFiles);
    await retryIn(page).click();
    await asked;
    await expect(retryIn(page)).toBeEnabled();
    await expect(missingScreen(page)).toBeVisible();
  });
  await test.step('the rail leads to the other screens and back', async () => {
    await page.getByRole('link', { name: 'Tablero de pedidos' }).first().click();
    await expect(page.getByRole('region', { name: /^Pendientes/ })).toBeVisible();
    await expect(missingScreen(page)).toBeHidden();
    await toCatalog(page);
    await expect(missingScreen(page)).toBeVisible();
  });
  await page.unrouteAll();
  await retryIn(page).click();
  await expect(catalogTitle(page)).toBeVisible();
  expect(loads()).toBe(1);
  await page.context().close();
});

test('without a network a missing screen never reloads: it says so, and opens with its styles when there is one (F-11, F-07)', async ({
  browser,
  shop,
}) => {
  const page = await bareSeat(browser, shop);
  const loads = countLoads(page);
  await page.context().setOffline(true);
  await toCatalog(page);
  await expect(missingScreen(page)).toBeVisible();
  await retryIn(page).click();
  await expect(retryIn(page)).toBeEnabled();
  await expect(missingScreen(page)).toBeVisible();
  await page.context().setOffline(false);
  await retryIn(page).click();
  await expect(catalogTitle(page)).toBeVisible();
  expect(loads()).toBe(0);
  // A stylesheet that did not load has no rules. The disabled ones are in the page's own (scripts/first-pages.ts).
  const unstyled = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]:not([disabled])')].flatMap((l) =>
      l.sheet ? [] : [l.href],
    ),
  );
  expect(unstyled).toEqual([]);
  await page.context().close();
});

test('a screen that crashes leaves the page that offers to load it again (F-11)', async ({ browser, shop }) => {
  const page = await bareSeat(browser, shop);
  const body = `export const component = () => { throw new Error('broken'); };`;
  await page.route(catalogFiles, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  await toCatalog(page);
  const again = page.getByRole('button', { name: 'Volver a cargar' });
  await expect(page.getByText('No se pudo procesar su solicitud, por favor intente en unos momentos.')).toBeVisible();
  await expect(missingScreen(page)).toBeHidden();
  await page.unrouteAll();
  await again.click();
  await expect(catalogTitle(page)).toBeVisible();
  await page.context().close();
});

test('a dialog whose code cannot be loaded leaves the board on the screen, says so, and opens when it can', async ({
  browser,
  shop,
}) => {
  const page = await bareSeat(browser, shop);
  await page.goto(`${shop.url}login`);
  await page.route(/assets\/board-panels-.*\.js$/, (route) => route.abort());
  const loads = countLoads(page);
  await page.goto(`${shop.url}1/orders/kanban`);
  // The preload of the dialogs fails: the page reloads once, as for any missing part.
  await expect.poll(loads).toBe(2);
  const card = page.locator('[data-card]').first();
  await card.getByRole('button', { name: /^Más acciones/ }).click();
  await page.getByRole('menuitem', { name: 'Rechazar' }).click();
  await expect(page.getByText('No se pudo cargar. Se abre apenas haya conexión.').first()).toBeVisible();
  await expect(card).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByRole('dialog', { name: /^Rechazar pedido/ })).toBeVisible();
  await page.context().close();
});
