import { beforeEach, it } from 'vitest';
import { bringMoney, noMoney } from '#e2e/pages/support.ts';
import type { Locator } from '#testing/locator.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();
beforeEach(() => noMoney(screenServer()));

const board = '1/orders/kanban';
const payoutsButton = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: /^Rendiciones de dinero/ });
const payoutList = (page: Page): Locator => page.getByRole('dialog', { name: 'Rendiciones de dinero' });
const instruction = 'Entregale este código al cadete una vez que verifiques el importe.';

it('a rider on the way: amount, instruction, code behind its toggle (B-06, U-17, U-19, U-20)', async () => {
  await bringMoney(screenServer(), 4_730_000, '4821');
  const { page } = await renderApp(board, { as: 'ana' });
  await expect(payoutsButton(page)).toHaveAttribute('aria-label', 'Rendiciones de dinero, 1 pendiente');
  await payoutsButton(page).click();
  const row = payoutList(page).getByRole('listitem');
  await expect(row).toContainText('$ 47.300,00');
  await expect(row).toContainText('Cadete: Mirta');
  await expect(row).toContainText(instruction);
  await expect(row).not.toContainText('4821');
  await row.getByRole('button', { name: 'Mostrar código' }).click();
  await expect(row).toContainText('4821');
  await row.getByRole('button', { name: 'Ocultar código' }).click();
  await expect(row).not.toContainText('4821');
  await row.getByRole('button', { name: 'Mostrar código' }).click();
  await page.keyboard.press('Escape');
  await payoutsButton(page).click();
  await expect(row).toContainText('$ 47.300,00');
  await expect(row).not.toContainText('4821');
});

it('a refusal stays at its row; without a network confirming says why it cannot be done (U-23, E-04)', async () => {
  await bringMoney(screenServer(), 900_000, '4455');
  const { page, context } = await renderApp(board, { as: 'ana' });
  await payoutsButton(page).click();
  const row = payoutList(page).getByRole('listitem');
  const message = 'El código ingresado es incorrecto.';
  page.route(/\/confirm$/, (route) =>
    route.fulfill({ status: 422, json: { code: 'otp_invalid', message, errors: { code: [message] } } }),
  );
  await row.getByRole('button', { name: 'Confirmar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirmar rendición' }).click();
  await expect(row.getByText(message)).toBeVisible();
  context.setOffline(true);
  await expect(row.getByText('Necesitás conexión para confirmar.')).toBeVisible();
  const confirm = row.getByRole('button', { name: 'Confirmar' });
  await expect(confirm).toBeDisabled();
  await confirm.evaluate((button) => button.click());
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

it('another device confirms while this one asks: its question goes and says why (U-23)', async () => {
  await bringMoney(screenServer(), 730_000, '6677');
  const { page } = await renderApp(board, { as: 'ana' });
  await payoutsButton(page).click();
  await payoutList(page).getByRole('listitem').getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  const carla = await apiUserOf('carla');
  const [payout] = (await carla.call<{ readonly id: number }[]>('GET', '/store/1/payouts')).body;
  await carla.call('PATCH', `/store/1/payouts/${payout?.id}/confirm`, { code: '6677' });
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByText('Rendición de $ 7.300,00 confirmada.').first()).toBeVisible();
});

it('by key alone: open, show the code, confirm (H4)', async () => {
  await bringMoney(screenServer(), 500_000, '1234');
  const { page } = await renderApp(board, { as: 'ana' });
  await payoutsButton(page).press('Enter');
  const row = payoutList(page).getByRole('listitem');
  await row.getByRole('button', { name: 'Mostrar código' }).press('Enter');
  await expect(row).toContainText('1234');
  await page.keyboard.press('Tab');
  await expect(row.getByRole('button', { name: 'Confirmar' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(payoutList(page).getByText('No se encontraron rendiciones de dinero.')).toBeVisible();
  await expect(page.getByText('Rendición de $ 5.000,00 confirmada.').first()).toBeVisible();
});
