import { expect, testInOwnShop } from '#e2e/fixtures.ts';
import { checkEveryLook } from '#e2e/looks.ts';
import { holdNotices } from '#e2e/pages/alerts.ts';
import { bringMoney, noMoney, payoutList, payoutsButton } from '#e2e/pages/support.ts';

const test = testInOwnShop();

// These journeys need the service worker.
test.use({ serviceWorkers: 'allow' });
const board = '1/orders/kanban';

test('a code that is shown hides again after 30 s (H4)', async ({ seat }) => {
  const { page } = await seat('ana', board);
  await payoutsButton(page).click();
  await page.clock.install();
  const row = payoutList(page).getByRole('listitem');
  await expect(row).toBeVisible();
  // Stops the clock, so that only the time advanced here counts.
  await page.clock.pauseAt(Date.now() + 60_000);
  await row.getByRole('button', { name: 'Mostrar código' }).click();
  await expect(row).toContainText('4821');
  await page.clock.runFor(29_000);
  await expect(row).toContainText('4821');
  await page.clock.runFor(1_500);
  await expect(row).not.toContainText('4821');
});

test('codes never reach the disk of the device (D-06)', async ({ seat }) => {
  const { page } = await seat('ana', board);
  await payoutsButton(page).click();
  await expect(payoutList(page).getByRole('listitem')).toContainText('$ 47.300,00');
  const kept = await page.evaluate(async () => {
    const texts: string[] = [JSON.stringify(localStorage)];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const ask = indexedDB.open(name);
        ask.addEventListener('success', () => resolve(ask.result));
        ask.addEventListener('error', () => reject(ask.error ?? new Error('no database')));
      });
      for (const store of db.objectStoreNames) {
        const all = db.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => all.addEventListener('success', resolve));
        texts.push(JSON.stringify(all.result));
      }
      db.close();
    }
    return texts.join('\n');
  });
  expect(kept).toContain('La Esquina');
  expect(kept).not.toContain('4821');
});

test('new money is told on every screen and counted on the board; confirming takes it away everywhere (B-06, U-18, U-23, R-24)', async ({
  seat,
  shop,
}) => {
  await noMoney(shop);
  const { page } = await seat('ana', board);
  const other = await seat('carla', '1/user/settings/general');
  const seller = await seat('diego', '1/home');
  await expect(page.getByRole('main').getByRole('button', { name: /^Tickets/ })).toBeVisible();
  await expect(payoutsButton(page)).toHaveCount(0);
  await expect(other.page.getByRole('navigation').getByRole('button', { name: /Tickets/ })).toBeVisible();
  for (const here of [page, other.page]) await holdNotices(here);
  await bringMoney(shop, 1_250_050, '070911');
  for (const here of [page, other.page])
    await expect(here.locator('[data-toast="warning"]')).toContainText('Nuevas rendiciones de dinero.');
  await expect(payoutsButton(page)).toHaveAccessibleName('Rendiciones de dinero, 1 pendiente');
  await other.page.getByRole('button', { name: 'Ver', exact: true }).click();
  const row = payoutList(other.page).getByRole('listitem');
  await expect(row).toContainText('$ 12.500,50');
  await row.getByRole('button', { name: 'Confirmar' }).click();
  const ask = other.page.getByRole('alertdialog');
  await expect(ask).toContainText('Mirta te entregó $ 12.500,50 y ya contaste el dinero.');
  const bodies: unknown[] = [];
  await other.page.route('**/confirm', async (route) => {
    bodies.push(route.request().postDataJSON());
    await route.continue();
  });
  await ask.getByRole('button', { name: 'Confirmar rendición' }).click();
  await expect(payoutList(other.page).getByText('No se encontraron rendiciones de dinero.')).toBeVisible();
  expect(bodies).toEqual([{ code: '070911' }]);
  await expect(other.page.getByText('Rendición de $ 12.500,50 confirmada.').first()).toBeVisible();
  await expect(payoutsButton(page)).toHaveCount(0);
  await expect(seller.page.getByText('Nuevas rendiciones de dinero.')).toHaveCount(0);
  await expect(seller.page.getByRole('button', { name: /^Rendiciones/ })).toHaveCount(0);
});

test('payouts at every size, light and dark: axe finds nothing, nothing scrolls sideways (F-02)', async ({
  seat,
  shop,
}) => {
  await noMoney(shop);
  await bringMoney(shop, 4_730_000, '4821');
  await bringMoney(shop, 1_250_050, '070911');
  const { page } = await seat('ana', board);
  await payoutsButton(page).click();
  const rows = payoutList(page).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await rows.first().getByRole('button', { name: 'Mostrar código' }).click();
  await checkEveryLook(page, 'payouts');
  await rows.first().getByRole('button', { name: 'Confirmar' }).click();
  await checkEveryLook(page, 'payout-confirm');
});
