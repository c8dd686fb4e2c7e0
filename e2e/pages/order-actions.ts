import type { Locator, Page } from '@playwright/test';
import { BoardPage } from './board.ts';

/** Page object: actions on one order, from its card or its detail. */
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

  /** «Rechazar» or «Demorar» from the card's ⋮ menu. */
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

  /** The delete button of a row in the open detail. */
  bin(product: string): Locator {
    return this.detail.getByRole('button', { name: `Eliminar ${product}`, exact: true });
  }

  get question(): Locator {
    return this.#page.getByRole('alertdialog', { name: '¿Eliminar este producto?' });
  }

  /** Opens «Historial» in the open detail. */
  async history(): Promise<Locator> {
    const part = this.detail.getByRole('region', { name: 'Historial' });
    const toggle = part.getByRole('button', { name: 'Historial' });
    if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
    return part;
  }

  /** The amount beside a label in the open detail. */
  amount(word: string): Locator {
    return this.detail
      .locator('dl > div')
      .filter({ hasText: new RegExp(`^${word}`) })
      .locator('dd');
  }

  reason(label: string): Locator {
    return this.dialog(/^Rechazar pedido/).getByRole('radio', { name: new RegExp(`^${label}`) });
  }
}
