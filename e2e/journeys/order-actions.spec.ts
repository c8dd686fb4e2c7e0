import type { Page } from '@playwright/test';
import type { WireOrder } from '#contract/wire/orders.ts';
import type { ApiUser } from '#e2e/api.ts';
import { expect, goOffline, test as base } from '#e2e/fixtures.ts';
import { checkEveryLook, narrowest, sizes } from '#e2e/looks.ts';
import { holdNotices } from '#e2e/pages/alerts.ts';
import { BoardPage } from '#e2e/pages/board.ts';
import { pressControl } from '#e2e/pages/control.ts';

const boardPath = '1/orders/kanban';
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
  const { page } = await seat('carla', boardPath, wide);
  const board = new BoardPage(page);
  const dialog = await board.act(customer, 'Rechazar');
  await expect(dialog).toHaveAccessibleName(`Rechazar pedido N° ${order.number}`);
  await expect(dialog.getByRole('radio')).toHaveCount(12);
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Rechazar pedido' }).click();
  await expect(dialog.getByText('Elegí un motivo.')).toBeInViewport();
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  expect((await ana.order(order.id)).status).toBe('PENDING');

  await pressControl(board.reason('Lo canceló la tienda'));
  await expect(dialog.getByText('Elegí un motivo.')).toHaveCount(0);
  await expect(dialog.getByText('El cliente va a leer: La tienda canceló el pedido.')).toBeVisible();
  // The notice is shown for a few seconds, so the test starts waiting before the tap.
  const told = said(page, `Pedido ${order.number} pasó a Rechazado`).waitFor();
  await dialog.getByRole('button', { name: 'Rechazar pedido' }).click();
  await expect(dialog).toHaveCount(0);
  await told;
  await expect(board.card(customer)).toHaveCount(0);
  await expect
    .poll(() => ana.order(order.id))
    .toMatchObject({
      status: 'REJECTED',
      reject_reason: 'by_store',
      rejected_reason_message: 'La tienda canceló el pedido.',
    });

  const detail = await board.openFinished(order.number);
  await expect(detail.box).toContainText('La tienda canceló el pedido.');
  await expect(detail.box.getByRole('button', { name: 'Rechazar' })).toHaveCount(0);
  await expect(detail.box.getByRole('button', { name: 'Demorar' })).toHaveCount(0);
});

test('R rejects, a digit chooses, Enter confirms, and «Deshacer» brings it back (B-58, D-19)', async ({
  seat,
  ana,
  takeOrder,
}) => {
  const customer = `Teclas ${Date.now()}`;
  const order = await takeOrder(customer);
  const { page } = await seat('carla', boardPath);
  const board = new BoardPage(page);
  await board
    .card(customer)
    .getByRole('button', { name: /^Ver pedido/ })
    .focus();
  await page.keyboard.press('r');
  const dialog = board.dialog(/^Rechazar pedido/);
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('5');
  await expect(dialog.getByRole('radio').nth(4)).toBeChecked();
  await holdNotices(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect.poll(async () => (await ana.order(order.id)).status).toBe('REJECTED');
  await undo(page).click();
  await expect(board.cardIn('Pendientes', customer)).toBeVisible();
  await expect
    .poll(() => ana.order(order.id))
    .toMatchObject({ status: 'PENDING', reject_reason: null, rejected_reason_message: null });
});

test('without a network a rejection waits, and can be undone (D-07, B-58)', async ({ seat, ana, takeOrder }) => {
  const customer = `Lejos ${Date.now()}`;
  const order = await takeOrder(customer);
  const { page, context } = await seat('carla', boardPath);
  const board = new BoardPage(page);
  await expect(board.card(customer)).toBeVisible();
  await goOffline(page);
  const reject = async (): Promise<void> => {
    await board.act(customer, 'Rechazar');
    await expect(page.getByText('Sin conexión: se enviará al volver.')).toBeVisible();
    await pressControl(board.reason('Hay mucha demanda'));
    await holdNotices(page);
    await page.getByRole('button', { name: 'Rechazar pedido' }).click();
    await expect(board.card(customer)).toHaveCount(0);
  };
  await reject();
  await undo(page).click();
  await expect(board.cardIn('Pendientes', customer)).toBeVisible();
  await context.setOffline(false);
  await expect(board.card(customer).getByText('Se enviará al volver la conexión')).toHaveCount(0, {
    timeout: 90_000,
  });
  // A request sent before the app noticed that it is offline may reach the server first, and its undo after it.
  await expect
    .poll(() => ana.order(order.id), { timeout: 90_000 })
    .toMatchObject({ status: 'PENDING', reject_reason: null });
  await expect(board.card(customer).getByText('Sincronizando…')).toHaveCount(0, { timeout: 90_000 });
  await goOffline(page);
  await reject();
  await context.setOffline(false);
  await expect
    .poll(() => ana.order(order.id), { timeout: 90_000 })
    .toMatchObject({ status: 'REJECTED', reject_reason: 'much_demand' });
});

test('the questions about an order at every size, light and dark: axe finds nothing, nothing scrolls sideways (F-02)', async ({
  seat,
  takeOrder,
}) => {
  const customer = `Vista ${Date.now()}`;
  await takeOrder(customer);
  const { page } = await seat('carla', boardPath);
  const board = new BoardPage(page);
  const look = (name: string): Promise<void> => checkEveryLook(page, name, { sizes: [...sizes, narrowest] });
  const panel = async (name: string): Promise<void> => {
    await page.getByRole('button', { name }).click();
  };
  await expect(board.card(customer)).toBeVisible();
  await look('board-actions');
  await board.act(customer, 'Rechazar');
  await page.getByRole('button', { name: 'Rechazar pedido' }).click();
  await expect(page.getByRole('dialog').getByText('Elegí un motivo.')).toBeInViewport();
  await look('reject-missing');
  await pressControl(board.reason('Nos quedamos sin productos'));
  await look('reject');
  await page.keyboard.press('Escape');
  await board.act(customer, 'Demorar');
  await page.getByRole('button', { name: 'Demorar', exact: true }).click();
  await look('delay-missing');
  await page.getByRole('button', { name: '+15 minutos' }).click();
  await look('delay');
  await page.keyboard.press('Escape');
  const detail = await board.open(customer);
  await expect(detail.box).toBeVisible();
  await look('detail-actions');
  await page.keyboard.press('Escape');
  await panel('Modificación masiva de pedidos');
  await expect(board.dialog('Modificación masiva de pedidos')).toBeVisible();
  await look('bulk');
  await page.keyboard.press('Escape');
  await panel('Lista de pedidos');
  await expect(board.dialog('Lista de pedidos').getByRole('listitem').first()).toBeVisible();
  await look('list');
});
