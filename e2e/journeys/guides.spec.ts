import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { check } from '#e2e/looks.ts';
import { questionOn, resetStatus, setHours } from '#e2e/pages/store-status.ts';

const tablet = { width: 1024, height: 768 };
const phone = { width: 390, height: 844 };

const popover = (page: Page) => page.locator('.driver-popover');
const highlighted = (page: Page) => page.locator('.driver-active-element');

async function openList(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 768) await page.getByRole('button', { name: /^Abrir menú/ }).click();
  await page.getByRole('button', { name: 'Guía en pantalla' }).click();
  await expect(page.getByRole('dialog', { name: 'Guías en pantalla' })).toBeVisible();
}

const listed = (page: Page): Promise<string[]> =>
  page.getByRole('list', { name: 'Guías' }).locator('b').allTextContents();

async function start(page: Page, name: string): Promise<void> {
  await openList(page);
  await page.getByRole('list', { name: 'Guías' }).getByRole('button', { name }).click();
}

/** Walks through the tour on the screen. Answers how many steps pointed at nothing. */
async function walk(page: Page, steps: number): Promise<number> {
  let missing = 0;
  for (let step = 1; step <= steps; step += 1) {
    await expect(popover(page).getByText(`Paso ${step} de ${steps}`)).toBeVisible();
    await expect(highlighted(page)).toHaveCount(1);
    if ((await highlighted(page).boundingBox())?.width === 0) missing += 1;
    await popover(page)
      .getByRole('button', { name: step === steps ? 'Terminar' : 'Siguiente' })
      .click();
  }
  await expect(popover(page)).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  return missing;
}

/** Each tour with its steps, and how many have nothing to point at on a tablet, in the demo shop, with its reason. */
const tours: readonly [name: string, steps: number, missing: number][] = [
  ['Conocé la pantalla principal', 4, 0],
  ['Abrí y cerrá tu tienda', 4, 0],
  ['Usá el tablero de pedidos', 5, 0],
  ['Aceptá, demorá o rechazá un pedido', 4, 0],
  ['Modificá varios pedidos a la vez', 3, 0],
  ['Cargá un pedido', 3, 0],
  ['Agregá productos del catálogo', 4, 0],
  // The camera is on small screens only.
  ['Mapas y códigos', 4, 1],
  ['Abrí una mesa', 3, 0],
  ['Trabajá con una mesa abierta', 5, 0],
  // The demo shop's register is open.
  ['Usá la caja', 3, 1],
  ['Configurá la alerta sonora', 3, 0],
  ['Configurá tus impresoras', 4, 0],
  ['Tu perfil y tus notificaciones', 3, 0],
];

test('somebody new finds the guides in the menu, and walks through each to its end (H-22, O-01, O-06)', async ({
  seat,
}) => {
  test.setTimeout(180_000);
  const { page } = await seat('ana', '1/home', tablet);
  await openList(page);
  expect(await listed(page)).toEqual([
    ...tours.slice(0, 7).map(([name]) => name),
    'Cobrá y finalizá el pedido',
    ...tours.slice(7).map(([name]) => name),
  ]);
  await check(page, 'guides-1024');
  await page.getByLabel('Buscar una guía').fill('caja');
  expect(await listed(page)).toEqual(['Usá la caja']);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  for (const [name, steps, missing] of tours) {
    await test.step(name, async () => {
      await start(page, name);
      expect(await walk(page, steps)).toBe(missing);
    });
  }
  await test.step('back, with the arrows, and out with Esc; it goes on where it was left', async () => {
    await start(page, 'Conocé la pantalla principal');
    await expect(popover(page).getByText('Paso 1 de 4')).toBeVisible();
    await check(page, 'guide-step-1024');
    await page.keyboard.press('ArrowRight');
    await expect(popover(page).getByText('Paso 2 de 4')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Siguiente' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(popover(page).getByText('Paso 3 de 4')).toBeVisible();
    await page.getByRole('button', { name: 'Anterior' }).click();
    await expect(popover(page).getByText('Paso 2 de 4')).toBeVisible();
    for (let tab = 0; tab < 3; tab += 1) await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Siguiente' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(popover(page)).toHaveCount(0);
    await openList(page);
    const row = page.getByRole('button', { name: /Conocé la pantalla principal/ });
    await expect(row).toContainText('Seguir en el paso 2');
    await expect(row).toContainText('Visto');
  });
});

test('a guide that needs a product says so; with one in the order it shows the checkout, also on a phone', async ({
  seat,
}) => {
  const { page } = await seat('diego', '1/home', phone);
  await openList(page);
  expect(await listed(page)).not.toContain('Usá la caja');
  await page.getByRole('button', { name: /Cobrá y finalizá el pedido/ }).click();
  await expect(page.getByText('Para esta guía, primero agregá un producto a un pedido.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Nuevo pedido' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take away' }).click();
  await page.getByPlaceholder('Buscar...').fill('fainá');
  await page.keyboard.press('Enter');
  await start(page, 'Cobrá y finalizá el pedido');
  await expect(popover(page).getByText('Forma de pago')).toBeVisible();
  await check(page, 'guide-step-390');
  await walk(page, 4);
});

test('the first guide opens by itself from 992 px on, until it is dismissed (O-05)', async ({ seat, apiUser }) => {
  const ana = await apiUser('ana');
  const { body } = await ana.orders();
  const waiting = body.filter((o) => o.status === 'PENDING').map((o) => o.id);
  if (waiting.length > 0) await ana.changeMany(waiting, 'ACCEPTED');
  const { page } = await seat('diego', '1/home', { width: 991, height: 768 });
  const forget = (): Promise<void> => page.evaluate(() => localStorage.setItem('marche:guides', '{}'));
  await page.clock.install();
  await forget();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Guía en pantalla' })).toBeVisible();
  await page.clock.runFor(20_000);
  await expect(popover(page)).toHaveCount(0);
  await page.setViewportSize({ width: 992, height: 768 });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Guía en pantalla' })).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(popover(page).getByText('Paso 1 de 4')).toBeVisible();
  await popover(page).getByRole('button', { name: 'Salir' }).click();
  await expect(popover(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Guía en pantalla' })).toBeVisible();
  await page.clock.runFor(20_000);
  await expect(popover(page)).toHaveCount(0);
});

test('the question before a close, the notice of a closed store, and a new order leave a guide usable (O-10)', async ({
  seat,
  shop,
  apiUser,
}) => {
  const { page } = await seat('ana', '1/home', tablet);
  await start(page, 'Conocé la pantalla principal');
  await expect(popover(page).getByText('Paso 1 de 4')).toBeVisible();
  await setHours(shop, 12);
  // The server looks every 30 s.
  await expect(questionOn(page)).toBeVisible({ timeout: 90_000 });
  await popover(page).getByRole('button', { name: 'Siguiente' }).click();
  await expect(popover(page).getByText('Paso 2 de 4')).toBeVisible();
  await test.step('the store closes, and the guide goes on', async () => {
    const ana = await apiUser('ana');
    const { body } = await ana.call<{ status: object }>('GET', '/store/1');
    await ana.call('PATCH', '/store/1/status', { ...body.status, open: false });
    await expect(page.getByText('La tienda está cerrada', { exact: true }).first()).toBeVisible();
    await popover(page).getByRole('button', { name: 'Siguiente' }).click();
    await expect(popover(page).getByText('Paso 3 de 4')).toBeVisible();
  });
  await test.step('a modal stays usable too', async () => {
    await popover(page).getByRole('button', { name: 'Salir' }).click();
    await page.getByRole('button', { name: 'Nuevo pedido' }).click();
    await expect(page.getByRole('dialog', { name: 'Cargar pedido' })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
    await expect(page.getByRole('dialog', { name: 'Cargar pedido' })).toHaveCount(0);
  });
  await test.step('a new order pauses the guide', async () => {
    await start(page, 'Usá el tablero de pedidos');
    await expect(popover(page).getByText('Paso 1 de 5')).toBeVisible();
    await (await apiUser('ana')).takeOrder('Apurado');
    await expect(page.getByText('Entró un pedido: la guía quedó en pausa.').first()).toBeVisible();
    await expect(popover(page)).toHaveCount(0);
  });
  await resetStatus(shop);
});

test('the screensaver shows the hour and what waits; the first touch only closes it, a new order too (O-09)', async ({
  seat,
  apiUser,
}) => {
  const { page } = await seat('ana', '1/home', tablet);
  const saver = page.getByRole('dialog', { name: 'Protector de pantalla' });
  await page.clock.install();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Guía en pantalla' })).toBeVisible();
  /** The watch begins after the first paint. */
  const idle = (): Promise<void> =>
    expect(async () => {
      await page.clock.fastForward(301_000);
      await expect(saver).toBeVisible({ timeout: 2_000 });
    }).toPass();
  await idle();
  await expect(saver.getByText(/pedidos? pendientes?$/)).toBeVisible();
  await expect(saver.getByText('La Esquina')).toBeVisible();
  await check(page, 'screensaver-1024');
  await page.mouse.move(400, 400);
  await page.mouse.move(460, 430);
  await expect(saver).toHaveCount(0);
  await idle();
  const place = await page.getByRole('link', { name: 'Mapas' }).boundingBox();
  if (!place) throw new Error('no entry');
  await page.touchscreen.tap(place.x + 20, place.y + 20);
  await expect(saver).toHaveCount(0);
  await expect(page).toHaveURL(/\/1\/home/);
  await idle();
  await (await apiUser('ana')).takeOrder('Madrugador');
  await expect(saver).toHaveCount(0);
});
