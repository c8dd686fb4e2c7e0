import type { Browser, Page } from '@playwright/test';
import { password, people } from '#e2e/api.ts';
import type { Shop } from '#e2e/shop.ts';

/** Carla's board of La Esquina, in a context of its own, with cards on it. */
export async function openBoard(browser: Browser, shop: Shop): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1024, height: 768 } })).newPage();
  await page.goto(`${shop.url}login`);
  await page.getByLabel('Correo electrónico').fill(people.carla);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await page.getByRole('heading', { name: 'Tiendas' }).waitFor();
  await page.goto(`${shop.url}1/orders/kanban`);
  await page.locator('[data-card]').first().waitFor();
  return page;
}
