import type { Locator } from './locator.ts';
import type { Page } from './page.ts';
import { expect } from './screen-expect.ts';

/** Page object: the screens that take an order. */
export class OrderingScreen {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
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

  /** Picks a type in 'Cargar pedido' and waits for the catalog. */
  async start(option: string | RegExp): Promise<void> {
    await this.page.goto('1/home');
    await this.page.getByRole('button', { name: 'Nuevo pedido' }).first().click();
    await this.dialog.getByRole('list').getByRole('button', { name: option }).click();
    await expect(this.page).toHaveURL(/\/cart\/catalog/);
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

  async toCheckout(): Promise<void> {
    await this.button('Siguiente').click();
    // The address comes before the screen, and the catalog has «Finalizar» too.
    await expect(this.page.getByRole('heading', { name: 'Datos del pedido' })).toBeVisible();
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true }).first();
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
    await this.payment(method).check();
  }
}
