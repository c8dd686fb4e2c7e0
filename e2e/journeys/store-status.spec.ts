import type { Page } from '@playwright/test';
import { expect, testInOwnShop } from '#e2e/fixtures.ts';
import { check, checkEveryLook, sizes } from '#e2e/looks.ts';
import { heardOn, spyOn } from '#e2e/pages/alerts.ts';
import {
  askInDatabase,
  editorOf,
  openEditor,
  questionOn,
  resetStatus,
  setHours,
  wholeStatus,
} from '#e2e/pages/store-status.ts';
import { inDatabase } from '#e2e/shop-database.ts';
import { pressControl } from '#e2e/pages/control.ts';

const test = testInOwnShop();

// These journeys need the service worker.
test.use({ serviceWorkers: 'allow' });
test.beforeEach(({ shop }) => resetStatus(shop));

const home = '1/home';
const phone = { width: 390, height: 844 };
const statusCall = '**/api/store/1/status';
const word = (page: Page) =>
  page
    .getByRole('button', { name: /^Estado de la tienda: / })
    .filter({ visible: true })
    .first();

test('three quick changes are saved by one PATCH a second after the last, whole, and every device learns it (T-05, T-06, T-07, T-08, Q-07, R-04)', async ({
  seat,
}) => {
  const { page } = await seat('ana', home);
  const seller = await seat('diego', home);
  await expect(seller.page.getByRole('main').getByRole('button', { name: 'Delivery' })).toBeVisible();
  const sent: { at: number; body: unknown }[] = [];
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(statusCall, async (route) => {
    sent.push({ at: Date.now(), body: route.request().postDataJSON() });
    await held;
    await route.continue();
  });
  const editor = await openEditor(page);
  await expect(editor.getByRole('switch', { name: 'Delivery' })).toBeVisible();
  const before = Date.now();
  // All clicks in one task, so that a slow machine cannot separate them.
  await editor.evaluate((root) => {
    const labelled = (text: string): HTMLElement | undefined =>
      [...root.querySelectorAll('label')].find((label) => label.textContent?.startsWith(text));
    labelled('Delivery')?.click();
    labelled('Pedidos programados')?.click();
    root.querySelector<HTMLElement>('button[aria-label="+15 minutos de demora"]')?.click();
  });
  await expect(editor.getByText('Guardando…')).toBeVisible();
  letGo();
  await expect(editor.getByText('Guardado')).toBeVisible();
  expect(sent).toHaveLength(1);
  expect((sent[0]?.at ?? 0) - before).toBeGreaterThanOrEqual(1_000);
  expect(sent[0]?.body).toEqual({
    open: true,
    type: { inmediate: { open: true, services: { LOCAL: true, TAKEAWAY: true, DELIVERY: false } }, preorder: false },
    delay: 35,
  });
  await expect(seller.page.getByRole('main').getByRole('button', { name: 'Delivery' })).toHaveCount(0);
  await expect(seller.page.getByText('Delivery está en pausa.')).toBeVisible();
});

test('a switch is saved although the page is reloaded or left within the second (T-07)', async ({ seat }) => {
  const { page } = await seat('ana', home);
  const seller = await seat('diego', home);
  const offered = (name: string) => seller.page.getByRole('main').getByRole('button', { name });
  await expect(offered('Delivery')).toBeVisible();
  const editor = await openEditor(page);
  await pressControl(editor.getByRole('switch', { name: 'Delivery' }));
  await expect(editor.getByText('Guardando…')).toBeVisible();
  await page.reload();
  await expect(offered('Delivery')).toHaveCount(0);
  // The address keeps the editor open.
  await pressControl(editor.getByRole('switch', { name: 'Take away' }));
  await expect(editor.getByText('Guardando…')).toBeVisible();
  await page.goto('about:blank');
  await expect(offered('Take away')).toHaveCount(0);
});

test('a service that is switched off can come back by itself: for half an hour or until tomorrow, and by hand before (B5)', async ({
  seat,
  shop,
}) => {
  const { page } = await seat('ana', home);
  const seller = await seat('diego', home);
  const offered = seller.page.getByRole('main').getByRole('button', { name: 'Delivery' });
  await expect(offered).toBeVisible();
  const editor = await openEditor(page);
  const delivery = editor.getByRole('switch', { name: 'Delivery' });
  const pause = editor.getByRole('group', { name: 'Pausa de Delivery' });
  await expect(pause).toHaveCount(0);
  await pressControl(delivery);
  await pause.getByRole('button', { name: 'Por 30 min' }).click();
  await expect(editor.getByText(/^Se reactiva (mañana )?a las \d\d:\d\d hs\.$/)).toBeVisible();
  await expect(pause.getByRole('button', { name: 'Por 30 min' })).toHaveAttribute('aria-pressed', 'true');
  await expect(offered).toHaveCount(0);
  await pause.getByRole('button', { name: 'Hasta mañana' }).click();
  await expect(editor.getByText('Se reactiva mañana a las 00:00 hs.')).toBeVisible();
  await expect(pause.getByRole('button', { name: 'Por 30 min' })).toHaveAttribute('aria-pressed', 'false');
  // Sellers can read it.
  await expect((await openEditor(seller.page)).getByText('Se reactiva mañana a las 00:00 hs.')).toBeVisible();
  await seller.page.keyboard.press('Escape');
  // Pressing it again removes the end of the pause.
  await pause.getByRole('button', { name: 'Hasta mañana' }).click();
  await expect(editor.getByText(/^Se reactiva/)).toHaveCount(0);
  await pressControl(delivery);
  await expect(pause).toHaveCount(0);
  await expect(offered).toBeVisible();
  await pressControl(delivery);
  await pause.getByRole('button', { name: 'Por 30 min' }).click();
  await expect(editor.getByText(/^Se reactiva/)).toBeVisible();
  await inDatabase(shop, `update stores set delivery_paused_until = now() where id = 1`);
  // The server checks every 30 s.
  await expect(delivery).toBeChecked({ timeout: 90_000 });
  await expect(offered).toBeVisible();
});

test('closing on one device is told on all, in words and colour (T-11, T-19, H-14, H-31)', async ({
  seat,
  apiUser,
}) => {
  const admin = await seat('ana', home);
  const seller = await seat('diego', home, phone);
  for (const { page } of [admin, seller]) await expect(word(page)).toHaveAccessibleName(/Abierta$/);
  const ring = admin.page
    .getByRole('navigation', { name: 'Principal' })
    .locator('button')
    .first()
    .locator('span span')
    .first();
  const colour = (): Promise<string> => ring.evaluate((e) => getComputedStyle(e).borderTopColor);
  await expect.poll(colour).toBe('rgb(91, 60, 196)');
  await (await apiUser('carla')).call('PATCH', '/store/1/status', wholeStatus(false));
  for (const { page } of [admin, seller]) {
    await expect(page.getByText('La tienda está cerrada', { exact: true }).first()).toBeVisible();
    await expect(word(page)).toHaveAccessibleName(/Cerrada$/);
  }
  await expect.poll(colour).toBe('rgb(179, 18, 47)');
  await seller.page.getByRole('button', { name: 'Entendido' }).click();
  await expect(seller.page.getByRole('button', { name: 'Entendido' })).toHaveCount(0);
  await expect(admin.page.getByRole('button', { name: '¡Abrir la tienda!' })).toBeVisible();
});

test('Horarios de la tienda: seven days, today marked by the wall of the store, also without a network (T-12, T-13, T-14, T-15, T-16)', async ({
  seat,
  shop,
  apiUser,
}) => {
  const { page, context } = await seat('ana');
  // Sunday 22 November 2026, 00:30 in Buenos Aires; further west it is still Saturday.
  await page.clock.setFixedTime(new Date('2026-11-22T03:30:00Z'));
  await page.goto(`${shop.url}${home}`);
  await (await openEditor(page)).getByRole('button', { name: 'Horarios de la tienda' }).click();
  const dialog = page.getByRole('dialog', { name: 'Horarios de la tienda' });
  await expect(dialog.getByRole('listitem')).toHaveCount(7);
  await expect(dialog.getByRole('listitem').first()).toContainText('LunesDe 00:00 a 00:00 hs');
  await expect(dialog.locator('[aria-current="date"]')).toHaveCount(1);
  await expect(dialog.locator('[aria-current="date"]')).toContainText('DomingoHoy');
  await page.keyboard.press('Escape');
  await context.setOffline(true);
  await (await openEditor(page)).getByRole('button', { name: 'Horarios de la tienda' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(7);
  await context.setOffline(false);
  await page.keyboard.press('Escape');
  await setHours(shop, 'never');
  await (await apiUser('carla')).call('PATCH', '/store/1/status', wholeStatus(true, true, 25));
  await (await openEditor(page)).getByRole('button', { name: 'Horarios de la tienda' }).click();
  await expect(dialog.getByText('El comercio no posee horarios cargados')).toBeVisible();
});

test('the server asks before the hours end: on every admin device, with a sound, until one answers (T-20, T-22, T-23, T-24, T-25, R-05, R-06, R-27)', async ({
  seat,
  shop,
  apiUser,
}) => {
  const counter = await seat('ana');
  await spyOn(counter.context);
  await counter.page.goto(`${shop.url}${home}`);
  const office = await seat('bruno', home, phone);
  const seller = await seat('diego', home);
  for (const { page } of [counter, office, seller]) await expect(word(page)).toHaveAccessibleName(/Abierta$/);
  // A browser plays sound only after the person has touched the page.
  await counter.page.getByRole('main').click({ position: { x: 2, y: 2 } });
  await setHours(shop, 12);
  // The server checks every 30 s.
  for (const { page } of [counter, office])
    await expect(questionOn(page)).toContainText(/La tienda se cerrará en ([89]|1[0-2]) minutos/, { timeout: 90_000 });
  await expect.poll(async () => (await heardOn(counter.page)).tones).toEqual([784, 784, 784]);
  await expect(counter.page.locator('[data-live-regions] [aria-live="assertive"]')).toContainText(
    'La tienda se cerrará',
  );
  await expect(questionOn(seller.page)).toHaveCount(0);
  const sent: unknown[] = [];
  await office.page.route('**/api/store/1/autoclose', async (route) => {
    sent.push(route.request().postDataJSON());
    await route.continue();
  });
  await questionOn(office.page).getByRole('button', { name: '+15 Minutos' }).click();
  for (const { page } of [counter, office]) await expect(questionOn(page)).toHaveCount(0);
  expect(sent).toEqual([{ minutes: 15 }]);
  const ana = await apiUser('ana');
  await expect
    .poll(async () => (await ana.profile()).body.status)
    .toMatchObject({ open: true, autoclose_asked: false });
});

test('the question outlives a reload and 30 s, its text moves every 20 s, and past its time it says so (T-21, T-23, T-27)', async ({
  seat,
  shop,
}) => {
  const { page } = await seat('ana');
  await askInDatabase(shop, 10);
  await page.clock.install();
  await page.goto(`${shop.url}${home}`);
  const minutes = async (): Promise<number> =>
    Number(/^La tienda se cerrará en (\d+) minutos/.exec((await questionOn(page).textContent()) ?? '')?.[1]);
  // Ten, unless the page took a minute to load.
  const first = await minutes();
  expect([9, 10]).toContain(first);
  // The colour of warnings, --late.
  await expect(questionOn(page)).toHaveCSS('border-inline-start-color', 'rgb(163, 74, 0)');
  await page.clock.runFor(15_000);
  await page.clock.runFor(65_000);
  await expect.poll(minutes).toBeLessThan(first);
  await page.clock.fastForward(9 * 60_000);
  await page.clock.runFor(20_000);
  await expect(questionOn(page)).toContainText('Cerrando la tienda...');
});

test('the state of the app and the news: connection, sound, notifications, printing, what waits, version (H-53, N-38)', async ({
  seat,
}) => {
  const { page } = await seat('ana', home);
  await page.getByRole('button', { name: 'Usuario' }).first().click();
  await page.getByRole('button', { name: 'Estado de la aplicación' }).click();
  const panel = page.getByRole('dialog', { name: 'Estado de la aplicación' });
  for (const line of [
    'Conexión',
    'Servidor',
    'Tiempo real',
    'Prueba del tablero',
    'Cambios por enviar',
    'Sonido',
    'Notificaciones',
    'Impresión',
    'Reloj',
    'Almacenamiento protegido',
    'Batería',
    'Versión',
    'Caja',
  ])
    await expect(panel.getByText(line, { exact: true })).toBeVisible();
  await expect(panel.getByText('Conectado')).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'Novedades' })).toBeVisible();
  await panel.getByRole('button', { name: 'Buscar actualización' }).click();
  await expect(page.getByText('Tenés la última versión.').first()).toBeVisible();
});

test('the trace of the offline engine is shown and copied, without names of people (H-53, N-18)', async ({ seat }) => {
  const { page, context } = await seat('ana', home);
  await page.getByRole('button', { name: 'Usuario' }).first().click();
  await page.getByRole('button', { name: 'Estado de la aplicación' }).click();
  const panel = page.getByRole('dialog', { name: 'Estado de la aplicación' });
  const trace = panel.getByRole('textbox', { name: 'Registro de la cola' });
  await expect(trace).toHaveValue(/this tab sends/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await panel.getByRole('button', { name: 'Copiar' }).click();
  await expect(panel.getByText('Registro copiado.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('this tab sends');
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Descargar' }).click();
  expect((await download).suggestedFilename()).toBe('marche-registro.txt');
  for (const width of [390, 1024, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await trace.scrollIntoViewIfNeeded();
    await check(page, `trace-${width}`);
  }
});

test("the store's status at every size, light and dark: axe finds nothing, nothing scrolls sideways (F-02)", async ({
  seat,
  shop,
  apiUser,
}) => {
  await askInDatabase(shop, 9);
  // On a wide screen, home's side column shows the question.
  const { page } = await seat('ana', home, { width: 1920, height: 1080 });
  await expect(page.getByRole('region', { name: 'Cierre automático' })).toBeVisible();
  await expect(questionOn(page)).toHaveCount(0);
  await checkEveryLook(page, 'status-card', { sizes: sizes.filter(({ width }) => width === 1920) });
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(`${shop.url}1/orders/kanban`);
  await expect(questionOn(page)).toBeVisible();
  await checkEveryLook(page, 'closing-question');
  const editor = await openEditor(page);
  await expect(editorOf(page)).toBeVisible();
  await expect(editor.getByRole('switch', { name: 'Delivery' })).toBeVisible();
  await checkEveryLook(page, 'status-editor');
  await pressControl(editor.getByRole('switch', { name: 'Delivery' }));
  await editor.getByRole('button', { name: 'Por 30 min' }).click();
  await expect(editor.getByText(/^Se reactiva/)).toBeVisible();
  await checkEveryLook(page, 'status-paused');
  await editor.getByRole('button', { name: 'Horarios de la tienda' }).click();
  await expect(page.getByRole('dialog', { name: 'Horarios de la tienda' })).toBeVisible();
  await checkEveryLook(page, 'timetable');
  await page.keyboard.press('Escape');
  await (await openEditor(page)).getByRole('button', { name: /novedades/ }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Novedades' })).toBeVisible();
  await checkEveryLook(page, 'app-status');
  await page.keyboard.press('Escape');
  await (await apiUser('carla')).call('PATCH', '/store/1/status', wholeStatus(false));
  await expect(page.getByRole('button', { name: '¡Abrir la tienda!' })).toBeVisible();
  await checkEveryLook(page, 'closed-banner');
});
