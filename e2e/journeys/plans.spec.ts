import type { Page } from '@playwright/test';
import { expect, testInOwnShop } from '#e2e/fixtures.ts';
import { CatalogScreen } from '#e2e/pages/ordering.ts';
import { inDatabase } from '#e2e/shop-database.ts';

const test = testInOwnShop();
const plans = ['free', 'standard', 'premium'] as const;

/** Opens the path and waits until the app has decided where it leads. */
async function placeOf(page: Page, url: string): Promise<string> {
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  return new URL(page.url()).pathname.replace('/sellers/', '');
}

test('plan by route: what each plan opens, and what leads home (H-08, H-50)', async ({ seat, shop, apiUser }) => {
  const ana = await apiUser('ana');
  const order = await ana.takeOrder('Plan');
  const { body: profile } = await ana.profile();
  const busy = new Set(profile.orderGroups.map(({ code }) => code.id));
  const table = profile.codes.find(({ id, group }) => group && !busy.has(id));
  const routes = {
    '1/home': plans,
    '1/orders/kanban': plans,
    '1/config/index': plans,
    '1/maps/index': ['standard', 'premium'],
    '1/codes/index': ['standard', 'premium'],
    [`1/orderGroup/create?code_id=${table?.id}`]: ['standard', 'premium'],
    '1/config/printpoint/form': ['standard', 'premium'],
    '1/cashbox/index': ['standard', 'premium'],
    [`1/order/${order.id}/billing/invoice`]: ['premium'],
  } as const;
  for (const plan of plans) {
    await inDatabase(shop, `update stores set plan = '${plan}' where id = 1`);
    // A browser that has read the store keeps it until an event.
    const { page } = await seat('ana', '');
    for (const [path, open] of Object.entries(routes)) {
      const wanted = open.some((name) => name === plan) ? (path.split('?')[0] ?? '') : '1/home';
      expect(await placeOf(page, `${shop.url}${path}`), `${plan}: ${path}`).toBe(wanted);
    }
    // The cart begins at home.
    await page.goto(`${shop.url}1/home`);
    await expect(page.getByRole('heading', { name: 'Tablero de pedidos' })).toBeVisible();
    const takeaway = page.getByRole('navigation', { name: 'Principal' }).getByRole('button', { name: 'Take away' });
    if (plan === 'free') await expect(takeaway).toHaveCount(0);
    else {
      await takeaway.click();
      await expect(page).toHaveURL(/\/1\/cart\/catalog/);
    }
    await page.context().close();
  }
});

test('a manager has the board, the register, the settings, bulk actions, payouts, tickets, and chooses the seller (H-47)', async ({
  seat,
  apiUser,
  shop,
}) => {
  const { body: profile } = await (await apiUser('ana')).profile();
  const [group] = profile.orderGroups;
  const { page } = await seat('bruno', '1/home');
  await expect(page.getByRole('heading', { name: 'Tablero de pedidos' })).toBeVisible();
  const menu = page.getByRole('navigation').first();
  for (const name of ['Tablero de pedidos', 'Caja', 'Configuración'])
    await expect(menu.getByRole('link', { name: new RegExp(`${name}$`) })).toBeVisible();
  for (const name of [/^Modificación masiva de pedidos/, /endici/, /^Tickets/])
    await expect(page.getByRole('button', { name }).first()).toBeVisible();
  await menu.getByRole('link', { name: /Tablero de pedidos$/ }).click();
  await expect(page).toHaveURL(/\/1\/orders\/kanban/);
  await page.goto(`${shop.url}1/cashbox/index`);
  await expect(page.getByRole('heading', { level: 1, name: /Caja|caja/ })).toBeVisible();
  await page.goto(`${shop.url}1/home`);
  await page.getByRole('button', { name: 'Take away' }).filter({ visible: true }).first().click();
  const catalog = new CatalogScreen(page);
  await catalog.add('vaso de leche');
  await catalog.toCheckout();
  await expect(page.getByLabel('Vendedor')).toBeVisible();
  const busy = new Set(profile.orderGroups.map(({ code }) => code.id));
  const table = profile.codes.find(({ id, group: isTable }) => isTable && !busy.has(id));
  await page.goto(`${shop.url}1/orderGroup/create?code_id=${table?.id}`);
  await expect(page.getByLabel('Vendedor')).toBeVisible();
  await page.goto(`${shop.url}1/codes/index`);
  await page
    .getByRole('button', { name: new RegExp(`^${group?.code.description}`) })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: `Detalle de ${group?.code.description}` })).toBeVisible();
});
