import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import type { WireOrder } from '#contract/wire/orders.ts';
import { expect, goOffline } from '#e2e/fixtures.ts';
import { checkEveryLook } from '#e2e/looks.ts';
import { BoardPage } from '#e2e/pages/board.ts';
import { payInCash, removeRow, testOfTwo as test } from '#e2e/pages/two-products.ts';

const boardPath = '1/orders/kanban';
const wide = { width: 1920, height: 1080 };

// These journeys need the service worker.
test.use({ serviceWorkers: 'allow' });

const pesos = (amount: number): string =>
  `$ ${amount.toLocaleString('es-AR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

const names = (order: WireOrder): readonly [string, string] => [order.items[0]?.name ?? '', order.items[1]?.name ?? ''];
const changesIn = (history: Locator) => history.getByRole('list', { name: 'Cambios del pedido' }).getByRole('listitem');

test('the history tells who did what, when and on which device, and grows while it is open (T7)', async ({
  seat,
  apiUser,
  ana,
  takeTwo,
}) => {
  const customer = `Vida ${Date.now()}`;
  const order = await takeTwo(customer);
  const [, second] = names(order);
  const { page } = await seat('carla', boardPath, wide);
  const board = new BoardPage(page);
  const detail = await board.open(customer);
  const history = await detail.history();
  const entries = changesIn(history);
  await expect(entries).toHaveCount(1);
  await expect(entries.first()).toContainText('Ana tomó el pedido');
  await expect(entries.first()).toContainText(`Total ${pesos(order.total)}`);
  await detail.box.getByRole('button', { name: 'Aceptar' }).click();
  await expect(entries.first()).toContainText('Carla aceptó el pedido');
  await expect(entries.first()).toContainText(/\d\d:\d\d Hs · Chrome en (Linux|Windows)/);
  const bruno = await apiUser('bruno');
  await bruno.call('PATCH', `/store/1/orders/${order.id}/delay`, { minutes: 10 }, { 'idempotency-key': randomUUID() });
  await expect(entries.first()).toContainText('Bruno lo demoró 10 minutos');
  await expect(entries.first()).toContainText(' · Otro dispositivo');
  await removeRow(bruno, order, 1);
  await expect(entries.first()).toContainText(`Bruno eliminó 1 × ${second}`);
  await payInCash(bruno, { ...order, money_rev: order.money_rev + 1 }, 10);
  await expect(entries.first()).toContainText('Bruno cambió los pagos');
  await expect(entries.first()).toContainText(`Ahora: Efectivo ${pesos(10)}`);
  await ana.call(
    'PATCH',
    `/store/1/orders/${order.id}/reject`,
    { reject_reason: 'missing_products' },
    { 'idempotency-key': randomUUID(), 'if-match': `"${(await ana.order(order.id)).status_rev}"` },
  );
  await expect(entries.first()).toContainText('Ana rechazó el pedido');
  await expect(entries.first()).toContainText('Nos quedamos sin productos');
  await expect(entries).toHaveCount(6);
  await expect(detail.box.getByText('Desde otro dispositivo rechazaron este pedido.')).toBeVisible();
  await goOffline(page);
  await expect(entries).toHaveCount(6);
});

test('the history of another moment: none of its own, without a network, a failure with its retry', async ({
  seat,
  takeTwo,
}) => {
  const customer = `Sin red ${Date.now()}`;
  await takeTwo(customer);
  const { page, context } = await seat('carla', boardPath, wide);
  const board = new BoardPage(page);
  // An order of the demo data has no recorded author of a change.
  const ofCustomer = await board.open('Federico Molina');
  await expect(changesIn(await ofCustomer.history())).toHaveText([/^El cliente hizo el pedido/]);
  await page.keyboard.press('Escape');
  let failing = true;
  await page.route('**/history', (route) =>
    failing ? route.fulfill({ status: 500, json: { code: 'internal', message: 'x' } }) : route.continue(),
  );
  const detail = await board.open(customer);
  const history = await detail.history();
  const retry = history.getByRole('button', { name: 'Reintentar' });
  await expect(retry).toBeVisible({ timeout: 90_000 });
  failing = false;
  await retry.click();
  await expect(changesIn(history)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.unroute('**/history');

  const [later] = [`Después ${Date.now()}`];
  await takeTwo(later);
  await expect(board.card(later)).toBeVisible();
  await goOffline(page);
  await board.open(later);
  await expect((await detail.history()).getByText('Necesitás conexión para ver el historial')).toBeVisible();
  await context.setOffline(false);
  await expect(changesIn(await detail.history())).toHaveCount(1, { timeout: 90_000 });
});

test('the customer’s past is a bar and two counts (A-54, A-55, B-79)', async ({ seat }) => {
  const { page } = await seat('ana', boardPath, wide);
  const board = new BoardPage(page);
  const detail = await board.open('Federico Molina');
  await expect(detail.box.getByRole('progressbar', { name: 'Confianza del cliente: 8,5 de 10' })).toHaveJSProperty(
    'value',
    85,
  );
  await expect(detail.box).toContainText('12 pedidos exitosos · 1 falso');
});

test('an order that another device took away while its detail is open stays readable, and says so (R-22)', async ({
  seat,
  takeTwo,
}) => {
  const customer = `Ausente ${Date.now()}`;
  const order = await takeTwo(customer);
  const { page } = await seat('carla', boardPath, wide);
  const board = new BoardPage(page);
  const detail = await board.open(customer);
  await expect(detail.bin(names(order)[0])).toBeVisible();
  // The event that the feed sends when a table is deleted with its orders (D-29).
  let head = Infinity;
  await page.route('**/changes?*', async (route) => {
    const url = new URL(route.request().url());
    if (url.searchParams.get('audience') !== 'admin') return route.continue();
    // The server must not see the position that only this event has: it would take its database for a restored copy.
    if (Number(url.searchParams.get('since')) > head) url.searchParams.set('since', String(head));
    const answer = await route.fetch({ url: url.href });
    const body = await answer.json();
    ({ head } = body);
    const gone = {
      name: 'order-removed',
      type: 'order',
      id: String(order.id),
      ver: 99,
      at: new Date().toISOString(),
      payload: { uid: order.uid },
    };
    const seq = body.head + 1;
    return route.fulfill({ json: { ...body, head: seq, changes: [...body.changes, { ...gone, store_seq: seq }] } });
  });
  await goOffline(page);
  await page.context().setOffline(false);
  await expect(detail.box.getByText('Este pedido ya no está en la tienda.')).toBeVisible({ timeout: 90_000 });
  await expect(page.locator('article').filter({ hasText: customer })).toHaveCount(0);
  await expect(detail.box).toContainText(names(order)[0]);
  await expect(detail.bin(names(order)[0])).toHaveCount(0);
  await expect(detail.box.getByRole('button', { name: 'Aceptar' })).toHaveCount(0);
  await page.context().setOffline(true);
  // A request may still be in flight.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test("the order's life at every size, light and dark: axe finds nothing, nothing scrolls sideways (F-02)", async ({
  seat,
  apiUser,
  takeTwo,
}) => {
  const customer = `Aspecto ${Date.now()}`;
  const order = await takeTwo(customer);
  const bruno = await apiUser('bruno');
  await bruno.changeStatus(order, 'ACCEPTED');
  await payInCash(bruno, order, 100);
  const { page } = await seat('carla', boardPath);
  const board = new BoardPage(page);
  const look = (name: string): Promise<void> => checkEveryLook(page, name);
  const detail = await board.open(customer);
  const history = await detail.history();
  await expect(changesIn(history)).toHaveCount(3);
  await look('order-life');
  await history.scrollIntoViewIfNeeded();
  await changesIn(history).last().scrollIntoViewIfNeeded();
  await look('order-history');
  await detail.bin(names(order)[1]).click();
  await expect(detail.question).toBeVisible();
  await look('order-remove-item');
  await page.keyboard.press('Escape');
  await detail.box.getByRole('button', { name: 'Cambiar la forma de pago' }).click();
  await expect(board.dialog(/^Forma de pago del pedido/)).toBeVisible();
  await look('order-payments');
});
