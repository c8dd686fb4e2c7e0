import { randomUUID } from 'node:crypto';
import { it } from 'vitest';
import type { WireGroup } from '#contract/wire/groups.ts';
import { BoardScreen } from '#testing/board.ts';
import { leaveEntry } from '#testing/left-entry.ts';
import type { Locator } from '#testing/locator.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, useScreenServer } from '#testing/screen-server.ts';
import { openedTable, placeCode, useFreeTables } from '#testing/tables.ts';

useScreenServer();
useFreeTables();

const forbidden = { status: 403, json: { code: 'forbidden', message: 'No tenés permiso para hacer esto.' } };
const pill = (page: Page): Locator =>
  page.getByRole('button', { name: /^(Conectado|Sin conexión|Enviando|Atención)/ }).first();

it('a change that is refused later is told on whatever screen is open (D-07)', async () => {
  const ana = await apiUserOf('ana');
  const refused = await ana.takeOrder('Rechazado');
  const { page, context } = await renderApp('1/orders/kanban', { as: 'carla' });
  const board = new BoardScreen(page);
  await expect(board.card('Rechazado')).toBeVisible();
  page.route(`/store/1/orders/${refused.id}`, (route) =>
    route.method === 'PATCH' ? route.fulfill(forbidden) : route.fetch(),
  );
  context.setOffline(true);
  await board
    .card('Rechazado')
    .getByRole('button', { name: /^Aceptar/ })
    .click();
  await page.getByRole('navigation').getByRole('link', { name: 'Códigos' }).click();
  await expect(page.getByRole('heading', { name: 'Códigos' })).toBeVisible();
  context.setOffline(false);
  const notices = page.getByRole('region', { name: 'Avisos' });
  await expect(notices).toContainText(`No se pudo guardar: Pedido ${refused.number} a Aceptado`);
  await expect(notices).toContainText('No tenés permiso para hacer esto. Tu cambio a Aceptado no se aplicó.');
});

it('«Aplicar igual» puts an order on the table that is open there now, and says what it holds (D-07)', async () => {
  const ana = await apiUserOf('ana');
  const { id } = (await ana.call<{ readonly id: number }>('GET', '/me')).body;
  const ended = await openedTable('Mesa 8');
  const reject = { 'idempotency-key': randomUUID(), 'if-match': `"${ended.rev}"` };
  await ana.call('PATCH', `/store/1/orderGroups/${ended.id}`, { status: 'REJECTED' }, reject);
  const { page } = await renderApp('zzz/yyy', { as: 'ana' });
  // As a device without a network left it: the table was open then.
  const code = await placeCode('Mesa 8');
  const submission = { ...(await ana.submission('Tarde')), type: 'LOCAL', code: code.id, order_group: ended.uid };
  await leaveEntry(id, `group:${ended.uid}`, {
    type: 'order.create/2',
    entityType: 'order',
    entityId: submission.uid,
    body: {
      storeId: 1,
      currency: { symbol: '$ ', decimals: 2 },
      submission,
      code: { ...code, description: 'Mesa 8', type: 'LOCAL', group: true },
      promocodes: [],
      at: Date.now(),
      readyBy: null,
    },
  });
  await page.goto('1/orders/kanban');
  await pill(page).click();
  const tray = page.getByRole('dialog', { name: /^(Para revisar|Por enviar)$/ });
  await expect(tray).toContainText('Pedido nuevo · Mesa 8 · Tarde');
  await expect(tray).toContainText(`${submission.items[0]?.quantity} ${submission.items[0]?.name}`);
  await expect(tray).toContainText(
    'Esta mesa no está abierta. Abrila y volvé a enviar el pedido. El pedido no se tomó.',
  );
  const open = await openedTable('Mesa 8');
  await page.goto('1/codes/index');
  await expect(page.getByRole('listitem').filter({ hasText: /^Mesa 8/ })).toContainText('0,00');
  await pill(page).click();
  await tray.getByRole('button', { name: 'Aplicar igual' }).click();
  await expect(tray.getByText('Todo al día')).toBeVisible();
  const { orders } = (await ana.call<WireGroup>('GET', `/store/1/orderGroups/${open.id}`)).body;
  expect(orders.map((order) => order.uid)).toEqual([submission.uid]);
});
