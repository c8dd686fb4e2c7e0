import type { Page, WebSocketRoute } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { BoardPage } from '#e2e/pages/board.ts';

// These journeys need the service worker.
test.use({ serviceWorkers: 'allow' });

const kanban = '1/orders/kanban';

test.describe('a board that cannot lie', () => {
  /** Routes the socket's messages through the test. */
  async function throughUs(page: Page) {
    const open: WebSocketRoute[] = [];
    let pass = (_message: string): boolean => true;
    let refuse: number | null = null;
    await page.routeWebSocket(/\/app\//, (ws) => {
      if (refuse !== null) return void ws.close({ code: refuse, reason: 'refused' });
      open.push(ws);
      const server = ws.connectToServer();
      server.onMessage((message) => {
        if (pass(String(message))) ws.send(message);
      });
    });
    return {
      drop(what: RegExp): void {
        pass = (message) => !what.test(message);
      },
      refuseWith(code: number): void {
        refuse = code;
        for (const ws of open.splice(0)) void ws.close({ code, reason: 'refused' });
      },
      allow(): void {
        refuse = null;
      },
    };
  }

  test('a lost last event is noticed within 35 s by the head (I10)', async ({ seat, apiUser }) => {
    const ana = await apiUser('ana');
    const { page } = await seat('ana');
    const socket = await throughUs(page);
    await page.goto(`${page.url()}${kanban}`);
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Conectado' }).first()).toBeVisible();
    socket.drop(/order-created/);
    const customer = `Perdido ${Date.now()}`;
    await ana.takeOrder(customer);
    await expect(new BoardPage(page).card(customer)).toBeVisible({ timeout: 90_000 });
  });

  test('a socket that is refused with 4001 is said in words, and the board lives on (B-01)', async ({
    seat,
    apiUser,
  }) => {
    const ana = await apiUser('ana');
    const { page } = await seat('ana');
    const socket = await throughUs(page);
    await page.goto(`${page.url()}${kanban}?kiosk=1`);
    // The orders are on the board before its socket is open.
    await expect(page.getByRole('button', { name: 'Conectado' })).toBeVisible();
    socket.refuseWith(4001);
    await expect(page.getByText('El servidor no acepta avisos en vivo')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sin conexión' })).toBeVisible();
    const customer = `Igual ${Date.now()}`;
    await ana.takeOrder(customer);
    // Without a socket the app polls every 15 s.
    await expect(new BoardPage(page).card(customer)).toBeVisible({ timeout: 90_000 });
    socket.allow();
    await expect(page.getByText('El servidor no acepta avisos en vivo')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Conectado' })).toBeVisible();
  });

  test('a socket that stays connected and brings no events is said over the board, until one comes (offline engine, Feed)', async ({
    seat,
    apiUser,
  }) => {
    const ana = await apiUser('ana');
    const { page } = await seat('ana');
    await page.clock.install();
    const socket = await throughUs(page);
    await page.goto(`${page.url()}${kanban}`);
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Conectado' }).first()).toBeVisible();
    const alarm = page.getByRole('alert').filter({ hasText: 'Este tablero no recibe novedades del servidor.' });
    // Only the protocol's own messages pass: the server says that it is there.
    socket.drop(/"event":"(?!pusher)/);
    // In steps, so that the answers to its pings arrive between them.
    for (let step = 0; step < 16; step += 1) {
      await page.clock.runFor(5_000);
      await page.evaluate(() => fetch('/api/config'));
    }
    await expect(alarm).toBeVisible();
    await expect(page.getByRole('button', { name: 'Conectado' }).first()).toBeVisible();
    socket.drop(/^$/);
    const customer = `Vuelve ${Date.now()}`;
    await ana.takeOrder(customer);
    await expect(new BoardPage(page).card(customer)).toBeVisible();
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000);
        return alarm.count();
      })
      .toBe(0);
  });

  test('a board that nobody confirms says how old it is, in amber from two minutes on (offline engine, Principles)', async ({
    seat,
  }) => {
    const { page } = await seat('ana');
    await page.clock.install();
    const socket = await throughUs(page);
    await page.goto(`${page.url()}${kanban}?kiosk=1`);
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.route('**/api/**', (route) => route.abort());
    socket.refuseWith(1006);
    await page.clock.runFor(60_000);
    await expect(page.locator('[data-age=aging]')).toContainText(/Actualizado hace/);
    await page.clock.runFor(70_000);
    await expect(page.locator('[data-age=old]')).toContainText(/Actualizado hace [23] min/);
  });
});
