import type { BrowserContext, Disposable, Page } from '@playwright/test';
import { test as base, expect } from '@playwright/test';
import { ApiUser, password, demoPeople } from './api.ts';
import type { QzDouble } from '#server/testing/qz-tray.ts';
import { dismissedGuides } from '#testing/builders.ts';
import type { Shop } from './shop.ts';
import { openShop } from './shop.ts';
import { openTray, trayTurn } from './tray.ts';

type Person = keyof typeof demoPeople;

/** A watched browser window: a console error or a CSP violation fails its test. */
export interface Seat {
  readonly page: Page;
  readonly context: BrowserContext;
}

export interface Fixtures {
  /** Opens a new browser at a path under /sellers, logged in as `person`; null: not logged in. */
  seat: (
    person: Person | null,
    path?: string,
    options?: { width: number; height: number; colorScheme?: 'light' | 'dark' },
  ) => Promise<Seat>;
  /** Starts QZ Tray on this computer. Until the journey ends no other one has it. */
  startTray: (printers: readonly string[]) => Promise<QzDouble>;
  /** An API client: another device without a screen. */
  apiUser: (person: Person) => Promise<ApiUser>;
  /** Finishes orders of earlier tests, which would push this test's cards out of view. */
  tidyBoard: void;
}

/** For journeys about what moves; the others see no transitions (docs/decisions/034). */
export const withMovement = { contextOptions: { reducedMotion: 'no-preference' } } as const;

/** Shorter than an access token's lifetime. */
const reuseTokenMs = 5 * 60_000;

const apiUsers = new WeakMap<Shop, Map<Person, { readonly since: number; readonly user: Promise<ApiUser> }>>();

/** One sign-in per person and shop while its token is valid: every password check costs the server 19 MB. */
function apiUserOf(shop: Shop, person: Person): Promise<ApiUser> {
  const known = apiUsers.get(shop) ?? new Map();
  apiUsers.set(shop, known);
  const last = known.get(person);
  if (last && Date.now() - last.since < reuseTokenMs) return last.user;
  const user = ApiUser.signIn(shop, demoPeople[person]);
  known.set(person, { since: Date.now(), user });
  return user;
}

/** Ids of a shop's demo orders. */
const demoOrders = new WeakMap<Shop, ReadonlySet<number>>();

async function tidy(shop: Shop): Promise<void> {
  const ana = await apiUserOf(shop, 'ana');
  const { body: orders } = await ana.orders();
  const first = demoOrders.get(shop);
  if (!first) {
    demoOrders.set(shop, new Set(orders.map((o) => o.id)));
    return;
  }
  const ids = orders.flatMap(({ id, status }) =>
    first.has(id) || !['PENDING', 'ACCEPTED', 'DELIVER'].includes(status) ? [] : [id],
  );
  if (ids.length > 0) await ana.changeMany(ids, 'COMPLETE');
}

/**
 * Console errors that a journey may cause on purpose: failed requests while the network or the server is down,
 * including the worker's script.
 */
const expectedNoise =
  /net::ERR_(?!BLOCKED)|WebSocket connection to|WebSocket is already in CLOSING|status of [45]\d\d|error occurred when fetching the script/;

export const test = base.extend<Fixtures, { shop: Shop }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const shop = await openShop();
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  seat: async ({ browser, shop }, use) => {
    const contexts: BrowserContext[] = [];
    const complaints: string[] = [];
    await use(async (person, path = '', options = { width: 1024, height: 768 }) => {
      const context = await browser.newContext({
        viewport: { width: options.width, height: options.height },
        hasTouch: options.width < 1600,
        locale: 'es-AR',
        timezoneId: 'America/Argentina/Buenos_Aires',
        colorScheme: options.colorScheme ?? 'light',
      });
      contexts.push(context);
      // The guides' own journey forgets this. A page outside the app, such as about:blank, has no storage.
      await context.addInitScript((guides) => {
        if (origin === 'null') return;
        if (localStorage.getItem('marche:guides') === null) localStorage.setItem('marche:guides', guides);
      }, dismissedGuides);
      await context.addInitScript(() => {
        addEventListener('securitypolicyviolation', (e) => console.error(`CSP ${e.violatedDirective} ${e.blockedURI}`));
      });
      const session = person && (await giveSession(context, shop, person));
      const page = await context.newPage();
      page.on('console', (message) => {
        if (message.type() === 'error' && !expectedNoise.test(message.text())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      await page.goto(`${shop.url}${path}`);
      // What the app forgets later must not come back with the next page.
      await session?.dispose();
      return { page, context };
    });
    for (const context of contexts) await context.close();
    expect(complaints, 'console errors and CSP violations').toEqual([]);
  },

  tidyBoard: [
    async ({ shop }, use) => {
      await tidy(shop);
      await use(undefined);
    },
    { auto: true },
  ],

  startTray: async ({ shop }, use) => {
    const endTurn = await trayTurn();
    const trays: QzDouble[] = [];
    await use(async (printers) => {
      const tray = await openTray(shop, await apiUserOf(shop, 'ana'), printers);
      trays.push(tray);
      return tray;
    });
    for (const tray of trays) await tray.close();
    endTurn();
  },

  apiUser: async ({ shop }, use) => {
    await use((person) => apiUserOf(shop, person));
  },
});

export { expect };

/**
 * Creates the state of a login: refresh cookie, user and address. Each browser needs its own session, because using one
 * refresh token twice revokes it. Pages write the state when they begin, until the answer is disposed.
 */
export async function giveSession(context: BrowserContext, { origin }: Shop, person: Person): Promise<Disposable> {
  const email = demoPeople[person];
  const answer = await context.request.post(`${origin}/api/tokens`, { data: { email, password } });
  expect(answer.status()).toBe(201);
  const { access_token } = await answer.json();
  const me = await context.request.get(`${origin}/api/me`, { headers: { authorization: `Bearer ${access_token}` } });
  const kept = Object.entries({ boot: { user: await me.json(), lastStore: null }, 'last-email': email }).map(
    ([name, value]) => [`marche:${name}`, JSON.stringify({ v: 1, value })] as const,
  );
  return context.addInitScript(
    ({ shopOrigin, records }) => {
      if (location.origin === shopOrigin) for (const [name, value] of records) localStorage.setItem(name, value);
    },
    { shopOrigin: origin, records: kept },
  );
}

/** Logs in through the real form. */
export async function logInByForm(page: Page, shop: Shop, person: Person): Promise<void> {
  await page.goto(`${shop.url}login`);
  await page.getByLabel('Correo electrónico').fill(demoPeople[person]);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  // A user's only store opens by itself.
  if (ofOneStore.has(person)) await expect(page).toHaveURL(/\/\d+\/home/);
  else await expect(page.getByRole('heading', { name: 'Tiendas' })).toBeVisible();
}

const ofOneStore: ReadonlySet<Person> = new Set(['bruno', 'elena', 'gabi']);

/** Opens La Esquina from the list of stores. */
export async function openLaEsquina(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^La Esquina/ }).click();
  await expect(page).toHaveURL(/\/1\/home/);
}

/** The same tests in their own shop, for journeys that kill it, publish another build or need other settings. */
export const testInOwnShop = (env: Readonly<Record<string, string>> = {}) =>
  test.extend<object, { shop: Shop }>({
    shop: [
      // oxlint-disable-next-line no-empty-pattern
      async ({}, use) => {
        const shop = await openShop({ env });
        await use(shop);
        await shop.stop();
      },
      { scope: 'worker', timeout: 90_000 },
    ],
  });

/** Cuts the network when the code of every screen and dialog is on the device: it comes after the first paint. */
export async function goOffline(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('parts-loaded').length > 0);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
}
