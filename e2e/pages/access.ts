import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Newcomer } from '#e2e/newcomers.ts';
import type { Shop } from '#e2e/shop.ts';

export async function enterByForm(page: Page, shop: Shop, { email, password }: Pick<Newcomer, 'email' | 'password'>) {
  await page.goto(`${shop.url}login`);
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page).toHaveURL(/\/sellers\/$/);
}

export const boxesOf = (page: Page): Locator => page.locator('[data-box]');
export const codeField = (page: Page): Locator => page.getByLabel('Código de 4 dígitos');

export async function logOutByMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Usuario' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL(/\/sellers\/login$/);
}
