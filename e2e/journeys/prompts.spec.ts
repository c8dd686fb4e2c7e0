import { startBeams } from '#e2e/beams.ts';
import { expect, logInByForm, test } from '#e2e/fixtures.ts';
import { boardReady, offerInstall, soundButton, stubSubscription } from '#e2e/pages/alerts.ts';
import { openShop } from '#e2e/shop.ts';

// These journeys need the service worker.
test.use({ serviceWorkers: 'allow' });

const board = '1/orders/kanban';

const installQuestion = '¿Usás la aplicación con frecuencia?';
test('the install prompt comes 60 s after the offer, waits while something is open, and rests ten days (R-30, R-31, R-32, R-33, R-34)', async ({
  seat,
  shop,
}) => {
  const { page, context } = await seat('carla');
  await page.clock.install();
  await page.goto(`${shop.url}${board}`);
  await boardReady(page);
  const question = page.getByRole('heading', { name: installQuestion });
  await offerInstall(page);
  // The clock also runs by itself: 40 s are left for a slow machine.
  await page.clock.runFor(20_000);
  await expect(question).toHaveCount(0);
  await soundButton(page).click();
  await page.clock.runFor(45_000);
  await expect(question).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.clock.runFor(5_000);
  await expect(question).toBeVisible();
  await expect(page.getByRole('button', { name: 'Instalar', exact: true })).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
  await expect(question).toHaveCount(0);

  await offerInstall(page);
  await page.clock.runFor(60_000);
  await page.getByRole('button', { name: 'Instalar', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'yes');
  await expect(question).toHaveCount(0);

  await offerInstall(page);
  await page.clock.runFor(60_000);
  await page.getByRole('button', { name: 'Ahora no' }).click();
  await expect(question).toHaveCount(0);
  const cookie = (await context.cookies()).find((c) => c.name === 'marche-install-later');
  expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - 864_000)).toBeLessThan(3_600);
  await page.reload();
  await expect(soundButton(page)).toBeVisible();
  await offerInstall(page);
  await page.clock.runFor(120_000);
  await expect(question).toHaveCount(0);
});

test('on the iPhone the card shows the steps of the share menu (R-35)', async ({ seat, shop }) => {
  const { page, context } = await seat('carla', '', { width: 390, height: 844 });
  await context.addInitScript(() => {
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1';
    Object.defineProperty(navigator, 'userAgent', { get: () => userAgent });
  });
  await page.clock.install();
  await page.goto(`${shop.url}${board}`);
  await boardReady(page);
  await page.clock.runFor(60_000);
  await page.getByRole('button', { name: 'Instalar', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Permisos e instalación' });
  await expect(drawer.getByText('Elegí «Agregar a inicio».')).toBeVisible();
  await expect(drawer.getByText('Para que se oiga cada pedido nuevo.')).toBeVisible();
});

test('refused notifications say so, with the way out (R-40)', async ({ browser }) => {
  const beams = await startBeams();
  const env = { BEAMS_INSTANCE_ID: 'e2e-instance', BEAMS_SECRET_KEY: 'e2e-secret', BEAMS_ENDPOINT: beams.endpoint };
  const shop = await openShop({ env });
  const context = await browser.newContext({ locale: 'es-AR', viewport: { width: 1024, height: 768 } });
  try {
    await stubSubscription(context);
    await context.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
    const page = await context.newPage();
    await logInByForm(page, shop, 'carla');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
    await page.goto(`${shop.url}${board}`);
    const notice = page.locator('[data-toast="error"]');
    await expect(notice).toContainText('Las notificaciones están desactivadas en tu dispositivo.');
    await notice.getByRole('button', { name: 'Cómo activarlas' }).click();
    const drawer = page.getByRole('dialog', { name: 'Permisos e instalación' });
    await expect(drawer.getByText('Desactivadas')).toBeVisible();
    await expect(drawer.getByText(/permití las notificaciones/)).toBeVisible();
  } finally {
    await context.close();
    await shop.stop();
    await beams.close();
  }
});
