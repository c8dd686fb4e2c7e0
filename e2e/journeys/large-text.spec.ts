import type { Page } from '@playwright/test';
import { expect, testInOwnShop } from '#e2e/fixtures.ts';
import { sizes } from '#e2e/looks.ts';
import { pressControl } from '#e2e/pages/control.ts';
import { allForGuests, GuestScreen, letGuestsIn, scan } from '#e2e/pages/guests.ts';
import { startOrder } from '#e2e/pages/ordering.ts';

const test = testInOwnShop();

const [phone, tablet, wide] = sizes;

/** Makes the browser's own text twice as large, as a person does in its settings. */
async function doubleText(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
}

/** What is wrong with the texts of the page, or of the dialog over it: broken words, and what leaves its button or card. */
const faultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push('the page scrolls sideways');
    const top = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document.body;
    const range = document.createRange();
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent ?? '';
      if (!element?.checkVisibility() || element.closest('.visually-hidden, option')) continue;
      for (const { 0: word, index } of text.matchAll(/[^\s/·-]+/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size > 1)
          faults.push(`«${word}» breaks`);
      }
      const box = element.closest('button, a, label, article, [role="dialog"]')?.getBoundingClientRect();
      range.selectNodeContents(node);
      const words = range.getBoundingClientRect();
      if (box && words.right > box.right + 1 && getComputedStyle(element).textOverflow !== 'ellipsis')
        faults.push(`«${text}» leaves its box`);
    }
    return faults;
  });

async function read(page: Page, name: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expect.poll(() => faultsOf(page), `${name} at ${size.name} px`).toEqual([]);
  }
}

test('with the browser’s text twice as large no word breaks and nothing leaves its box (docs/screens.md)', async ({
  seat,
  shop,
}) => {
  const { page } = await seat('ana', '1/orders/kanban', wide);
  await doubleText(page);
  await read(page, 'board');
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Ver pedido/ })
    .click();
  await read(page, 'detail');
  await page.keyboard.press('Escape');
  await page.goto(`${shop.url}1/config/index`);
  await expect(page.getByText('Automático')).toBeVisible();
  await read(page, 'settings');
  await page.setViewportSize(tablet);
  const catalog = await startOrder(page, shop, 'Delivery');
  await catalog.add('ensalada cesar');
  await read(page, 'catalog');
  await page.setViewportSize(tablet);
  const address = await catalog.toAddress();
  await address.choose('corrientes 3450');
  const checkout = await address.toCheckout();
  await read(page, 'checkout');
  await page.setViewportSize(tablet);
  await checkout.cart.getByRole('button', { name: 'Aplicar descuento' }).click();
  await read(page, 'discount');
});

test('a guest with the browser’s text twice as large reads the menu (docs/screens.md)', async ({
  seat,
  shop,
  apiUser,
}) => {
  await letGuestsIn(await apiUser('carla'), allForGuests);
  const { page } = await seat(null, 'login', tablet);
  await doubleText(page);
  await scan(page, shop, 'LE-M05');
  await new GuestScreen(page).shown('Mesa 5');
  await read(page, 'menu');
});

test('«Muy grande» breaks no word of the settings on a phone (docs/screens.md)', async ({ seat }) => {
  const { page } = await seat('ana', '1/config/index', phone);
  await pressControl(page.getByRole('radio', { name: 'Muy grande' }));
  await read(page, 'settings');
});
