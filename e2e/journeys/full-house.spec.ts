import type { Page } from '@playwright/test';
import type { Beams } from '#e2e/beams.ts';
import { startBeams } from '#e2e/beams.ts';
import { fullChromium } from '#e2e/chromium-flags.ts';
import { expect, type Seat, test as base } from '#e2e/fixtures.ts';
import { boardReady, deliverPush, notificationsOf, stubSubscription, tapNotification } from '#e2e/pages/alerts.ts';
import { BoardPage } from '#e2e/pages/board.ts';
import { allForGuests, GuestScreen, letGuestsIn } from '#e2e/pages/guests.ts';
import { becomeKiosk } from '#e2e/pages/kiosk.ts';
import { CheckoutScreen } from '#e2e/pages/ordering.ts';
import { StoreFrontScreen, TrackingScreen } from '#e2e/pages/storefront.ts';
import type { Shop } from '#e2e/shop.ts';
import { inDatabase } from '#e2e/shop-database.ts';
import { openShop } from '#e2e/shop.ts';

/** Its own shop, whose pushes go to a Beams server of the test. */
const test = base.extend<object, { beams: Beams; shop: Shop }>({
  beams: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const beams = await startBeams();
      await use(beams);
      await beams.close();
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ beams }, use) => {
      const env = { BEAMS_INSTANCE_ID: 'e2e-instance', BEAMS_SECRET_KEY: 'e2e-secret', BEAMS_ENDPOINT: beams.endpoint };
      const shop = await openShop({ env });
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

// The worker shows the pushes as notifications, which the headless shell lacks.
test.use({ serviceWorkers: 'allow', launchOptions: fullChromium() });

const phone = { width: 390, height: 844 } as const;
const carlasId = '3';
const diegosId = '4';
const fedesId = '6';

/** The page of a device that may show notifications, with its worker. */
async function withWorker({ page, context }: Seat, { origin }: Shop): Promise<Page> {
  await context.grantPermissions(['notifications'], { origin });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  return page;
}

/** Waits for the server's push to that person with that title, and brings it to the worker of their device. */
async function bringPush({ calls }: Beams, shop: Shop, page: Page, userId: string, title: string): Promise<void> {
  interface Publish {
    readonly users: readonly string[];
    readonly web: { readonly notification: { readonly title: string }; readonly data: object };
  }
  const sent = (): Publish | undefined =>
    calls
      .filter(({ path }) => path.endsWith('/publishes/users'))
      .map(({ body }) => body as Publish)
      .findLast(({ users, web }) => users.includes(userId) && web.notification.title === title);
  await expect.poll(sent, { message: `a push «${title}»`, timeout: 30_000 }).toBeDefined();
  const web = sent()?.web;
  const pusher = { instanceId: 'e2e-instance', publishId: 'pubid-1' };
  await deliverPush(page, shop.origin, JSON.stringify({ ...web, data: { ...web?.data, pusher } }));
  await expect.poll(async () => (await notificationsOf(page)).map((shown) => shown.title)).toContain(title);
}

test("a full house: a guest's phone, a waiter's, the counter, the kitchen screen and a customer's phone, each live, from the order to its end", async ({
  seat,
  apiUser,
  shop,
  beams,
}) => {
  const carla = await apiUser('carla');
  await letGuestsIn(carla, allForGuests);
  // The demo's own order of Fede.
  await inDatabase(shop, `update orders set status = 'COMPLETE' where origin = 'customer'`);
  for (const who of [carla, await apiUser('diego')]) await who.call('PATCH', '/me', { new_order_push: 'always' });
  const [counter, kitchen, waiter, guest, customer] = await Promise.all([
    seat('carla', '1/orders/kanban'),
    seat('ana', '1/orders/kanban', { width: 1920, height: 1080 }),
    seat('diego', '1/home', phone),
    seat(null, 'c/LE-M05', phone),
    seat('fede', '1/home', phone),
  ]);
  await boardReady(counter.page);
  await becomeKiosk(kitchen.page);
  const [counterPage, customerPage] = [await withWorker(counter, shop), await withWorker(customer, shop)];
  const waiterPage = await withWorker(waiter, shop);
  const [board, screen] = [new BoardPage(counter.page), new BoardPage(kitchen.page)];

  await test.step('the waiter lets the app wake their phone', async () => {
    await stubSubscription(waiter.context);
    await waiterPage.reload();
    await waiterPage.getByRole('region', { name: 'Sugerencia' }).getByRole('button', { name: 'Aceptar' }).click();
    const signedUp = () => beams.calls.find((c) => c.method === 'PUT' && c.path.endsWith('/devices/web/web-1/user'));
    await expect.poll(signedUp).toBeDefined();
    const [, claims = ''] = signedUp()?.authorization.split('.') ?? [];
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ sub: diegosId });
  });

  await test.step("the table orders by its code, which wakes the waiter's phone; they accept, counter and kitchen have it at once", async () => {
    const menu = new GuestScreen(guest.page);
    await menu.shown('Mesa 5');
    await menu.add('papas fritas', 'papas fritas');
    await menu.button('Ver el pedido').click();
    await menu.button('Enviar al mozo').click();
    await expect(menu.request('Pedido')).toContainText('Esperando que el mozo lo confirme');
    await bringPush(beams, shop, waiterPage, diegosId, 'Mesa 5: quiere pedir');
    await tapNotification(waiter.context);
    await expect(waiterPage).toHaveURL(`${shop.url}1/guests`);
    await waiterPage.getByRole('button', { name: 'Aceptar el pedido de Mesa 5' }).click();
    await expect(menu.request('Pedido')).toContainText(/Aceptado · Pedido Nro\. \d+/);
    await expect(menu.bill).toContainText('2 × Papas fritas');
    await expect(board.cardIn('Pendientes', 'Mesa 5')).toBeVisible();
    await expect(screen.cardIn('Pendientes', 'Mesa 5')).toBeVisible();
    const number = /Nro\. (\d+)/.exec(await menu.request('Pedido').innerText())?.[1];
    await bringPush(beams, shop, counterPage, carlasId, `Pedido recibido Nro. ${number}`);
  });

  const tracking = new TrackingScreen(customer.page);
  await test.step('a customer orders a delivery meanwhile', async () => {
    const catalog = await new StoreFrontScreen(customer.page).order('Delivery');
    await catalog.add('picada la esquina');
    const address = await catalog.toAddress();
    await address.choose('Corrientes 3510');
    await address.toCheckout();
    await new CheckoutScreen(customer.page).finish();
    await tracking.shown();
    await expect(board.cardIn('Pendientes', 'Federico Molina')).toBeVisible();
    await expect(screen.cardIn('Pendientes', 'Federico Molina')).toBeVisible();
  });

  await test.step('the kitchen takes both on, and every screen follows', async () => {
    await screen.next('Mesa 5');
    await screen.next('Federico Molina');
    await expect(board.cardIn('Aceptados', 'Mesa 5')).toBeVisible();
    await expect(board.cardIn('Aceptados', 'Federico Molina')).toBeVisible();
    await expect(tracking.progress('Aceptado')).toBeVisible();
    const title = await customer.page.getByRole('heading', { level: 1 }).innerText();
    await bringPush(beams, shop, customerPage, fedesId, `Tu ${title.replace(/^P/, 'p')}`);
    await screen.next('Mesa 5');
    await screen.next('Federico Molina');
    await expect(board.cardIn('Por entregar', 'Mesa 5')).toBeVisible();
    await expect(tracking.progress('Por entregar')).toBeVisible();
  });

  await test.step('the rider leaves, and the customer has it', async () => {
    await board.next('Federico Molina');
    await expect(tracking.progress('Entregado')).toBeVisible();
    await expect(screen.card('Federico Molina')).toHaveCount(0);
  });

  await test.step('the table asks for the bill, pays at the counter, and has to scan again', async () => {
    const menu = new GuestScreen(guest.page);
    await menu.button('Pedir la cuenta').click();
    await bringPush(beams, shop, waiterPage, diegosId, 'Mesa 5: pide la cuenta');
    await waiterPage.getByRole('button', { name: 'Atendido: Mesa 5' }).click();
    await expect.poll(() => notificationsOf(waiterPage)).toEqual([]);
    await expect(menu.request('Pedido de la cuenta')).toContainText('El mozo está en camino');
    await counter.page.goto(`${shop.url}1/codes/index`);
    await counter.page
      .getByRole('listitem')
      .filter({ hasText: /^Mesa 5/ })
      .getByRole('button')
      .click();
    const detail = counter.page.getByRole('dialog', { name: 'Detalle de Mesa 5' });
    await detail.getByRole('button', { name: 'Finalizar o rechazar' }).click();
    await counter.page.getByRole('menuitem', { name: 'Finalizar' }).click();
    await expect(screen.card('Mesa 5')).toHaveCount(0);
    await menu.button('Llamar al mozo').click();
    await expect(
      guest.page.getByText('Escaneá otra vez el código de la mesa. Lo que elegiste sigue acá.'),
    ).toBeVisible();
  });
});
