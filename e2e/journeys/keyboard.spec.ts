import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { BoardPage } from '#e2e/pages/board.ts';
import { CatalogScreen, CheckoutScreen, startOrder } from '#e2e/pages/ordering.ts';

/** Presses Tab until the matching element has the focus. */
async function tabTo(page: Page, matches: string): Promise<void> {
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((selector) => document.activeElement?.matches(selector) === true, matches)) return;
  }
  throw new Error(`Tab never reached ${matches}`);
}

test('an order is taken with the keyboard alone (C-09, C-11, K-58, H-34)', async ({ seat, apiUser }) => {
  const { page } = await seat('ana', '1/home');
  const ana = await apiUser('ana');
  await page.getByRole('button', { name: 'Nuevo pedido' }).first().focus();
  await page.keyboard.press('Enter');
  const catalog = new CatalogScreen(page);
  await expect(catalog.dialog).toBeVisible();
  await page.keyboard.press('a');
  // The board has articles too, so waits for the catalog's search box.
  await expect(catalog.search).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.keyboard.press('Control+f');
  // At a person's speed: faster would count as a scanner.
  await page.keyboard.type('vaso de leche', { delay: 50 });
  await page.keyboard.press('Enter');
  await page.keyboard.press('PageUp');
  await expect(catalog.cart.getByText('2 × Vaso de leche')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/checkout/);
  await tabTo(page, 'input[maxlength="100"]');
  const customer = `Teclado ${Date.now()}`;
  await page.keyboard.type(customer);
  await tabTo(page, 'input[type="radio"][value="cash"]');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(new CheckoutScreen(page).payment('A convenir')).toBeChecked();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/^Pedido \d+ tomado$/).first()).toBeVisible();
  const taken = (await ana.orders()).body.find((o) => o.description === customer);
  expect(taken?.payments).toMatchObject([{ method: 'agree' }]);
});

test('an order is filled with the scanner alone: every read adds one (C-11, C-18)', async ({ seat, shop }) => {
  const { page } = await seat('ana');
  const catalog = await startOrder(page, shop, 'Take away');
  // The board has articles and a heading too, but no scanner: waits for the catalog.
  await expect(catalog.search).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  for (const [text, units] of [
    ['vaso de leche', 1],
    ['fainá', 1],
    ['vaso de leche', 2],
  ] as const) {
    // Dispatches the keys at a scanner's speed, which Playwright's keyboard does not reach on a busy machine.
    await page.evaluate((read) => {
      for (const key of [...Array.from(read), 'Enter'])
        (document.activeElement ?? document.body).dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        );
    }, text);
    await expect(catalog.cart.getByText(new RegExp(`^${units} × ${text}$`, 'i'))).toBeVisible();
  }
});

/** Opens each menu in `scope` by key, walks through its rows and closes it. Returns how many there were. */
async function walkMenus(page: Page, scope: Page | Locator): Promise<number> {
  const triggers = scope.locator('button[aria-haspopup="menu"]:visible:enabled');
  await expect(triggers.first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const count = Math.min(await triggers.count(), 8);
  for (let index = 0; index < count; index += 1) {
    await triggers.nth(index).focus();
    await page.keyboard.press('Enter');
    const rows = page.getByRole('menu').locator('[role^="menuitem"]');
    await expect(rows.first()).toBeFocused();
    const last = (await rows.count()) - 1;
    await page.keyboard.press('ArrowDown');
    await expect(rows.nth(Math.min(1, last))).toBeFocused();
    await page.keyboard.press('End');
    await expect(rows.nth(last)).toBeFocused();
    await page.keyboard.press('Home');
    await expect(rows.first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(triggers.nth(index)).toBeFocused();
  }
  return count;
}

for (const [width, height] of [
  [390, 844],
  [1024, 768],
  [1920, 1080],
] as const)
  test(`every menu opens and works by key at ${width} × ${height} (H-34)`, async ({ seat, apiUser }) => {
    const customer = `Menú ${Date.now()}`;
    await (await apiUser('ana')).takeOrder(customer);
    const { page } = await seat('ana', '1/orders/kanban', { width, height });
    expect(await walkMenus(page, page)).toBeGreaterThanOrEqual(2);
    // A row that is chosen by key does what it says.
    const sound = page.getByRole('button', { name: /^Sonido/ });
    await sound.focus();
    await page.keyboard.press('Enter');
    const row = page.getByRole('menu').locator(':focus');
    await expect(row).toBeVisible();
    await page.keyboard.press('ArrowDown');
    const chosen = (await row.getAttribute('data-label')) ?? '';
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await sound.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitemcheckbox', { name: chosen, checked: true })).toBeVisible();
    await page.keyboard.press('Escape');
    const { box: detail } = await new BoardPage(page).open(customer);
    expect(await walkMenus(page, detail)).toBeGreaterThanOrEqual(1);
    const stores = await seat('carla', '', { width, height });
    expect(await walkMenus(stores.page, stores.page)).toBeGreaterThanOrEqual(1);
  });
