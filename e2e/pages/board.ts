import type { CDPSession, Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { OrderDetailPage } from './order-detail.ts';

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

  dialog(name: string | RegExp): Locator {
    return this.#page.getByRole('dialog', { name });
  }

  /** Opens the order's detail from its card. */
  async open(customer: string): Promise<OrderDetailPage> {
    await this.card(customer)
      .getByRole('button', { name: /^Ver pedido/ })
      .click();
    return new OrderDetailPage(this.#page);
  }

  /** The row of an order in the list of the finished ones. */
  finished(number: number): Locator {
    return this.#page
      .getByRole('region', { name: 'Pedidos finalizados' })
      .getByRole('listitem')
      .filter({ hasText: `${number} ·` });
  }

  async openFinished(number: number): Promise<OrderDetailPage> {
    await this.finished(number).getByRole('button').first().click();
    return new OrderDetailPage(this.#page);
  }

  /** «Rechazar» or «Demorar» from the card's ⋮ menu. Returns the dialog that it opens. */
  async act(customer: string, action: 'Rechazar' | 'Demorar'): Promise<Locator> {
    await this.card(customer)
      .getByRole('button', { name: /^Más acciones/ })
      .click();
    await this.#page.getByRole('menuitem', { name: action }).click();
    return this.dialog(new RegExp(`^${action} pedido`));
  }

  /** A reason in the open dialog of 'Rechazar'. */
  reason(label: string): Locator {
    return this.dialog(/^Rechazar pedido/).getByRole('radio', { name: new RegExp(`^${label}`) });
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

export function touches(cdp: CDPSession) {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]): Promise<unknown> =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  let at = { x: 0, y: 0 };
  return {
    down: (x: number, y: number) => {
      at = { x, y };
      return send('touchStart', [at]);
    },
    move: async (x: number, y: number) => {
      const from = at;
      for (let step = 1; step <= 8; step += 1) {
        at = { x: from.x + ((x - from.x) * step) / 8, y: from.y + ((y - from.y) * step) / 8 };
        await send('touchMove', [at]);
      }
    },
    up: () => send('touchEnd', []),
  };
}
