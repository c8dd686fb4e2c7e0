import { expect, openLaEsquina, test } from '#e2e/fixtures.ts';
import { BoardPage } from '#e2e/pages/board.ts';
import { newOrder, leaveInvoice } from '#e2e/pages/ordering.ts';

// These journeys need the service worker.
test.use({ serviceWorkers: 'allow' });

/** The app's main story: an order from the counter to the board, with a lost network. */
test('an order goes from the counter to the board of a second browser, and survives a lost network (F-04, F-10, R-20, R-21, R-28, K-75, K-76, C-05, B-27, B-28, B-30)', async ({
  seat,
  apiUser,
}) => {
  const counter = await seat('ana');
  // Tall: a list renders only the cards that it shows, and a few more.
  const kitchen = await seat('carla', '1/orders/kanban', { width: 1024, height: 1400 });
  const board = new BoardPage(kitchen.page);
  const customer = `Lucía ${Date.now()}`;

  await test.step('Ana takes a take-away order at the counter', async () => {
    const { page } = counter;
    await openLaEsquina(page);
    const catalog = await newOrder(page, 'Take away');
    await catalog.add('fainá');
    const checkout = await catalog.toCheckout();
    await checkout.customer.fill(customer);
    await checkout.pay('Efectivo');
    await checkout.finish();
    await leaveInvoice(page);
    await expect(page).toHaveURL(/\/1\/home/);
  });

  await test.step('it appears at once on the board of Carla', async () => {
    await expect(board.cardIn('Pendientes', customer)).toBeVisible();
  });

  await test.step('Carla accepts it by dragging and finishes it', async () => {
    await board.drag(customer, board.column('Aceptados'));
    await expect(board.cardIn('Aceptados', customer)).toBeVisible();
    await board.next(customer);
    await expect(board.cardIn('Por entregar', customer)).toBeVisible();
    await board.next(customer);
    await expect(board.card(customer)).toHaveCount(0);
  });

  await test.step('the network goes away; Carla keeps moving orders, reloads, and everything arrives afterwards', async () => {
    const ana = await apiUser('ana');
    const names = ['Uno', 'Dos', 'Tres'].map((n) => `${n} ${Date.now()}`);
    const orders = await Promise.all(names.map((name) => ana.takeOrder(name)));
    for (const name of names) await expect(board.cardIn('Pendientes', name)).toBeVisible();
    // It reloads offline, so the worker must have cached the app.
    await kitchen.page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
    await kitchen.context.setOffline(true);
    for (const name of names) {
      await board.next(name);
      await expect(board.cardIn('Aceptados', name)).toBeVisible();
    }
    await board.next(names[0] ?? '');
    await expect(board.cardIn('Por entregar', names[0] ?? '')).toBeVisible();
    await kitchen.page.reload();
    await expect(board.cardIn('Por entregar', names[0] ?? '')).toBeVisible();
    await expect(board.cardIn('Aceptados', names[1] ?? '')).toBeVisible();
    for (const order of orders) expect((await ana.order(order.id)).status).toBe('PENDING');
    await kitchen.context.setOffline(false);
    const statuses = async (): Promise<string[]> =>
      (await Promise.all(orders.map((o) => ana.order(o.id)))).map((o) => o.status);
    await expect.poll(statuses, { timeout: 90_000 }).toEqual(['DELIVER', 'ACCEPTED', 'ACCEPTED']);
  });
});

test('the phone works orders with the button alone (B-29, F-04)', async ({ seat, apiUser }) => {
  const ana = await apiUser('ana');
  const phone = await seat('carla', '1/orders/kanban', { width: 390, height: 844 });
  const customer = `Marcos ${Date.now()}`;
  const order = await ana.takeOrder(customer);
  const board = new BoardPage(phone.page);
  await expect(board.card(customer)).toBeVisible();
  await board.next(customer);
  await expect(board.card(customer)).toHaveCount(0);
  await phone.page.getByRole('tab', { name: /Aceptados/ }).click();
  await expect(board.card(customer)).toBeVisible();
  await expect.poll(async () => (await ana.order(order.id)).status).toBe('ACCEPTED');
});

test('a change that the server refuses goes back to its column with the server’s words (B-31, D-07, N-16)', async ({
  seat,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  const kitchen = await seat('carla', '1/orders/kanban');
  const board = new BoardPage(kitchen.page);
  const customer = `Conflicto ${Date.now()}`;
  const order = await ana.takeOrder(customer);
  await expect(board.cardIn('Pendientes', customer)).toBeVisible();
  await kitchen.context.setOffline(true);
  await board.next(customer);
  await expect(board.cardIn('Aceptados', customer)).toBeVisible();
  expect((await ana.changeStatus(order, 'DELIVER')).status).toBe(200);
  await kitchen.context.setOffline(false);
  // Checks the notice first: it disappears by itself.
  await expect(
    kitchen.page
      .getByRole('region', { name: 'Avisos' })
      .getByText('El pedido fue modificado desde otro dispositivo.', { exact: true }),
  ).toBeVisible();
  await expect(board.cardIn('Por entregar', customer)).toBeVisible();
  const pill = kitchen.page.getByRole('button', { name: /revisar/i }).first();
  await expect(pill).toBeVisible();
  await pill.click();
  const tray = kitchen.page.getByRole('dialog', { name: 'Para revisar' });
  await expect(
    tray.getByText(new RegExp(`^El pedido ${order.number} ya pasó a Por entregar por Ana.* Tu cambio a Aceptado`)),
  ).toBeVisible();
  await tray.getByRole('button', { name: 'Entendido' }).click();
  await expect(tray.getByRole('button', { name: 'Entendido' })).toHaveCount(0);
  expect((await ana.order(order.id)).status).toBe('DELIVER');
});
