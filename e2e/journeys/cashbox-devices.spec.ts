import { expect, goOffline, testInOwnShop } from '#e2e/fixtures.ts';
import { CashboxScreen, forgetCashbox } from '#e2e/pages/cashbox.ts';
import { newOrder, leaveInvoice } from '#e2e/pages/ordering.ts';
import { controlledByWorker } from '#e2e/pages/outbox.ts';
import type { Page } from '@playwright/test';

/** Its own shop: a register counts what all sell, and this journey kills the server. */
const test = testInOwnShop();
test.use({ serviceWorkers: 'allow' });

test.beforeEach(({ shop }) => forgetCashbox(shop));

/** Takes a sale to take away on this screen. */
async function sell(page: Page): Promise<void> {
  const catalog = await newOrder(page, 'Take away');
  await catalog.add('vaso de leche');
  await (await catalog.toCheckout()).finish();
  await leaveInvoice(page);
}

test('a device that is away with two sales is named at the close; it comes back and all is confirmed, whoever was killed in between', async ({
  seat,
  apiUser,
  shop,
}) => {
  const ana = await apiUser('ana');
  await ana.call('POST', '/store/1/cashbox/config', { payouts: true, block: false, blind: false });
  const here = await seat('ana', '1/cashbox/index');
  const screen = new CashboxScreen(here.page);
  await screen.open('0');
  const away = await seat('carla', '1/home');
  await controlledByWorker(away);
  await sell(away.page);

  const line = (text: string) => screen.closePanel.getByText(text);
  await screen.askToClose('0');
  await expect(line('Emitidos 1 · Confirmados 1 · Sin enviar 0')).toBeVisible();
  await expect(screen.closeQuestion.getByRole('button', { name: 'Confirmar' })).toBeVisible();
  await screen.closeQuestion.getByRole('button', { name: 'Cancelar' }).click();
  await here.page.keyboard.press('Escape');
  await here.page.getByRole('alertdialog').getByRole('button').last().click();

  await goOffline(away.page);
  await sell(away.page);
  await sell(away.page);
  // The tablet is switched off and on again, still without a network.
  await away.page.close();
  const again = await away.context.newPage();
  await again.goto(`${shop.url}1/home`);
  await expect(again.getByRole('button', { name: /2 por enviar/ }).first()).toBeVisible();

  await screen.askToClose('0');
  await expect(screen.closePanel.getByText('Carla Domínguez, Chrome en Windows')).toBeVisible();
  await expect(screen.closePanel.getByText(/^Sin noticias desde \d\d:\d\d Hs$/)).toBeVisible();
  await expect(screen.closeQuestion).toContainText('Falta Carla Domínguez, Chrome en Windows.');
  await expect(screen.closeQuestion.getByRole('button', { name: 'Cerrar igual' })).toBeVisible();
  await shop.kill();
  await shop.start();
  await away.context.setOffline(false);
  await expect(line('Emitidos 3 · Confirmados 3 · Sin enviar 0')).toBeVisible({ timeout: 90_000 });
  await expect(screen.closePanel.getByText('Carla Domínguez, Chrome en Windows')).toHaveCount(0, { timeout: 90_000 });
  await screen.closeQuestion.getByRole('button', { name: 'Confirmar' }).click();
  await expect(screen.last).toContainText('Emitidos 3 · Confirmados 3 · Sin enviar 0');
});
