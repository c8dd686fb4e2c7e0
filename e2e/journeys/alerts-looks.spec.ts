import { expect, test } from '#e2e/fixtures.ts';
import { axeFindings, checkEveryLook, shot, sizes, themes } from '#e2e/looks.ts';
import { boardReady, cardOf, holdNotices, noticeOf, offerInstall, soundButton, spyOn } from '#e2e/pages/alerts.ts';

// These journeys need the service worker.
test.use({ serviceWorkers: 'allow' });

const board = '1/orders/kanban';
const profile = '1/user/settings/general';

const installQuestion = '¿Usás la aplicación con frecuencia?';
test('alerts at every size, light and dark: axe finds nothing, nothing scrolls sideways (F-02)', async ({
  seat,
  apiUser,
  shop,
}) => {
  const ana = await apiUser('ana');
  const { page, context } = await seat('carla');
  await spyOn(context, 'locked');
  await page.goto(`${shop.url}${board}`);
  await boardReady(page);
  await expect(page.getByRole('button', { name: 'Tocá para activar el sonido' })).toBeVisible();
  await checkEveryLook(page, 'alerts-locked');
  // The press already unlocks: the strip disappears before the release, so a normal click would fail.
  await page.getByRole('button', { name: 'Tocá para activar el sonido' }).click({ force: true });
  const submissions = await Promise.all([1, 2, 3, 4].map((n) => ana.submission(`Foto ${n} ${Date.now()}`)));
  const orders = [];
  for (const submission of submissions) orders.push(await ana.send(submission));
  const [first] = orders;
  if (!first) throw new Error('no order');
  // The device writes down which orders it has told, a little later. One that is missing there would be new again.
  for (const { uid } of orders)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('marche:alerts'))).toContain(uid);
  await page.goto(`${shop.url}${profile}`);
  await expect(page.getByRole('heading', { name: 'Editar perfil de usuario' })).toBeVisible();
  await holdNotices(page);
  const one = await ana.takeOrder(`Foto 5 ${Date.now()}`);
  await expect(noticeOf(page, one.number)).toBeVisible();
  await checkEveryLook(page, 'alerts-notices');
  orders.push(one, await ana.takeOrder(`Foto 6 ${Date.now()}`));
  await expect(page.locator('[data-toast="order"]')).toContainText('2 pedidos nuevos');
  await page.locator('[data-toast="order"]').getByRole('button', { name: 'Ver' }).click();
  await cardOf(page, first)
    .getByRole('button', { name: `Ver pedido ${first.number}` })
    .click();
  const detail = page.getByRole('dialog', { name: new RegExp(String(first.number)) });
  await detail.getByRole('button', { name: 'Historial' }).click();
  await expect(detail.getByRole('region', { name: 'Quién lo vio' }).getByRole('listitem').first()).toBeVisible({
    timeout: 90_000,
  });
  await detail.getByRole('region', { name: 'Quién lo vio' }).scrollIntoViewIfNeeded();
  await ana.changeMany(
    orders.map((o) => o.id),
    'COMPLETE',
  );
  await expect(page.locator('[data-toast="order"]')).toHaveCount(0);
  await checkEveryLook(page, 'alerts-seen');
  await page.keyboard.press('Escape');
  await soundButton(page).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  // A change of size closes a menu, so it is reopened for each size.
  for (const size of sizes) {
    await page.setViewportSize(size);
    await soundButton(page).click();
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      const name = `alerts-menu-${size.name}-${theme}`;
      await shot(page, name);
      // Only the menu: axe's page-wide landmark rule does not allow for menus outside landmarks.
      expect(await axeFindings(page, name, { include: '[role="menu"]' })).toEqual([]);
    }
    await page.keyboard.press('Escape');
  }
  await page.setViewportSize({ width: 1024, height: 768 });
  await soundButton(page).click();
  await page.getByRole('menuitem', { name: 'Permisos e instalación' }).click();
  await expect(page.getByRole('dialog', { name: 'Permisos e instalación' })).toBeVisible();
  await checkEveryLook(page, 'alerts-permissions');
  await page.keyboard.press('Escape');
  await page.clock.install();
  await offerInstall(page);
  await page.clock.runFor(60_000);
  await expect(page.getByRole('heading', { name: installQuestion })).toBeVisible();
  await checkEveryLook(page, 'alerts-install');
});
