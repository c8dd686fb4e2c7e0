import type { Locator, Page } from '@playwright/test';
import { BoardPage } from './board.ts';

/** What a person does with one order, from its card or its detail. */
export class OrderActions {
  readonly board: BoardPage;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.board = new BoardPage(page);
  }

  dialog(name: string | RegExp): Locator {
    return this.#page.getByRole('dialog', { name });
  }

  get detail(): Locator {
    return this.dialog(/^Pedido N° \d+$/);
  }

  /** «Rechazar» or «Demorar» of the card's ⋮. */
  async fromCard(customer: string, action: 'Rechazar' | 'Demorar'): Promise<void> {
    await this.board
      .card(customer)
      .getByRole('button', { name: /^Más acciones/ })
      .click();
    await this.#page.getByRole('menuitem', { name: action }).click();
  }

  async open(customer: string): Promise<Locator> {
    await this.board
      .card(customer)
      .getByRole('button', { name: /^Ver pedido/ })
      .click();
    return this.detail;
  }

  reason(label: string): Locator {
    return this.dialog(/^Rechazar pedido/).getByRole('radio', { name: new RegExp(`^${label}`) });
  }
}
