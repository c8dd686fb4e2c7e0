import { randomUUID } from 'node:crypto';
import type { ApiUser } from '#e2e/api.ts';
import { expect, testInOwnShop } from '#e2e/fixtures.ts';
import { checkEveryLook } from '#e2e/looks.ts';
import { MapPage } from '#e2e/pages/maps.ts';
import { freeAllTables, inDatabase } from '#e2e/shop-database.ts';
import { floorMapDrawing } from '#server/seed/floor-maps.ts';

/** Its own shop: it opens tables and breaks a drawing. */
const test = testInOwnShop();

const maps = '1/maps/index';

async function placeId(user: ApiUser, place: string): Promise<number> {
  const { body: profile } = await user.profile();
  return profile.codes.find((c) => c.description === place)?.id ?? 0;
}

/** Opens the table of a code for two people. */
async function openTable(user: ApiUser, code_id: number): Promise<void> {
  const opening = { uid: randomUUID(), code_id, seller_id: null, data: { people: 2, childrens: false } };
  await user.call('POST', '/store/1/orderGroups', opening, { 'idempotency-key': randomUUID() });
}

test('a tap on a table of the map opens it; its outline and the tab follow it live, the outline on the 800 × 800 canvas; the map works offline (G-14, G-15, G-16, G-17)', async ({
  seat,
  apiUser,
  shop,
}) => {
  await freeAllTables(shop);
  const { page, context } = await seat('diego', maps);
  const [room, street] = [new MapPage(page, 'Salón'), new MapPage(page, 'Vereda')];
  await expect(room.canvas.locator('canvas')).toHaveCount(3);
  await expect(room.tab).toHaveAttribute('data-state', 'free');
  // Mesa 2 is at (330, 140) and 100 wide; the middle of its left edge has no outline yet.
  expect(await room.coloursAround(330, 190)).not.toContain('#39cc5b');

  const ana = await apiUser('ana');
  const table = await placeId(ana, 'Mesa 2');
  await openTable(ana, table);
  await expect(room.tab).toHaveAttribute('data-state', 'open');
  await expect(room.tab).toHaveCSS('border-top-color', 'rgb(57, 204, 91)');
  await expect.poll(() => room.coloursAround(330, 190)).toContain('#39cc5b');
  await ana.send({ ...(await ana.submission('Ruth')), type: 'LOCAL', code: table });
  await expect(room.tab).toHaveAttribute('data-state', 'waiting');
  await expect(room.tab).toHaveCSS('border-top-color', 'rgb(255, 51, 102)');
  await expect.poll(() => room.coloursAround(330, 190)).toContain('#ff3366');
  expect(await room.coloursAround(90, 190)).not.toContain('#ff3366');

  await test.step('the floor does nothing, a free table is opened', async () => {
    await room.canvas.click({ position: await room.placeAt(270, 60) });
    await expect(page).toHaveURL(/maps\/index/);
    await room.canvas.click({ position: await room.placeAt(140, 190) });
    await expect(page.getByRole('dialog', { name: 'Abrir Mesa 1' })).toBeVisible();
    await page.goto(`${shop.url}${maps}`);
  });

  await test.step('zoom and pan: the same point of the pane is another of the room; a double tap shows all of it', async () => {
    const middle = await room.placeAt(400, 400);
    await room.canvas.hover({ position: middle });
    await page.mouse.wheel(0, -800);
    const box = await room.canvas.boundingBox();
    const [x, y] = [(box?.x ?? 0) + middle.x, (box?.y ?? 0) + middle.y];
    await page.mouse.down();
    await page.mouse.move(x + 40, y + 30);
    await page.mouse.up();
    await expect(room.canvas).toHaveAttribute('data-near', 'true');
    await expect(page).toHaveURL(/maps\/index/);
    await room.canvas.dblclick({ position: { x: 12, y: 12 } });
    await expect(room.canvas).not.toHaveAttribute('data-near', 'true');
    await page.getByRole('button', { name: 'Acercar' }).click();
    await expect(room.canvas).toHaveAttribute('data-near', 'true');
    await page.getByRole('button', { name: 'Ver todo el plano' }).click();
    await expect(room.canvas).not.toHaveAttribute('data-near', 'true');
  });

  await test.step('two fingers zoom', async () => {
    const box = await room.canvas.boundingBox();
    const { x, y } = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
    const touch = await context.newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [-1, 1].map((way, id) => ({ x: x + way * apart, y, id })),
      });
    await send('touchStart', 40);
    for (const apart of [60, 90, 120]) await send('touchMove', apart);
    await send('touchEnd', 120);
    await expect(room.canvas).toHaveAttribute('data-near', 'true');
    await page.getByRole('button', { name: 'Ver todo el plano' }).click();
  });

  await test.step('without a network: the maps of before, and the time of their states', async () => {
    await context.setOffline(true);
    await expect(page.getByText(/^Estados de las \d\d:\d\d Hs$/)).toBeVisible();
    await street.tab.click();
    await expect(street.canvas.locator('canvas')).toHaveCount(3);
    await context.setOffline(false);
    await expect(page.getByText(/^Estados de las/)).toHaveCount(0);
  });
});

test('an invalid drawing: the list of places and one console error, no notice, the rest works; maps at every size, light and dark: axe finds nothing (F-02, G-18)', async ({
  seat,
  shop,
}) => {
  await inDatabase(shop, `insert into floor_maps (store_id, name, draw) values (1, 'Terraza', '{bad')`);
  const { page } = await seat('ana', '1/home');
  // The error is meant: kept on the page, so that the watch of every journey does not count it.
  await page.addInitScript(() => {
    console.error = (...said: unknown[]): void => {
      document.documentElement.dataset['said'] = `${document.documentElement.dataset['said'] ?? ''}[${said.join(' ')}]`;
    };
  });
  const [room, street] = [new MapPage(page, 'Salón'), new MapPage(page, 'Vereda')];
  const terrace = new MapPage(page, 'Terraza');
  const said = () => page.evaluate(() => document.documentElement.dataset['said'] ?? '');
  await page.goto(`${shop.url}${maps}`);
  await expect(room.canvas.locator('canvas')).toHaveCount(3);
  await checkEveryLook(page, 'maps');
  expect(await said()).toBe('');
  await terrace.tab.click();
  const list = page.getByRole('list', { name: 'Lugares de Terraza' });
  await expect(list.getByRole('button', { name: /^Mesa 12/ })).toBeVisible();
  await expect(terrace.canvas).toHaveCount(0);
  expect(await said()).toMatch(/^\[the drawing of the floor map \d+ is invalid\]$/);
  await expect(page.locator('[data-toast]')).toHaveCount(0);
  await street.tab.click();
  await expect(street.canvas.locator('canvas')).toHaveCount(3);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expect(page.getByRole('list', { name: /^Lugares de/ })).toHaveCount(2);
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(page.getByRole('list', { name: /^Lugares de/ })).toHaveCount(1);
});

test('a map of a large room moves as a picture; a state that changes shows when it rests (G-15, G-16)', async ({
  seat,
  apiUser,
  shop,
}) => {
  await freeAllTables(shop);
  const ana = await apiUser('ana');
  const [table, other] = [await placeId(ana, 'Mesa 2'), await placeId(ana, 'Mesa 1')];
  const places = Array.from({ length: 70 }, (_, n) => ({
    codeId: n === 0 ? table : other,
    label: String(n),
    x: 130 + (n % 7) * 80,
    y: 130 + Math.floor(n / 7) * 60,
    shape: 'square' as const,
  }));
  const draw = floorMapDrawing('Patio', places);
  await inDatabase(shop, `insert into floor_maps (store_id, name, draw) values (1, 'Patio', '${draw}')`);
  const { page } = await seat('diego', maps);
  const room = new MapPage(page, 'Patio');
  await room.tab.click();
  await expect(room.canvas.locator('canvas')).toHaveCount(3);
  // The middle of the left edge of Mesa 2.
  const [x, y] = [130, 180];
  const outline = () => room.coloursAround(x, y);
  // A picture that is drawn between its points mixes their colours a little.
  const isGreen = (colour: string): boolean =>
    [0x39, 0xcc, 0x5b].every(
      (part, n) => Math.abs(Number.parseInt(colour.slice(2 * n + 1, 2 * n + 3), 16) - part) < 40,
    );
  await openTable(ana, table);
  await expect.poll(outline).toContain('#39cc5b');

  await room.canvas.hover({ position: await room.placeAt(x, y) });
  for (let n = 0; n < 5; n += 1) {
    await page.mouse.wheel(0, -40);
    await expect(room.canvas).toHaveAttribute('data-near', 'true');
    expect((await outline()).some(isGreen)).toBe(true);
  }
  await page.mouse.down();
  await page.mouse.move(700, 400, { steps: 10 });
  await ana.send({ ...(await ana.submission('Ruth')), type: 'LOCAL', code: table });
  await expect(room.tab).toHaveAttribute('data-state', 'waiting');
  await page.mouse.up();
  await page.getByRole('button', { name: 'Ver todo el plano' }).click();
  await expect.poll(outline).toContain('#ff3366');
});

test('a drawing that does not load: its places as buttons, why, and «Reintentar»', async ({ seat, shop }) => {
  const { page } = await seat('diego', '1/home');
  const room = new MapPage(page, 'Salón');
  const drawings = /\/api\/store\/1\/map\/\d+/;
  await page.route(drawings, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${shop.url}${maps}`);
  await expect(page.getByText(/^El plano no se pudo cargar\. .+ Los lugares están en la lista\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Mesa 1/ }).first()).toBeVisible();
  await checkEveryLook(page, 'map-missing');
  await page.context().setOffline(true);
  await expect(page.getByText(/^Este dispositivo no tiene guardado el plano, y no hay conexión\./)).toBeVisible();
  // With the network it is asked for again, and fails again.
  const again = page.waitForResponse(drawings);
  await page.context().setOffline(false);
  await again;
  await expect(page.getByText('El plano no se pudo cargar')).toBeVisible();
  await page.unroute(drawings);
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(room.canvas.locator('canvas')).toHaveCount(3);
  await expect(page.getByText('El plano no se pudo cargar')).toHaveCount(0);
});
