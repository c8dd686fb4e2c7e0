import type { Page } from '@playwright/test';
import type { ApiUser, WireItem } from '#e2e/api.ts';
import { laEsquina } from '#e2e/api.ts';
import type { Shop } from '#e2e/shop.ts';
import { inDatabase } from '#e2e/shop-database.ts';

/** Makes this computer a print point, on the form that is open. */
export async function becomePoint(page: Page, name: string, kinds: readonly string[]): Promise<void> {
  await page.getByLabel('Nombre').fill(name);
  for (const kind of kinds) await page.getByRole('checkbox', { name: kind }).check();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.waitForURL(/config\/index$/);
}

/** Opens the dialog of a row and chooses where it prints. */
export async function chooseDestination(page: Page, row: string, destination: RegExp): Promise<void> {
  await page.getByRole('button', { name: `Editar ${row}` }).click();
  await page.getByRole('radio', { name: destination }).check();
}

/** Comandas by themselves: those of the kitchen on the printer «Cocina», those of the oven on «Horno». */
export async function printByItself(page: Page): Promise<void> {
  await chooseDestination(page, 'Comandas', /^Cocina/);
  await page.getByRole('combobox', { name: 'Horno' }).selectOption('Horno');
  await page.getByRole('switch', { name: /^Imprimir automáticamente/ }).check();
  await page.getByRole('switch', { name: /^Imprimir los rechazos/ }).check();
  await saveRow(page);
  // What is there at that moment counts as printed.
  await page.waitForFunction(() => localStorage.getItem('marche:printed:1')?.includes('commander'));
}

/** Saves the dialog of a row, which the server has to know before the device does. */
export async function saveRow(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Two plain products: the first is made in the kitchen, the second in the oven. */
export async function productsOfTwoSections(shop: Shop, user: ApiUser): Promise<readonly WireItem[]> {
  const [first, second] = await user.plainItems();
  if (!first || !second) throw new Error('the demo shop has no two plain products');
  const oven = `(select id from assemblies where store_id = ${laEsquina} and name = 'Horno')`;
  await inDatabase(
    shop,
    `update items set assembly_id = null where id = ${first.id}; update items set assembly_id = ${oven} where id = ${second.id}`,
  );
  return [first, second];
}
