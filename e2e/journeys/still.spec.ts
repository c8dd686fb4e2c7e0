import type { Page } from '@playwright/test';
import type { ApiUser } from '#e2e/api.ts';
import { expect, test, withMovement } from '#e2e/fixtures.ts';
import { AddressScreen, startOrder } from '#e2e/pages/ordering.ts';
import { shiftsOf, watchShifts } from '#e2e/pages/shifts.ts';
import { resetStatus, setHours } from '#e2e/pages/store-status.ts';
import { inDatabase } from '#e2e/shop-database.ts';
import type { Shop } from '#e2e/shop.ts';
import type { WireOrder } from '#contract/wire/orders.ts';

// What moves is part of what these journeys look at.
test.use(withMovement);

const sizes = [
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
] as const;

// The next story finds the board of the demo shop, whose last order is number 9.
test.afterEach(({ shop }) =>
  inDatabase(shop, "update orders set status = 'COMPLETE', status_at = now() where store_id = 1 and number > 9"),
);

/** Opens a screen, loses the network for `away` ms (the board shows its age then), regains it; nothing may have moved. */
async function visit(page: Page, shop: Shop, path: string, away = 60_000): Promise<void> {
  await page.goto(`${shop.url}${path}`);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.clock.runFor(away);
  await page.context().setOffline(false);
  await page.clock.runFor(Math.min(away, 5_000));
  await page.waitForLoadState('networkidle');
  const { sum, moved } = await shiftsOf(page);
  expect(sum, `${path} at ${page.viewportSize()?.width} px: ${moved.join(' | ')}`).toBeLessThanOrEqual(0.02);
}

for (const size of sizes)
  test(`no screen moves while it loads, without the network and when it is back: ${size.width} px`, async ({
    seat,
    shop,
  }) => {
    const guest = await seat(null, 'login', size);
    const { page } = await seat('ana', '', size);
    for (const watched of [guest.page, page]) {
      await watched.clock.install();
      await watchShifts(watched.context());
    }
    for (const path of ['login', 'signin', 'user/forgot/phone']) await visit(guest.page, shop, path, 1_000);
    for (const path of ['', '1/home', '1/user/settings/general', '1/user/settings/password', '1/pair'])
      await visit(page, shop, path);
    // With the bar '¡Abrir la tienda!'.
    await setHours(shop, 'always', ', open = false');
    await visit(page, shop, '1/orders/kanban');
    await resetStatus(shop);
    const catalog = await startOrder(page, shop, 'Delivery');
    await catalog.add('fainá');
    await visit(page, shop, '1/cart/catalog');
    await visit(page, shop, '1/cart/address');
    await new AddressScreen(page).choose('corrientes 3450');
    await visit(page, shop, '1/cart/checkout');
    if (size.width < 1024) return;
    await page.setViewportSize({ width: 1920, height: 1080 });
    await visit(page, shop, '1/home');
  });

/** The card under the middle of the screen's left part, in every frame for which it was looked at. */
async function cardsUnderFinger(page: Page, at: { x: number; y: number }): Promise<() => Promise<string[]>> {
  await page.evaluate(({ x, y }) => {
    const seen = new Set<string>();
    Object.assign(window, { underFinger: seen });
    const look = (): void => {
      const target = document.elementFromPoint(x, y);
      const card = target?.closest('[data-card]')?.getAttribute('data-card') ?? 'no card';
      const { top = 0 } = target?.closest('button')?.getBoundingClientRect() ?? {};
      seen.add(`${card} ${Math.round(top)}`);
      requestAnimationFrame(look);
    };
    look();
  }, at);
  return () =>
    page.evaluate(() => {
      const seen: unknown = Reflect.get(window, 'underFinger');
      return [...(seen as Set<string>)];
    });
}

/** In the order of a column. */
async function takeMany(ana: ApiUser, count: number, name: string): Promise<WireOrder[]> {
  const orders: WireOrder[] = [];
  for (let n = 0; n < count; n += 10)
    orders.push(...(await Promise.all(Array.from({ length: 10 }, (_, i) => ana.takeOrder(`${name} ${n + i}`)))));
  return orders.toSorted((a, b) => a.created_at.localeCompare(b.created_at) || a.id - b.id);
}

test('a board of 200 orders with 10 new ones in 10 s: no button moves under a finger or the mouse', async ({
  seat,
  apiUser,
  shop,
}) => {
  const ana = await apiUser('ana');
  const orders = await takeMany(ana, 200, 'Lleno');
  const touched = orders[8];
  const ids = (from: number, to: number): number[] => orders.slice(from, to).map((o) => o.id);
  await ana.changeMany(ids(0, 6), 'ACCEPTED');
  // Without a ready time they go back to the top.
  await inDatabase(shop, `update orders set ready_by = null where id in (${ids(0, 3).join(', ')})`);
  const tablet = await seat('ana', '1/orders/kanban');
  const phone = await seat('carla', '1/orders/kanban', { width: 390, height: 844 });
  const looks: (() => Promise<string[]>)[] = [];
  const finger = await phone.context.newCDPSession(phone.page);
  const fingers: { move: (by: number) => Promise<unknown>; up: () => Promise<unknown> }[] = [];
  for (const { page } of [tablet, phone]) {
    const button = page.locator(`[data-card="${touched?.uid}"]`).getByRole('button', { name: 'Aceptar' });
    await expect(page.getByRole('article').first()).toBeVisible();
    await button.scrollIntoViewIfNeeded();
    const box = await button.boundingBox();
    if (!box) throw new Error('no button');
    const at = { x: box.x + 40, y: box.y + box.height / 2 };
    if (page === tablet.page) {
      await page.mouse.move(at.x, at.y);
      fingers.push({ move: (by) => page.mouse.move(at.x + by, at.y), up: () => page.mouse.move(2, 2) });
    } else {
      const touch = (type: 'touchStart' | 'touchMove' | 'touchCancel', points: { x: number; y: number }[]) =>
        finger.send('Input.dispatchTouchEvent', { type, touchPoints: points });
      await touch('touchStart', [at]);
      fingers.push({
        move: (by) => touch('touchMove', [{ x: at.x + by, y: at.y }]),
        up: () => touch('touchCancel', []),
      });
    }
    // From here on the hand is there: before that, a card may move.
    looks.push(await cardsUnderFinger(page, at));
  }
  // Other people add orders, take some away above the finger, and give some back above it.
  for (let second = 0; second < 10; second += 1) {
    const { uid } = await ana.takeOrder(`Nuevo ${second}`);
    if (second === 2)
      for (const id of ids(0, 3)) expect((await ana.changeStatus(await ana.order(id), 'PENDING')).status).toBe(200);
    if (second === 5) expect((await ana.changeMany(ids(6, 7), 'ACCEPTED')).status).toBe(200);
    for (const { move } of fingers) await move((second % 2) + 1);
    // Each board has heard of it, and writes that down.
    for (const { page } of [tablet, phone])
      await expect.poll(() => page.evaluate(() => localStorage.getItem('marche:alerts'))).toContain(uid);
  }
  for (const look of looks) expect(await look()).toHaveLength(1);
  await expect(tablet.page.getByText('3 nuevos')).toBeVisible();
  // With the hand away, each card goes to its place.
  for (const { up } of fingers) await up();
  for (const { page } of [tablet, phone]) await expect(page.locator(`[data-card="${orders[0]?.uid}"]`)).toBeVisible();
});

/** What a tap on «Deshacer» would hit, in the first frame of the notice and when it has stood still; and what it covers. */
const firstNotice = (page: Page): Promise<{ early: boolean; late: boolean; covers: string[] }> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        let tappedAt = 0;
        addEventListener('pointerdown', ({ clientY }) => (tappedAt = clientY), { capture: true });
        const look = (): void => {
          const notice = document.querySelector('[data-toast]');
          const undo = notice?.querySelector('button');
          if (!notice || !undo) return void requestAnimationFrame(look);
          const isHit = (): boolean => {
            const { left, top, width, height } = undo.getBoundingClientRect();
            return notice.contains(document.elementFromPoint(left + width / 2, top + height / 2));
          };
          const early = isHit();
          setTimeout(() => {
            const box = notice.getBoundingClientRect();
            const late = isHit();
            // What would take a tap at any place of the notice, if it were not there. On the phone the hand is in one
            // half of the screen.
            const half = innerWidth < 768 && tappedAt > innerHeight / 2 ? innerHeight / 2 : 0;
            const end = innerWidth < 768 && half === 0 ? innerHeight / 2 : innerHeight;
            (notice.parentElement ?? document.body).style.visibility = 'hidden';
            const covers = new Set<string>();
            for (let x = box.left + 2; x < box.right; x += 8)
              for (let y = Math.max(half, box.top + 2); y < Math.min(end, box.bottom); y += 8) {
                const button = document.elementFromPoint(x, y)?.closest('main button');
                if (button) covers.add(button.textContent);
              }
            resolve({ early, late, covers: [...covers] });
          }, 900);
        };
        look();
      }),
  );

test('«Deshacer» has a place of its own, and takes no tap while it appears', async ({ seat, apiUser }) => {
  const ana = await apiUser('ana');
  await takeMany(ana, 10, 'Ancho');
  for (const size of sizes) {
    const { page } = await seat('ana', '1/orders/kanban', size);
    const next = page.getByRole('button', { name: 'Aceptar' }).filter({ visible: true }).nth(1);
    await expect(next).toBeVisible();
    await page.waitForLoadState('networkidle');
    const notice = firstNotice(page);
    await next.click();
    expect(await notice, `${size.width} px`).toEqual({ early: false, late: true, covers: [] });
  }
});

test('a board that paints nothing of what comes says so over the page, until it does again', async ({
  seat,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  const { page, context } = await seat('ana');
  await context.addInitScript(() => {
    const paint = requestAnimationFrame;
    Object.assign(window, {
      frozen: true,
      requestAnimationFrame: (call: FrameRequestCallback) => (Reflect.get(window, 'frozen') === true ? 0 : paint(call)),
    });
  });
  await page.goto(`${page.url()}1/orders/kanban`);
  await expect(page.getByRole('article').first()).toBeVisible();
  const alarm = page.getByRole('alert').filter({ hasText: 'Este tablero no muestra lo que llega.' });
  await expect(alarm).toBeVisible();
  await expect(alarm.getByRole('button', { name: 'Recargar' })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { frozen: false }));
  await ana.takeOrder(`Se ve ${Date.now()}`);
  await expect(alarm).toHaveCount(0);
});
