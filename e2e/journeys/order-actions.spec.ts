import type { Page } from '@playwright/test';
import type { WireOrder } from '#contract/wire/orders.ts';
import type { ApiUser } from '#e2e/api.ts';
import { expect, test as base } from '#e2e/fixtures.ts';
import { checkEveryLook, narrowest, sizes } from '#e2e/looks.ts';
import { holdNotices } from '#e2e/pages/alerts.ts';
import { OrderActions } from '#e2e/pages/order-actions.ts';

const board = '1/orders/kanban';
const wide = { width: 1920, height: 1080 };

/** Takes an order for the customer and finishes it after the test, so that later tests find their cards in view. */
const test = base.extend<{ takeOrder: (customer: string) => Promise<WireOrder>; ana: ApiUser }>({
  ana: async ({ apiUser }, use) => {
    await use(await apiUser('ana'));
  },
  takeOrder: async ({ ana }, use) => {
    const taken: WireOrder[] = [];
    await use(async (customer) => {
      const order = await ana.takeOrder(customer);
      taken.push(order);
      return order;
    });
    for (const { id } of taken) {
      const now = await ana.order(id);
      if (!['COMPLETE', 'REJECTED'].includes(now.status)) await ana.changeStatus(now, 'COMPLETE');
    }
  },
});

// These journeys need the service worker.
test.use({ serviceWorkers: 'allow' });

const said = (page: Page, text: string | RegExp) => page.locator('[data-toasts]').getByText(text).first();
const undo = (page: Page) => page.getByRole('button', { name: 'Deshacer' });

test('a rejection needs one of the twelve reasons, and tells the customer why (B-15, B-56, B-58, B-62, B-63, N-21)', async ({
  seat,
  ana,
  takeOrder,
}) => {
  const customer = `Rechazo ${Date.now()}`;
  const order = await takeOrder(customer);
  const { page } = await seat('carla', board, wide);
  const actions = new OrderActions(page);
  await actions.fromCard(customer, 'Rechazar');
  const dialog = actions.dialog(`Rechazar pedido N° ${order.number}`);
  await expect(dialog.getByRole('radio')).toHaveCount(12);
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Rechazar pedido' }).click();
  await expect(dialog.getByText('Elegí un motivo.')).toBeInViewport();
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  expect((await ana.order(order.id)).status).toBe('PENDING');

  await actions.reason('Lo canceló la tienda').check({ force: true });
  await expect(dialog.getByText('Elegí un motivo.')).toHaveCount(0);
  await expect(dialog.getByText('El cliente va a leer: La tienda canceló el pedido.')).toBeVisible();
  // The notice is shown for a few seconds, so the test starts waiting before the tap.
  const told = said(page, `Pedido ${order.number} pasó a Rechazado`).waitFor();
  await dialog.getByRole('button', { name: 'Rechazar pedido' }).click();
  await expect(dialog).toHaveCount(0);
  await told;
  await expect(actions.board.card(customer)).toHaveCount(0);
  await expect
    .poll(() => ana.order(order.id))
    .toMatchObject({
      status: 'REJECTED',
      reject_reason: 'by_store',
      rejected_reason_message: 'La tienda canceló el pedido.',
    });

  await page
    .getByRole('region', { name: 'Pedidos finalizados' })
    .getByRole('listitem')
    .filter({ hasText: `${order.number} ·` })
    .getByRole('button')
    .first()
    .click();
  await expect(actions.detail).toContainText('La tienda canceló el pedido.');
  await expect(actions.detail.getByRole('button', { name: 'Rechazar' })).toHaveCount(0);
  await expect(actions.detail.getByRole('button', { name: 'Demorar' })).toHaveCount(0);
});

test('R rejects, a digit chooses, Enter confirms, and «Deshacer» brings it back (B-58, D-19)', async ({
  seat,
  ana,
  takeOrder,
}) => {
  const customer = `Teclas ${Date.now()}`;
  const order = await takeOrder(customer);
  const { page } = await seat('carla', board);
  const actions = new OrderActions(page);
  await actions.board
    .card(customer)
    .getByRole('button', { name: /^Ver pedido/ })
    .focus();
  await page.keyboard.press('r');
  const dialog = actions.dialog(/^Rechazar pedido/);
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('5');
  await expect(dialog.getByRole('radio').nth(4)).toBeChecked();
  await holdNotices(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect.poll(async () => (await ana.order(order.id)).status).toBe('REJECTED');
  await undo(page).click();
  await expect(actions.board.cardIn('Pendientes', customer)).toBeVisible();
  await expect
    .poll(() => ana.order(order.id))
    .toMatchObject({ status: 'PENDING', reject_reason: null, rejected_reason_message: null });
});

test('without a network a rejection waits, and can be undone (D-07, B-58)', async ({ seat, ana, takeOrder }) => {
  const customer = `Lejos ${Date.now()}`;
  const order = await takeOrder(customer);
  const { page, context } = await seat('carla', board);
  const actions = new OrderActions(page);
  await expect(actions.board.card(customer)).toBeVisible();
  await context.setOffline(true);
  const reject = async (): Promise<void> => {
    await actions.fromCard(customer, 'Rechazar');
    await expect(page.getByText('Sin conexión: se enviará al volver.')).toBeVisible();
    await actions.reason('Hay mucha demanda').check({ force: true });
    await holdNotices(page);
    await page.getByRole('button', { name: 'Rechazar pedido' }).click();
    await expect(actions.board.card(customer)).toHaveCount(0);
  };
  await reject();
  await undo(page).click();
  await expect(actions.board.cardIn('Pendientes', customer)).toBeVisible();
  await context.setOffline(false);
  await expect(actions.board.card(customer).getByText('Se enviará al volver la conexión')).toHaveCount(0, {
    timeout: 90_000,
  });
  // A request sent before the app noticed that it is offline may reach the server first, and its undo after it.
  await expect
    .poll(() => ana.order(order.id), { timeout: 90_000 })
    .toMatchObject({ status: 'PENDING', reject_reason: null });
  await expect(actions.board.card(customer).getByText('Sincronizando…')).toHaveCount(0, { timeout: 90_000 });
  await context.setOffline(true);
  await reject();
  await context.setOffline(false);
  await expect
    .poll(() => ana.order(order.id), { timeout: 90_000 })
    .toMatchObject({ status: 'REJECTED', reject_reason: 'much_demand' });
});

test('a refused rejection brings the card back with the words of the server (B-31, B-70)', async ({
  seat,
  takeOrder,
}) => {
  const customer = `Firme ${Date.now()}`;
  const order = await takeOrder(customer);
  const { page } = await seat('carla', board);
  const actions = new OrderActions(page);
  await page.route(new RegExp(`/orders/${order.id}/reject$`), (route) =>
    route.fulfill({ status: 422, json: { code: 'invalid_transition', message: 'Ese pedido ya se facturó.' } }),
  );
  await actions.fromCard(customer, 'Rechazar');
  await actions.reason('Pedido falso').check({ force: true });
  await page.getByRole('button', { name: 'Rechazar pedido' }).click();
  await expect(said(page, 'Ese pedido ya se facturó.')).toBeVisible();
  await expect(actions.board.cardIn('Pendientes', customer)).toBeVisible();
  await expect(undo(page)).toHaveCount(0);
});

test('an order that another device rejects meanwhile can only be closed (B-58)', async ({ seat, ana, takeOrder }) => {
  const customer = `Ajeno ${Date.now()}`;
  const order = await takeOrder(customer);
  const { page } = await seat('carla', board);
  const actions = new OrderActions(page);
  await actions.fromCard(customer, 'Rechazar');
  const dialog = actions.dialog(/^Rechazar pedido/);
  await expect(dialog.getByRole('radio').first()).toBeVisible();
  const { status } = await ana.call(
    'PATCH',
    `/store/1/orders/${order.id}/reject`,
    { reject_reason: 'closed' },
    { 'idempotency-key': crypto.randomUUID(), 'if-match': `"${order.status_rev}"` },
  );
  expect(status).toBe(200);
  await expect(dialog.getByText('Este pedido ya fue rechazado.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Rechazar pedido' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
  await expect(dialog).toHaveCount(0);
});

test('a delay goes in steps of 5 from 0, says when it is ready, and is sent as the four delays (B-60, B-61, M-14, N-04)', async ({
  seat,
  ana,
  takeOrder,
}) => {
  const customer = `Demora ${Date.now()}`;
  const taken = await takeOrder(customer);
  const order = (await ana.changeStatus(taken, 'ACCEPTED')).body;
  const { page } = await seat('carla', board);
  const actions = new OrderActions(page);
  const sent: unknown[] = [];
  await page.route(`**/orders/${order.id}/delay`, (route) => {
    sent.push(route.request().postDataJSON());
    return route.continue();
  });
  await actions.open(customer);
  await actions.detail.getByRole('button', { name: 'Demorar' }).click();
  const dialog = actions.dialog(`Demorar pedido N° ${order.number}`);
  await expect(dialog.getByRole('group', { name: 'Demoras habituales' }).getByRole('button')).toHaveText([
    '+5',
    '+10',
    '+15',
    '+30',
  ]);
  const minutes = dialog.getByRole('spinbutton', { name: 'Minutos de demora' });
  await expect(minutes).toHaveAttribute('aria-valuenow', '0');
  await dialog.getByRole('button', { name: 'Demorar', exact: true }).click();
  await expect(dialog.getByText('Elegí cuántos minutos se demora.')).toBeVisible();
  await expect(minutes).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(minutes).toHaveAttribute('aria-valuenow', '0');
  await dialog.getByRole('button', { name: '+15 minutos' }).click();
  await dialog.getByRole('button', { name: 'Sumar: Minutos de demora' }).click();
  await expect(minutes).toHaveAttribute('aria-valuenow', '20');
  const readyBefore = Date.parse(order.ready_by ?? '');
  const hour = (ms: number): string =>
    new Date(ms).toLocaleTimeString('es-AR', {
      timeZone: 'America/Argentina/Buenos_Aires',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  await expect(dialog.getByText(hour(readyBefore))).toBeVisible();
  await expect(dialog.getByText(hour(readyBefore + 20 * 60_000))).toBeVisible();
  await dialog.getByRole('button', { name: 'Demorar 20 min' }).click();
  await expect(said(page, new RegExp(`^Pedido ${order.number}: \\+20 min, listo`))).toBeVisible();
  await expect.poll(async () => Date.parse((await ana.order(order.id)).ready_by ?? '')).toBe(readyBefore + 20 * 60_000);
  expect(sent).toEqual([{ minutes: 15 }, { minutes: 5 }]);
});

test('mass actions accept what waits and finish by type, each undone for 5 s (B-09, B-14, B-34, B-35, B-36, B-38)', async ({
  seat,
  ana,
  takeOrder,
}) => {
  const stamp = Date.now();
  const orders = [await takeOrder(`Masa1 ${stamp}`), await takeOrder(`Masa2 ${stamp}`)];
  const states = async (): Promise<string[]> => Promise.all(orders.map(async ({ id }) => (await ana.order(id)).status));
  const { page } = await seat('carla', board);
  const actions = new OrderActions(page);
  await expect(actions.board.card(`Masa2 ${stamp}`)).toBeVisible();
  await page.getByRole('button', { name: 'Modificación masiva de pedidos' }).click();
  const dialog = actions.dialog('Modificación masiva de pedidos');
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveCount(4);
  await holdNotices(page);
  await dialog.getByRole('button', { name: /^Aceptar \d+ pedidos$/ }).click();
  await expect(said(page, 'Los pedidos fueron aceptados.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Aceptar 0 pedidos' })).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(states).toEqual(['ACCEPTED', 'ACCEPTED']);
  await undo(page).click();
  await expect(dialog.getByRole('button', { name: /^Aceptar [1-9]\d* pedidos$/ })).toBeVisible();
  await expect.poll(states).toEqual(['PENDING', 'PENDING']);

  await dialog.getByRole('button', { name: /^Aceptar \d+ pedidos$/ }).click();
  await expect.poll(states).toEqual(['ACCEPTED', 'ACCEPTED']);
  await holdNotices(page);
  await dialog.getByRole('button', { name: /^Finalizar \d+ pedidos? para take away$/ }).click();
  await expect(said(page, 'Los pedidos para take away fueron finalizados.')).toBeVisible();
  await expect.poll(states).toEqual(['COMPLETE', 'COMPLETE']);
  await page.keyboard.press('Escape');
  await expect(actions.board.card(`Masa1 ${stamp}`)).toHaveCount(0);
});

test('a mass action of which a part is refused says how many were applied (B-65, B-70)', async ({
  seat,
  ana,
  takeOrder,
}) => {
  const stamp = Date.now();
  const good = await takeOrder(`Parte1 ${stamp}`);
  const bad = await takeOrder(`Parte2 ${stamp}`);
  const { page } = await seat('carla', board);
  const actions = new OrderActions(page);
  await expect(actions.board.card(`Parte2 ${stamp}`)).toBeVisible();
  await page.route(new RegExp(`/orders/${bad.id}$`), (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 422, json: { code: 'invalid_transition', message: 'Ese no.' } })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Modificación masiva de pedidos' }).click();
  await page.getByRole('button', { name: /^Aceptar \d+ pedidos$/ }).click();
  await expect(said(page, /^\d+ de \d+ aplicados$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(actions.board.cardIn('Pendientes', `Parte2 ${stamp}`)).toBeVisible();
  await expect(actions.board.cardIn('Aceptados', `Parte1 ${stamp}`)).toBeVisible();
  await expect.poll(async () => (await ana.order(good.id)).status).toBe('ACCEPTED');
});

test('the list of orders has six parts a row, is searched and narrowed down, and opens the detail (B-17, B-18, D6)', async ({
  seat,
  takeOrder,
}) => {
  const customer = `Lista ${Date.now()}`;
  const order = await takeOrder(customer);
  const { page } = await seat('carla', board);
  const actions = new OrderActions(page);
  await expect(actions.board.card(customer)).toBeVisible();
  await page.getByRole('button', { name: 'Lista de pedidos' }).click();
  const list = actions.dialog('Lista de pedidos');
  for (const head of ['Pedido N°', 'Código', 'Tipo', 'Estado', 'Pago', 'Total'])
    await expect(list.getByText(head, { exact: true })).toBeVisible();
  const search = list.getByRole('searchbox');
  await search.fill(customer.toUpperCase());
  const row = list.getByRole('listitem');
  await expect(row).toHaveCount(1);
  for (const part of [String(order.number), 'Take away', 'Pendiente', 'Sin forma de pago', '$ '])
    await expect(row).toContainText(part);
  await list.getByRole('button', { name: 'Entregado' }).click();
  await expect(list.getByText('No se encontraron pedidos.')).toBeVisible();
  await list.getByRole('button', { name: 'Entregado' }).click();
  await search.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(actions.detail).toContainText(customer);
  await page.keyboard.press('Escape');
  await expect(list).toBeVisible();
});

test('the coin on the list says that somebody is paying; such a row opens no detail (B-10, B-18, B-20, D-20)', async ({
  seat,
}) => {
  const { page } = await seat('carla');
  await page.route(/\/api\/store\/1\/(orders|changes)(\?|$)/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replaceAll('"status":"REJECTED"', '"status":"PAYING"'),
    });
  });
  await page.goto(page.url().replace(/\/sellers\/.*$/, `/sellers/${board}`));
  await page.getByRole('button', { name: 'Lista de pedidos, hay pagos en curso' }).click();
  const first = page.getByRole('dialog', { name: 'Lista de pedidos' }).getByRole('listitem').first();
  await expect(first).toContainText('Pagando');
  await expect(first.getByRole('button')).toHaveCount(0);
  // A request may still be in flight.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('in the detail the letters are the board’s, and the question on top keeps its own (B-18, B-57, B-58, D3)', async ({
  seat,
  ana,
  takeOrder,
}) => {
  const customer = `Letras ${Date.now()}`;
  const order = await takeOrder(customer);
  const { page } = await seat('carla', board);
  const actions = new OrderActions(page);
  await actions.open(customer);
  await page.keyboard.press('r');
  const dialog = actions.dialog(/^Rechazar pedido/);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('a');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(actions.detail.getByText('Pendiente').first()).toBeVisible();
  await page.keyboard.press('a');
  await expect(actions.detail.getByText('Aceptado').first()).toBeVisible();
  await expect.poll(async () => (await ana.order(order.id)).status).toBe('ACCEPTED');
});

test('the questions about an order at every size, light and dark: axe finds nothing, nothing scrolls sideways (F-02)', async ({
  seat,
  takeOrder,
}) => {
  const customer = `Vista ${Date.now()}`;
  await takeOrder(customer);
  const { page } = await seat('carla', board);
  const actions = new OrderActions(page);
  const look = (name: string): Promise<void> => checkEveryLook(page, name, { sizes: [...sizes, narrowest] });
  const panel = async (name: string): Promise<void> => {
    await page.getByRole('button', { name }).click();
  };
  await expect(actions.board.card(customer)).toBeVisible();
  await look('board-actions');
  await actions.fromCard(customer, 'Rechazar');
  await page.getByRole('button', { name: 'Rechazar pedido' }).click();
  await expect(page.getByRole('dialog').getByText('Elegí un motivo.')).toBeInViewport();
  await look('reject-missing');
  await actions.reason('Nos quedamos sin productos').check({ force: true });
  await look('reject');
  await page.keyboard.press('Escape');
  await actions.fromCard(customer, 'Demorar');
  await page.getByRole('button', { name: 'Demorar', exact: true }).click();
  await look('delay-missing');
  await page.getByRole('button', { name: '+15 minutos' }).click();
  await look('delay');
  await page.keyboard.press('Escape');
  await actions.open(customer);
  await expect(actions.detail).toBeVisible();
  await look('detail-actions');
  await page.keyboard.press('Escape');
  await panel('Modificación masiva de pedidos');
  await expect(actions.dialog('Modificación masiva de pedidos')).toBeVisible();
  await look('bulk');
  await page.keyboard.press('Escape');
  await panel('Lista de pedidos');
  await expect(actions.dialog('Lista de pedidos').getByRole('listitem').first()).toBeVisible();
  await look('list');
});
