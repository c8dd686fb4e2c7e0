import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { BoardPage } from '#e2e/pages/board.ts';
import { Outbox } from '#e2e/pages/outbox.ts';

// These journeys need the service worker.
test.use({ serviceWorkers: 'allow' });

const changesOfOrders = /\/api\/store\/1\/orders\/\d+$/;

/**
 * Freezes the page: its scripts stop, its locks stay held. (Chromium's own freezing skips visible pages, and here every
 * page is visible.) A page that goes on by itself is frozen again. The returned function thaws it.
 */
async function freeze(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Debugger.enable');
  const stop = async (): Promise<void> => {
    const stopped = new Promise((resolve) => devtools.once('Debugger.paused', resolve));
    // The answer comes when the page goes on.
    void devtools.send('Runtime.evaluate', { expression: 'debugger' }).catch(() => {});
    await stopped;
  };
  const again = (): void => void stop();
  await stop();
  devtools.on('Debugger.resumed', again);
  return async () => {
    devtools.off('Debugger.resumed', again);
    await devtools.send('Debugger.disable');
    await devtools.detach();
  };
}

/** Runs in the page: how many channels the server has allowed it. */
const channelGrants = (): number =>
  performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/broadcasting/auth')).length;

test('a frozen window loses the lead to the one that is looked at, doubles nothing when it thaws, and rests (offline engine, Tabs, F-32)', async ({
  seat,
  apiUser,
  shop,
}) => {
  const ana = await apiUser('ana');
  const carla = await apiUser('carla');
  const { id } = (await carla.call<{ id: number }>('GET', '/me')).body;
  const stamp = Date.now();
  const first = await ana.takeOrder(`Primera ${stamp}`);
  const second = await ana.takeOrder(`Segunda ${stamp}`);
  const here = await seat('carla', '1/orders/kanban');
  const leader = new BoardPage(here.page);
  await expect(leader.card(`Primera ${stamp}`)).toBeVisible();
  // The cards are there before the socket, and a page frozen between the two would later write to a closed socket.
  await expect.poll(() => here.page.evaluate(channelGrants)).toBe(2);
  // The leading tab freezes with its own command in flight.
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await here.page.route(changesOfOrders, async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await leader.next(`Primera ${stamp}`);
  await expect(leader.cardIn('Aceptados', `Primera ${stamp}`).getByText('Sincronizando…')).toBeVisible();
  const thaw = await freeze(here.page);
  const other = await here.context.newPage();
  await other.goto(`${shop.url}1/orders/kanban`);
  const follower = new BoardPage(other);
  await expect(follower.cardIn('Aceptados', `Primera ${stamp}`)).toBeVisible();
  await follower.next(`Segunda ${stamp}`);
  await expect.poll(async () => (await ana.order(second.id)).status, { timeout: 90_000 }).toBe('ACCEPTED');
  await expect.poll(async () => (await ana.order(first.id)).status, { timeout: 90_000 }).toBe('ACCEPTED');
  letGo();
  await thaw();
  await expect(here.page.getByRole('button', { name: 'Usar aquí' })).toBeVisible();
  await expect(new Outbox(other, id).pill('Conectado')).toBeVisible({ timeout: 90_000 });
  for (const order of [first, second])
    await expect
      .poll(() => ana.order(order.id))
      .toMatchObject({ status: 'ACCEPTED', status_rev: order.status_rev + 1 });
  await expect.poll(() => new Outbox(other, id).count('review')).toBe(0);
});
