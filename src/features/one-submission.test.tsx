import { randomUUID } from 'node:crypto';
import { it } from 'vitest';
import { askInDatabase } from '#e2e/pages/store-status.ts';
import { bringMoney, deskKey, noMoney, openTicketOf } from '#e2e/pages/support.ts';
import { freeAllTables, inDatabase } from '#e2e/shop-database.ts';
import { forgetRegistersSql } from '#server/testing/forget-registers.ts';
import { BoardScreen } from '#testing/board.ts';
import type { Locator } from '#testing/locator.ts';
import { OrderingScreen } from '#testing/ordering.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';
import { expectOneRequest, type FilledForm } from '#testing/one-submission.ts';
import { placeCode } from '#testing/tables.ts';

useScreenServer({ supportDeskKey: deskKey });

const board = '1/orders/kanban';

/** Opens the detail of a new order on the board, with its options. */
async function openOrder(customer: string): Promise<{ readonly page: Page; readonly detail: Locator }> {
  const ana = await apiUserOf('ana');
  await ana.takeOrder(customer);
  const { page } = await renderApp(board, { as: 'ana' });
  await new BoardScreen(page).open(customer);
  return { page, detail: page.getByRole('dialog').first() };
}

async function bulk(): Promise<FilledForm> {
  const ana = await apiUserOf('ana');
  const others = (await ana.orders()).body.filter((order) => order.status === 'PENDING').map((order) => order.id);
  if (others.length > 0) await ana.changeMany(others, 'COMPLETE');
  await ana.takeOrder('Masiva');
  const { page } = await renderApp(board, { as: 'ana' });
  await expect(new BoardScreen(page).card('Masiva')).toBeVisible();
  await page.getByRole('button', { name: 'Modificación masiva de pedidos' }).click();
  const send = page.getByRole('button', { name: 'Aceptar 1 pedido' });
  return { page, send, call: /^PATCH \/store\/1\/orders\/(massive|\d+)$/ };
}

async function takeOrder(): Promise<FilledForm> {
  const { page } = await renderApp('/', { as: 'ana' });
  const order = new OrderingScreen(page);
  await order.start('Take away');
  await order.add('vaso de leche');
  await order.toCheckout();
  await page.getByLabel('Nombre', { exact: true }).fill('Una vez');
  await order.pay('Efectivo');
  return { page, send: order.button('Finalizar'), call: /^POST \/store\/1\/orders$/ };
}

async function promocode(): Promise<FilledForm> {
  const { page } = await renderApp('/', { as: 'ana' });
  const order = new OrderingScreen(page);
  await order.start('Take away');
  await order.add('vaso de leche');
  await order.cart.getByRole('button', { name: 'Usar código promocional' }).click();
  await order.dialog.getByRole('textbox', { name: 'Código promocional' }).fill('MIL');
  const send = order.dialog.getByRole('button', { name: 'Aplicar código' });
  return { page, send, call: /^POST \/store\/1\/promocode\/check$/ };
}

async function reject(): Promise<FilledForm> {
  const { page, detail } = await openOrder(`Rechazo ${randomUUID()}`);
  await detail.getByRole('button', { name: 'Rechazar' }).click();
  await page.getByRole('radio', { name: /^Pedido falso/ }).check();
  return { page, send: page.getByRole('button', { name: 'Rechazar pedido' }), call: /^PATCH .*\/reject$/ };
}

async function delay(): Promise<FilledForm> {
  const { page, detail } = await openOrder(`Demora ${randomUUID()}`);
  await detail.getByRole('button', { name: 'Demorar' }).click();
  await page.getByRole('button', { name: '+15 minutos' }).click();
  return { page, send: page.getByRole('button', { name: 'Demorar 15 min' }), call: /^PATCH .*\/delay$/ };
}

async function payments(): Promise<FilledForm> {
  const { page, detail } = await openOrder(`Pago ${randomUUID()}`);
  await detail.getByRole('button', { name: 'Cambiar la forma de pago' }).click();
  await page.getByRole('button', { name: 'Agregar forma de pago' }).click();
  await page.getByRole('textbox', { name: 'Importe' }).first().fill('100');
  return {
    page,
    send: page.getByRole('button', { name: 'Guardar pagos' }),
    call: /^PATCH \/store\/1\/orders\/\d+$/,
  };
}

async function ticket(): Promise<FilledForm> {
  const { page, detail } = await openOrder(`Ticket ${randomUUID()}`);
  await detail.getByRole('button', { name: 'Opciones del pedido' }).click();
  await page.getByRole('menuitem', { name: 'Ticket' }).click();
  const ask = page.getByRole('dialog', { name: /^Ticket del pedido/ });
  await ask.getByRole('radio', { name: 'Error en el pedido' }).check();
  await ask.getByRole('textbox').fill('Faltó el postre.');
  return { page, send: ask.getByRole('button', { name: 'Enviar' }), call: /^POST \/store\/1\/tickets$/ };
}

async function payout(): Promise<FilledForm> {
  await noMoney(screenServer());
  await bringMoney(screenServer(), 900_000, '4455');
  const { page } = await renderApp(board, { as: 'ana' });
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Rendiciones de dinero/ })
    .click();
  await page.getByRole('listitem').getByRole('button', { name: 'Confirmar' }).click();
  const send = page.getByRole('alertdialog').getByRole('button', { name: 'Confirmar rendición' });
  return { page, send, call: /^PATCH .*\/confirm$/ };
}

async function closing(): Promise<FilledForm> {
  await askInDatabase(screenServer(), 8);
  const { page } = await renderApp('1/home', { as: 'ana' });
  const question = page.getByRole('region', { name: 'Cierre de la tienda' });
  return { page, send: question.getByRole('button', { name: '+15 Minutos' }), call: /^PATCH \/store\/1\/autoclose$/ };
}

async function message(): Promise<FilledForm> {
  const ana = await apiUserOf('ana');
  await openTicketOf(ana, (await ana.takeOrder('Mensaje')).id);
  const { page } = await renderApp(board, { as: 'ana' });
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Tickets/ })
    .click();
  await page.getByRole('listitem').filter({ hasText: 'Demora en la entrega' }).getByRole('button').first().click();
  await page.getByRole('textbox', { name: 'Escribí un mensaje' }).fill('¿Y el cadete?');
  return { page, send: page.getByRole('button', { name: 'Enviar' }), call: /^POST \/store\/1\/tickets\/\d+\/message$/ };
}

async function review(): Promise<FilledForm> {
  const order = await (await apiUserOf('ana')).takeOrder('Revisar');
  await inDatabase(
    screenServer(),
    `insert into sale_reviews (order_id, store_id, sold_total, own_total, requested_at)
     values (${order.id}, 1, 47300, 473000, now())`,
  );
  const { page } = await renderApp(board, { as: 'ana' });
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Ventas para revisar/ })
    .click();
  const send = page.getByRole('button', { name: `Ya revisé el pedido ${order.number}` });
  return { page, send, call: /^PATCH .*\/close$/ };
}

async function product(): Promise<FilledForm> {
  const ana = await apiUserOf('ana');
  const customer = `Dos ${randomUUID()}`;
  const { items, total, ...rest } = await ana.submission(customer);
  const [line] = items;
  if (!line) throw new Error('no line');
  await ana.send({
    ...rest,
    items: [line, { ...line, comments: 'Aparte' }],
    subtotal: total * 2,
    total: total * 2,
  });
  const { page } = await renderApp(board, { as: 'ana' });
  await new BoardScreen(page).open(customer);
  await page
    .getByRole('dialog')
    .first()
    .getByRole('button', { name: /^Eliminar / })
    .first()
    .click();
  const send = page.getByRole('alertdialog').getByRole('button', { name: 'Sí, eliminar' });
  return { page, send, call: /^DELETE .*\/item\/\d+$/ };
}

async function table(): Promise<FilledForm> {
  await freeAllTables(screenServer());
  const { id } = await placeCode('Mesa 5');
  const { page } = await renderApp(`1/orderGroup/create?code_id=${id}`, { as: 'ana' });
  const send = page.getByRole('dialog', { name: 'Abrir Mesa 5' }).getByRole('button', { name: 'Abrir mesa' });
  return { page, send, call: /^POST \/store\/1\/orderGroups$/ };
}

async function invoice(): Promise<FilledForm> {
  const { id } = await (await apiUserOf('ana')).takeOrder('Factura');
  const { page } = await renderApp(`1/order/${id}/billing/invoice`, { as: 'ana' });
  const send = page.getByRole('button', { name: 'Facturar', exact: true });
  return { page, send, call: /^POST .*\/billing\/invoice$/ };
}

/** The register after `calls` by another device, on the screen. */
async function register(...calls: readonly (readonly [path: string, body: object])[]): Promise<Page> {
  await inDatabase(screenServer(), forgetRegistersSql);
  const ana = await apiUserOf('ana');
  for (const [path, body] of calls)
    await ana.call('POST', `/store/1/cashbox${path}`, body, { 'idempotency-key': randomUUID() });
  return (await renderApp('1/cashbox/index', { as: 'ana' })).page;
}
const configured = ['/config', { payouts: true, block: false, blind: false }] as const;
const opened = ['', { amount: 1_000 }] as const;

async function settings(): Promise<FilledForm> {
  const page = await register();
  return { page, send: page.getByRole('button', { name: 'Guardar' }), call: /^POST .*\/cashbox\/config$/ };
}

async function opening(): Promise<FilledForm> {
  const page = await register(configured);
  await page.getByLabel('Saldo inicial').fill('1000');
  return { page, send: page.getByRole('button', { name: 'Abrir caja' }), call: /^POST \/store\/1\/cashbox$/ };
}

async function movement(): Promise<FilledForm> {
  const page = await register(configured, opened);
  await page.getByRole('main').getByRole('button', { name: 'Movimiento' }).click();
  const dialog = page.getByRole('dialog', { name: 'Registrar movimiento de caja' });
  await dialog.getByLabel('Motivo').selectOption('cash_in');
  await dialog.getByLabel('Monto').fill('250');
  return { page, send: dialog.getByRole('button', { name: 'Registrar' }), call: /^POST .*\/cashbox\/flow$/ };
}

async function close(): Promise<FilledForm> {
  const page = await register(configured, opened);
  await page.getByRole('main').getByRole('button', { name: 'Cerrar caja' }).click();
  const panel = page.getByRole('dialog', { name: 'Cerrar caja' });
  await panel.getByLabel('Saldo final').fill('1000');
  await panel.getByRole('button', { name: 'Cerrar caja' }).click();
  const send = page.getByRole('alertdialog').getByRole('button', { name: 'Confirmar' });
  return { page, send, call: /^PATCH \/store\/1\/cashbox\/\d+$/ };
}

it.each([
  ['an order', takeOrder],
  ['a promo code', promocode],
  ['a rejection', reject],
  ['a delay', delay],
  ['the payments of an order', payments],
  ['a mass action', bulk],
  ['a removed product', product],
  ['a sale to review', review],
  ['a ticket', ticket],
  ['a message', message],
  ['a payout', payout],
  ['the closing question', closing],
  ['a table', table],
  ['an invoice', invoice],
  ['the settings of the register', settings],
  ['an opening of the register', opening],
  ['a movement of money', movement],
  ['a close of the register', close],
] as const)('two taps while the answer is on its way send one request: %s (F-40, F-41)', (_, open) =>
  expectOneRequest(open),
);
