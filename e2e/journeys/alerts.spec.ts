import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { newOrder, leaveInvoice } from '#e2e/pages/ordering.ts';
import { boardReady, cardOf, heardOn, holdNotices, noticeOf, orderSignals, spyOn } from '#e2e/pages/alerts.ts';
import { BoardPage } from '#e2e/pages/board.ts';
import { inDatabase } from '#e2e/shop-database.ts';
import { pressControl } from '#e2e/pages/control.ts';

// These journeys need the service worker.
test.use({ serviceWorkers: 'allow' });

const boardPath = '1/orders/kanban';
const profile = '1/user/settings/general';

test('an order made on one device is told on the others by notice, sound, title and badge, on the board by its card, and disappears everywhere once accepted (B-43, B-44, P-50, R-28)', async ({
  seat,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  const kitchen = await seat('carla');
  const counter = await seat('ana');
  for (const { page, context } of [kitchen, counter]) {
    await spyOn(context);
    await page.goto(`${new URL(page.url()).origin}/sellers/${boardPath}`);
    await boardReady(page);
    await page.goto(`${new URL(page.url()).origin}/sellers/${profile}`);
    await expect(page.getByRole('heading', { name: 'Editar perfil de usuario' })).toBeVisible();
  }
  const { page: wall } = await seat('bruno', boardPath);
  await boardReady(wall);
  for (const { page } of [kitchen, counter]) await holdNotices(page);
  const waiting = (await ana.orders()).body.filter((o) => o.status === 'PENDING').length;
  const order = await ana.takeOrder(`Aviso ${Date.now()}`);
  for (const { page } of [kitchen, counter]) {
    await expect(noticeOf(page, order.number)).toBeVisible();
    await expect(noticeOf(page, order.number)).toContainText(/Take away · 1 .+ · \$\s/);
    await expect.poll(async () => orderSignals(await heardOn(page))).toBe(1);
    await expect(page).toHaveTitle(new RegExp(`^\\(${waiting + 1}\\) `));
    await expect.poll(async () => (await heardOn(page)).badges.at(-1)).toBe(waiting + 1);
    await expect(page.locator('[data-live-regions] [aria-live="assertive"]')).toContainText(
      `Pedido recibido Nro. ${order.number}`,
    );
  }
  await expect(cardOf(wall, order)).toHaveAttribute('data-fresh', 'true');
  await expect(wall.locator('[data-live-regions] [aria-live="assertive"]')).toContainText(
    `Pedido recibido Nro. ${order.number}`,
  );
  await expect(wall.locator('[data-toast]')).toHaveCount(0);
  await noticeOf(kitchen.page, order.number).getByRole('button', { name: 'Aceptar' }).click();
  await expect.poll(async () => (await ana.order(order.id)).status).toBe('ACCEPTED');
  for (const { page } of [kitchen, counter]) {
    await expect(noticeOf(page, order.number)).toHaveCount(0);
    await expect(page).toHaveTitle(waiting === 0 ? /^La Esquina/ : new RegExp(`^\\(${waiting}\\) `));
    await expect.poll(async () => (await heardOn(page)).badges.at(-1)).toBe(waiting);
  }
});

test('an order that somebody else cancels is heard with two falling notes and said, not on the device that did it (docs/screens.md)', async ({
  seat,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  const kitchen = await seat('carla');
  const counter = await seat('ana');
  for (const { page, context } of [kitchen, counter]) {
    await spyOn(context);
    await page.goto(`${new URL(page.url()).origin}/sellers/${boardPath}`);
    await boardReady(page);
  }
  const fallen = async (page: Page): Promise<number> => (await heardOn(page)).tones.filter((hz) => hz === 587).length;
  const order = await ana.takeOrder(`Cancelado ${Date.now()}`);
  for (const { page } of [kitchen, counter]) {
    await expect(cardOf(page, order)).toBeVisible();
    await holdNotices(page);
  }
  await ana.call(
    'PATCH',
    `/store/1/orders/${order.id}/reject`,
    { reject_reason: 'by_user' },
    { 'idempotency-key': crypto.randomUUID(), 'if-match': `"${order.status_rev}"` },
  );
  for (const { page } of [kitchen, counter]) {
    await expect(page.getByText(`Pedido ${order.number} cancelado`).first()).toBeVisible();
    await expect(page.getByText('Lo canceló el cliente').first()).toBeVisible();
    await expect.poll(() => fallen(page)).toBe(1);
  }

  const customer = `Rechazado ${Date.now()}`;
  const second = await ana.takeOrder(customer);
  const board = new BoardPage(counter.page);
  for (const { page } of [kitchen, counter]) await expect(cardOf(page, second)).toBeVisible();
  const dialog = await board.act(customer, 'Rechazar');
  await pressControl(board.reason('Hay mucha demanda'));
  await dialog.getByRole('button', { name: /^Rechazar/ }).click();
  await expect(kitchen.page.getByText(`Pedido ${second.number} cancelado`).first()).toBeVisible();
  await expect.poll(() => fallen(kitchen.page)).toBe(2);
  await expect.poll(async () => (await ana.order(second.id)).status).toBe('REJECTED');
  expect(await fallen(counter.page)).toBe(1);
  await expect(counter.page.getByText(`Pedido ${second.number} cancelado`)).toHaveCount(0);
});

test('several at once are one notice with their number, and «Ver» opens the board with them (D8)', async ({
  seat,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  const { page } = await seat('carla', boardPath);
  await boardReady(page);
  await page.goto(`${new URL(page.url()).origin}/sellers/${profile}`);
  await expect(page.getByRole('heading', { name: 'Editar perfil de usuario' })).toBeVisible();
  const submissions = await Promise.all([1, 2, 3].map((n) => ana.submission(`Fila ${n} ${Date.now()}`)));
  const last = await ana.submission(`Fila 4 ${Date.now()}`);
  await holdNotices(page);
  // After an offline period they arrive together, as after any reconnect.
  await page.context().setOffline(true);
  const orders = [];
  for (const submission of submissions) orders.push(await ana.send(submission));
  await page.context().setOffline(false);
  const notice = page.locator('[data-toast="order"]');
  await expect(notice).toContainText('3 pedidos nuevos');
  const fourth = await ana.send(last);
  await expect(notice).toContainText('4 pedidos nuevos');
  await expect(notice).toHaveCount(1);
  // One that leaves changes the number, and the notice takes no tap until it has stood still.
  await ana.changeMany([fourth.id], 'COMPLETE');
  await expect(notice).toContainText('3 pedidos nuevos');
  await notice.getByRole('button', { name: 'Ver' }).click();
  await expect(page).toHaveURL(/\/1\/orders\/kanban/);
  for (const order of orders) await expect(cardOf(page, order)).toHaveAttribute('data-fresh', 'true');
  await expect(notice).toHaveCount(0);
});

test('sellers get no notice and no sound (D8)', async ({ seat, apiUser }) => {
  const ana = await apiUser('ana');
  const seller = await seat('diego');
  await spyOn(seller.context);
  await seller.page.goto(`${new URL(seller.page.url()).origin}/sellers/1/home`);
  const admin = await seat('carla', boardPath);
  await boardReady(admin.page);
  const order = await ana.takeOrder(`Solo encargados ${Date.now()}`);
  await expect(cardOf(admin.page, order)).toBeVisible();
  await expect(seller.page.locator('[data-toast="order"]')).toHaveCount(0);
  expect((await heardOn(seller.page)).tones).toEqual([]);
});

test('an order made on this very device is no news to it; one that came while it was away is (R-28)', async ({
  seat,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  const { page, context } = await seat('carla');
  await spyOn(context);
  await page.goto(`${new URL(page.url()).origin}/sellers/${boardPath}`);
  await boardReady(page);
  await test.step('made here', async () => {
    const catalog = await newOrder(page, 'Take away');
    await catalog.add('fainá');
    const checkout = await catalog.toCheckout();
    const customer = `Propio ${Date.now()}`;
    await checkout.customer.fill(customer);
    await checkout.pay('Efectivo');
    await checkout.finish();
    await leaveInvoice(page);
    await expect(page).toHaveURL(/\/1\/orders\/kanban/);
    const card = new BoardPage(page).cardIn('Pendientes', customer);
    await expect(card.getByRole('button', { name: /^Ver pedido \d+$/ })).toBeVisible();
    await expect(card).not.toHaveAttribute('data-fresh', 'true');
  });
  await test.step('made elsewhere, while this device was away', async () => {
    await context.setOffline(true);
    const customer = `Ajeno ${Date.now()}`;
    const order = await ana.takeOrder(customer);
    await context.setOffline(false);
    await expect(cardOf(page, order)).toBeVisible();
    await expect.poll(async () => orderSignals(await heardOn(page))).toBe(1);
    const card = new BoardPage(page).cardIn('Pendientes', customer);
    await expect(card).toHaveAttribute('data-fresh', 'true');
    // The device stores the «fresh» mark, so it survives a reload.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('marche:alerts'))).toContain(order.uid);
    await page.reload();
    await expect(card).toHaveAttribute('data-fresh', 'true');
    await expect(page.locator('[data-toast="order"]')).toHaveCount(0);
    await card.getByRole('button', { name: `Ver pedido ${order.number}` }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(card).not.toHaveAttribute('data-fresh', 'true');
  });
});

test('one window of a device rings and shows: the resting one is silent (A11)', async ({ seat, apiUser, shop }) => {
  const ana = await apiUser('ana');
  const { page, context } = await seat('carla');
  await spyOn(context);
  await page.goto(`${shop.url}${boardPath}`);
  await boardReady(page);
  const other = await context.newPage();
  await other.goto(`${shop.url}${boardPath}`);
  await boardReady(other);
  // The first tab has lost the session, so it must not ring.
  await expect(page.getByRole('button', { name: 'Usar aquí' })).toBeVisible();
  const order = await ana.takeOrder(`Dos pestañas ${Date.now()}`);
  await expect(cardOf(other, order)).toBeVisible();
  await expect.poll(async () => orderSignals(await heardOn(other))).toBe(1);
  await expect(cardOf(page, order)).toHaveCount(0);
  expect(orderSignals(await heardOn(page))).toBe(0);
});

test('a message is shown for 20 s with a sound (R-03)', async ({ seat, shop }) => {
  const { page, context } = await seat('carla');
  await spyOn(context);
  await page.clock.install();
  await page.goto(`${shop.url}${boardPath}`);
  await boardReady(page);
  const payload = { title: 'Nadie vio el pedido 7', text: 'Entró hace un minuto.', level: 'warning' };
  await inDatabase(
    shop,
    `with head as (update store_feeds set head = head + 1 where store_id = 1 and audience = 'admin' returning head),
      at as (select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as iso),
      kept as (insert into store_events (store_id, audience, store_seq, name, type, ver, payload, created_at)
        select 1, 'admin', head, 'message', 'message', 1, '${JSON.stringify(payload)}'::jsonb, now() from head)
    select pg_notify('marche_changes', json_build_object('store_id', 1, 'audience', 'admin', 'change', json_build_object(
      'store_seq', head, 'at', iso, 'name', 'message', 'type', 'message', 'id', null, 'ver', 1,
      'payload', '${JSON.stringify(payload)}'::jsonb))::text) from head, at`,
  );
  const notice = page.locator('[data-toast="message"]');
  await expect(notice).toContainText('Nadie vio el pedido 7');
  await expect.poll(async () => (await heardOn(page)).tones).toContain(1319);
  await page.clock.runFor(15_000);
  await expect(notice).toBeVisible();
  await page.clock.runFor(5_000);
  await expect(notice).toHaveCount(0);
});
