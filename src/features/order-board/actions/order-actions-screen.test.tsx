import { randomUUID } from 'node:crypto';
import { it } from 'vitest';
import { inDatabase } from '#e2e/shop-database.ts';
import { BoardScreen } from '#testing/board.ts';
import type { Locator } from '#testing/locator.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

const board = '1/orders/kanban';
const dialogOf = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
const detailOf = (page: Page): Locator => dialogOf(page, /^Pedido N° \d+$/);
const notice = (page: Page, text: string | RegExp): Locator => page.locator('[data-toasts]').getByText(text).first();
const undo = (page: Page): Locator => page.getByRole('button', { name: 'Deshacer' });

/** «Rechazar» or «Demorar» from the card's ⋮ menu. */
async function fromCard(page: Page, customer: string, action: string): Promise<void> {
  await new BoardScreen(page)
    .card(customer)
    .getByRole('button', { name: /^Más acciones/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

it('a refused rejection brings the card back with the words of the server (B-31, B-70)', async () => {
  const order = await (await apiUserOf('ana')).takeOrder('Firme');
  const { page } = await renderApp(board, { as: 'carla' });
  page.route(`/store/1/orders/${order.id}/reject`, (route) =>
    route.fulfill({ status: 422, json: { code: 'invalid_transition', message: 'Ese pedido ya se facturó.' } }),
  );
  await fromCard(page, 'Firme', 'Rechazar');
  await page.getByRole('radio', { name: /^Pedido falso/ }).check();
  await page.getByRole('button', { name: 'Rechazar pedido' }).click();
  await expect(notice(page, 'Ese pedido ya se facturó.')).toBeVisible();
  await expect(new BoardScreen(page).cardIn('Pendientes', 'Firme')).toBeVisible();
  await expect(undo(page)).toHaveCount(0);
});

it('two people accept the same order at once: the second one is told, and has nothing to decide (offline engine, What people see)', async () => {
  const ana = await apiUserOf('ana');
  const order = await ana.takeOrder('A la vez');
  const { page } = await renderApp(board, { as: 'carla' });
  page.route(`/store/1/orders/${order.id}`, async (route) => {
    if (route.method === 'PATCH') await ana.changeStatus(order, 'ACCEPTED');
    return route.fetch();
  });
  await new BoardScreen(page)
    .cardIn('Pendientes', 'A la vez')
    .getByRole('button', { name: /^Aceptar/ })
    .click();
  const said = page
    .locator('[data-toast="info"]')
    .filter({ hasText: `El pedido ${order.number} ya fue Aceptado por Ana` });
  await expect(said).toHaveCount(1);
  await expect(page.locator('[data-toast="error"]')).toHaveCount(0);
  await expect(new BoardScreen(page).cardIn('Aceptados', 'A la vez')).toBeVisible();
  await expect(page.getByRole('button', { name: /para revisar/i })).toHaveCount(0);
  await expect(undo(page)).toHaveCount(0);
});

it('each message of a refusal is an error notice of its own (B-32)', async () => {
  const order = await (await apiUserOf('ana')).takeOrder('Dos razones');
  const { page } = await renderApp(board, { as: 'carla' });
  const said = ['La caja está cerrada.', 'Falta el vendedor.'];
  page.route(`/store/1/orders/${order.id}`, (route) =>
    route.fulfill({
      status: 422,
      json: { code: 'invalid_transition', message: said[0], errors: { status: [said[0]], seller_id: [said[1]] } },
    }),
  );
  await new BoardScreen(page)
    .cardIn('Pendientes', 'Dos razones')
    .getByRole('button', { name: /^Aceptar/ })
    .click();
  for (const message of said)
    await expect(page.locator('[data-toast="error"]').filter({ hasText: message })).toHaveCount(1);
  await expect(page.locator('[data-toast="error"]')).toHaveCount(2);
  await expect(new BoardScreen(page).cardIn('Pendientes', 'Dos razones')).toBeVisible();
});

it('a refused change gives the focus back to its card, unless the person has moved on (B-31, B-70)', async () => {
  const ana = await apiUserOf('ana');
  const order = await ana.takeOrder('Vuelve');
  await ana.takeOrder('Vecino');
  const { page } = await renderApp(board, { as: 'carla' });
  const screen = new BoardScreen(page);
  const refuse: (() => void)[] = [];
  page.route(`/store/1/orders/${order.id}`, async (route) => {
    await new Promise<void>((resolve) => refuse.push(resolve));
    return route.fulfill({ status: 422, json: { code: 'invalid_transition', message: 'Ahora no.' } });
  });
  const focusedCard = (): string => document.activeElement?.closest('[data-card]')?.textContent ?? '';
  const accept = async (): Promise<void> => {
    const button = screen.cardIn('Pendientes', 'Vuelve').getByRole('button', { name: /^Aceptar/ });
    await button.focus();
    await button.click();
    await expect(screen.cardIn('Aceptados', 'Vuelve')).toBeVisible();
    await expect.poll(focusedCard).not.toContain('Vuelve');
    await expect.poll(() => refuse.length).toBeGreaterThan(0);
  };
  await accept();
  refuse.shift()?.();
  await expect(screen.cardIn('Pendientes', 'Vuelve')).toBeVisible();
  await expect.poll(focusedCard).toContain('Vuelve');
  await accept();
  const given = focusedCard();
  await page.keyboard.press('ArrowUp');
  await expect.poll(focusedCard).not.toBe(given);
  const chosen = focusedCard();
  refuse.shift()?.();
  await expect(screen.cardIn('Pendientes', 'Vuelve')).toBeVisible();
  await expect.poll(focusedCard).toBe(chosen);
});

it('an order that another device rejects meanwhile can only be closed (B-58)', async () => {
  const ana = await apiUserOf('ana');
  const order = await ana.takeOrder('Ajeno');
  const { page } = await renderApp(board, { as: 'carla' });
  await fromCard(page, 'Ajeno', 'Rechazar');
  const dialog = dialogOf(page, /^Rechazar pedido/);
  await expect(dialog.getByRole('radio').first()).toBeVisible();
  const { status } = await ana.call(
    'PATCH',
    `/store/1/orders/${order.id}/reject`,
    { reject_reason: 'closed' },
    { 'idempotency-key': randomUUID(), 'if-match': `"${order.status_rev}"` },
  );
  expect(status).toBe(200);
  await expect(dialog.getByText('Este pedido ya fue rechazado.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Rechazar pedido' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
  await expect(dialog).toHaveCount(0);
});

it('a delay goes in steps of 5 from 0, says when it is ready, and is sent as the four delays (B-60, B-61, M-14, N-04)', async () => {
  const ana = await apiUserOf('ana');
  const order = (await ana.changeStatus(await ana.takeOrder('Demora'), 'ACCEPTED')).body;
  const { page } = await renderApp(board, { as: 'carla' });
  const sent: unknown[] = [];
  page.route(`/store/1/orders/${order.id}/delay`, async (route) => {
    sent.push(await route.body());
    return route.fetch();
  });
  await new BoardScreen(page).open('Demora');
  await detailOf(page).getByRole('button', { name: 'Demorar' }).click();
  const dialog = dialogOf(page, `Demorar pedido N° ${order.number}`);
  await expect(dialog.getByRole('group', { name: 'Demoras habituales' }).getByRole('button')).toHaveText([
    '+5',
    '+10',
    '+15',
    '+30',
  ]);
  const minutes = dialog.getByRole('spinbutton', { name: 'Minutos de demora' });
  await expect(minutes).toHaveAttribute('aria-valuenow', '0');
  await dialog.getByRole('button', { name: 'Demorar', exact: true }).click();
  await expect(dialog.getByText('Elegí cuántos minutos se demora.')).toBeVisible();
  await expect(minutes).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(minutes).toHaveAttribute('aria-valuenow', '0');
  for (const usual of [5, 10, 30, 15]) {
    await dialog.getByRole('button', { name: `+${usual} minutos`, exact: true }).click();
    await expect(minutes).toHaveAttribute('aria-valuenow', String(usual));
  }
  await dialog.getByRole('button', { name: 'Sumar: Minutos de demora' }).click();
  await expect(minutes).toHaveAttribute('aria-valuenow', '20');
  const readyBefore = Date.parse(order.ready_by ?? '');
  const hour = (ms: number): string =>
    new Date(ms).toLocaleTimeString('es-AR', {
      timeZone: 'America/Argentina/Buenos_Aires',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  await expect(dialog.getByText(hour(readyBefore)).first()).toBeVisible();
  await expect(dialog.getByText(hour(readyBefore + 20 * 60_000)).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Demorar 20 min' }).click();
  await expect(notice(page, new RegExp(`^Pedido ${order.number}: \\+20 min, listo`))).toBeVisible();
  await expect.poll(async () => Date.parse((await ana.order(order.id)).ready_by ?? '')).toBe(readyBefore + 20 * 60_000);
  expect(sent).toEqual([{ minutes: 15 }, { minutes: 5 }]);
});

it('a payment that may not be changed has its fields disabled (Y-11)', async () => {
  const ana = await apiUserOf('ana');
  const { payments: _none, total, ...rest } = await ana.submission('Cobrado');
  const half = Math.floor(total / 2);
  const paid = { option: 'cash', method: 'cash' as const, type: 'exact' as const, value: null };
  const order = await ana.send({
    ...rest,
    total,
    payments: [
      { ...paid, amount: half },
      { option: 'bank-transfer', method: 'bank-transfer', type: null, value: null, amount: total - half },
    ],
  });
  await inDatabase(
    screenServer(),
    `update payments set can_modify = false where order_id = ${order.id} and method = 'bank-transfer'`,
  );
  const { page } = await renderApp(board, { as: 'carla' });
  await new BoardScreen(page).open('Cobrado');
  await detailOf(page).getByRole('button', { name: 'Cambiar la forma de pago' }).click();
  const dialog = dialogOf(page, `Forma de pago del pedido N° ${order.number}`);
  const methods = dialog.getByRole('combobox');
  await expect(methods).toHaveCount(2);
  const enabled = async (at: number): Promise<boolean> =>
    !(await dialog.locator('fieldset').nth(at).one()).matches(':disabled');
  expect([await enabled(0), await enabled(1)]).toEqual([true, false]);
  await expect(dialog.getByText('Este pago no se puede cambiar')).toBeVisible();
});

it('in the detail the letters are the board’s, and the question on top keeps its own (B-18, B-57, B-58, D3)', async () => {
  const ana = await apiUserOf('ana');
  const order = await ana.takeOrder('Letras');
  const { page } = await renderApp(board, { as: 'carla' });
  await new BoardScreen(page).open('Letras');
  await page.keyboard.press('r');
  const dialog = dialogOf(page, /^Rechazar pedido/);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('a');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(detailOf(page).getByText('Pendiente').first()).toBeVisible();
  await page.keyboard.press('a');
  await expect(detailOf(page).getByText('Aceptado').first()).toBeVisible();
  await expect.poll(async () => (await ana.order(order.id)).status).toBe('ACCEPTED');
});
