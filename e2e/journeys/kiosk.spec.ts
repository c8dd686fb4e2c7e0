import { fullChromium } from '#e2e/chromium-flags.ts';
import { expect, test, withMovement } from '#e2e/fixtures.ts';
import { checkEveryLook } from '#e2e/looks.ts';
import { newcomerForm } from '#e2e/newcomers.ts';
import { BoardPage } from '#e2e/pages/board.ts';
import { approve, becomeKiosk, KioskPage, watchWakeLock } from '#e2e/pages/kiosk.ts';

// What moves is part of what these journeys look at.
test.use(withMovement);

// These journeys need the service worker, and a full screen that can be left, which the headless shell lacks.
test.use({ serviceWorkers: 'allow', launchOptions: fullChromium() });

const kanban = '1/orders/kanban';
const wide = { width: 1920, height: 1080 } as const;

test('a device shows a code, an admin approves it, and it is a kitchen screen with the next step alone, until it is unpaired (T12)', async ({
  seat,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  const customer = `Cocina ${Date.now()}`;
  const order = await ana.takeOrder(customer);
  const screen = await seat(null, 'login', wide);
  await screen.page.getByRole('link', { name: 'Vincular una pantalla de cocina' }).click();
  const kiosk = new KioskPage(screen.page);
  const code = await kiosk.code();
  await expect(screen.page.getByText(/^Vence en [45]:\d\d$/)).toBeVisible();

  const admin = await seat('ana', '1/pair');
  await approve(admin.page, code, 'Plancha');

  await test.step('the board, dark, with nothing around it', async () => {
    await expect(kiosk.bar).toContainText('La Esquina');
    await expect(screen.page).toHaveURL(/\/1\/orders\/kanban\?kiosk=1$/);
    await expect(screen.page.getByRole('navigation')).toHaveCount(0);
    await expect(screen.page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(screen.page.getByRole('region', { name: 'Pedidos finalizados' })).toBeVisible();
  });

  const board = new BoardPage(screen.page);
  await test.step('takes an order one step on, which the others see as its doing', async () => {
    // The bar shows it for a few seconds, so the test starts waiting before the tap.
    const told = kiosk.bar
      .getByText(/pasó a Aceptados/)
      .first()
      .waitFor();
    await board.next(customer);
    await expect(board.cardIn('Aceptados', customer)).toBeVisible();
    await told;
    await expect(kiosk.bar.getByRole('button', { name: 'Deshacer' })).toHaveCount(0);
    await expect.poll(async () => (await ana.order(order.id)).status).toBe('ACCEPTED');
    const late = await ana.changeStatus(order, 'DELIVER');
    expect([late.status, late.body]).toEqual([409, expect.objectContaining({ by: { fullname: 'Cocina · Plancha' } })]);
  });

  await test.step('can do nothing else: no menu, no drag, no letter, no way back', async () => {
    const card = board.card(customer);
    await expect(card.getByRole('button')).toHaveText([/^#?\d+|N°/, 'Por entregar']);
    await expect(screen.page.getByRole('button', { name: /^Volver el pedido/ })).toHaveCount(0);
    await card.getByRole('button', { name: /^Ver pedido/ }).focus();
    await screen.page.keyboard.press('r');
    await screen.page.keyboard.press('Alt+ArrowLeft');
    await screen.page.keyboard.press('Enter');
    const dialog = screen.page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('button')).toHaveText(['', 'Por entregar']);
    await screen.page.keyboard.press('Escape');
    await expect(board.cardIn('Aceptados', customer)).toBeVisible();
    await screen.page.goto(screen.page.url().replace('orders/kanban?kiosk=1', 'cart/catalog'));
    await expect(screen.page).toHaveURL(/\/1\/orders\/kanban\?kiosk=1$/);
    await expect(board.card(customer)).toBeVisible();
  });

  await test.step('comes back after a reload, from the start of the app too', async () => {
    await screen.page.goto(screen.page.url().replace(/1\/orders.*/, ''));
    await expect(board.cardIn('Aceptados', customer)).toBeVisible();
  });

  await test.step('is signed out by itself when it is unpaired', async () => {
    const revoked = admin.page.waitForResponse((r) => r.request().method() === 'DELETE');
    await admin.page.getByRole('button', { name: 'Desvincular «Plancha»' }).click();
    await admin.page.getByRole('alertdialog').getByRole('button', { name: 'Desvincular' }).click();
    await revoked;
    await expect(screen.page.getByText('Esta pantalla fue desvinculada')).toBeVisible();
    await expect(admin.page.getByRole('listitem').filter({ hasText: 'Plancha' })).toHaveCount(0);
    await expect.poll(() => kiosk.code()).not.toBe(code);
  });
});

test('who scans the code and has no account yet, or comes back from another site’s login, goes on with it (T12)', async ({
  seat,
  shop,
}) => {
  const code = 'ACDE3467';
  const { page } = await seat(null, `pair/${code}`, { width: 390, height: 844 });
  await expect(page).toHaveURL(/\/login\?pair=/);
  const who = newcomerForm();
  await page.getByRole('link', { name: 'Crear cuenta' }).click();
  await page.getByLabel('Nombre y apellido').fill(who.fullname);
  await page.getByLabel('Correo electrónico').fill(who.email);
  await page.getByRole('textbox', { name: 'Teléfono' }).fill(who.phone);
  await page.getByLabel('Contraseña', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await expect(page).toHaveURL(new RegExp(`/pair/${code}$`));

  const admin = await seat(null, `login?pair=${code}`);
  await expect(admin.page.getByRole('button', { name: 'Ingresar' })).toBeVisible();
  await admin.page.route('**/api/tokens/social/google', async (route) =>
    route.fulfill({
      // Stands in for the provider's proof of identity.
      response: await route.fetch({
        url: `${shop.origin}/api/tokens`,
        postData: JSON.stringify({ email: 'bruno@demo.marche', password: 'marche2026' }),
      }),
    }),
  );
  await admin.page.goto(`${shop.url}social/google#access_token=once`);
  await expect(admin.page).toHaveURL(new RegExp(`/1/pair/${code}$`));
  await expect(admin.page.getByText('No hay ninguna pantalla esperando con ese código')).toBeVisible();
  await expect(admin.page.getByLabel('Código de la pantalla')).toHaveValue('ACDE-3467');
  // Only once: the next login leads to the stores.
  await admin.page.goto(`${shop.url}login?pair=${code}`);
  await expect(admin.page).toHaveURL(new RegExp(`/pair/${code}$`));
});

test('who scans the code is asked to log in and comes back to it; a refused screen asks again; without an answer it waits', async ({
  seat,
  shop,
}) => {
  const screen = await seat(null, 'kiosk');
  const kiosk = new KioskPage(screen.page);
  const code = await kiosk.code();
  const admin = await seat(null, `pair/${code.replace('-', '')}`, { width: 390, height: 844 });
  await admin.page.getByLabel('Correo electrónico').fill('carla@demo.marche');
  await admin.page.getByLabel('Contraseña', { exact: true }).fill('marche2026');
  await admin.page.getByRole('button', { name: 'Ingresar' }).click();
  await admin.page.getByRole('button', { name: 'La Esquina' }).click();
  await expect(admin.page.getByText(code)).toBeVisible();
  await admin.page.getByRole('button', { name: 'Rechazar' }).click();
  await expect(screen.page.getByText('Un encargado rechazó esta pantalla.')).toBeVisible();

  await admin.page.goto(`${shop.url}1/pair/${code}`);
  await expect(admin.page.getByText('El código ya se usó o venció')).toBeVisible();
  await admin.page.getByRole('button', { name: 'Usar otro código' }).click();
  await admin.page.getByLabel('Código de la pantalla').fill('hola');
  await admin.page.getByRole('button', { name: 'Buscar' }).click();
  await expect(admin.page.getByText('Revisá el código: son 8 letras y números.')).toBeVisible();
  await admin.page.getByLabel('Código de la pantalla').fill('ACDE-3467');
  await admin.page.getByRole('button', { name: 'Buscar' }).click();
  await expect(admin.page.getByText('No hay ninguna pantalla esperando con ese código')).toBeVisible();

  await screen.page.route('**/api/kiosk/pairings', (route) => route.abort());
  await screen.page.getByRole('button', { name: 'Pedir otro código' }).click();
  await expect(screen.page.getByText('Sin conexión. El código aparece cuando vuelva.')).toBeVisible();
  await screen.page.unrouteAll();
  await expect.poll(() => kiosk.code()).not.toBe(code);

  const seller = await seat('diego', '1/pair');
  await expect(seller.page).toHaveURL(/\/1\/home/);
});

test("an admin's own screen becomes one from the board's header: awake, full screen, its letters kept", async ({
  seat,
  apiUser,
}) => {
  const customer = `Pared ${Date.now()}`;
  await (await apiUser('ana')).takeOrder(customer);
  const { page } = await seat('ana');
  const locks = await watchWakeLock(page);
  await page.goto(`${page.url()}${kanban}`);
  const kiosk = await becomeKiosk(page);
  await expect(kiosk.bar).toContainText(/\d\d:\d\d/);
  await expect(page.getByRole('navigation')).toHaveCount(0);

  await test.step('takes the wake lock, and again when the page is seen again', async () => {
    await expect.poll(() => locks.taken()).toBe(1);
    await locks.lose();
    await expect.poll(() => locks.taken()).toBe(2);
    await expect(page.getByText('La pantalla se puede apagar')).toHaveCount(0);
  });

  await test.step('fills the screen at the first touch', async () => {
    await kiosk.bar.getByText(/\d\d:\d\d/).click();
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  });

  await test.step('keeps the size of its letters', async () => {
    const number = page.getByRole('article').first().getByRole('heading');
    const size = (): Promise<number> => number.evaluate((h) => Number.parseFloat(getComputedStyle(h).fontSize));
    const before = await size();
    await kiosk.bar.getByRole('button', { name: 'Agrandar las letras' }).click();
    await kiosk.bar.getByRole('button', { name: 'Agrandar las letras' }).click();
    await expect.poll(size).toBeCloseTo(before * 1.3, 1);
    await page.reload();
    await expect(kiosk.bar).toBeVisible();
    await expect.poll(size).toBeCloseTo(before * 1.3, 1);
  });

  await test.step('says what happened in its bar, over no card, with the way back of an admin', async () => {
    const board = new BoardPage(page);
    // The notice is shown for a few seconds: the page measures it as soon as it appears.
    const bottoms = page.waitForFunction(() => {
      const [notice, bar] = [document.querySelector('[data-toast]'), document.querySelector('header')];
      return notice && bar ? [notice, bar].map((e) => e.getBoundingClientRect().bottom) : null;
    });
    await board.next(customer);
    await page.locator('[data-toast]').getByRole('button', { name: 'Deshacer' }).click();
    await expect(board.cardIn('Pendientes', customer)).toBeVisible();
    const [notice = 0, bar = 0] = (await (await bottoms).jsonValue()) ?? [];
    expect(notice).toBeGreaterThan(0);
    expect(notice).toBeLessThanOrEqual(bar);
  });

  await kiosk.leave();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('a device that lets its screen sleep says so', async ({ seat }) => {
  const { page } = await seat('ana');
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'wakeLock', { value: { request: () => Promise.reject(new Error('no')) } }),
  );
  await page.goto(`${page.url()}${kanban}?kiosk=1`);
  await expect(page.getByText('La pantalla se puede apagar')).toBeVisible();
});

test('the kitchen screen and its pairing at every size, light and dark: axe finds nothing, nothing scrolls sideways', async ({
  seat,
  shop,
}) => {
  const { page } = await seat('ana');
  const guest = await seat(null, 'kiosk');
  const kiosk = new KioskPage(guest.page);
  const code = await kiosk.code();
  await checkEveryLook(guest.page, 'kiosk-pairing');
  await page.goto(`${shop.url}1/pair/${code}`);
  await expect(page.getByText(code)).toBeVisible();
  await checkEveryLook(page, 'kiosk-approve');
  await page.getByRole('button', { name: 'Aprobar' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Cocina' }).first()).toBeVisible();
  await checkEveryLook(page, 'kiosk-list');
  await expect(guest.page.getByRole('article').first()).toBeVisible();
  // The kitchen screen has its own theme setting, independent of the device's.
  for (const theme of ['dark', 'light'] as const) {
    if (theme === 'light') await kiosk.option('Pasar a tema claro');
    await expect(guest.page.locator('html')).toHaveAttribute('data-theme', theme);
    await checkEveryLook(guest.page, 'kiosk', { themes: [theme] });
    await guest.page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Ver pedido/ })
      .click();
    await expect(guest.page.getByRole('dialog')).toBeVisible();
    await checkEveryLook(guest.page, 'kiosk-order', { themes: [theme] });
    await guest.page.keyboard.press('Escape');
    await expect(guest.page.getByRole('dialog')).toHaveCount(0);
  }
  await page
    .getByRole('button', { name: /^Desvincular «Cocina»/ })
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desvincular' }).click();
  await expect(guest.page.getByText('Esta pantalla fue desvinculada')).toBeVisible();
  await checkEveryLook(guest.page, 'kiosk-ended');
});
