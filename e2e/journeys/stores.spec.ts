import type { Page } from '@playwright/test';
import { expect, goOffline, openLaEsquina, testInOwnShop } from '#e2e/fixtures.ts';
import { check, checkEveryLook } from '#e2e/looks.ts';
import { BoardPage } from '#e2e/pages/board.ts';
import { inDatabase } from '#e2e/shop-database.ts';

const plansUrl = 'https://ejemplo.test/planes';
const test = testInOwnShop({ PLANS_URL: plansUrl });

// These journeys need the service worker.
test.use({ serviceWorkers: 'allow' });
const phone = { width: 390, height: 844 };
const fede = `(select id from users where email = 'fede@demo.marche')`;
const diego = `(select id from users where email = 'diego@demo.marche')`;

/** Restores the seed: Fede is invited to La Esquina, Diego and Carla work there. */
test.beforeEach(async ({ shop }) => {
  await inDatabase(shop, `delete from memberships where user_id = ${fede}`);
  await inDatabase(shop, `update invitations set answer = null where user_id = ${fede}`);
  await inDatabase(
    shop,
    `insert into memberships (store_id, user_id, role, owner, created_at)
     select 1, id, case when email like 'diego%' then 'seller' else 'operator' end, false, now()
     from users where email in ('diego@demo.marche', 'carla@demo.marche') on conflict do nothing`,
  );
});

const invitation = (page: Page) => page.getByRole('button', { name: /Invitación pendiente\./ });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Invitación a La Esquina' });
const menuOf = (page: Page, store: string) => page.getByRole('button', { name: `Opciones de ${store}` });
const storeButton = (page: Page, store: string) => page.getByRole('button', { name: new RegExp(`^${store}`) });

test('a newcomer accepts the invitation at phone size and enters the store (S-02, S-03, S-06, S-07, S-08, S-09, S-11, S-17)', async ({
  seat,
}) => {
  const { page } = await seat('fede', '', phone);
  await expect(page.getByText('No se encontraron tiendas.')).toBeVisible();
  await expect(page.getByText('Pedile a tu encargado que te invite con fede@demo.marche')).toBeVisible();
  await expect(invitation(page)).toContainText('Vendedor');
  await invitation(page).click();
  await expect(dialog(page)).toContainText('Te invitaron a trabajar como Vendedor.');
  await expect(dialog(page).getByRole('button', { name: 'Rechazar' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByText('Invitación respondida correctamente.').first()).toBeVisible();
  await expect(invitation(page)).toHaveCount(0);
  await expect(storeButton(page, 'La Esquina')).toContainText('Vendedor');
  await openLaEsquina(page);
  await expect(page.getByText('Pantalla principal')).toBeVisible();
});

test('leaving asks, cancel changes nothing, and afterwards nothing of the store is on the device (S-12, S-15, S-16, A8)', async ({
  seat,
}) => {
  const { page } = await seat('diego');
  await openLaEsquina(page);
  await expect(page.getByText('Pantalla principal')).toBeVisible();
  await page.getByRole('button', { name: 'Usuario' }).click();
  await page.getByRole('button', { name: 'Mis tiendas' }).click();
  const leave = async (): Promise<void> => {
    await menuOf(page, 'La Esquina').click();
    await page.getByRole('menuitem', { name: 'Dejar tienda' }).click();
  };
  const question = page.getByRole('alertdialog', { name: '¿Dejar La Esquina?' });
  await leave();
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(storeButton(page, 'La Esquina')).toBeVisible();
  await leave();
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('Tu usuario fue correctamente eliminado de la tienda La Esquina.').first()).toBeVisible();
  await expect(storeButton(page, 'La Esquina')).toHaveCount(0);
  await expect(storeButton(page, 'Asunción Grill')).toBeVisible();
  const kept = (): Promise<string[]> =>
    page.evaluate(async () => (await indexedDB.databases()).flatMap((d) => d.name ?? []));
  await expect
    .poll(async () => (await kept()).filter((name) => name.endsWith(':1') && !name.startsWith('marche-cache')))
    .toEqual([]);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('marche:boot'))).toContain('"lastStore":null');
});

test('what was not sent is sent first, else it is asked about; nothing is lost without a word (S-12, offline engine, Principles)', async ({
  seat,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  const customer = `Sin enviar ${Date.now()}`;
  const order = await ana.takeOrder(customer);
  const { page } = await seat('carla', '1/orders/kanban');
  await page.route('**/api/store/1/orders/**', (route) => route.abort());
  await new BoardPage(page).cardIn('Pendientes', customer).getByRole('button', { name: 'Aceptar' }).click();
  await page.getByRole('button', { name: 'Usuario' }).click();
  await page.getByRole('button', { name: 'Mis tiendas' }).click();
  await menuOf(page, 'La Esquina').click();
  await page.getByRole('menuitem', { name: 'Dejar tienda' }).click();
  await expect(page.getByRole('dialog', { name: 'Enviando 1 acción…' })).toBeVisible();
  const question = page.getByRole('alertdialog', { name: 'Queda 1 acción sin enviar' });
  await expect(question).toBeVisible();
  await page.unroute('**/api/store/1/orders/**');
  await question.getByRole('button', { name: 'Enviar ahora' }).click();
  await expect(page.getByRole('alertdialog', { name: '¿Dejar La Esquina?' })).toBeVisible();
  await expect.poll(async () => (await ana.order(order.id)).status).toBe('ACCEPTED');
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect(storeButton(page, 'La Esquina')).toBeVisible();
});

test('the last used store stands first, and opens by itself when the app starts without a network (A6, F-36)', async ({
  seat,
  shop,
}) => {
  const { page, context } = await seat('ana');
  await storeButton(page, 'Asunción Grill').click();
  await expect(page).toHaveURL(/\/4\/home/);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(shop.url);
  const first = page.locator('[data-store]').first();
  await expect(first).toContainText('Asunción Grill');
  await expect(first).toContainText('Continuar');
  await context.setOffline(true);
  const again = await context.newPage();
  await again.goto(shop.url);
  await expect(again).toHaveURL(/\/4\/home/);
  await expect(again.getByRole('navigation', { name: 'Principal' })).toBeVisible();
});

const carla = `(select id from users where email = 'carla@demo.marche')`;

test('who is removed from a store on another device is taken to the list, told so, and what was not sent stays in sight (architecture, Events, D-06, offline engine, Principles)', async ({
  seat,
  apiUser,
  shop,
}) => {
  const customer = `Sin enviar ${Date.now()}`;
  await (await apiUser('ana')).takeOrder(customer);
  const { page } = await seat('carla', '1/orders/kanban');
  const board = new BoardPage(page);
  await expect(board.card(customer)).toBeVisible();
  await page.route('**/api/store/1/orders/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await board.next(customer);
  await expect(board.cardIn('Aceptados', customer)).toBeVisible();
  await inDatabase(shop, `delete from memberships where store_id = 1 and user_id = ${carla}`);
  await expect(page).toHaveURL(/\/sellers\/$/, { timeout: 90_000 });
  await expect(
    page
      .getByText('Ya no trabajás en La Esquina. La acción que no se envió queda guardada en este dispositivo.')
      .first(),
  ).toBeVisible();
  await expect(storeButton(page, 'La Esquina')).toHaveCount(0);
  await expect(storeButton(page, 'Rotisería Don Pepe')).toBeVisible();
  const kept = page.getByText(/^Queda 1 acción sin terminar de una tienda en la que ya no trabajás\./);
  await expect(kept).toBeVisible();
  await page.getByRole('button', { name: 'Descartar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar para siempre' }).click();
  await expect(kept).toHaveCount(0);
  const left = (): Promise<string[]> =>
    page.evaluate(async () => (await indexedDB.databases()).flatMap((d) => d.name ?? []));
  await expect
    .poll(async () => (await left()).filter((name) => name.endsWith(':1') && !name.startsWith('marche-cache')))
    .toEqual([]);
});

test('who becomes somebody else in a store is told, and comes in again as that (architecture, Events, R-27)', async ({
  seat,
  shop,
}) => {
  const { page } = await seat('carla', '1/orders/kanban');
  await expect(page.getByRole('heading', { name: 'Tablero de pedidos' })).toBeVisible();
  await inDatabase(shop, `update memberships set role = 'seller' where store_id = 1 and user_id = ${carla}`);
  await expect(page).toHaveURL(/\/sellers\/$/, { timeout: 90_000 });
  await expect(page.getByText('Ahora sos Vendedor en La Esquina. Volvé a entrar.').first()).toBeVisible();
  await expect(storeButton(page, 'La Esquina')).toContainText('Vendedor');
  await storeButton(page, 'La Esquina').click();
  await expect(page.getByText('Pantalla principal')).toBeVisible();
  const orders = (): Promise<string[]> =>
    page.evaluate(async () => {
      const names = (await indexedDB.databases()).flatMap((d) => d.name ?? []);
      return names.filter((name) => name.endsWith(':1') && !name.startsWith('marche-cache'));
    });
  await expect.poll(orders).toHaveLength(1);
  await inDatabase(shop, `update memberships set role = 'operator' where store_id = 1 and user_id = ${carla}`);
});

test('on the free plan who takes no orders reads what the plans are, with a way to read on (H-03, H-12, B4)', async ({
  seat,
  shop,
}) => {
  await inDatabase(
    shop,
    `insert into memberships (store_id, user_id, role, owner, created_at) values (3, ${diego}, 'seller', false, now()) on conflict do nothing`,
  );
  const { page } = await seat('diego', '3/home');
  await expect(page.getByRole('heading', { name: 'Tu plan no incluye esta función' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Conocé los planes/ })).toHaveAttribute('href', plansUrl);
  await check(page, 'plan-1024-light');
  await inDatabase(shop, `delete from memberships where store_id = 3 and user_id = ${diego}`);
});

test('stores and invitations at every size, light and dark: axe finds nothing, nothing scrolls sideways (F-02)', async ({
  seat,
  shop,
}) => {
  await inDatabase(
    shop,
    `insert into memberships (store_id, user_id, role, owner, created_at) select s, ${fede}, 'manager', false, now() from unnest(array[2, 4]) s`,
  );
  const { page } = await seat('fede', '');
  await expect(storeButton(page, 'Asunción Grill')).toBeVisible();
  await checkEveryLook(page, 'invited');
  await invitation(page).click();
  await expect(dialog(page)).toBeVisible();
  await checkEveryLook(page, 'invitation');
  await page.keyboard.press('Escape');
  await menuOf(page, 'Asunción Grill').click();
  await page.getByRole('menuitem', { name: 'Dejar tienda' }).click();
  await expect(page.getByRole('alertdialog', { name: '¿Dejar Asunción Grill?' })).toBeVisible();
  await checkEveryLook(page, 'leave-store');
});

test('without a network leaving is not possible, and says why (A8)', async ({ seat }) => {
  const { page } = await seat('diego');
  await expect(menuOf(page, 'La Esquina')).toBeVisible();
  await goOffline(page);
  await menuOf(page, 'La Esquina').click();
  await expect(page.getByRole('menuitem', { name: /Dejar tienda/ })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('Necesitás conexión para dejar la tienda')).toBeVisible();
});

test('the only store opens by itself, once; «Mis tiendas» shows the list (A1, A6)', async ({ seat, shop }) => {
  const { page } = await seat('elena');
  await expect(page).toHaveURL(`${shop.url}1/home`);
  await page.getByRole('button', { name: 'Usuario' }).click();
  await page.getByRole('button', { name: 'Mis tiendas' }).click();
  await expect(page.getByRole('heading', { name: 'Tiendas' })).toBeVisible();
  await expect(storeButton(page, 'La Esquina')).toBeVisible();
});

test('the owner is not offered to leave; in a store that was left the person is a customer (S-13, S-15, N-42)', async ({
  seat,
  shop,
}) => {
  const owner = await seat('ana');
  await expect(storeButton(owner.page, 'La Esquina')).toBeVisible();
  await expect(owner.page.getByRole('button', { name: /^Opciones de/ })).toHaveCount(0);
  const { page } = await seat('diego', '1/home');
  await expect(page.getByText('Pantalla principal')).toBeVisible();
  await inDatabase(shop, `delete from memberships where store_id = 1 and user_id = ${diego}`);
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases())
      if (name?.startsWith('marche-cache')) indexedDB.deleteDatabase(name);
  });
  await page.goto(`${shop.url}1/home`);
  await expect(page.getByRole('heading', { name: 'Hacé tu pedido' })).toBeVisible();
  await page.goto(`${shop.url}1/codes/index`);
  await expect(page).toHaveURL(/\/1\/home$/);
  await expect(page.getByRole('link', { name: /Códigos/ })).toHaveCount(0);
});
