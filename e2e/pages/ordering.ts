import type { Locator, Page } from '@playwright/test';
import { expect } from '#e2e/fixtures.ts';
import type { Shop } from '#e2e/shop.ts';

/** Page object: the screens that take an order. */
export class OrderingPage {
  readonly page: Page;
  readonly #shop: Shop;
  readonly #storeId: number;

  constructor(page: Page, shop: Shop, storeId = 1) {
    this.page = page;
    this.#shop = shop;
    this.#storeId = storeId;
  }

  get cart(): Locator {
    return this.page.getByRole('region', { name: 'Detalle del pedido' });
  }

  get search(): Locator {
    return this.page.getByPlaceholder('Buscar...');
  }

  /** Text in the main region only: live regions repeat it for screen readers. */
  said(text: string | RegExp): Locator {
    return this.page.getByRole('main').getByText(text);
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  get street(): Locator {
    return this.page.getByRole('combobox', { name: 'Calle y número' });
  }

  /** Picks a type in 'Cargar pedido' and waits for the catalog. */
  async start(option: string | RegExp): Promise<void> {
    await this.page.goto(`${this.#shop.url}${this.#storeId}/home`);
    await this.page.getByRole('button', { name: 'Nuevo pedido' }).first().click();
    await this.dialog.getByRole('list').getByRole('button', { name: option }).click();
    await expect(this.page).toHaveURL(/\/cart\/catalog/);
    // The search box tells the catalog from the board, whose cards are articles too.
    await expect(this.search).toBeVisible();
    await expect(this.page.getByRole('article').first()).toBeVisible();
  }

  /** Adds the first hit of each search. */
  async add(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      await this.search.fill(name);
      await this.search.press('Enter');
    }
    await this.search.press('Escape');
  }

  /** The visible button of that name, such as 'Siguiente': phone and tablet have different ones. */
  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true }).filter({ visible: true }).first();
  }

  async next(): Promise<void> {
    await this.button('Siguiente').click();
  }

  async toCheckout(): Promise<void> {
    await this.next();
    await expect(this.page).toHaveURL(/\/cart\/checkout/);
  }

  /** Types an address, takes the first suggestion and waits for the shipping cost. */
  async address(text: string): Promise<void> {
    await this.street.fill(text);
    await this.page.getByRole('option').first().click();
    await expect(this.page.getByText(/^Envío (\$|Gs|gratis)/).first()).toBeVisible();
  }

  /** The amount beside a label of the summary. */
  amount(label: string): Locator {
    return this.cart
      .locator('dl > div')
      .filter({ hasText: new RegExp(`^${label}`) })
      .locator('dd');
  }

  payment(method: string): Locator {
    return this.page.getByRole('radio', { name: new RegExp(method) });
  }

  async pay(method: string): Promise<void> {
    await this.payment(method).check({ force: true });
  }
}
