import type { Locator, Page } from '@playwright/test';
import { holdNotices } from '#e2e/pages/alerts.ts';
import { expect } from '#e2e/fixtures.ts';
import { BoardPage, touches } from '#e2e/pages/board.ts';
import { testOfOrders as test } from '#e2e/pages/board-orders.ts';

const board = '1/orders/kanban';

/** Holds the requests of status changes until the returned function is called. */
async function holdAnswers(page: Page): Promise<() => void> {
  let letGo = (): void => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/api\/store\/1\/orders\/\d+$/, async (route) => {
    await gate;
    await route.continue();
  });
  return letGo;
}

const zone = (page: Page): Locator => page.getByText('Arrastrar aquí para finalizar');
const live = (page: Page): Locator => page.locator('[data-live-regions]');
test('three columns hold the orders by status, each card with its timer, and the filter hides types (B-01, B-02, B-03, B-04, B-05, B-08, B-12, B-13)', async ({
  seat,
}) => {
  const { page } = await seat('ana', board, { width: 1920, height: 1080 });
  const shop = new BoardPage(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Tablero de pedidos' })).toBeVisible();
  await expect(shop.cardIn('Pendientes', 'Ensalada César')).toContainText('Take away');
  // In its first late minute an order says «Atrasado» without a number.
  for (const card of await page.getByRole('article').all()) await expect(card).toContainText(/\d+ (min|h|d)|Atrasado/);
  await expect(shop.cardIn('Aceptados', 'Picada La Esquina')).toContainText('Mesa 7');
  await expect(shop.cardIn('Por entregar', 'Hamburguesa doble cheddar')).toContainText('Federico Molina');
  const finished = page.getByRole('region', { name: 'Pedidos finalizados' });
  await expect(finished.getByText('Entregado').first()).toBeVisible();
  await expect(finished.getByText('Rechazado').first()).toBeVisible();
  const delivery = page.getByRole('group', { name: 'Filtrar por tipo' }).getByRole('button', { name: 'Delivery' });
  await delivery.click();
  await expect(shop.card('Federico Molina')).toHaveCount(0);
  await expect(shop.cardIn('Pendientes', 'Ensalada César')).toBeVisible();
  await delivery.click();
  await expect(shop.card('Federico Molina')).toBeVisible();
});

test('a seller has no board (B-01)', async ({ seat }) => {
  const { page } = await seat('diego', board);
  await expect(page).toHaveURL(/\/home/);
  await expect(page.getByRole('heading', { name: 'Tablero de pedidos' })).toHaveCount(0);
});

test('a change shows at once as synchronizing and cannot be dragged meanwhile (B-29, B-30)', async ({
  seat,
  takeOrder,
}) => {
  const customer = `Lento ${Date.now()}`;
  const order = await takeOrder(customer);
  const { page } = await seat('carla', board);
  const shop = new BoardPage(page);
  await expect(shop.card(customer)).toBeVisible();
  const letGo = await holdAnswers(page);
  await shop.next(customer);
  const card = shop.cardIn('Aceptados', customer);
  await expect(card.getByText('Sincronizando…')).toBeVisible();
  const at = await card.boundingBox();
  if (!at) throw new Error('no card');
  await page.mouse.move(at.x + 24, at.y + 20);
  await page.mouse.down();
  await page.mouse.move(at.x - 200, at.y + 60, { steps: 6 });
  await expect(zone(page)).toBeHidden();
  await page.mouse.up();
  letGo();
  await expect(card.getByText('Sincronizando…')).toHaveCount(0);
  await expect(card).toContainText(String(order.number));
  // The answer moves no button.
  expect((await card.boundingBox())?.height).toBe(at.height);
});

test('a refusal brings the card back, with the words of the server (B-31, B-32)', async ({ seat, takeOrder }) => {
  const customer = `Negado ${Date.now()}`;
  const order = await takeOrder(customer);
  const { page } = await seat('carla', board);
  const shop = new BoardPage(page);
  await page.route(new RegExp(`/orders/${order.id}$`), (route) =>
    route.fulfill({ status: 422, json: { code: 'invalid_transition', message: 'Ese pedido ya se cobró.' } }),
  );
  await shop.next(customer);
  await expect(page.getByText('Ese pedido ya se cobró.').first()).toBeVisible();
  await expect(shop.cardIn('Pendientes', customer)).toBeVisible();
  // A refused change cannot be undone.
  await expect(page.getByRole('button', { name: 'Deshacer' })).toHaveCount(0);
});

test('the keyboard walks the cards, moves, accepts, finishes and undoes; moves are announced (B-27, B-28, B-57)', async ({
  seat,
  apiUser,
  takeOrder,
}) => {
  const customer = `Teclado ${Date.now()}`;
  const ana = await apiUser('ana');
  const order = await takeOrder(customer);
  const status = async (): Promise<string> => (await ana.order(order.id)).status;
  const { page } = await seat('carla', board);
  const shop = new BoardPage(page);
  const open = shop.card(customer).getByRole('button', { name: `Ver pedido ${order.number}` });
  await open.focus();
  await page.keyboard.press('ArrowUp');
  await expect(open).not.toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(open).toBeFocused();

  await page.keyboard.press('Alt+ArrowRight');
  await expect(shop.cardIn('Aceptados', customer)).toBeVisible();
  await expect(open).toBeFocused();
  await expect(live(page)).toContainText(`Pedido ${order.number} pasó a Aceptados`);
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(shop.cardIn('Pendientes', customer)).toBeVisible();
  await expect(open).toBeFocused();

  await holdNotices(page);
  await page.keyboard.press('a');
  await expect(shop.cardIn('Aceptados', customer)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(shop.cardIn('Pendientes', customer)).toBeVisible();
  await expect.poll(status).toBe('PENDING');

  await open.focus();
  await page.keyboard.press('f');
  await expect(shop.card(customer)).toHaveCount(0);
  await expect.poll(status).toBe('COMPLETE');
  await page.getByRole('button', { name: 'Pedidos finalizados' }).click();
  const drawer = page.getByRole('dialog', { name: 'Pedidos finalizados' });
  await drawer.getByRole('button', { name: `Volver el pedido ${order.number} a Por entregar` }).click();
  await page.keyboard.press('Escape');
  await expect(shop.cardIn('Por entregar', customer)).toBeVisible();
});

test('«Mover a…» offers every other column and the end, then the delay and the rejection (B-57, B-58, B-60, D-19)', async ({
  seat,
  takeOrder,
}) => {
  const customer = `Menú ${Date.now()}`;
  const order = await takeOrder(customer);
  const { page } = await seat('carla', board);
  const shop = new BoardPage(page);
  await shop
    .card(customer)
    .getByRole('button', { name: `Más acciones del pedido ${order.number}` })
    .click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Aceptados',
    'Por entregar',
    'Finalizar',
    'Demorar',
    'Rechazar',
  ]);
  await holdNotices(page);
  await page.getByRole('menuitem', { name: 'Por entregar' }).click();
  await expect(shop.cardIn('Por entregar', customer)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeVisible();
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(shop.cardIn('Pendientes', customer)).toBeVisible();
});

test('what was there when the board opened is not new (R-20)', async ({ seat, takeOrder }) => {
  const customer = `Estaba ${Date.now()}`;
  await takeOrder(customer);
  const { page } = await seat('carla', board);
  await expect(new BoardPage(page).card(customer)).toBeVisible();
  await expect(page.locator('[data-fresh="true"]')).toHaveCount(0);
});

test('a new order is marked until somebody touches it, and is announced (R-20)', async ({ seat, takeOrder }) => {
  const { page } = await seat('carla', board);
  await expect(page.getByRole('article').first()).toBeVisible();
  // The device has recorded its orders: later ones count as new.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('marche:alerts'))).not.toBeNull();
  const customer = `Novedad ${Date.now()}`;
  const order = await takeOrder(customer);
  const card = new BoardPage(page).cardIn('Pendientes', customer);
  await expect(card).toBeVisible();
  await expect(live(page)).toContainText(`Pedido recibido Nro. ${order.number}`);
  await expect(card).toHaveAttribute('data-fresh', 'true');
  await card.getByRole('button', { name: `Ver pedido ${order.number}` }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).not.toHaveAttribute('data-fresh', 'true');
});

test('on the phone the columns are tabs with counts, and a swipe changes them (B-03, B-29)', async ({
  seat,
  takeOrder,
}) => {
  const customer = `Pestaña ${Date.now()}`;
  const order = await takeOrder(customer);
  const { page, context } = await seat('carla', board, { width: 390, height: 844 });
  const shop = new BoardPage(page);
  await expect(shop.card(customer)).toBeVisible();
  const pending = page.getByRole('tab', { name: /^Pendientes \d+$/ });
  await expect(pending).toHaveAttribute('aria-selected', 'true');
  const finger = touches(await context.newCDPSession(page));
  await finger.down(320, 500);
  await finger.move(160, 500);
  await finger.up();
  await expect(page.getByRole('tab', { name: /^Aceptados \d+$/ })).toHaveAttribute('aria-selected', 'true');
  await expect(shop.card(customer)).toHaveCount(0);
  await pending.click();
  await shop.next(customer);
  await expect(page.getByText(`Pedido ${order.number} pasó a Aceptados`).first()).toBeVisible();
  await expect(pending).toHaveAttribute('aria-selected', 'true');
});
