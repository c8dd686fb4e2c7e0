import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect } from '#e2e/fixtures.ts';
import type { Shop } from '#e2e/shop.ts';
import { shownCatalog } from './ordering.ts';
import type { CatalogScreen } from './ordering.ts';

/** Two blocks from La Esquina, in its demo town. */
export const besideLaEsquina = { latitude: -34.6037, longitude: -58.4144 };
/** No demo store is near. */
export const farAway = { latitude: 40.4168, longitude: -3.7038 };

/** Lets the browser say where it is. */
export async function standAt(context: BrowserContext, shop: Shop, place: typeof farAway): Promise<void> {
  await context.grantPermissions(['geolocation'], { origin: shop.origin });
  await context.setGeolocation(place);
}

/** The stores near a customer. */
export class NearbyScreen {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async locate(): Promise<void> {
    await this.page.getByRole('button', { name: 'Usar mi ubicación' }).click();
  }

  store(name: string): Locator {
    return this.page.getByRole('listitem').filter({ hasText: name }).getByRole('button');
  }

  async open(name: string): Promise<StoreFrontScreen> {
    await this.store(name).click();
    await expect(this.page.getByRole('heading', { level: 1, name })).toBeVisible();
    return new StoreFrontScreen(this.page);
  }
}

/** A store's home for its customers. */
export class StoreFrontScreen {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async order(service: string): Promise<CatalogScreen> {
    await this.page.getByRole('region', { name: 'Hacé tu pedido' }).getByRole('button', { name: service }).click();
    return shownCatalog(this.page);
  }
}

/** A customer's order. */
export class TrackingScreen {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async shown(): Promise<number> {
    await expect(this.page).toHaveURL(/\/customer\/1\/order\/\d+$/);
    await expect(this.page.getByRole('heading', { level: 1, name: /^Pedido Nro\. \d+$/ })).toBeVisible();
    return Number(/\d+$/.exec(this.page.url())?.[0]);
  }

  progress(status: string): Locator {
    return this.page.getByRole('progressbar', { name: status });
  }
}
