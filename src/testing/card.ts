import type { Locator } from './locator.ts';
import type { Page } from './page.ts';
import { expect } from './screen-expect.ts';

/** A card that the sandbox charges, by the labels of the drawer. */
export const testCard = {
  'Número de tarjeta': '4509953566233704',
  'Código de seguridad': '123',
  'Nombre del titular': 'Ana Gómez',
  'Número de documento': '30111222',
};

export const cardDrawerOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Pagar con tarjeta' });

/** Fills the card drawer once its provider is ready. */
export async function fillCard(page: Page): Promise<void> {
  const drawer = cardDrawerOf(page);
  await expect(drawer.getByText('Conectando con Mercado Pago…')).toHaveCount(0);
  for (const [label, value] of Object.entries(testCard)) await drawer.getByLabel(label).fill(value);
  await drawer.getByLabel('Vence: mes').selectOption('11');
  await drawer.getByLabel('Vence: año').selectOption(String(new Date().getFullYear() + 3));
  await drawer.getByLabel('Documento', { exact: true }).selectOption('DNI');
}
