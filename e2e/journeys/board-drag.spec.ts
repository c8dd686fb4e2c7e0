import type { Locator, Page } from '@playwright/test';
import { expect, withMovement } from '#e2e/fixtures.ts';
import { BoardPage, touches } from '#e2e/pages/board.ts';
import { testOfOrders as test } from '#e2e/pages/board-orders.ts';

// What moves is part of what these journeys look at.
test.use(withMovement);

const board = '1/orders/kanban';

/** Collects the paths of the board's PATCH requests, in order. */
function watchChanges(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(new URL(request.url()).pathname);
  });
  return sent;
}

const zone = (page: Page): Locator => page.getByText('Arrastrar aquí para finalizar');
test('a drop on another column sends one change, on its own or outside none, on the top zone it finishes (B-11, B-27, B-28)', async ({
  seat,
  apiUser,
  takeOrder,
}) => {
  const customer = `Arrastre ${Date.now()}`;
  const ana = await apiUser('ana');
  const order = await takeOrder(customer);
  const { page } = await seat('carla', board);
  const shop = new BoardPage(page);
  const sent = watchChanges(page);
  await expect(shop.cardIn('Pendientes', customer)).toBeVisible();
  await expect(zone(page)).toBeHidden();
  const before = await shop.column('Aceptados').boundingBox();

  await shop.drag(customer, shop.column('Pendientes'));
  await expect(zone(page)).toBeHidden();
  await expect(shop.cardIn('Pendientes', customer)).toBeVisible();
  await shop.drag(customer, page.getByRole('navigation'));
  await expect(zone(page)).toBeHidden();
  await expect(shop.cardIn('Pendientes', customer)).toBeVisible();
  await shop.drag(customer, shop.column('Aceptados'));
  await expect(shop.cardIn('Aceptados', customer)).toBeVisible();
  await expect.poll(async () => (await ana.order(order.id)).status).toBe('ACCEPTED');
  // The layout did not shift during the drag (the notice below the columns has gone), and the drop on its own column sent nothing.
  await expect.poll(() => shop.column('Aceptados').boundingBox()).toEqual(before);
  const change = `/api/store/1/orders/${order.id}`;
  expect(sent).toEqual([change]);
  // The card stays undraggable until the server's answer has arrived.
  await expect(shop.card(customer).getByText('Sincronizando…')).toHaveCount(0);

  await shop.drag(customer, zone(page));
  await expect(shop.card(customer)).toHaveCount(0);
  await expect.poll(async () => (await ana.order(order.id)).status).toBe('COMPLETE');
  expect(sent).toEqual([change, change]);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a finger drags after holding still, and scrolls when it does not (B-27, B-29)', async ({
  seat,
  apiUser,
  takeOrder,
}) => {
  const customer = `Dedo ${Date.now()}`;
  const order = await takeOrder(customer);
  const { page, context } = await seat('carla', board);
  const shop = new BoardPage(page);
  const from = await shop.cardIn('Pendientes', customer).boundingBox();
  const to = await shop.column('Por entregar').boundingBox();
  if (!from || !to) throw new Error('nothing to drag');
  const finger = touches(await context.newCDPSession(page));
  const start = { x: from.x + 120, y: from.y + 60 };

  await finger.down(start.x, start.y);
  await finger.move(start.x, start.y - 60);
  await finger.up();
  await expect(zone(page)).toBeHidden();

  const again = await shop.cardIn('Pendientes', customer).boundingBox();
  if (!again) throw new Error('the card went away');
  await finger.down(again.x + 120, again.y + 60);
  await expect(zone(page)).toBeVisible();
  await finger.move(to.x + 100, to.y + 200);
  await expect(shop.column('Por entregar')).toHaveCSS('outline-style', 'solid');
  await finger.up();
  await expect(shop.cardIn('Por entregar', customer)).toBeVisible();
  await expect.poll(async () => (await (await apiUser('ana')).order(order.id)).status).toBe('DELIVER');
});

for (const width of [767, 768])
  test(`at ${width} px a card can ${width < 768 ? 'not ' : ''}be dragged (B-11, B-29)`, async ({ seat, takeOrder }) => {
    const customer = `Ancho ${Date.now()}`;
    await takeOrder(customer);
    const { page } = await seat('carla', board, { width, height: 900 });
    const shop = new BoardPage(page);
    const card = shop.card(customer);
    await card.scrollIntoViewIfNeeded();
    const from = await card.boundingBox();
    if (!from) throw new Error('no card');
    await page.mouse.move(from.x + 24, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(from.x + 90, from.y + 60, { steps: 6 });
    if (width < 768) await expect(zone(page)).toBeHidden();
    else {
      await expect(zone(page)).toBeVisible();
      const [top, columns] = await Promise.all([zone(page).boundingBox(), shop.column('Pendientes').boundingBox()]);
      expect((top?.y ?? 0) + (top?.height ?? 0)).toBeLessThanOrEqual(columns?.y ?? 0);
    }
    await page.mouse.up();
  });
