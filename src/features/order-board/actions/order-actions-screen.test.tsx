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

/** Keeps the notices on the screen, as a pointer over them does. */
const holdNotices = (page: Page): Promise<unknown> =>
  page.locator('[data-toasts]').evaluate((area) => area.dispatchEvent(new Event('pointermove', { bubbles: true })));

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
  await dialog.getByRole('button', { name: '+15 minutos' }).click();
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

it('mass actions accept what waits and finish by type, each undone for 5 s (B-09, B-14, B-34, B-35, B-36, B-38)', async () => {
  const ana = await apiUserOf('ana');
  const orders = [await ana.takeOrder('Masa1'), await ana.takeOrder('Masa2')];
  const states = (): Promise<string[]> => Promise.all(orders.map(async ({ id }) => (await ana.order(id)).status));
  const { page } = await renderApp(board, { as: 'carla' });
  await expect(new BoardScreen(page).card('Masa2')).toBeVisible();
  await page.getByRole('button', { name: 'Modificación masiva de pedidos' }).click();
  const dialog = dialogOf(page, 'Modificación masiva de pedidos');
  await expect(dialog.locator('h3')).toHaveCount(4);
  await holdNotices(page);
  await dialog.getByRole('button', { name: /^Aceptar \d+ pedidos$/ }).click();
  await expect(notice(page, 'Los pedidos fueron aceptados.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Aceptar 0 pedidos' })).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(states).toEqual(['ACCEPTED', 'ACCEPTED']);
  await undo(page).click();
  await expect(dialog.getByRole('button', { name: /^Aceptar [1-9]\d* pedidos$/ })).toBeVisible();
  await expect.poll(states).toEqual(['PENDING', 'PENDING']);
  await dialog.getByRole('button', { name: /^Aceptar \d+ pedidos$/ }).click();
  await expect.poll(states).toEqual(['ACCEPTED', 'ACCEPTED']);
  await holdNotices(page);
  await dialog.getByRole('button', { name: /^Finalizar \d+ pedidos? para take away$/ }).click();
  await expect(notice(page, 'Los pedidos para take away fueron finalizados.')).toBeVisible();
  await expect.poll(states).toEqual(['COMPLETE', 'COMPLETE']);
  await page.keyboard.press('Escape');
  await expect(new BoardScreen(page).card('Masa1')).toHaveCount(0);
});

it('each type is finished by its own button, and the notice names it (B-37, B-39)', async () => {
  const ana = await apiUserOf('ana');
  const { body } = await ana.profile();
  const code = body.codes.find((one) => one.type === 'LOCAL' && !one.group);
  const local = await ana.send({ ...(await ana.submission('Mesa')), type: 'LOCAL', ...(code && { code: code.id }) });
  const delivery = await ana.takeOrder('Puerta');
  await inDatabase(screenServer(), `update orders set type = 'DELIVERY' where id = ${delivery.id}`);
  for (const order of [local, delivery]) await ana.changeStatus(order, 'ACCEPTED');
  const { page } = await renderApp(board, { as: 'carla' });
  await expect(new BoardScreen(page).card('Puerta')).toBeVisible();
  await page.getByRole('button', { name: 'Modificación masiva de pedidos' }).click();
  const dialog = dialogOf(page, 'Modificación masiva de pedidos');
  await dialog.getByRole('button', { name: /^Finalizar \d+ pedidos? en local$/ }).click();
  await expect(notice(page, 'Los pedidos en local fueron finalizados.')).toBeVisible();
  await dialog.getByRole('button', { name: /^Finalizar \d+ pedidos? de delivery$/ }).click();
  await expect(notice(page, 'Los pedidos para delivery fueron finalizados.')).toBeVisible();
  for (const { id } of [local, delivery]) await expect.poll(async () => (await ana.order(id)).status).toBe('COMPLETE');
});

it('a mass action of which a part is refused says how many were applied (B-65, B-70)', async () => {
  const ana = await apiUserOf('ana');
  const good = await ana.takeOrder('Parte1');
  const bad = await ana.takeOrder('Parte2');
  const { page } = await renderApp(board, { as: 'carla' });
  await expect(new BoardScreen(page).card('Parte2')).toBeVisible();
  page.route(`/store/1/orders/${bad.id}`, (route) =>
    route.method === 'PATCH'
      ? route.fulfill({ status: 422, json: { code: 'invalid_transition', message: 'Ese no.' } })
      : route.fetch(),
  );
  await page.getByRole('button', { name: 'Modificación masiva de pedidos' }).click();
  await page.getByRole('button', { name: /^Aceptar \d+ pedidos$/ }).click();
  await expect(notice(page, /^\d+ de \d+ aplicados$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(new BoardScreen(page).cardIn('Pendientes', 'Parte2')).toBeVisible();
  await expect(new BoardScreen(page).cardIn('Aceptados', 'Parte1')).toBeVisible();
  await expect.poll(async () => (await ana.order(good.id)).status).toBe('ACCEPTED');
});

it('the list of orders has six parts a row, is searched and narrowed down, and opens the detail (B-17, B-18, D6)', async () => {
  const order = await (await apiUserOf('ana')).takeOrder('Lista');
  const { page } = await renderApp(board, { as: 'carla' });
  await expect(new BoardScreen(page).card('Lista')).toBeVisible();
  await page.getByRole('button', { name: 'Lista de pedidos' }).click();
  const list = dialogOf(page, 'Lista de pedidos');
  for (const head of ['Pedido N°', 'Código', 'Tipo', 'Estado', 'Pago', 'Total'])
    await expect(list.getByText(head, { exact: true })).toHaveCount(1);
  const search = list.getByRole('searchbox');
  await search.fill('LISTA');
  const row = list.getByRole('listitem');
  await expect(row).toHaveCount(1);
  for (const part of [String(order.number), 'Take away', 'Pendiente', 'Sin forma de pago', '$ '])
    await expect(row).toContainText(part);
  await list.getByRole('button', { name: 'Entregado' }).click();
  await expect(list.getByText('No se encontraron pedidos.')).toBeVisible();
  await list.getByRole('button', { name: 'Entregado' }).click();
  await search.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(detailOf(page)).toContainText('Lista');
  await page.keyboard.press('Escape');
  await expect(list).toBeVisible();
});

it('the coin on the list says that somebody is paying; such a row opens no detail (B-10, B-18, B-20, D-20)', async () => {
  const { page } = await renderApp('/', { as: 'carla' });
  page.route(/^\/store\/1(\/changes)?$/, async (route) => {
    const response = await route.fetch();
    const { status, headers } = response;
    const text = (await response.text()).replaceAll('"status":"REJECTED"', '"status":"PAYING"');
    return new Response(text, { status, headers: { 'content-type': headers.get('content-type') ?? '' } });
  });
  await page.goto(board);
  await page.getByRole('button', { name: 'Lista de pedidos, hay pagos en curso' }).click();
  const first = dialogOf(page, 'Lista de pedidos').getByRole('listitem').first();
  await expect(first).toContainText('Pagando');
  await expect(first.getByRole('button')).toHaveCount(0);
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
