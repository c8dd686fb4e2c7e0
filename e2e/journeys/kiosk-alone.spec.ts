import type { Page } from '@playwright/test';
import { ApiUser, demoPeople } from '#e2e/api.ts';
import { publishAnotherBuild } from '#e2e/chaos/deploy.ts';
import { expect, testInOwnShop, withMovement } from '#e2e/fixtures.ts';
import { BoardPage } from '#e2e/pages/board.ts';
import { KioskPage } from '#e2e/pages/kiosk.ts';

/** Its own shop: this journey kills it and publishes another build. */
const test = testInOwnShop();

// What moves is part of what these journeys look at.
test.use(withMovement);

// These journeys need the service worker.
test.use({ serviceWorkers: 'allow' });

/** The specified time is 5 s. A slow machine may take longer; the report contains the measured time. */
const rightWithinMs = 15_000;

/** URL of the page's entry script; it changes with an update. */
const entryOf = (page: Page): Promise<string | null> =>
  page
    .locator('script[type=module][src*="/assets/"]')
    .first()
    .getAttribute('src')
    .catch(() => null);

test('a board left alone through three restarts of the server and one update of the app is right again by itself after each return (I10, F-11)', async ({
  seat,
  shop,
}) => {
  const { page } = await seat('ana', '1/orders/kanban?kiosk=1', { width: 1920, height: 1080 });
  const kiosk = new KioskPage(page);
  const board = new BoardPage(page);
  await expect(kiosk.bar.getByRole('button', { name: 'Conectado' })).toBeVisible();
  // Like a screen that has run for a while: the worker has cached the app.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await expect(kiosk.bar.getByRole('button', { name: 'Conectado' })).toBeVisible();
  const first = await entryOf(page);
  const waits: number[] = [];

  for (const round of [1, 2, 3])
    await test.step(`restart ${round}${round === 2 ? ', with another build' : ''}`, async () => {
      await shop.kill();
      await expect(kiosk.bar.getByRole('button', { name: 'Sin conexión' })).toBeVisible();
      if (round === 2) publishAnotherBuild(shop.clientFolder);
      await shop.start();
      const customer = `Vuelta ${round} ${Date.now()}`;
      const ana = await ApiUser.signIn(shop, demoPeople.ana);
      await ana.takeOrder(customer);
      const back = performance.now();
      await expect(board.cardIn('Pendientes', customer)).toBeVisible({ timeout: rightWithinMs });
      waits.push(performance.now() - back);
      await expect(kiosk.bar.getByRole('button', { name: 'Conectado' })).toBeVisible();
    });
  test.info().annotations.push({ type: 'right again after (ms)', description: waits.map(Math.round).join(', ') });

  await test.step('the new build runs by itself, without a tap, and shows the same orders', async () => {
    await expect.poll(() => entryOf(page), { timeout: 90_000 }).not.toBe(first);
    // A reload of the app is not a reconnect, so its time limit does not apply.
    await expect(board.cardIn('Pendientes', 'Vuelta 1')).toBeVisible({ timeout: 90_000 });
    await expect(board.cardIn('Pendientes', 'Vuelta 3')).toBeVisible();
    await expect(kiosk.bar.getByRole('button', { name: 'Conectado' })).toBeVisible();
  });
});
