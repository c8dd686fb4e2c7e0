import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, testInOwnShop } from '#e2e/fixtures.ts';
import { checkEveryLook } from '#e2e/looks.ts';
import { inDatabase } from '#e2e/shop-database.ts';

/** Its own shop: it opens tables and breaks a drawing. */
const test = testInOwnShop();

const maps = '1/maps/index';
const side = 800;

const tab = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Mapas de la tienda' }).getByRole('button', { name: new RegExp(`^${name}`) });
const canvas = (page: Page, name: string) => page.getByRole('img', { name: `Plano de ${name}` });

/** Where a point of the 800 × 800 canvas is in the pane that shows all of it. */
async function canvasPlace(page: Page, name: string, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await canvas(page, name).boundingBox();
  if (!box) throw new Error('the map is not shown');
  const scale = Math.min(box.width, box.height) / side;
  return { x: (box.width - side * scale) / 2 + x * scale, y: (box.height - side * scale) / 2 + y * scale };
}

/** The colours of the drawing around a point of the canvas, as '#rrggbb'. */
const coloursAround = async (page: Page, name: string, x: number, y: number): Promise<readonly string[]> => {
  const at = await canvasPlace(page, name, x, y);
  return canvas(page, name)
    .locator('canvas')
    .last()
    .evaluate((element, { x: left, y: top }) => {
      const { width, height } = element.getBoundingClientRect();
      if (!(element instanceof HTMLCanvasElement)) return [];
      const [across, down] = [element.width / width, element.height / height];
      const pixels = element
        .getContext('2d')
        ?.getImageData((left - 4) * across, (top - 4) * down, 9 * across, 9 * down);
      const hex = (value: number): string => value.toString(16).padStart(2, '0');
      const data = pixels?.data ?? new Uint8ClampedArray();
      return Array.from(
        { length: data.length / 4 },
        (_, index) => `#${Array.from(data.slice(index * 4, index * 4 + 3), hex).join('')}`,
      );
    }, at);
};

test('a tap on a table of the map opens it; its outline and the tab follow it live, the outline on the 800 × 800 canvas; the map works offline (G-14, G-15, G-16, G-17)', async ({
  seat,
  apiUser,
  shop,
}) => {
  await inDatabase(
    shop,
    `update order_groups set status = 'COMPLETE' where status in ('OPENED', 'PAYING');
     update orders set status = 'COMPLETE' where status in ('PENDING', 'ACCEPTED', 'DELIVER')`,
  );
  const { page, context } = await seat('diego', maps);
  await expect(canvas(page, 'Salón').locator('canvas')).toHaveCount(3);
  await expect(tab(page, 'Salón')).toHaveAttribute('data-state', 'free');
  // Mesa 2 is at (330, 140) and 100 wide; the middle of its left edge has no outline yet.
  expect(await coloursAround(page, 'Salón', 330, 190)).not.toContain('#39cc5b');

  const ana = await apiUser('ana');
  const { body: profile } = await ana.profile();
  const idOf = (place: string) => profile.codes.find((c) => c.description === place)?.id ?? 0;
  const data = { people: 2, childrens: false };
  const opening = { uid: randomUUID(), code_id: idOf('Mesa 2'), seller_id: null, data };
  await ana.call('POST', '/store/1/orderGroups', opening, { 'idempotency-key': randomUUID() });
  await expect(tab(page, 'Salón')).toHaveAttribute('data-state', 'open');
  await expect.poll(() => coloursAround(page, 'Salón', 330, 190)).toContain('#39cc5b');
  await ana.send({ ...(await ana.submission('Ruth')), type: 'LOCAL', code: idOf('Mesa 2') });
  await expect(tab(page, 'Salón')).toHaveAttribute('data-state', 'waiting');
  await expect.poll(() => coloursAround(page, 'Salón', 330, 190)).toContain('#ff3366');
  expect(await coloursAround(page, 'Salón', 90, 190)).not.toContain('#ff3366');

  await test.step('the floor does nothing, a free table is opened', async () => {
    await canvas(page, 'Salón').click({ position: await canvasPlace(page, 'Salón', 270, 60) });
    await expect(page).toHaveURL(/maps\/index/);
    await canvas(page, 'Salón').click({ position: await canvasPlace(page, 'Salón', 140, 190) });
    await expect(page.getByRole('dialog', { name: 'Abrir Mesa 1' })).toBeVisible();
    await page.goto(`${shop.url}${maps}`);
  });

  await test.step('zoom and pan: the same point of the pane is another of the room; a double tap shows all of it', async () => {
    const middle = await canvasPlace(page, 'Salón', 400, 400);
    await canvas(page, 'Salón').hover({ position: middle });
    await page.mouse.wheel(0, -800);
    const box = await canvas(page, 'Salón').boundingBox();
    const [x, y] = [(box?.x ?? 0) + middle.x, (box?.y ?? 0) + middle.y];
    await page.mouse.down();
    await page.mouse.move(x + 40, y + 30);
    await page.mouse.up();
    await expect(canvas(page, 'Salón')).toHaveAttribute('data-near', 'true');
    await expect(page).toHaveURL(/maps\/index/);
    await canvas(page, 'Salón').dblclick({ position: { x: 12, y: 12 } });
    await expect(canvas(page, 'Salón')).not.toHaveAttribute('data-near', 'true');
    await page.getByRole('button', { name: 'Acercar' }).click();
    await expect(canvas(page, 'Salón')).toHaveAttribute('data-near', 'true');
    await page.getByRole('button', { name: 'Ver todo el plano' }).click();
    await expect(canvas(page, 'Salón')).not.toHaveAttribute('data-near', 'true');
  });

  await test.step('two fingers zoom', async () => {
    const box = await canvas(page, 'Salón').boundingBox();
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
    await expect(canvas(page, 'Salón')).toHaveAttribute('data-near', 'true');
    await page.getByRole('button', { name: 'Ver todo el plano' }).click();
  });

  await test.step('without a network: the maps of before, and the time of their states', async () => {
    await context.setOffline(true);
    await expect(page.getByText(/^Estados de las \d\d:\d\d Hs$/)).toBeVisible();
    await tab(page, 'Vereda').click();
    await expect(canvas(page, 'Vereda').locator('canvas')).toHaveCount(3);
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
  const said = () => page.evaluate(() => document.documentElement.dataset['said'] ?? '');
  await page.goto(`${shop.url}${maps}`);
  await expect(canvas(page, 'Salón').locator('canvas')).toHaveCount(3);
  await checkEveryLook(page, 'maps');
  expect(await said()).toBe('');
  await tab(page, 'Terraza').click();
  const list = page.getByRole('list', { name: 'Lugares de Terraza' });
  await expect(list.getByRole('button', { name: /^Mesa 12/ })).toBeVisible();
  await expect(canvas(page, 'Terraza')).toHaveCount(0);
  expect(await said()).toMatch(/^\[the drawing of the floor map \d+ is invalid\]$/);
  await expect(page.locator('[data-toast]')).toHaveCount(0);
  await tab(page, 'Vereda').click();
  await expect(canvas(page, 'Vereda').locator('canvas')).toHaveCount(3);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expect(page.getByRole('list', { name: /^Lugares de/ })).toHaveCount(2);
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(page.getByRole('list', { name: /^Lugares de/ })).toHaveCount(1);
});
