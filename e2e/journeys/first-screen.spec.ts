import type { Browser, Page } from '@playwright/test';
import { expect, giveSession, testInOwnShop, withMovement } from '#e2e/fixtures.ts';
import type { FirstScreen } from '#e2e/first-screen.ts';
import { bytesOf, controls, firstScreen, slowDown, watchFirstScreen } from '#e2e/first-screen.ts';
import { allForGuests, letGuestsIn } from '#e2e/pages/guests.ts';
import type { Shop } from '#e2e/shop.ts';

/** Its own shop: the orders that other journeys take would be bytes of the board. */
const test = testInOwnShop();

// What moves is part of what these journeys look at.
test.use(withMovement);

/**
 * Sends calls. The page asks for it after its first paint, and these screens need it for no control. Whether it comes before
 * theirs is usable depends on the machine, so it counts where a screen needs it.
 */
const link = /\/assets\/link-/;
const withoutLink: ReadonlySet<string> = new Set(['login', 'home', 'board', 'catalog', 'checkout']);

/**
 * What the browser may ask for, with an empty cache and on a poor connection, until the first control of a screen is
 * usable. Kilobytes are bytes on the wire, headers included. A ceiling may fall; a change that needs a higher one says
 * why (docs/decisions/025).
 */
const ceilings = [
  { screen: 'login', path: 'login', requests: 9, js: 136.7, css: 5.9, all: 169.3 },
  { screen: 'stores', path: '', requests: 14, js: 179.9, css: 8.7, all: 215.4 },
  { screen: 'home', path: '1/home', requests: 15, js: 190.6, css: 9.9, all: 238.3 },
  { screen: 'board', path: '1/orders/kanban', requests: 14, js: 187.8, css: 9.6, all: 235.3 },
  { screen: 'catalog', path: '1/cart/catalog', requests: 30, js: 208.3, css: 10.3, all: 262.3 },
  { screen: 'checkout', path: '1/cart/checkout', requests: 19, js: 189, css: 9.6, all: 236.4 },
  // A guest's phone, from the QR of the table to the menu.
  { screen: 'guest', path: 'c/LE-M05', requests: 37, js: 222.7, css: 10.7, all: 274 },
] as const;

interface Visit {
  readonly path: string;
  readonly control: string;
  readonly cart: string | null;
  readonly loggedIn: boolean;
}

async function visit(browser: Browser, shop: Shop, { path, control, cart, loggedIn }: Visit): Promise<FirstScreen> {
  const context = await browser.newContext({ viewport: { width: 1024, height: 768 }, serviceWorkers: 'block' });
  if (loggedIn) await giveSession(context, shop, 'ana');
  if (cart !== null) await context.addInitScript((value) => localStorage.setItem('marche:cart', value), cart);
  const page = await context.newPage();
  await watchFirstScreen(page, control);
  await slowDown(page);
  await page.goto(shop.url + path);
  const seen = await firstScreen(page);
  await context.close();
  return seen;
}

test('the first screen of a route asks for no more than its ceiling', async ({ browser, shop, seat, apiUser }) => {
  await letGuestsIn(await apiUser('carla'), allForGuests);
  const { page } = await seat('ana', '1/home');
  await page.getByRole('button', { name: 'Take away' }).first().click();
  await page.getByPlaceholder('Buscar...').fill('fainá');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Siguiente' }).first()).toBeEnabled();
  const cart = await page.evaluate(() => localStorage.getItem('marche:cart'));
  const rows: string[] = [];
  const over: string[] = [];
  for (const { screen, path, ...most } of ceilings) {
    const { shift, requests } = await visit(browser, shop, {
      path,
      control: controls[screen],
      loggedIn: screen !== 'login' && screen !== 'guest',
      cart: path.includes('cart') ? cart : null,
    });
    const counted = withoutLink.has(screen) ? requests.filter((r) => !link.test(r.path)) : requests;
    const [js, css, all] = [
      bytesOf(counted, '.js') / 1_000,
      bytesOf(counted, '.css') / 1_000,
      bytesOf(counted, '') / 1_000,
    ];
    const row = [
      screen.padEnd(9),
      counted.length,
      js.toFixed(1),
      css.toFixed(1),
      all.toFixed(1),
      shift.toFixed(3),
    ].join('\t');
    rows.push(row);
    if (counted.length > most.requests || js > most.js || css > most.css || all > most.all)
      over.push([row, ...requests.map((r) => r.path)].join('\n'));
  }
  process.stdout.write(`route     requests js kB css kB all kB shift\n${rows.join('\n')}\n`);
  expect(over).toEqual([]);
});

/** A page of a logged-in browser with an empty cache. */
async function emptyPage(browser: Browser, shop: Shop): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  await giveSession(context, shop, 'ana');
  return context.newPage();
}

test('a script that the page names and no server has does no harm: it is asked for again when it is needed', async ({
  browser,
  shop,
}) => {
  const page = await emptyPage(browser, shop);
  await page.route(`${shop.url}1/orders/kanban`, async (route) => {
    const answer = await route.fetch();
    const gone = '<link rel="modulepreload" crossorigin href="/sellers/assets/gone-12345678.js">';
    await route.fulfill({ response: answer, body: (await answer.text()).replace('</head>', `${gone}</head>`) });
  });
  const missing = page.waitForResponse(/gone-12345678/);
  await page.goto(`${shop.url}1/orders/kanban`);
  expect((await missing).status()).toBe(404);
  await expect(page.locator('[data-card]').first()).toBeVisible();
  await page.context().close();
});

test('session and orders are asked for while the app is on its way, once each', async ({ browser, shop }) => {
  const page = await emptyPage(browser, shop);
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/tokens|store\/1$/.test(pathname)) calls.push(`${request.method()} ${pathname}${search}`);
  });
  const profile = page.waitForResponse(/\/api\/store\/1\?/);
  await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
    await profile;
    await route.continue();
  });
  await page.goto(`${shop.url}1/orders/kanban`);
  await expect(page.locator('[data-card]').first()).toBeVisible();
  expect(calls).toEqual(['POST /api/tokens/refresh', 'GET /api/store/1?parts=store%2Corders']);
  await page.context().close();
});

test('the board has its orders without the socket and its feed: they come with the profile (R-29)', async ({
  browser,
  shop,
}) => {
  const page = await emptyPage(browser, shop);
  await page.route(/\/api\/(config|broadcasting|store\/1\/changes)/, (route) => route.abort());
  await page.goto(`${shop.url}1/orders/kanban`);
  await expect(page.locator('[data-card]').first()).toBeVisible();
  await page.context().close();
});

test("a file of the store's engine that fails to load is asked for again, and the board opens", async ({
  browser,
  shop,
}) => {
  const page = await emptyPage(browser, shop);
  let asked = 0;
  await page.route(/\/assets\/engine-[^/]*\.js$/, async (route) => {
    asked += 1;
    await (asked <= 2 ? route.abort() : route.continue());
  });
  await page.goto(`${shop.url}1/orders/kanban`);
  await expect(page.locator('[data-card]').first()).toBeVisible();
  expect(asked).toBeGreaterThan(2);
  await page.context().close();
});
