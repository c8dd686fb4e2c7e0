import type { Page } from '@playwright/test';
import type { WireProfile } from '#contract/wire/stores.ts';
import { expect, testInOwnShop } from '#e2e/fixtures.ts';
import { type CatalogScreen, startOrder } from '#e2e/pages/ordering.ts';
import type { Shop } from '#e2e/shop.ts';
import { connectDatabase } from '#server/db/database.ts';
import { seedLarge } from '#server/seed/large-store.ts';
import { systemClock } from '#server/system.ts';

const test = testInOwnShop();
const products = 1_000;
const sections = 10;

async function largeStore(shop: Shop): Promise<number> {
  const db = await connectDatabase(shop.databaseUrl(), { connections: 1, log: () => {} });
  try {
    return await seedLarge(db, { items: products, orders: 0 }, systemClock.now());
  } finally {
    await db.end();
  }
}

/** Two products far down in the catalog that one tap adds. */
function farProducts({ catalog }: WireProfile): readonly [string, string] {
  const [last, before] = catalog.items
    .filter((item) => item.groups.length === 0 && item.catalogs === null)
    .toReversed();
  if (!last || !before) throw new Error('no products without options');
  return [last.name, before.name];
}

const inCart = (catalog: CatalogScreen, product: string) => catalog.cart.getByText(`1 × ${product}`, { exact: true });

interface KeptCatalogs {
  /** Waits until the device's disk has the whole catalog. */
  kept(): Promise<void>;
  /**
   * From the next load on, blocks reading it until `release`: the state between the first cards and the full catalog.
   */
  hold(): Promise<void>;
  release(): Promise<void>;
  lose(): Promise<void>;
}

async function catalogsOf(page: Page): Promise<KeptCatalogs> {
  const nameOf = () =>
    page.evaluate(
      async () => (await indexedDB.databases()).find((db) => db.name?.startsWith('marche-cache:'))?.name ?? '',
    );
  await expect.poll(nameOf).not.toBe('');
  const name = await nameOf();
  const ask = (what: 'count' | 'clear') =>
    page.evaluate(
      ([database, call]) =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open(database);
          opening.onsuccess = () => {
            const store = opening.result.transaction('catalogs', 'readwrite').objectStore('catalogs');
            if (call === 'clear') store.clear();
            const count = store.count();
            count.onsuccess = () => {
              opening.result.close();
              resolve(count.result);
            };
          };
        }),
      [name, what] as const,
    );
  return {
    kept: () => expect.poll(() => ask('count')).toBe(1),
    hold: async () => {
      await page.addInitScript((database) => {
        const opening = indexedDB.open(database);
        opening.onsuccess = () => {
          const store = opening.result.transaction('catalogs', 'readwrite').objectStore('catalogs');
          const keepOpen = (): void => {
            if (sessionStorage.getItem('released') === null) store.count().onsuccess = keepOpen;
            else opening.result.close();
          };
          keepOpen();
        };
      }, name);
    },
    release: () => page.evaluate(() => sessionStorage.setItem('released', 'yes')),
    lose: async () => {
      await ask('clear');
    },
  };
}

test('a large store shows its first cards before the rest is read, and what was scanned meanwhile is added (C-16, C-18, F-07)', async ({
  seat,
  shop,
  apiUser,
}) => {
  const storeId = await largeStore(shop);
  const [far, other] = farProducts((await (await apiUser('ana')).profile(storeId)).body);
  const { page } = await seat('ana');
  const catalog = await startOrder(page, shop, 'Take away', storeId);
  const catalogs = await catalogsOf(page);
  await catalogs.kept();
  await catalogs.hold();
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.locator('[data-tag]')).toHaveCount(sections);
  for (const product of [other, far]) {
    await catalog.search.fill(product);
    await catalog.search.press('Enter');
  }
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.getByText('No se encontraron resultados')).toHaveCount(0);
  await catalogs.release();
  await expect(page.getByRole('article')).toHaveCount(1);
  for (const product of [other, far]) await expect(inCart(catalog, product)).toBeVisible();
});

test('products in the cart that the first cards are not among are waited for, never called gone (C-49)', async ({
  seat,
  shop,
  apiUser,
}) => {
  const storeId = await largeStore(shop);
  const [far] = farProducts((await (await apiUser('ana')).profile(storeId)).body);
  const { page } = await seat('ana');
  const catalog = await startOrder(page, shop, 'Take away', storeId);
  await catalog.add(far);
  await expect(inCart(catalog, far)).toBeVisible();
  const catalogs = await catalogsOf(page);
  await catalogs.kept();
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.documentElement.textContent?.includes('Ya no está en el catálogo')) console.error('called gone');
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await page.reload();
  await expect(inCart(catalog, far)).toBeVisible();
  await expect(catalog.button('Siguiente')).toBeEnabled();
});

test('where the disk has lost the rest, it comes from the server (D-06)', async ({ seat, shop, apiUser }) => {
  const storeId = await largeStore(shop);
  const [far] = farProducts((await (await apiUser('ana')).profile(storeId)).body);
  const { page } = await seat('ana');
  const catalog = await startOrder(page, shop, 'Take away', storeId);
  const catalogs = await catalogsOf(page);
  await catalogs.kept();
  await catalogs.lose();
  await page.reload();
  await catalog.add(far);
  await expect(inCart(catalog, far)).toBeVisible();
  await catalogs.kept();
});

test('the first cards are there with their list, and stay: it is rendered and laid out once before the paint', async ({
  seat,
  shop,
}) => {
  const { page } = await seat('ana');
  await startOrder(page, shop, 'Take away');
  await page.addInitScript(() => {
    // One call tells of everything that was rendered before the paint.
    new MutationObserver((changes, observer) => {
      if (!document.querySelector('[data-item]')) return;
      observer.disconnect();
      const isRow = (node: Node): boolean => node instanceof HTMLElement && node.dataset['index'] !== undefined;
      if (changes.some(({ addedNodes }) => [...addedNodes].some(isRow)))
        console.error('a row was added to a list without it');
      // A list that has learned its height before the paint drops the rows below it.
      if (changes.some(({ removedNodes }) => [...removedNodes].some(isRow)))
        console.error('a row was taken out of the list again');
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
});
