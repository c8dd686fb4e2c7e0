import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { WireCashbox } from '#contract/wire/cashbox.ts';
import type { ApiUser } from '#e2e/api.ts';
import { expect } from '#e2e/fixtures.ts';
import { inDatabase } from '#e2e/shop-database.ts';
import type { Shop } from '#e2e/shop.ts';
import { forgetRegistersSql } from '#server/testing/forget-registers.ts';

/** The store as it was before the first setup of its register. */
export const forgetCashbox = (shop: Pick<Shop, 'databaseUrl'>): Promise<void> => inDatabase(shop, forgetRegistersSql);

export const cashboxOf = async (user: ApiUser, storeId = 1): Promise<WireCashbox> =>
  (await user.call<WireCashbox>('GET', `/store/${storeId}/cashbox`)).body;

export const withKey = () => ({ 'idempotency-key': randomUUID() });

/** The screen of the register. */
export class CashboxScreen {
  readonly main: Locator;
  readonly movementDialog: Locator;
  readonly closePanel: Locator;
  readonly closeQuestion: Locator;
  readonly last: Locator;

  constructor(readonly page: Page) {
    this.main = page.getByRole('main');
    this.movementDialog = page.getByRole('dialog', { name: 'Registrar movimiento de caja' });
    this.closePanel = page.getByRole('dialog', { name: 'Cerrar caja' });
    this.closeQuestion = page.getByRole('alertdialog', { name: 'Realmente desea cerrar la caja?' });
    this.last = page.getByRole('dialog', { name: 'Última caja' });
  }

  async setUp({ block = false } = {}): Promise<void> {
    await expect(this.page.getByRole('heading', { name: 'Configuración inicial de la caja' })).toBeVisible();
    await this.page.getByRole('switch', { name: /^No permitir cargar pedidos/ }).setChecked(block);
    await this.page.getByRole('button', { name: 'Guardar' }).click();
    const notices = this.page.getByRole('region', { name: 'Avisos en pantalla' });
    await expect(notices.getByText('La caja fue configurada correctamente.')).toBeVisible();
  }

  async open(amount: string): Promise<void> {
    await this.page.getByLabel('Saldo inicial').fill(amount);
    await this.page.getByRole('button', { name: 'Abrir caja' }).click();
    await expect(this.page.getByRole('heading', { name: 'Detalles de la caja' })).toBeVisible();
  }

  async move(type: string, amount: string, description = ''): Promise<void> {
    await this.main.getByRole('button', { name: 'Movimiento' }).click();
    await this.movementDialog.getByLabel('Motivo').selectOption({ label: type });
    await this.movementDialog.getByLabel('Descripción').fill(description);
    await this.movementDialog.getByLabel('Monto').fill(amount);
    await this.movementDialog.getByRole('button', { name: 'Registrar' }).click();
    await expect(this.movementDialog).toHaveCount(0);
  }

  /** Up to the question, which nothing has answered yet. */
  async askToClose(amount: string): Promise<void> {
    await this.main.getByRole('button', { name: 'Cerrar caja' }).click();
    await this.closePanel.getByLabel('Saldo final').fill(amount);
    await this.closePanel.getByRole('button', { name: 'Cerrar caja' }).click();
    await expect(this.closeQuestion).toBeVisible();
  }

  /** The line of the summary with this name. */
  fact(name: string): Locator {
    return this.main.locator('dl > div').filter({ has: this.page.getByText(name, { exact: true }) });
  }
}
