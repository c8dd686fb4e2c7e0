import type { Locator, Page } from '@playwright/test';

/** The dialogs in which people type their PIN. */
export class PeopleDialogs {
  readonly #page: Page;
  readonly person: Locator;
  readonly ownPin: Locator;
  readonly allow: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.person = page.getByRole('dialog', { name: '¿Quién usa el dispositivo?' });
    this.ownPin = page.getByRole('dialog', { name: 'Mi PIN' });
    this.allow = page.getByRole('dialog', { name: 'Autorización' });
  }

  /** Opens an entry of the user's menu. */
  async open(entry: 'Cambiar de persona' | 'Mi PIN'): Promise<void> {
    await this.#page.getByRole('button', { name: 'Usuario' }).click();
    await this.#page.getByRole('dialog', { name: 'Menú de usuario' }).getByRole('button', { name: entry }).click();
  }

  async createPin(pin: string): Promise<void> {
    await this.ownPin.getByLabel('PIN nuevo').fill(pin);
    await this.ownPin.getByLabel('Repetí el PIN').fill(pin);
    await this.ownPin.getByRole('button', { name: 'Guardar' }).click();
  }

  /** Chooses a person and types a PIN. */
  async type(dialog: Locator, name: string, pin: string): Promise<void> {
    await dialog.getByRole('radio', { name: new RegExp(`^${name}`) }).check();
    await dialog.getByLabel('PIN', { exact: true }).fill(pin);
    await dialog.getByRole('button', { name: dialog === this.allow ? 'Autorizar' : 'Entrar' }).click();
  }
}
