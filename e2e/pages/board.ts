import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

export type Column = 'Pendientes' | 'Aceptados' | 'Por entregar';

/** Page object of the order board. */
export class BoardPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  column(name: Column): Locator {
    return this.#page.getByRole('region', { name: new RegExp(`^${name}`) });
  }

  /** The card of the order with this customer name. */
  card(customer: string): Locator {
    return this.#page.getByRole('article').filter({ hasText: customer });
  }

  cardIn(column: Column, customer: string): Locator {
    return this.column(column).getByRole('article').filter({ hasText: customer });
  }

  async next(customer: string): Promise<void> {
    await this.card(customer)
      .getByRole('button', { name: /^(Aceptar|Por entregar|Finalizar)/ })
      .click();
  }

  /** Drags with the mouse: press, move in steps, release. */
  async drag(customer: string, onto: Locator): Promise<void> {
    await this.card(customer).scrollIntoViewIfNeeded();
    const from = await this.card(customer).boundingBox();
    if (!from) throw new Error(`no card of ${customer}`);
    const { mouse } = this.#page;
    await mouse.move(from.x + 24, from.y + 12);
    await mouse.down();
    await mouse.move(from.x + 60, from.y + 30, { steps: 4 });
    await expect(this.#page.getByText('Arrastrar aquí para finalizar')).toBeVisible();
    const to = await onto.boundingBox();
    if (!to) throw new Error('nowhere to drop');
    await mouse.move(to.x + to.width / 2, to.y + Math.min(to.height / 2, 160), { steps: 12 });
    await mouse.up();
  }
}
