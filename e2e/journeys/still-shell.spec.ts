import type { Browser, Page } from '@playwright/test';
import { demoPeople, password } from '#e2e/api.ts';
import { expect, giveSession, testInOwnShop, withMovement } from '#e2e/fixtures.ts';
import type { Shop } from '#e2e/shop.ts';

const test = testInOwnShop();

// What moves is part of what these journeys look at.
test.use(withMovement);

/** What the frame outlines, and what the screen has there. */
const outlines = {
  login: {
    path: 'login',
    there: 'button[type=submit]',
    phone: {
      '.shell-brand': 'header',
      '.shell-form > h1': 'main h1',
      '.shell-field': 'form input',
      '.shell-submit': 'button[type=submit]',
    },
    wide: { '.shell-form': 'main > div:first-child' },
  },
  board: {
    path: '1/orders/kanban',
    there: '[data-card]',
    phone: { '.shell-frame': 'header', '.shell-card': 'article' },
    wide: { '.shell-frame': 'nav', '.shell-column': '[data-column]' },
  },
} as const;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Boxes of the visible elements, without heights: that of a card depends on its order. */
const boxesOf = (page: Page, selector: string): Promise<Box[]> =>
  page.locator(selector).evaluateAll((all) =>
    all
      .map((element) => element.getBoundingClientRect())
      .filter(({ width }) => width > 0)
      .map(({ x, y, width }) => ({ x, y, width })),
  );

async function openHeld(browser: Browser, shop: Shop, width: number, path: string) {
  const context = await browser.newContext({ viewport: { width, height: 800 }, serviceWorkers: 'block' });
  if (path !== 'login') await giveSession(context, shop, 'ana');
  const page = await context.newPage();
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(shop.url + path, { waitUntil: 'commit' });
  // The words of the login are in the document before its styles, which a person never sees: nothing is painted until then.
  await expect(page.locator('.shell:not([hidden])')).toHaveCSS('position', 'fixed');
  return { page, letGo };
}

for (const [name, { path, there, phone, wide }] of Object.entries(outlines))
  for (const width of [390, 800, 1024, 1280, 1700])
    test(`the page of ${name} shows the outlines of its screen before the app runs, ${width} px wide`, async ({
      browser,
      shop,
    }) => {
      const { page, letGo } = await openHeld(browser, shop, width, path);
      const pairs = Object.entries(width < 768 ? phone : name === 'login' ? { ...phone, ...wide } : wide);
      const outlined = await Promise.all(pairs.map(([frame]) => boxesOf(page, frame)));
      expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
      const scheme = (): Promise<string> => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
      const outlinedIn = await scheme();
      letGo();
      await page.locator(there).first().waitFor();
      expect(await page.locator('.shell').count()).toBe(0);
      // A wide screen starts dark, in the frame as on the screen.
      expect([outlinedIn, await scheme()]).toEqual(width >= 1600 ? ['dark', 'dark'] : ['light dark', 'light']);
      for (const [n, [frame, screen]] of pairs.entries()) {
        const shown = await boxesOf(page, screen);
        const boxes = outlined[n] ?? [];
        expect(boxes.length, frame).toBeGreaterThan(0);
        // The frame outlines no more than the first ones.
        for (const [at, box] of boxes.slice(0, shown.length).entries())
          for (const side of ['x', 'y', 'width'] as const)
            expect(Math.abs(box[side] - (shown[at]?.[side] ?? Number.NaN)), `${frame} ${at} ${side}`).toBeLessThan(1.5);
      }
      await page.context().close();
    });

test('no outline crosses the words about a store that is on its way', async ({ browser, shop }) => {
  const { page, letGo } = await openHeld(browser, shop, 390, '1/orders/kanban');
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/api\/store\/1\?/, async (route) => {
    await held;
    await route.continue();
  });
  // The page that was opened asked for the store at once.
  await page.reload({ waitUntil: 'commit' });
  letGo();
  const words = page.locator('#root > [aria-busy=true]');
  await expect(words.getByRole('status')).toBeVisible();
  await expect(page.locator('.shell-card').first()).toBeVisible();
  const [patch, content] = await words.evaluate((main) => {
    const { width, height } = getComputedStyle(main, '::before');
    const boxes = [...main.children].map((child) => child.getBoundingClientRect());
    const top = Math.min(...boxes.map((box) => box.top));
    const bottom = Math.max(...boxes.map((box) => box.bottom));
    return [
      [Number.parseFloat(width), Number.parseFloat(height)],
      [Math.max(...boxes.map((box) => box.width)), bottom - top],
    ] as const;
  });
  expect(patch[0]).toBeGreaterThan(content[0]);
  expect(patch[1]).toBeGreaterThan(content[1]);
  answer();
  await page.locator('[data-card]').first().waitFor();
  await page.context().close();
});

const fields = (page: Page) => ({
  email: page.getByLabel('Correo electrónico'),
  password: page.getByLabel('Contraseña', { exact: true }),
  send: page.getByRole('button', { name: 'Ingresar' }),
});

test('the login takes what was typed and sent before the app runs', async ({ browser, shop }) => {
  const { page, letGo } = await openHeld(browser, shop, 390, 'login');
  const form = fields(page);
  await expect(page.getByRole('heading', { name: 'Ingresá a tu cuenta' })).toBeVisible();
  await form.email.fill(demoPeople.ana);
  await form.password.fill(password);
  await form.send.click();
  await expect(page.locator('.shell form')).toHaveAttribute('data-sent');
  letGo();
  await expect(page.getByRole('heading', { name: 'Tiendas' })).toBeVisible();
  await page.context().close();
});

test('the login goes on where a person was typing, with the last address of the device', async ({ browser, shop }) => {
  const { page, letGo } = await openHeld(browser, shop, 1024, 'login');
  await page.evaluate(
    (value) => localStorage.setItem('marche:last-email', JSON.stringify({ v: 1, value })),
    demoPeople.ana,
  );
  await page.reload({ waitUntil: 'commit' });
  const form = fields(page);
  await expect(form.email).toHaveValue(demoPeople.ana);
  await form.password.pressSequentially('corta');
  letGo();
  await page.locator('#root form').waitFor();
  await expect(form.password).toBeFocused();
  await page.keyboard.type('s');
  await expect(form.password).toHaveValue('cortas');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Este campo debe tener al menos 8 caracteres')).toBeVisible();
  await expect(form.email).toHaveValue(demoPeople.ana);
  await page.context().close();
});

test('what the login cannot send as it was typed before the app runs, it says at the field', async ({
  browser,
  shop,
}) => {
  const { page, letGo } = await openHeld(browser, shop, 390, 'login');
  const form = fields(page);
  await form.email.fill('ana@');
  await form.password.fill(password);
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).search).toBe('');
  letGo();
  await expect(page.getByText('No es una dirección de correo electrónico válida')).toBeVisible();
  await expect(form.email).toBeFocused();
  await expect(form.password).toHaveValue(password);
  await page.context().close();
});
