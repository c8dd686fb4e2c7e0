import { expect, test } from '#e2e/fixtures.ts';
import { boardReady, cardOf } from '#e2e/pages/alerts.ts';

// These journeys need the service worker.
test.use({ serviceWorkers: 'allow' });

const board = '1/orders/kanban';

test('the server knows who saw an order, and its detail tells', async ({ seat, apiUser }) => {
  const ana = await apiUser('ana');
  const { page } = await seat('carla', board);
  await boardReady(page);
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
  await boardReady(page);
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
