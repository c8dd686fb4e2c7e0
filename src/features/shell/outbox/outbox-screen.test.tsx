import { it } from 'vitest';
import { demoPeople, password } from '#e2e/api.ts';
import { databaseName } from '#sync/database-name.ts';
import { openIdbStore } from '#sync/idb-store.ts';
import { BoardScreen } from '#testing/board.ts';
import { leaveEntry } from '#testing/left-entry.ts';
import type { Locator } from '#testing/locator.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

const board = '1/orders/kanban';
const ordersChanges = /^\/store\/1\/orders\/\d+$/;
/** The sync pill by its whole label, such as 'Sin conexión: 1 por enviar'. */
const pill = (page: Page, words: string | RegExp): Locator => page.getByRole('button', { name: words }).first();
const tray = (page: Page): Locator => page.getByRole('dialog', { name: /^(Para revisar|Por enviar)$/ });
const openTray = (page: Page): Promise<void> => pill(page, /^(Conectado|Sin conexión|Enviando|Atención)/).click();
const next = (page: Page, customer: string): Promise<void> =>
  new BoardScreen(page)
    .card(customer)
    .getByRole('button', { name: /^(Aceptar|Por entregar|Finalizar)/ })
    .click();

async function openUserMenu(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('button', { name: 'Usuario' }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
}

async function carlaId(): Promise<number> {
  return (await (await apiUserOf('carla')).call<{ readonly id: number }>('GET', '/me')).body.id;
}

/** Carla's outbox of La Esquina, while the app has it closed. */
async function disk() {
  return openIdbStore(databaseName(await carlaId(), 1));
}

/** Number of queued and of rejected commands on the disk. */
async function onDisk(): Promise<readonly [number, number]> {
  const store = await disk();
  const { entries, rejected } = await store.load();
  store.close();
  return [entries.length, rejected.length];
}

it('a captive portal takes nothing away: the change waits, and is applied once (D-07, offline engine, Failures)', async () => {
  const ana = await apiUserOf('ana');
  const order = await ana.takeOrder('Portal');
  const { page } = await renderApp(board, { as: 'carla' });
  let tries = 0;
  page.route(ordersChanges, (route) => {
    if (route.method !== 'PATCH') return route.fetch();
    tries += 1;
    return new Response('<h1>Bienvenido al Wi-Fi</h1>', { headers: { 'content-type': 'text/html' } });
  });
  await next(page, 'Portal');
  await expect.poll(() => tries > 1).toBe(true);
  await expect(pill(page, /Enviando 1…|1 por enviar/)).toBeVisible();
  expect((await ana.order(order.id)).status).toBe('PENDING');
  page.unroute(ordersChanges);
  await expect.poll(async () => (await ana.order(order.id)).status).toBe('ACCEPTED');
  await expect(pill(page, 'Conectado')).toBeVisible();
  expect((await ana.order(order.id)).status_rev).toBe(order.status_rev + 1);
});

it('a command of another version is shown and stays until it is discarded (offline engine, Principles, lanes)', async () => {
  const order = await (await apiUserOf('ana')).takeOrder('Versión');
  const { page } = await renderApp(board, { as: 'carla' });
  await expect(new BoardScreen(page).card('Versión')).toBeVisible();
  await page.goto('zzz/yyy');
  await leaveEntry(await carlaId(), `order:${order.uid}`, {
    type: 'order.teleport/9',
    entityType: 'order',
    entityId: order.uid,
    body: {},
  });
  await page.goto(board);
  await expect(pill(page, 'Atención: 1 para revisar')).toBeVisible();
  await openTray(page);
  await expect(tray(page).getByText(`Pedido ${order.number}`, { exact: true })).toBeVisible();
  const sentence = tray(page).getByText(
    'Esta versión de la aplicación no conoce este cambio. Se enviará al actualizarla.',
  );
  await expect(sentence).toBeVisible();
  await tray(page).getByRole('button', { name: 'Reintentar', exact: true }).click();
  await expect(sentence).toBeVisible();
  await page.reload();
  await openTray(page);
  await expect(sentence).toBeVisible();
  await tray(page).getByRole('button', { name: 'Descartar' }).click();
  const asked = page.getByRole('alertdialog', { name: '¿Descartar este cambio?' });
  await expect(asked.getByText('También se descarta lo que hiciste después con el mismo pedido.')).toBeVisible();
  await asked.getByRole('button', { name: 'Descartar' }).click();
  await expect(tray(page).getByText('Todo al día')).toBeVisible();
  await expect.poll(onDisk).toEqual([0, 0]);
});

it('a change that never left and is too old waits for its person, on disk too (offline engine, Failures; I1)', async () => {
  const ana = await apiUserOf('ana');
  const order = await ana.takeOrder('Vencido');
  const { page } = await renderApp(board, { as: 'carla' });
  await expect(new BoardScreen(page).card('Vencido')).toBeVisible();
  await page.goto('zzz/yyy');
  await leaveEntry(await carlaId(), `order:${order.uid}`, {
    type: 'order.status/1',
    entityType: 'order',
    entityId: order.uid,
    base: { rev: order.status_rev },
    body: { storeId: 1, currency: { symbol: '$ ', decimals: 2 }, to: 'ACCEPTED', at: 0, delayMinutes: 20 },
    // Engine time of a day before this database existed.
    enqueuedAt: -24 * 60 * 60_000,
  });
  await page.goto(board);
  await expect(pill(page, 'Atención: 1 para revisar')).toBeVisible();
  await expect.poll(onDisk).toEqual([0, 1]);
  await openTray(page);
  await tray(page).getByRole('button', { name: 'Aplicar igual' }).click();
  await expect.poll(async () => (await ana.order(order.id)).status).toBe('ACCEPTED');
  await expect(tray(page).getByText('Todo al día')).toBeVisible();
  await expect.poll(onDisk).toEqual([0, 0]);
});

it('a refused change says who was first, survives a reload, and can be applied all the same (N-16, D-07)', async () => {
  const ana = await apiUserOf('ana');
  const order = await ana.takeOrder('Igual');
  const { page, context } = await renderApp(board, { as: 'carla' });
  await expect(new BoardScreen(page).card('Igual')).toBeVisible();
  context.setOffline(true);
  await next(page, 'Igual');
  await expect(pill(page, 'Sin conexión: 1 por enviar')).toBeVisible();
  expect((await ana.changeStatus(order, 'COMPLETE')).status).toBe(200);
  context.setOffline(false);
  await expect(pill(page, 'Atención: 1 para revisar')).toBeVisible();
  await page.reload();
  await openTray(page);
  await expect(tray(page).getByText(`Pedido ${order.number} a Aceptado`)).toBeVisible();
  await expect(
    tray(page).getByText(
      new RegExp(
        String.raw`^El pedido ${order.number} ya fue Entregado por Ana.* \d\d:\d\d\. Tu cambio a Aceptado no se aplicó\.$`,
      ),
    ),
  ).toBeVisible();
  await tray(page).getByRole('button', { name: 'Aplicar igual' }).click();
  await expect(tray(page).getByText('Todo al día')).toBeVisible();
  await expect.poll(async () => (await ana.order(order.id)).status).toBe('ACCEPTED');
  await page.keyboard.press('Escape');
  await expect(new BoardScreen(page).cardIn('Aceptados', 'Igual')).toBeVisible();
});

it('many refused changes are understood at once; what the server will not repeat reads in Spanish (N-17, D-07)', async () => {
  const ana = await apiUserOf('ana');
  const names = ['Todo0', 'Todo1', 'Todo2', 'Todo3'];
  for (const name of names) await ana.takeOrder(name);
  const { page } = await renderApp(board, { as: 'carla' });
  page.route(ordersChanges, (route) =>
    route.method === 'PATCH' ? route.fulfill({ status: 422, json: { code: 'idempotency_mismatch' } }) : route.fetch(),
  );
  for (const name of names) await next(page, name);
  await expect(pill(page, 'Atención: 4 para revisar')).toBeVisible();
  await openTray(page);
  await expect(tray(page).getByText('La petición no es válida.')).toHaveCount(4);
  await expect(tray(page).getByText(/idempotency/)).toHaveCount(0);
  await tray(page).getByRole('button', { name: 'Entendido todo' }).click();
  await expect(tray(page).getByText('Todo al día')).toBeVisible();
  await expect.poll(onDisk).toEqual([0, 0]);
});

it('a bulk action of which a part was refused says how much was applied (offline engine, Principles, lanes)', async () => {
  const ana = await apiUserOf('ana');
  const moved = await ana.takeOrder('Lote0');
  for (const name of ['Lote1', 'Lote2']) await ana.takeOrder(name);
  const { page, context } = await renderApp(board, { as: 'carla' });
  await expect(new BoardScreen(page).card('Lote2')).toBeVisible();
  context.setOffline(true);
  await page.getByRole('button', { name: 'Modificación masiva de pedidos' }).click();
  const accept = page.getByRole('button', { name: /^Aceptar \d+ pedidos$/ });
  const total = await accept.evaluate((button) => Number(/\d+/.exec(button.textContent)?.[0]));
  expect(total).toBeGreaterThanOrEqual(3);
  await accept.click();
  await page.keyboard.press('Escape');
  await expect(pill(page, `Sin conexión: ${total} por enviar`)).toBeVisible();
  expect((await ana.changeStatus(moved, 'COMPLETE')).status).toBe(200);
  context.setOffline(false);
  const told = `${total - 1} de ${total} aplicados`;
  await expect(page.locator('[data-toasts]').getByText(told).first()).toBeVisible();
  await expect(
    page.locator('[data-toasts]').getByText(`Para revisar: pedido ${moved.number}`, { exact: true }),
  ).toBeVisible();
  await openTray(page);
  await expect(tray(page).getByText(told)).toBeVisible();
  await expect(tray(page).getByText(/ya fue Entregado por Ana/)).toBeVisible();
  await tray(page).getByRole('button', { name: 'Entendido' }).click();
  await expect(tray(page).getByText('Todo al día')).toBeVisible();
});

it('an unsent change can be discarded with all that was done after it; the card goes back (offline engine, Principles, fold)', async () => {
  const ana = await apiUserOf('ana');
  const order = await ana.takeOrder('Descarte');
  const { page, context } = await renderApp(board, { as: 'carla' });
  await expect(new BoardScreen(page).card('Descarte')).toBeVisible();
  // A page that starts offline makes no attempt, so that the discarded change was certainly never sent.
  context.setOffline(true);
  await page.reload();
  await next(page, 'Descarte');
  await openTray(page);
  await expect(tray(page).getByText(`Pedido ${order.number} a Aceptado`)).toBeVisible();
  await expect(tray(page).getByText(/^Desde: \d\d:\d\d Hs$/)).toBeVisible();
  await tray(page).getByRole('button', { name: 'Descartar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click();
  await page.keyboard.press('Escape');
  await expect(new BoardScreen(page).cardIn('Pendientes', 'Descarte')).toBeVisible();
  context.setOffline(false);
  await expect(pill(page, 'Conectado')).toBeVisible();
  expect((await ana.order(order.id)).ver).toBe(order.ver);
});

it('unsent work is discarded at logout only by typing it (A-51, offline engine, Life cycle)', async () => {
  const ana = await apiUserOf('ana');
  const order = await ana.takeOrder('Perder');
  const { page, context } = await renderApp(board, { as: 'carla' });
  await expect(new BoardScreen(page).card('Perder')).toBeVisible();
  context.setOffline(true);
  await next(page, 'Perder');
  await expect(pill(page, 'Sin conexión: 1 por enviar')).toBeVisible();
  await openUserMenu(page);
  const dialog = page.getByRole('alertdialog', { name: 'Queda 1 acción sin enviar' });
  await dialog.getByRole('button', { name: 'Descartar', exact: true }).click();
  const leave = dialog.getByRole('button', { name: 'Descartar y salir' });
  const words = dialog.getByLabel('Escribí DESCARTAR para confirmar');
  await expect(leave).toBeDisabled();
  await words.fill('descarta');
  await expect(leave).toBeDisabled();
  await words.fill('DESCARTAR');
  await leave.click();
  await expect(page).toHaveURL(/\/sellers\/login$/);
  await expect
    .poll(async () => (await indexedDB.databases()).filter((d) => /^marche:\d+:1$/.test(d.name ?? '')))
    .toEqual([]);
  expect(document.cookie).not.toContain('marche-unsent');
  expect((await ana.order(order.id)).status).toBe('PENDING');
});

it('a logout without a network ends the session when the network returns, also after a restart, and before another login (A-51)', async () => {
  const elsewhere = await apiUserOf('carla');
  const devices = async (): Promise<number> => (await elsewhere.call<unknown[]>('GET', '/me/devices')).body.length;
  const { page, context } = await renderApp(board, { as: 'carla' });
  await expect(page.getByRole('navigation').getByRole('button', { name: 'Usuario' })).toBeVisible();
  const before = await devices();
  context.setOffline(true);
  await openUserMenu(page);
  await expect(page).toHaveURL(/login/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible();
  await expect(page.getByText('Carla')).toHaveCount(0);
  expect(await devices()).toBe(before);
  // The server does not answer yet: no other login may take the place of the cookie.
  page.route('/tokens/current', (route) => route.fulfill({ status: 503, json: { code: 'unavailable' } }));
  context.setOffline(false);
  await page.getByLabel('Correo electrónico').fill(demoPeople.ana);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect.poll(() => page.sent().filter((call) => call === 'DELETE /tokens/current').length).toBeGreaterThan(0);
  await expect(page.getByRole('alert').first()).toBeVisible();
  expect(page.sent()).not.toContain('POST /tokens');
  page.unroute('/tokens/current');
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page.getByRole('heading', { name: /Ana/ })).toBeVisible();
  expect(await devices()).toBe(before - 1);
});
