import type { Page } from '@playwright/test';
import type { WireOrder } from '#contract/wire/orders.ts';
import { expect, goOffline } from '#e2e/fixtures.ts';
import { BoardPage } from '#e2e/pages/board.ts';
import { removeRow, testOfTwo as test } from '#e2e/pages/two-products.ts';

const boardPath = '1/orders/kanban';
const wide = { width: 1920, height: 1080 };

// These journeys need the service worker.
test.use({ serviceWorkers: 'allow' });

const pesos = (amount: number): string =>
  `$ ${amount.toLocaleString('es-AR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

const said = (page: Page, text: string | RegExp) => page.locator('[data-toasts]').getByText(text).first();
const names = (order: WireOrder): readonly [string, string] => [order.items[0]?.name ?? '', order.items[1]?.name ?? ''];

test('a product leaves an order after «Sí, eliminar», and the rest adds up on every device (B-67, B-68, B-69, N-12)', async ({
  seat,
  ana,
  takeTwo,
}) => {
  const customer = `Borrar ${Date.now()}`;
  const order = await takeTwo(customer);
  const [first, second] = names(order);
  const { page } = await seat('carla', boardPath, wide);
  const { page: other } = await seat('bruno', boardPath, wide);
  const detail = await new BoardPage(page).open(customer);
  const others = await new BoardPage(other).open(customer);
  await detail.bin(second).click();
  await expect(detail.question).toContainText(second);
  const left = order.total - (order.items[1]?.price ?? 0);
  await expect(detail.question).toContainText(`El total pasa de ${pesos(order.total)} a ${pesos(left)}.`);
  await expect(detail.question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await detail.question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(detail.question).toHaveCount(0);
  await expect(detail.bin(second)).toBeFocused();
  expect((await ana.order(order.id)).items).toHaveLength(2);

  await detail.bin(second).click();
  // The notice is shown for ten seconds, so the test starts waiting before the tap.
  const told = others.box.getByText('Actualizado recién').waitFor();
  await detail.question.getByRole('button', { name: 'Sí, eliminar' }).click();
  await expect(said(page, 'El item fue eliminado.')).toBeVisible();
  await told;
  for (const screen of [detail, others]) {
    await expect(screen.bin(second)).toHaveCount(0);
    await expect(screen.amount('Total')).toHaveText(pesos(left));
    // The payments do not change, and the screen tells the difference (N-26).
    await expect(screen.box).toContainText(
      `¡Atención! Los pagos son mayores al total por ${pesos(order.total - left)}.`,
    );
  }
  await expect(detail.box.getByRole('region', { name: 'Productos' })).toBeFocused();
  expect(await ana.order(order.id)).toMatchObject({
    total: left,
    money_rev: order.money_rev + 1,
    status_rev: order.status_rev,
    items: [{ name: first }],
  });

  await detail.bin(first).click();
  await expect(detail.question).toContainText('El pedido debe tener al menos un producto.');
  await expect(detail.question.getByRole('button', { name: 'Sí, eliminar' })).toHaveCount(0);
  await detail.question.getByRole('button', { name: 'Cerrar' }).click();
  const moved = await ana.changeStatus(await ana.order(order.id), 'COMPLETE');
  expect(moved.status).toBe(200);
  await expect(detail.box.getByText('Desde otro dispositivo finalizaron este pedido.')).toBeVisible();
  await expect(detail.bin(first)).toHaveCount(0);
});

test('deleting needs a network; a try without answer is repeated as the same command (B-67, N-16, D-07)', async ({
  seat,
  ana,
  takeTwo,
}) => {
  const customer = `Lejos ${Date.now()}`;
  const order = await takeTwo(customer);
  const [, second] = names(order);
  const { page, context } = await seat('carla', boardPath);
  const board = new BoardPage(page);
  const detail = await board.open(customer);
  await goOffline(page);
  await detail.bin(second).click();
  const confirm = detail.question.getByRole('button', { name: 'Sí, eliminar' });
  await expect(detail.question.getByText('Necesitás conexión para eliminar un producto')).toBeVisible();
  await confirm.click({ force: true });
  await context.setOffline(false);
  await expect(detail.question.getByText('Necesitás conexión para eliminar un producto')).toHaveCount(0);

  const keys: (string | undefined)[] = [];
  await page.route('**/item/*', (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    return keys.length === 1 ? route.abort() : route.continue();
  });
  await confirm.click();
  await expect(detail.question.getByText('Ocurrió un error con la petición.')).toBeVisible();
  expect((await ana.order(order.id)).items).toHaveLength(2);
  await confirm.click();
  await expect(said(page, 'El item fue eliminado.')).toBeVisible();
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(await ana.order(order.id)).toMatchObject({ money_rev: order.money_rev + 1 });
});

test('a product that another device deleted meanwhile, and a refusal, are told in the question (B-67)', async ({
  seat,
  ana,
  takeTwo,
}) => {
  const customer = `Ganaron ${Date.now()}`;
  const order = await takeTwo(customer);
  const [first, second] = names(order);
  const { page } = await seat('carla', boardPath);
  const board = new BoardPage(page);
  const detail = await board.open(customer);
  await page.route('**/item/*', (route) =>
    route.fulfill({ status: 422, json: { code: 'validation', message: 'Ese pedido ya se facturó.' } }),
  );
  await detail.bin(first).click();
  await detail.question.getByRole('button', { name: 'Sí, eliminar' }).click();
  await expect(detail.question.getByText('Ese pedido ya se facturó.')).toBeVisible();
  await detail.question.getByRole('button', { name: 'Cancelar' }).click();
  await page.unroute('**/item/*');

  await detail.bin(second).click();
  expect((await removeRow(ana, order, 1)).status).toBe(200);
  await expect(detail.question.getByText('Ese producto ya no está en el pedido.')).toBeVisible();
  await detail.question.getByRole('button', { name: 'Cerrar' }).click();
  await expect(detail.bin(second)).toHaveCount(0);
});
