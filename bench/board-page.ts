import type { Browser, Page } from '@playwright/test';
import { laEsquina, password, demoPeople } from '#e2e/api.ts';
import type { Shop } from '#e2e/shop.ts';

/** A store and the account that opens its board. */
export interface BoardPlace {
  readonly storeId: number;
  readonly email: string;
}

export const carlasBoard: BoardPlace = { storeId: laEsquina, email: demoPeople.carla };

/** Opens a board with cards in its own browser context. */
export async function openBoard(browser: Browser, shop: Shop, { storeId, email } = carlasBoard): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1024, height: 768 } })).newPage();
  await page.goto(`${shop.url}login`);
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await page.getByRole('heading', { name: 'Tiendas' }).waitFor();
  await page.goto(`${shop.url}${storeId}/orders/kanban`);
  await page.locator('[data-card]').first().waitFor();
  return page;
}
