import { ApiUser, demoPeople } from '#e2e/api.ts';
import { expect, goOffline, testInOwnShop } from '#e2e/fixtures.ts';
import { BoardPage } from '#e2e/pages/board.ts';
import { wentBackTexts } from '#texts/alerts.ts';

/** Its own shop: this journey restores its database. */
const test = testInOwnShop();

test('after the server went back to a copy, a board shows what is there, sends what waited and says so (I3, I6, I9)', async ({
  seat,
  shop,
  apiUser,
}) => {
  test.setTimeout(120_000);
  const ana = await apiUser('ana');
  const { page, context } = await seat('carla', '1/orders/kanban');
  const board = new BoardPage(page);
  const older = await ana.takeOrder('De antes');
  await ana.takeOrder('Con un toque');
  await expect(board.cardIn('Pendientes', 'Con un toque')).toBeVisible();

  const restore = await shop.backUp();
  await ana.changeStatus(older, 'ACCEPTED');
  await ana.takeOrder('De después');
  await expect(board.cardIn('Aceptados', 'De antes')).toBeVisible();
  await expect(board.cardIn('Pendientes', 'De después')).toBeVisible();
  await goOffline(page);
  await board.next('Con un toque');
  await expect(board.cardIn('Aceptados', 'Con un toque')).toBeVisible();

  await restore();
  await context.setOffline(false);
  await expect(board.cardIn('Pendientes', 'De antes')).toBeVisible({ timeout: 20_000 });
  await expect(board.card('De después')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Avisos en pantalla' }).getByText(wentBackTexts.title)).toBeVisible();
  await expect(board.cardIn('Aceptados', 'Con un toque')).toBeVisible();
  const again = await ApiUser.signIn(shop, demoPeople.ana);
  const statusOf = async (customer: string) =>
    (await again.orders()).body.find((o) => o.description === customer)?.status;
  await expect.poll(() => statusOf('Con un toque')).toBe('ACCEPTED');
  expect([await statusOf('De antes'), await statusOf('De después')]).toEqual(['PENDING', undefined]);

  // A new order has the number that a lost one had, but none of its ids: the board takes it for what it is.
  await again.takeOrder('Nuevo');
  await expect(board.cardIn('Pendientes', 'Nuevo')).toBeVisible();
  await expect(board.cardIn('Pendientes', 'De antes')).toBeVisible();
});
