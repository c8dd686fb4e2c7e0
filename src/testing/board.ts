import type { Locator } from './locator.ts';
import type { Page } from './page.ts';

/** Page object: the order board. */
export class BoardScreen {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** The card of the order with this customer name. */
  card(customer: string): Locator {
    return this.page.getByRole('article').filter({ hasText: customer });
  }

  /** `column` is the first word of its title: 'Pendientes'. */
  cardIn(column: string, customer: string): Locator {
    return this.page
      .getByRole('region', { name: new RegExp(`^${column}`) })
      .getByRole('article')
      .filter({ hasText: customer });
  }

  /** Opens the detail of the customer's order. */
  async open(customer: string): Promise<void> {
    await this.card(customer)
      .getByRole('button', { name: /^Ver pedido/ })
      .click();
  }
}
