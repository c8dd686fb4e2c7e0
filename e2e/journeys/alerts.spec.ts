import type { BrowserContext, Locator, Page } from '@playwright/test';
import { demoPeople } from '#e2e/api.ts';
import { ApiUser } from '#e2e/api.ts';
import { startBeams } from '#e2e/beams.ts';
import { expect, logInByForm, test } from '#e2e/fixtures.ts';
import { axeFindings, checkEveryLook, shot, sizes, themes } from '#e2e/looks.ts';
import { cardOf, heardOn, holdNotices, noticeOf, orderSignals, soundButton, spyOn } from '#e2e/pages/alerts.ts';
import { BoardPage } from '#e2e/pages/board.ts';
import { OrderActions } from '#e2e/pages/order-actions.ts';
import { inDatabase } from '#e2e/shop-database.ts';
import { openShop } from '#e2e/shop.ts';

// These journeys need the service worker.
test.use({ serviceWorkers: 'allow' });

const board = '1/orders/kanban';
const profile = '1/user/settings/general';

/** The notices on screen; live regions repeat their text. */
const notices = (page: Page): Locator => page.locator('[data-toasts]');

/** Waits until the board has loaded its orders: later orders count as new. */
async function ready(page: Page): Promise<void> {
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(soundButton(page)).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('marche:alerts'))).not.toBeNull();
}

test('an order made on one device is told on the others by notice, sound, title and badge, on the board by its card, and disappears everywhere once accepted (B-43, B-44, P-50, R-28)', async ({
  seat,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  const kitchen = await seat('carla');
  const counter = await seat('ana');
  for (const { page, context } of [kitchen, counter]) {
    await spyOn(context);
    await page.goto(`${new URL(page.url()).origin}/sellers/${board}`);
    await ready(page);
    await page.goto(`${new URL(page.url()).origin}/sellers/${profile}`);
    await expect(page.getByRole('heading', { name: 'Editar perfil de usuario' })).toBeVisible();
  }
  const { page: wall } = await seat('bruno', board);
  await ready(wall);
  for (const { page } of [kitchen, counter]) await holdNotices(page);
  const waiting = (await ana.orders()).body.filter((o) => o.status === 'PENDING').length;
  const order = await ana.takeOrder(`Aviso ${Date.now()}`);
  for (const { page } of [kitchen, counter]) {
    await expect(noticeOf(page, order.number)).toBeVisible();
    await expect(noticeOf(page, order.number)).toContainText(/Take away · 1 .+ · \$\s/);
    await expect.poll(async () => orderSignals(await heardOn(page))).toBe(1);
    await expect(page).toHaveTitle(new RegExp(`^\\(${waiting + 1}\\) `));
    await expect.poll(async () => (await heardOn(page)).badges.at(-1)).toBe(waiting + 1);
    await expect(page.locator('[data-live-regions] [aria-live="assertive"]')).toContainText(
      `Pedido recibido Nro. ${order.number}`,
    );
  }
  await expect(cardOf(wall, order)).toHaveAttribute('data-fresh', 'true');
  await expect(wall.locator('[data-live-regions] [aria-live="assertive"]')).toContainText(
    `Pedido recibido Nro. ${order.number}`,
  );
  await expect(wall.locator('[data-toast]')).toHaveCount(0);
  await noticeOf(kitchen.page, order.number).getByRole('button', { name: 'Aceptar' }).click();
  await expect.poll(async () => (await ana.order(order.id)).status).toBe('ACCEPTED');
  for (const { page } of [kitchen, counter]) {
    await expect(noticeOf(page, order.number)).toHaveCount(0);
    await expect(page).toHaveTitle(waiting === 0 ? /^La Esquina/ : new RegExp(`^\\(${waiting}\\) `));
    await expect.poll(async () => (await heardOn(page)).badges.at(-1)).toBe(waiting);
  }
});

test('an order that somebody else cancels is heard with two falling notes and said, not on the device that did it (docs/screens.md)', async ({
  seat,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  const kitchen = await seat('carla');
  const counter = await seat('ana');
  for (const { page, context } of [kitchen, counter]) {
    await spyOn(context);
    await page.goto(`${new URL(page.url()).origin}/sellers/${board}`);
    await ready(page);
  }
  const fallen = async (page: Page): Promise<number> => (await heardOn(page)).tones.filter((hz) => hz === 587).length;
  const order = await ana.takeOrder(`Cancelado ${Date.now()}`);
  for (const { page } of [kitchen, counter]) {
    await expect(cardOf(page, order)).toBeVisible();
    await holdNotices(page);
  }
  await ana.call(
    'PATCH',
    `/store/1/orders/${order.id}/reject`,
    { reject_reason: 'by_user' },
    { 'idempotency-key': crypto.randomUUID(), 'if-match': `"${order.status_rev}"` },
  );
  for (const { page } of [kitchen, counter]) {
    await expect(page.getByText(`Pedido ${order.number} cancelado`).first()).toBeVisible();
    await expect(page.getByText('Lo canceló el cliente').first()).toBeVisible();
    await expect.poll(() => fallen(page)).toBe(1);
  }

  const customer = `Rechazado ${Date.now()}`;
  const second = await ana.takeOrder(customer);
  const actions = new OrderActions(counter.page);
  for (const { page } of [kitchen, counter]) await expect(cardOf(page, second)).toBeVisible();
  await actions.fromCard(customer, 'Rechazar');
  await actions.reason('Hay mucha demanda').check({ force: true });
  await actions
    .dialog(/^Rechazar pedido/)
    .getByRole('button', { name: /^Rechazar/ })
    .click();
  await expect(kitchen.page.getByText(`Pedido ${second.number} cancelado`).first()).toBeVisible();
  await expect.poll(() => fallen(kitchen.page)).toBe(2);
  await expect.poll(async () => (await ana.order(second.id)).status).toBe('REJECTED');
  expect(await fallen(counter.page)).toBe(1);
  await expect(counter.page.getByText(`Pedido ${second.number} cancelado`)).toHaveCount(0);
});

test('several at once are one notice with their number, and «Ver» opens the board with them (D8)', async ({
  seat,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  const { page } = await seat('carla', board);
  await ready(page);
  await page.goto(`${new URL(page.url()).origin}/sellers/${profile}`);
  await expect(page.getByRole('heading', { name: 'Editar perfil de usuario' })).toBeVisible();
  const submissions = await Promise.all([1, 2, 3].map((n) => ana.submission(`Fila ${n} ${Date.now()}`)));
  const last = await ana.submission(`Fila 4 ${Date.now()}`);
  await holdNotices(page);
  // After an offline period they arrive together, as after any reconnect.
  await page.context().setOffline(true);
  const orders = [];
  for (const submission of submissions) orders.push(await ana.send(submission));
  await page.context().setOffline(false);
  const notice = page.locator('[data-toast="order"]');
  await expect(notice).toContainText('3 pedidos nuevos');
  const fourth = await ana.send(last);
  await expect(notice).toContainText('4 pedidos nuevos');
  await expect(notice).toHaveCount(1);
  // One that leaves changes the number, and the notice takes no tap until it has stood still.
  await ana.changeMany([fourth.id], 'COMPLETE');
  await expect(notice).toContainText('3 pedidos nuevos');
  await notice.getByRole('button', { name: 'Ver' }).click();
  await expect(page).toHaveURL(/\/1\/orders\/kanban/);
  for (const order of orders) await expect(cardOf(page, order)).toHaveAttribute('data-fresh', 'true');
  await expect(notice).toHaveCount(0);
});

test('sellers get no notice and no sound (D8)', async ({ seat, apiUser }) => {
  const ana = await apiUser('ana');
  const seller = await seat('diego');
  await spyOn(seller.context);
  await seller.page.goto(`${new URL(seller.page.url()).origin}/sellers/1/home`);
  const admin = await seat('carla', board);
  await ready(admin.page);
  const order = await ana.takeOrder(`Solo encargados ${Date.now()}`);
  await expect(cardOf(admin.page, order)).toBeVisible();
  await expect(seller.page.locator('[data-toast="order"]')).toHaveCount(0);
  expect((await heardOn(seller.page)).tones).toEqual([]);
});

test('an order made on this very device is no news to it; one that came while it was away is (R-28)', async ({
  seat,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  const { page, context } = await seat('carla');
  await spyOn(context);
  await page.goto(`${new URL(page.url()).origin}/sellers/${board}`);
  await ready(page);
  await test.step('made here', async () => {
    await page.getByRole('button', { name: 'Nuevo pedido' }).first().click();
    await page
      .getByRole('dialog', { name: 'Cargar pedido' })
      .getByRole('button', { name: /Take away/ })
      .click();
    await page.getByPlaceholder('Buscar...').fill('fainá');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Siguiente' }).first().click();
    const customer = `Propio ${Date.now()}`;
    await page.getByLabel('Nombre', { exact: true }).fill(customer);
    await page.getByRole('radio', { name: /Efectivo/ }).check({ force: true });
    await page.getByRole('button', { name: 'Finalizar' }).first().click();
    await expect(page).toHaveURL(/\/1\/orders\/kanban/);
    const card = new BoardPage(page).cardIn('Pendientes', customer);
    await expect(card.getByRole('button', { name: /^Ver pedido \d+$/ })).toBeVisible();
    await expect(card).not.toHaveAttribute('data-fresh', 'true');
  });
  await test.step('made elsewhere, while this device was away', async () => {
    await context.setOffline(true);
    const customer = `Ajeno ${Date.now()}`;
    const order = await ana.takeOrder(customer);
    await context.setOffline(false);
    await expect(cardOf(page, order)).toBeVisible();
    await expect.poll(async () => orderSignals(await heardOn(page))).toBe(1);
    const card = new BoardPage(page).cardIn('Pendientes', customer);
    await expect(card).toHaveAttribute('data-fresh', 'true');
    // The device stores the «fresh» mark, so it survives a reload.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('marche:alerts'))).toContain(order.uid);
    await page.reload();
    await expect(card).toHaveAttribute('data-fresh', 'true');
    await expect(page.locator('[data-toast="order"]')).toHaveCount(0);
    await card.getByRole('button', { name: `Ver pedido ${order.number}` }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(card).not.toHaveAttribute('data-fresh', 'true');
  });
});

test('never, once or always, per device, with a try and a volume (P-47, P-48, P-51, G6)', async ({ seat, apiUser }) => {
  const ana = await apiUser('ana');
  const { page, context } = await seat('carla');
  await spyOn(context);
  await page.goto(`${new URL(page.url()).origin}/sellers/${board}`);
  await ready(page);
  const stored = (): Promise<unknown> =>
    page.evaluate(() => JSON.parse(localStorage.getItem('marche:sound') ?? 'null')?.value?.mode);
  const choose = async (name: string): Promise<void> => {
    await soundButton(page).click();
    await page.getByRole('menuitemcheckbox', { name: new RegExp(`^${name}`) }).click();
  };
  await expect(soundButton(page)).toHaveAccessibleName('Sonido: una vez');
  await choose('Siempre');
  await expect(soundButton(page)).toHaveAccessibleName('Sonido: siempre');
  await expect.poll(stored).toBe('always');
  await choose('Nunca');
  await expect(soundButton(page)).toHaveAccessibleName('Sonido: nunca');
  await expect.poll(stored).toBeNull();
  const before = (await heardOn(page)).tones.length;
  const order = await ana.takeOrder(`Callado ${Date.now()}`);
  await expect(cardOf(page, order)).toBeVisible();
  expect((await heardOn(page)).tones).toHaveLength(before);
  await soundButton(page).click();
  await page.getByRole('menuitem', { name: 'Probar' }).click();
  await expect(notices(page).getByText('Así suena un pedido nuevo.')).toBeVisible();
  await expect.poll(async () => (await heardOn(page)).tones.slice(before)).toEqual([659, 988]);
  await page.reload();
  await expect(soundButton(page)).toHaveAccessibleName('Sonido: nunca');
});

test('a locked sound says so until the first touch, and what waited is heard then (N-51)', async ({
  seat,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  const { page, context } = await seat('carla');
  await spyOn(context, 'locked');
  await page.goto(`${new URL(page.url()).origin}/sellers/${board}`);
  await ready(page);
  const strip = page.getByRole('button', { name: 'Sonido bloqueado · Tocá para activar' });
  await expect(strip).toBeVisible();
  const order = await ana.takeOrder(`Sin tocar ${Date.now()}`);
  await expect(cardOf(page, order)).toBeVisible();
  expect((await heardOn(page)).tones).toEqual([]);
  // The press already unlocks: the strip disappears before the release, so a normal click would fail.
  await strip.click({ force: true });
  await expect(strip).toHaveCount(0);
  await expect.poll(async () => orderSignals(await heardOn(page))).toBe(1);
});

test('a browser that refuses to play says so, and what to do', async ({ seat }) => {
  const { page, context } = await seat('carla');
  await spyOn(context, 'refused');
  await page.goto(`${new URL(page.url()).origin}/sellers/${board}`);
  await ready(page);
  await page.getByRole('heading', { name: 'Tablero de pedidos' }).click();
  const strip = page.getByRole('button', { name: 'Bloqueado por el navegador', exact: true });
  await expect(strip).toBeVisible();
  await strip.click();
  await expect(notices(page).getByText(/^El navegador no deja sonar esta página/)).toBeVisible();
});

test('one window of a device rings and shows: the resting one is silent (A11)', async ({ seat, apiUser, shop }) => {
  const ana = await apiUser('ana');
  const { page, context } = await seat('carla');
  await spyOn(context);
  await page.goto(`${shop.url}${board}`);
  await ready(page);
  const other = await context.newPage();
  await other.goto(`${shop.url}${board}`);
  await ready(other);
  // The first tab has lost the session, so it must not ring.
  await expect(page.getByRole('button', { name: 'Usar aquí' })).toBeVisible();
  const order = await ana.takeOrder(`Dos pestañas ${Date.now()}`);
  await expect(cardOf(other, order)).toBeVisible();
  await expect.poll(async () => orderSignals(await heardOn(other))).toBe(1);
  await expect(cardOf(page, order)).toHaveCount(0);
  expect(orderSignals(await heardOn(page))).toBe(0);
});

test('the server knows who saw an order, and its detail tells', async ({ seat, apiUser }) => {
  const ana = await apiUser('ana');
  const { page } = await seat('carla', board);
  await ready(page);
  const order = await ana.takeOrder(`Visto ${Date.now()}`);
  const card = page.locator(`[data-card="${order.uid}"]`);
  await expect(card).toBeVisible();
  const seen = async (): Promise<Record<string, string | null> | undefined> =>
    (await ana.call<{ devices: Record<string, string | null>[] }>('GET', `/store/1/orders/${order.id}/receipts`)).body
      .devices[0];
  await expect.poll(seen).toMatchObject({
    received: expect.any(String),
    displayed: expect.any(String),
    sounded: expect.any(String),
    acknowledged: null,
  });
  await card.getByRole('button', { name: `Ver pedido ${order.number}` }).click();
  await page.getByRole('button', { name: 'Historial' }).click();
  const who = page.getByRole('region', { name: 'Quién lo vio' });
  await expect(who.getByText(/^Lo vio Carla Domínguez en Chrome en \w+ a las \d\d:\d\d/)).toBeVisible({
    timeout: 90_000,
  });
  await expect(who.getByText(/Llegó a las .+ · En pantalla a las .+ · Sonó a las /)).toBeVisible();
});

test('what was seen without a network is told when it is back', async ({ seat, apiUser }) => {
  const ana = await apiUser('ana');
  const { page } = await seat('carla', board);
  await ready(page);
  let down = true;
  await page.route(/\/orders\/receipts$/, (route) => (down ? route.abort('internetdisconnected') : route.continue()));
  const order = await ana.takeOrder(`A ciegas ${Date.now()}`);
  await expect(cardOf(page, order)).toBeVisible();
  const stages = async (): Promise<number> =>
    (await ana.call<{ devices: unknown[] }>('GET', `/store/1/orders/${order.id}/receipts`)).body.devices.length;
  expect(await stages()).toBe(0);
  down = false;
  // The app retries after 2, 5, 15 and 60 s.
  await expect.poll(stages, { timeout: 70_000 }).toBe(1);
});

test('a message is shown for 20 s with a sound (R-03)', async ({ seat, shop }) => {
  const { page, context } = await seat('carla');
  await spyOn(context);
  await page.goto(`${shop.url}${board}`);
  await ready(page);
  const payload = { title: 'Nadie vio el pedido 7', text: 'Entró hace un minuto.', level: 'warning' };
  await inDatabase(
    shop,
    `with head as (update store_feeds set head = head + 1 where store_id = 1 and audience = 'admin' returning head),
      at as (select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as iso),
      kept as (insert into store_events (store_id, audience, store_seq, name, type, ver, payload, created_at)
        select 1, 'admin', head, 'message', 'message', 1, '${JSON.stringify(payload)}'::jsonb, now() from head)
    select pg_notify('marche_changes', json_build_object('store_id', 1, 'audience', 'admin', 'change', json_build_object(
      'store_seq', head, 'at', iso, 'name', 'message', 'type', 'message', 'id', null, 'ver', 1,
      'payload', '${JSON.stringify(payload)}'::jsonb))::text) from head, at`,
  );
  const notice = page.locator('[data-toast="message"]');
  await expect(notice).toContainText('Nadie vio el pedido 7');
  await expect.poll(async () => (await heardOn(page)).tones).toContain(1319);
});

/** Dispatches the browser's offer to install the app. */
const offerInstall = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const prompt = (): Promise<{ outcome: string }> => {
      document.documentElement.dataset['asked'] = 'yes';
      return Promise.resolve({ outcome: 'accepted' });
    };
    dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
  });

const installQuestion = '¿Usás la aplicación con frecuencia?';

test('the install prompt comes 60 s after the offer, waits while something is open, and rests ten days (R-30, R-31, R-32, R-33, R-34)', async ({
  seat,
  shop,
}) => {
  const { page, context } = await seat('carla');
  await page.clock.install();
  await page.goto(`${shop.url}${board}`);
  await ready(page);
  const question = page.getByRole('heading', { name: installQuestion });
  await offerInstall(page);
  // The clock also runs by itself: 40 s are left for a slow machine.
  await page.clock.runFor(20_000);
  await expect(question).toHaveCount(0);
  await soundButton(page).click();
  await page.clock.runFor(45_000);
  await expect(question).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.clock.runFor(5_000);
  await expect(question).toBeVisible();
  await expect(page.getByRole('button', { name: 'Instalar', exact: true })).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
  await expect(question).toHaveCount(0);

  await offerInstall(page);
  await page.clock.runFor(60_000);
  await page.getByRole('button', { name: 'Instalar', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'yes');
  await expect(question).toHaveCount(0);

  await offerInstall(page);
  await page.clock.runFor(60_000);
  await page.getByRole('button', { name: 'Ahora no' }).click();
  await expect(question).toHaveCount(0);
  const cookie = (await context.cookies()).find((c) => c.name === 'marche-install-later');
  expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - 864_000)).toBeLessThan(3_600);
  await page.reload();
  await expect(soundButton(page)).toBeVisible();
  await offerInstall(page);
  await page.clock.runFor(120_000);
  await expect(question).toHaveCount(0);
});

test('on the iPhone the card shows the steps of the share menu (R-35)', async ({ seat, shop }) => {
  const { page, context } = await seat('carla', '', { width: 390, height: 844 });
  await context.addInitScript(() => {
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1';
    Object.defineProperty(navigator, 'userAgent', { get: () => userAgent });
  });
  await page.clock.install();
  await page.goto(`${shop.url}${board}`);
  await ready(page);
  await page.clock.runFor(60_000);
  await page.getByRole('button', { name: 'Instalar', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Permisos e instalación' });
  await expect(drawer.getByText('Elegí «Agregar a inicio».')).toBeVisible();
  await expect(drawer.getByText('Para que se oiga cada pedido nuevo.')).toBeVisible();
});

/** A fake push subscription: the tests have no push service. */
async function stubSubscription(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const made = { endpoint: 'https://push.example/1', toJSON: () => ({ endpoint: 'https://push.example/1' }) };
    let current: object | null = sessionStorage.getItem('subscribed') ? made : null;
    const unsubscribe = (): Promise<boolean> => {
      sessionStorage.removeItem('subscribed');
      current = null;
      return Promise.resolve(true);
    };
    Object.assign(made, { unsubscribe });
    Object.assign(PushManager.prototype, {
      getSubscription: () => Promise.resolve(current),
      subscribe() {
        sessionStorage.setItem('subscribed', '1');
        current = made;
        return Promise.resolve(made);
      },
    });
  });
}

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

test('refused notifications say so, with the way out (R-40)', async ({ browser }) => {
  const beams = await startBeams();
  const env = { BEAMS_INSTANCE_ID: 'e2e-instance', BEAMS_SECRET_KEY: 'e2e-secret', BEAMS_ENDPOINT: beams.endpoint };
  const shop = await openShop({ env });
  const context = await browser.newContext({ locale: 'es-AR', viewport: { width: 1024, height: 768 } });
  try {
    await stubSubscription(context);
    await context.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
    const page = await context.newPage();
    await logInByForm(page, shop, 'carla');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
    await page.goto(`${shop.url}${board}`);
    const notice = page.locator('[data-toast="error"]');
    await expect(notice).toContainText('Las notificaciones están desactivadas en tu dispositivo.');
    await notice.getByRole('button', { name: 'Cómo activarlas' }).click();
    const drawer = page.getByRole('dialog', { name: 'Permisos e instalación' });
    await expect(drawer.getByText('Desactivadas')).toBeVisible();
    await expect(drawer.getByText(/permití las notificaciones/)).toBeVisible();
  } finally {
    await context.close();
    await shop.stop();
    await beams.close();
  }
});

/** Delivers a push to the app's worker, as a push service does. */
async function deliverPush(page: Page, origin: string, data: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find((r) => r.scopeURL.endsWith('/sellers/'));
      if (ours) resolve(ours.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registration, data });
  await devtools.detach();
}

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly actions: readonly string[];
}

const notifications = (page: Page): Promise<Shown[]> =>
  page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready;
    return (await worker.getNotifications()).map((n) => ({
      title: n.title,
      body: n.body,
      tag: n.tag,
      actions: (Reflect.get(n, 'actions') ?? []).map((a: { title: string }) => a.title),
    }));
  });

/** Dispatches the worker's event for a tap on the notification or on its action. */
async function tap(context: BrowserContext, action: string): Promise<void> {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('no worker');
  await worker.evaluate(async (chosen) => {
    const scope: unknown = globalThis;
    const { registration } = scope as { registration: ServiceWorkerRegistration };
    const [notification] = await registration.getNotifications();
    const Made: unknown = Reflect.get(globalThis, 'NotificationEvent');
    dispatchEvent(Reflect.construct(Made as typeof Event, ['notificationclick', { notification, action: chosen }]));
  }, action);
}

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
  await ready(page);
  const order = await ana.takeOrder(`Por aviso ${Date.now()}`);
  const payload = {
    notification: { title: `Pedido recibido Nro. ${order.number}`, body: 'Take away · 1 Fainá' },
    data: { store_id: 1, order_id: order.id, pusher: { instanceId: 'x', publishId: 'y' } },
  };
  await test.step('with an order', async () => {
    await deliverPush(page, shop.origin, JSON.stringify(payload));
    await expect
      .poll(() => notifications(page))
      .toEqual([
        {
          title: payload.notification.title,
          body: 'Take away · 1 Fainá',
          tag: `order-${order.id}`,
          actions: ['Aceptar'],
        },
      ]);
    await tap(context, 'accept');
    await expect(page).toHaveURL(/\/sellers\/1\/orders\/kanban$/);
    await expect.poll(async () => (await ana.order(order.id)).status).toBe('ACCEPTED');
    await expect.poll(() => notifications(page)).toEqual([]);
  });
  await test.step('accepted meanwhile by somebody else', async () => {
    await deliverPush(page, shop.origin, JSON.stringify(payload));
    await expect.poll(() => notifications(page)).toHaveLength(1);
    await tap(context, 'accept');
    await expect(notices(page).getByText(`El pedido ${order.number} ya está aceptado.`)).toBeVisible();
  });
  await test.step('a tap beside the action opens the order', async () => {
    await deliverPush(page, shop.origin, JSON.stringify(payload));
    await expect.poll(() => notifications(page)).toHaveLength(1);
    await tap(context, '');
    await expect(page.getByRole('dialog', { name: new RegExp(String(order.number)) })).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await test.step("about an order of one's own, as its customer: nothing to accept, and no board", async () => {
    const own = {
      notification: { title: 'Tu pedido Nro. 31', body: 'Aceptado por La Esquina.' },
      data: { store_id: 1, order_id: order.id, kind: 'changed' },
    };
    await deliverPush(page, shop.origin, JSON.stringify(own));
    await expect
      .poll(() => notifications(page))
      .toEqual([{ ...own.notification, tag: `own-order-${order.id}`, actions: [] }]);
    await tap(context, '');
    await expect.poll(() => notifications(page)).toEqual([]);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('an order that is gone says so', async () => {
    await page.goto(`${shop.url}${board}#aceptar-999999`);
    await expect(notices(page).getByText('Ese pedido ya no está en este dispositivo.')).toBeVisible({
      timeout: 90_000,
    });
  });
  await test.step('without words, and with words that are not ours', async () => {
    for (const data of ['', 'not json', '{"notification":7}', '{"data":{"order_id":"x"}}']) {
      await deliverPush(page, shop.origin, data);
      await expect
        .poll(() => notifications(page))
        .toEqual([{ title: 'Marche', body: 'Hay novedades en tu tienda.', tag: 'news', actions: [] }]);
      // Dismisses it: the next one would look the same.
      await tap(context, '');
      await expect.poll(() => notifications(page)).toEqual([]);
    }
  });
});

test('alerts at every size, light and dark: axe finds nothing, nothing scrolls sideways (F-02)', async ({
  seat,
  apiUser,
  shop,
}) => {
  const ana = await apiUser('ana');
  const { page, context } = await seat('carla');
  await spyOn(context, 'locked');
  await page.goto(`${shop.url}${board}`);
  await ready(page);
  await expect(page.getByRole('button', { name: 'Sonido bloqueado · Tocá para activar' })).toBeVisible();
  await checkEveryLook(page, 'alerts-locked');
  // The press already unlocks: the strip disappears before the release, so a normal click would fail.
  await page.getByRole('button', { name: 'Sonido bloqueado · Tocá para activar' }).click({ force: true });
  const submissions = await Promise.all([1, 2, 3, 4].map((n) => ana.submission(`Foto ${n} ${Date.now()}`)));
  const orders = [];
  for (const submission of submissions) orders.push(await ana.send(submission));
  const [first] = orders;
  if (!first) throw new Error('no order');
  // The device writes down which orders it has told, a little later. One that is missing there would be new again.
  for (const { uid } of orders)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('marche:alerts'))).toContain(uid);
  await page.goto(`${shop.url}${profile}`);
  await expect(page.getByRole('heading', { name: 'Editar perfil de usuario' })).toBeVisible();
  await holdNotices(page);
  const one = await ana.takeOrder(`Foto 5 ${Date.now()}`);
  await expect(noticeOf(page, one.number)).toBeVisible();
  await checkEveryLook(page, 'alerts-notices');
  orders.push(one, await ana.takeOrder(`Foto 6 ${Date.now()}`));
  await expect(page.locator('[data-toast="order"]')).toContainText('2 pedidos nuevos');
  await page.locator('[data-toast="order"]').getByRole('button', { name: 'Ver' }).click();
  await cardOf(page, first)
    .getByRole('button', { name: `Ver pedido ${first.number}` })
    .click();
  const detail = page.getByRole('dialog', { name: new RegExp(String(first.number)) });
  await detail.getByRole('button', { name: 'Historial' }).click();
  await expect(detail.getByRole('region', { name: 'Quién lo vio' }).getByRole('listitem').first()).toBeVisible({
    timeout: 90_000,
  });
  await detail.getByRole('region', { name: 'Quién lo vio' }).scrollIntoViewIfNeeded();
  await ana.changeMany(
    orders.map((o) => o.id),
    'COMPLETE',
  );
  await expect(page.locator('[data-toast="order"]')).toHaveCount(0);
  await checkEveryLook(page, 'alerts-seen');
  await page.keyboard.press('Escape');
  await soundButton(page).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  // A change of size closes a menu, so it is reopened for each size.
  for (const size of sizes) {
    await page.setViewportSize(size);
    await soundButton(page).click();
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      const name = `alerts-menu-${size.name}-${theme}`;
      await shot(page, name);
      // Only the menu: axe's page-wide landmark rule does not allow for menus outside landmarks.
      expect(await axeFindings(page, name, { include: '[role="menu"]' })).toEqual([]);
    }
    await page.keyboard.press('Escape');
  }
  await page.setViewportSize({ width: 1024, height: 768 });
  await soundButton(page).click();
  await page.getByRole('menuitem', { name: 'Permisos e instalación' }).click();
  await expect(page.getByRole('dialog', { name: 'Permisos e instalación' })).toBeVisible();
  await checkEveryLook(page, 'alerts-permissions');
  await page.keyboard.press('Escape');
  await page.clock.install();
  await offerInstall(page);
  await page.clock.runFor(60_000);
  await expect(page.getByRole('heading', { name: installQuestion })).toBeVisible();
  await checkEveryLook(page, 'alerts-install');
});
