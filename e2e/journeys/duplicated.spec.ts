import { expect, test } from '#e2e/fixtures.ts';
import { checkEveryLook } from '#e2e/looks.ts';
import { BoardPage } from '#e2e/pages/board.ts';
import { Outbox } from '#e2e/pages/outbox.ts';

// These journeys need the service worker.
test.use({ serviceWorkers: 'allow' });

test('two windows fight for the session: the loser rests, keeps its three changes, and takes them back (F-31, F-32, F-33, F-34, N-37)', async ({
  seat,
  apiUser,
  shop,
}) => {
  const ana = await apiUser('ana');
  const carla = await apiUser('carla');
  const { id } = (await carla.call<{ id: number }>('GET', '/me')).body;
  const names = ['Uno', 'Dos', 'Tres'].map((name) => `${name} ${Date.now()}`);
  const orders = await Promise.all(names.map((name) => ana.takeOrder(name)));
  const here = await seat('carla', '1/orders/kanban');
  await here.page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await here.page.reload();
  const board = new BoardPage(here.page);
  for (const name of names) await expect(board.card(name)).toBeVisible();
  const codeOf = async () => (await here.context.cookies()).find((c) => c.name === 'code');
  const mine = await codeOf();
  expect(mine).toMatchObject({ path: '/sellers/', sameSite: 'Lax', expires: -1 });

  await here.context.setOffline(true);
  for (const name of names) {
    await board.next(name);
    await expect(board.cardIn('Aceptados', name)).toBeVisible();
  }
  const other = await here.context.newPage();
  await other.goto(`${shop.url}1/orders/kanban`);
  const useHere = here.page.getByRole('button', { name: 'Usar aquí' });
  await expect(here.page).toHaveURL(/\/duplicated$/);
  await expect(useHere).toBeFocused();
  await expect(here.page.getByText('Si seguís acá, la otra se pausa.')).toBeVisible();
  expect((await codeOf())?.value).not.toBe(mine?.value);
  for (const name of names) await expect(new BoardPage(other).cardIn('Aceptados', name)).toBeVisible();
  await expect.poll(() => new Outbox(other, id).count('outbox')).toBe(3);

  // Every other URL leads there too.
  await here.page.evaluate(() => history.pushState(null, '', '/sellers/1/home'));
  await expect(here.page).toHaveURL(/\/duplicated$/);
  await expect(useHere).toBeVisible();

  // Offline, the last store opens by itself.
  await useHere.click();
  await expect(here.page).toHaveURL(/\/1\/home$/);
  await expect(other).toHaveURL(/\/duplicated$/);
  await here.page.goto(`${shop.url}1/orders/kanban`);
  for (const name of names) await expect(board.cardIn('Aceptados', name)).toBeVisible();
  await expect.poll(() => new Outbox(here.page, id).count('outbox')).toBe(3);
  await here.context.setOffline(false);
  for (const { id: order, status_rev: rev } of orders)
    await expect
      .poll(async () => ana.order(order), { timeout: 90_000 })
      .toMatchObject({ status: 'ACCEPTED', status_rev: rev + 1 });
  await expect(other).toHaveURL(/\/duplicated$/);
});

test('«Usar aquí» goes to the stores, and the other window rests (F-35)', async ({ seat, shop }) => {
  const { page, context } = await seat('carla', '1/home');
  const other = await context.newPage();
  await other.goto(`${shop.url}1/home`);
  await page.getByRole('button', { name: 'Usar aquí' }).click();
  await expect(page.getByRole('heading', { name: 'Tiendas' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Usar aquí' })).toBeVisible();
});

test('without the other window /duplicated is no place to be (F-33)', async ({ seat, shop }) => {
  const { page } = await seat('carla');
  await page.goto(`${shop.url}duplicated`);
  await expect(page.getByRole('heading', { name: 'Tiendas' })).toBeVisible();
});

test('the resting window at every size, light and dark (F-34)', async ({ seat, shop }) => {
  const { page, context } = await seat('carla');
  const other = await context.newPage();
  await other.goto(shop.url);
  await expect(page.getByRole('button', { name: 'Usar aquí' })).toBeVisible();
  await checkEveryLook(page, 'duplicated');
});
