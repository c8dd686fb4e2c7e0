import type { Locator, Page } from '@playwright/test';

/** The open detail of an order. */
export class OrderDetailPage {
  readonly box: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.box = page.getByRole('dialog', { name: /^Pedido N° \d+$/ });
  }

  /** The delete button of a row. */
  bin(product: string): Locator {
    return this.box.getByRole('button', { name: `Eliminar ${product}`, exact: true });
  }

  get question(): Locator {
    return this.#page.getByRole('alertdialog', { name: '¿Eliminar este producto?' });
  }

  /** Opens «Historial». */
  async history(): Promise<Locator> {
    const part = this.box.getByRole('region', { name: 'Historial' });
    const toggle = part.getByRole('button', { name: 'Historial' });
    if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
    return part;
  }

  /** The amount beside a label. */
  amount(word: string): Locator {
    return this.box
      .locator('dl > div')
      .filter({ hasText: new RegExp(`^${word}`) })
      .locator('dd');
  }
}
