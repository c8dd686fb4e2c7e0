import type { Locator, Page } from '@playwright/test';
import { expect } from '#e2e/fixtures.ts';
import type { Shop } from '#e2e/shop.ts';
import { pressControl } from '#e2e/pages/control.ts';

/** What the screens that take an order share. What leads on returns the next screen. */
class OrderingScreen {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get cart(): Locator {
    return this.page.getByRole('region', { name: 'Detalle del pedido' });
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  /** Text in the main region only: live regions repeat it for screen readers. */
  said(text: string | RegExp): Locator {
    return this.page.getByRole('main').getByText(text);
  }

  /** The visible button of that name, such as 'Siguiente': phone and tablet have different ones. */
  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true }).filter({ visible: true }).first();
  }

  /** The amount beside a label of the summary. */
  amount(label: string): Locator {
    return this.cart
      .locator('dl > div')
      .filter({ hasText: new RegExp(`^${label}`) })
      .locator('dd');
  }

  /** Taps 'Siguiente', which stays on this screen while something is missing. */
  async next(): Promise<void> {
    await this.button('Siguiente').click();
  }

  async toCheckout(): Promise<CheckoutScreen> {
    await this.next();
    // The address comes before the screen, and the catalog has «Finalizar» too.
    await expect(this.page.getByRole('heading', { name: 'Datos del pedido' })).toBeVisible();
    return new CheckoutScreen(this.page);
  }
}

export class CatalogScreen extends OrderingScreen {
  get search(): Locator {
    return this.page.getByPlaceholder('Buscar...');
  }

  /** Adds the first hit of each search. */
  async add(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      await this.search.fill(name);
      await this.search.press('Enter');
    }
    await this.search.press('Escape');
  }

  /** A delivery asks for its address first. */
  async toAddress(): Promise<AddressScreen> {
    await this.next();
    return shownAddress(this.page);
  }
}

export class AddressScreen extends OrderingScreen {
  get street(): Locator {
    return this.page.getByRole('combobox', { name: 'Calle y número' });
  }

  /** Types an address, takes the first suggestion and waits for the shipping cost. */
  async choose(text: string): Promise<void> {
    await this.street.fill(text);
    await this.page.getByRole('option').first().click();
    await expect(this.page.getByText(/^Envío (\$|Gs|gratis)/).first()).toBeVisible();
  }
}

export class CheckoutScreen extends OrderingScreen {
  get customer(): Locator {
    return this.page.getByLabel('Nombre', { exact: true });
  }

  get phone(): Locator {
    return this.page.getByLabel('Teléfono');
  }

  payment(method: string): Locator {
    return this.page.getByRole('radio', { name: new RegExp(method) });
  }

  async pay(method: string): Promise<void> {
    await pressControl(this.payment(method));
  }

  async backToCatalog(): Promise<CatalogScreen> {
    await this.page.getByRole('button', { name: 'Volver al catálogo' }).click();
    return shownCatalog(this.page);
  }

  async changeAddress(): Promise<AddressScreen> {
    await this.button('Cambiar').click();
    return shownAddress(this.page);
  }

  /** Taps 'Finalizar'. */
  async finish(): Promise<void> {
    await this.button('Finalizar').click();
  }

  /** Finishes, and waits until the server has numbered the order. */
  async takeOrder(): Promise<void> {
    await this.finish();
    await expect(this.page.getByText(/^Pedido \d+ tomado$/).first()).toBeVisible();
    await leaveInvoice(this.page);
  }
}

/** Waits for the address. The button of the catalog has the same name, and stays until this screen is there. */
async function shownAddress(page: Page): Promise<AddressScreen> {
  await expect(page).toHaveURL(/\/cart\/address/);
  const address = new AddressScreen(page);
  await expect(address.street).toBeVisible();
  return address;
}

/** Leaves the invoice, to which a sale leads in a store that invoices, as a person does who does not want one. */
export async function leaveInvoice(page: Page): Promise<void> {
  await expect(page).not.toHaveURL(/\/cart\/|\/paying\//);
  if (!page.url().endsWith('/billing/invoice')) return;
  await page.getByRole('button', { name: 'Ahora no' }).click();
  await expect(page).not.toHaveURL(/\/billing\/invoice$/);
}

/** Picks a type in 'Cargar pedido', from any screen that has «Nuevo pedido», and waits for the catalog. */
export async function newOrder(page: Page, option: string | RegExp): Promise<CatalogScreen> {
  await page.getByRole('button', { name: 'Nuevo pedido' }).first().click();
  const picker = page.getByRole('dialog', { name: 'Cargar pedido' });
  // Not the button above the list that goes on with the order of before.
  await picker.getByRole('list').getByRole('button', { name: option }).click();
  return shownCatalog(page);
}

/** Waits for the catalog. The address changes first, and the screen before it may have a search or articles, too. */
export async function shownCatalog(page: Page): Promise<CatalogScreen> {
  await expect(page).toHaveURL(/\/cart\/catalog/);
  const catalog = new CatalogScreen(page);
  await expect(catalog.search).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  return catalog;
}

/** The same from the home screen of a store, which it opens. */
export async function startOrder(page: Page, shop: Shop, option: string | RegExp, storeId = 1): Promise<CatalogScreen> {
  await page.goto(`${shop.url}${storeId}/home`);
  return newOrder(page, option);
}
