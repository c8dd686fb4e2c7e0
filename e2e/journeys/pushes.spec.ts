import type { Locator, Page } from '@playwright/test';
import { demoPeople } from '#e2e/api.ts';
import { ApiUser } from '#e2e/api.ts';
import { fullChromium } from '#e2e/chromium-flags.ts';
import { startBeams } from '#e2e/beams.ts';
import { expect, logInByForm, test } from '#e2e/fixtures.ts';
import {
  boardReady,
  deliverPush,
  notificationsOf,
  openedByTap,
  stubSubscription,
  tapNotification,
} from '#e2e/pages/alerts.ts';
import { openShop } from '#e2e/shop.ts';

// These journeys need the service worker, and notifications, which the headless shell lacks.
test.use({ serviceWorkers: 'allow', launchOptions: fullChromium() });

const board = '1/orders/kanban';
/** The notices on screen; live regions repeat their text. */
const notices = (page: Page): Locator => page.locator('[data-toasts]');

const notificationQuestion = '¿Querés recibir notificaciones cuando un pedido cambie o se cancele?';
test('pushes: asked for on our own card, registered for this user alone, sent when nobody was reached (R-36, R-37, R-38, R-39, R-41, R-42)', async ({
  browser,
}) => {
  const beams = await startBeams();
  const env = { BEAMS_INSTANCE_ID: 'e2e-instance', BEAMS_SECRET_KEY: 'e2e-secret', BEAMS_ENDPOINT: beams.endpoint };
  const shop = await openShop({ env });
  const context = await browser.newContext({ locale: 'es-AR', viewport: { width: 1024, height: 768 } });
  try {
    await context.grantPermissions(['notifications'], { origin: shop.origin });
    await stubSubscription(context);
    const page = await context.newPage();
    await page.goto(`${shop.url}login`);
    await expect(page.getByText(notificationQuestion)).toHaveCount(0);
    await logInByForm(page, shop, 'carla');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
    await page.goto(`${shop.url}${board}`);
    await expect(page.getByRole('heading', { name: notificationQuestion })).toBeVisible();
    const region = page.getByRole('region', { name: 'Sugerencia' });
    await expect(region.getByRole('button', { name: 'Ahora no' })).toBeVisible();
    await region.getByRole('button', { name: 'Aceptar' }).click();
    await expect(notices(page).getByText('Listo: este dispositivo va a recibir notificaciones.')).toBeVisible();
    const signedUp = beams.calls.find((c) => c.method === 'PUT' && c.path.endsWith('/devices/web/web-1/user'));
    const [, claims = ''] = (signedUp?.authorization ?? '').replace('Bearer ', '').split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ sub: '3' });
    await page.reload();
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(page.getByText(notificationQuestion)).toHaveCount(0);
    await context.close();

    const ana = await ApiUser.signIn(shop, demoPeople.ana);
    const order = await ana.takeOrder('Nadie lo oye');
    const pushes = () => beams.calls.filter((c) => c.path.endsWith('/publishes/users'));
    await expect.poll(() => pushes().length, { timeout: 90_000 }).toBe(1);
    expect(pushes()[0]).toMatchObject({
      authorization: 'Bearer e2e-secret',
      body: {
        users: ['1', '2', '3'],
        web: {
          notification: { title: `Pedido recibido Nro. ${order.number}` },
          data: { store_id: 1, order_id: order.id },
        },
      },
    });
  } finally {
    await context.close();
    await shop.stop();
    await beams.close();
  }
});

test('a push is shown by the worker with ‘Aceptar’, which opens the board and accepts the order there (F-08, R-42)', async ({
  seat,
  apiUser,
  shop,
}) => {
  const ana = await apiUser('ana');
  const { page, context } = await seat('carla');
  await context.grantPermissions(['notifications'], { origin: shop.origin });
  await page.goto(`${shop.url}1/home`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await page.reload();
  await boardReady(page);
  const order = await ana.takeOrder(`Por aviso ${Date.now()}`);
  const payload = {
    notification: { title: `Pedido recibido Nro. ${order.number}`, body: 'Take away · 1 Fainá' },
    data: { store_id: 1, order_id: order.id, pusher: { instanceId: 'x', publishId: 'y' } },
  };
  await test.step('with an order', async () => {
    await deliverPush(page, shop.origin, JSON.stringify(payload));
    await expect
      .poll(() => notificationsOf(page))
      .toEqual([
        {
          title: payload.notification.title,
          body: 'Take away · 1 Fainá',
          tag: `order-${order.id}`,
          actions: ['Aceptar'],
        },
      ]);
    await tapNotification(context, 'accept');
    await expect(page).toHaveURL(/\/sellers\/1\/orders\/kanban$/);
    await expect.poll(async () => (await ana.order(order.id)).status).toBe('ACCEPTED');
    await expect.poll(() => notificationsOf(page)).toEqual([]);
  });
  await test.step('accepted meanwhile by somebody else', async () => {
    await deliverPush(page, shop.origin, JSON.stringify(payload));
    await expect.poll(() => notificationsOf(page)).toHaveLength(1);
    await tapNotification(context, 'accept');
    await expect(notices(page).getByText(`El pedido ${order.number} ya está aceptado.`)).toBeVisible();
  });
  await test.step('a tap beside the action opens the order', async () => {
    await deliverPush(page, shop.origin, JSON.stringify(payload));
    await expect.poll(() => notificationsOf(page)).toHaveLength(1);
    await tapNotification(context);
    await expect(page.getByRole('dialog', { name: new RegExp(String(order.number)) })).toBeVisible();
    await page.keyboard.press('Escape');
  });
  const asked = {
    notification: { title: 'Mesa 4: pide la cuenta', body: 'La Esquina' },
    data: { store_id: 1, request_id: 7, kind: 'guest' },
  };
  await test.step('what a guest at a table asks for: nothing to accept, and the list in the same window', async () => {
    await deliverPush(page, shop.origin, JSON.stringify(asked));
    await expect.poll(() => notificationsOf(page)).toEqual([{ ...asked.notification, tag: 'guest-7', actions: [] }]);
    await page.evaluate(() => void Object.assign(window, { unloaded: false }));
    await tapNotification(context);
    await expect(page).toHaveURL(`${shop.url}1/guests`);
    await expect(page.getByRole('heading', { level: 1, name: 'Pedidos de mesas' })).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, 'unloaded'))).toBe(false);
    await expect.poll(() => notificationsOf(page)).toEqual([]);
  });
  await test.step('with no window open, a tap opens one there', async () => {
    await deliverPush(page, shop.origin, JSON.stringify(asked));
    await expect.poll(() => notificationsOf(page)).toHaveLength(1);
    await page.goto('about:blank');
    const opened = await openedByTap(context);
    expect(opened).toBe(`${shop.url}1/guests`);
    await page.goto(opened);
    await expect(page.getByRole('heading', { level: 1, name: 'Pedidos de mesas' })).toBeVisible();
    await expect.poll(() => notificationsOf(page)).toEqual([]);
  });
  await test.step("about an order of one's own, as its customer: nothing to accept, and no board", async () => {
    const own = {
      notification: { title: 'Tu pedido Nro. 31', body: 'Aceptado por La Esquina.' },
      data: { store_id: 1, order_id: order.id, kind: 'changed' },
    };
    await deliverPush(page, shop.origin, JSON.stringify(own));
    await expect
      .poll(() => notificationsOf(page))
      .toEqual([{ ...own.notification, tag: `own-order-${order.id}`, actions: [] }]);
    await tapNotification(context);
    await expect(page).toHaveURL(`${shop.url}customer/1/order/${order.id}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect.poll(() => notificationsOf(page)).toEqual([]);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('an order that is gone says so', async () => {
    await page.goto(`${shop.url}${board}#aceptar-999999`);
    await expect(notices(page).getByText('Ese pedido ya no está en este dispositivo.')).toBeVisible({
      timeout: 90_000,
    });
  });
  await test.step('without words, and with words that are not ours', async () => {
    const strange = ['{"notification":7}', '{"data":{"order_id":"x"}}', '{"data":{"request_id":7,"kind":"guest"}}'];
    for (const data of ['', 'not json', ...strange]) {
      await deliverPush(page, shop.origin, data);
      await expect
        .poll(() => notificationsOf(page))
        .toEqual([{ title: 'Marche', body: 'Hay novedades en tu tienda.', tag: 'news', actions: [] }]);
      // Dismisses it: the next one would look the same.
      await tapNotification(context);
      await expect.poll(() => notificationsOf(page)).toEqual([]);
    }
  });
});
