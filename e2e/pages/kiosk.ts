import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { BoardPage } from './board.ts';

/** Page object of a device that shows a pairing code and, once approved, is a kitchen screen. */
export class KioskPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The bar: clock, sync pill, text sizes, options. */
  get bar(): Locator {
    return this.#page.getByRole('banner', { name: 'Pantalla de cocina' });
  }

  /** Waits for the code and returns it as displayed. */
  async code(): Promise<string> {
    const qr = this.#page.getByRole('img', { name: /^Código QR para vincular esta pantalla/ });
    await expect(qr).toBeVisible();
    const [, code = ''] = /: ([A-Z0-9]{4}-[A-Z0-9]{4})$/.exec((await qr.getAttribute('aria-label')) ?? '') ?? [];
    return code;
  }

  async option(name: string): Promise<void> {
    await this.bar.getByRole('button', { name: 'Opciones de la pantalla' }).click();
    await this.#page.getByRole('menuitem', { name }).click();
  }

  /** Back to the board of the person who turned it into a kitchen screen. */
  async leave(): Promise<BoardPage> {
    await this.option('Salir de la pantalla de cocina');
    await expect(this.#page.getByRole('navigation')).toHaveCount(1);
    return new BoardPage(this.#page);
  }
}

/** Makes a kitchen screen of the device that shows the board. */
export async function becomeKiosk(page: Page): Promise<KioskPage> {
  await page.getByRole('button', { name: 'Pantalla de cocina' }).click();
  await page.getByRole('menuitem', { name: 'Usar esta pantalla en la cocina' }).click();
  return new KioskPage(page);
}

/** Approves a typed code in «Vincular pantalla». */
export async function approve(admin: Page, code: string, name: string): Promise<void> {
  await admin.getByLabel('Código de la pantalla').fill(code.toLowerCase());
  await admin.getByRole('button', { name: 'Buscar' }).click();
  await expect(admin.getByText(code)).toBeVisible();
  await admin.getByLabel('Nombre de la pantalla').fill(name);
  await admin.getByRole('button', { name: 'Aprobar' }).click();
  await expect(admin.getByRole('listitem').filter({ hasText: name })).toBeVisible();
}

/** Counts the wake locks that a page requests, and releases them as a browser does. */
export async function watchWakeLock(page: Page): Promise<{ taken(): Promise<number>; lose(): Promise<void> }> {
  await page.addInitScript(() => {
    const held = new Set<EventTarget>();
    Object.assign(globalThis, { wakeLocks: { taken: 0, held } });
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: () => {
          const lock = Object.assign(new EventTarget(), { release: () => Promise.resolve() });
          held.add(lock);
          Reflect.set(
            Reflect.get(globalThis, 'wakeLocks'),
            'taken',
            Number(Reflect.get(Reflect.get(globalThis, 'wakeLocks'), 'taken')) + 1,
          );
          return Promise.resolve(lock);
        },
      },
    });
  });
  return {
    taken: () => page.evaluate(() => Number(Reflect.get(Reflect.get(globalThis, 'wakeLocks'), 'taken'))),
    lose: () =>
      page.evaluate(() => {
        // Simulates a switch to another tab and back.
        const show = (state: string): void => {
          Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        };
        show('hidden');
        for (const lock of Reflect.get(Reflect.get(globalThis, 'wakeLocks'), 'held'))
          lock.dispatchEvent(new Event('release'));
        show('visible');
      }),
  };
}
