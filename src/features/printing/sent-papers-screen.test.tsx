import { randomUUID } from 'node:crypto';
import { asc } from 'drizzle-orm';
import { beforeEach, it, vi } from 'vitest';
import { freeAllTables, inDatabase } from '#e2e/shop-database.ts';
import type { WireGroup } from '#contract/wire/groups.ts';
import type { WireOrder } from '#contract/wire/orders.ts';
import { printJobs } from '#server/db/schema/printing.ts';
import { finalConsumer, pursueLater } from '#server/testing/invoices.ts';
import { printPointId, printPointIn } from '#server/testing/printing.ts';
import { BoardScreen } from '#testing/board.ts';
import { OrderingScreen } from '#testing/ordering.ts';
import type { Page } from '#testing/page.ts';
import { qzSocket } from '#testing/qz-socket.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';
import { cashPayment } from '#testing/submission.ts';
import { openedTable, tapCode } from '#testing/tables.ts';

useScreenServer();

const key = () => ({ 'idempotency-key': randomUUID() });

/** Jobs that the store's print point got, oldest first. */
const jobs = async (): Promise<string[]> =>
  (
    await screenServer().server.db.direct.select().from(printJobs).orderBy(asc(printJobs.created_at), asc(printJobs.id))
  ).map((job) => `${job.kind} ${job.payable_type} ${job.payable_id}`);

beforeEach(async () => {
  await freeAllTables(screenServer());
  await printPointIn(screenServer().server, 1);
  await inDatabase(
    screenServer(),
    `delete from print_slips; delete from print_jobs; update stores set plan = 'premium' where id = 1;
     truncate money_entries; delete from cashboxes; delete from cashbox_settings`,
  );
});

/** A device that prints all its papers on the store's print point; `automatic`: kinds that it prints by itself. */
async function open(path: string, automatic: readonly string[] = []): Promise<Page> {
  const { page } = await renderApp('1/config/index', { as: 'ana' });
  const config = (kind: string) => ({
    method: 'remote',
    value: printPointId(1),
    automatic: automatic.includes(kind),
    assemblies: {},
  });
  const kinds = ['commander', 'rejected', 'summary', 'invoice', 'billing', 'cashbox'];
  const value = Object.fromEntries(kinds.map((kind) => [kind, config(kind)]));
  localStorage.setItem('marche:printers:1', JSON.stringify({ v: 1, value }));
  await page.goto(path);
  return page;
}

async function sold(customer: string): Promise<WireOrder> {
  const ana = await apiUserOf('ana');
  const submission = await ana.submission(customer);
  const order = await ana.send({ ...submission, payments: [cashPayment(submission.total)] });
  return (await ana.changeStatus(order, 'ACCEPTED')).body;
}

const bill = async (what: string): Promise<void> => {
  const { status } = await (
    await apiUserOf('ana')
  ).call('POST', `/store/1/${what}/billing/invoice`, finalConsumer(), key());
  expect(status).toBe(201);
};

const option = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });

async function choose(page: Page, menu: string, name: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await option(page, name).click();
}

it('comanda, rejected, summary, invoice, those of a table, and the register are printed by hand from their screens: each sends one job (B-80, P-46, X-08, X-45)', async () => {
  const ana = await apiUserOf('ana');
  const order = await sold('Completo');
  await bill(`orders/${order.id}`);
  const page = await open('1/orders/kanban');
  const board = new BoardScreen(page);
  await board.open('Completo');
  const sent: string[] = [];
  for (const [name, kind] of [
    ['Imprimir comanda', 'commander'],
    ['Imprimir resumen', 'summary'],
    ['Imprimir factura', 'invoice'],
  ] as const) {
    await choose(page, 'Opciones del pedido', name);
    sent.push(`${kind} order ${order.id}`);
    await expect.poll(jobs).toEqual(sent);
  }
  const { status_rev } = await ana.order(order.id);
  const reason = { reject_reason: 'missing_products' };
  const rev = { ...key(), 'if-match': `"${status_rev}"` };
  expect((await ana.call('PATCH', `/store/1/orders/${order.id}/reject`, reason, rev)).status).toBe(200);
  await choose(page, 'Opciones del pedido', 'Imprimir rechazado');
  sent.push(`rejected order ${order.id}`);
  await expect.poll(jobs).toEqual(sent);

  const table = await openedTable('Mesa 3');
  const submission = await ana.submission('Mesa');
  await ana.send({ ...submission, type: 'LOCAL', code: table.code_id });
  await page.goto('1/codes/index');
  await tapCode(page, 'Mesa 3');
  await expect(page.getByRole('dialog', { name: 'Detalle de Mesa 3' }).getByText(/^Pedido N°/)).toBeVisible();
  await choose(page, 'Más opciones', 'Imprimir resumen');
  sent.push(`summary orderGroup ${table.id}`);
  await expect.poll(jobs).toEqual(sent);
  const now = (await ana.call<WireGroup>('GET', `/store/1/orderGroups/${table.id}`)).body;
  const { subtotal, total, rev: groupRev } = now;
  const payments = [{ id: null, ...cashPayment(total) }];
  const done = { status: 'COMPLETE', subtotal, total, payments };
  const match = { ...key(), 'if-match': `"${groupRev}"` };
  expect((await ana.call('PATCH', `/store/1/orderGroups/${table.id}`, done, match)).status).toBe(200);
  await bill(`orderGroups/${table.id}`);
  await choose(page, 'Más opciones', 'Imprimir factura');
  sent.push(`invoice orderGroup ${table.id}`);
  await expect.poll(jobs).toEqual(sent);

  await ana.call('POST', '/store/1/cashbox/config', { payouts: true, block: false, blind: false });
  await ana.call('POST', '/store/1/cashbox', { amount: 0 }, key());
  const { body } = await ana.call<{ id: number }>('GET', '/store/1/cashbox');
  await ana.call('PATCH', `/store/1/cashbox/${body.id}`, { amount: 0 });
  await page.goto('1/cashbox/index');
  await page.getByRole('button', { name: 'Última caja' }).click();
  const last = page.getByRole('dialog', { name: 'Última caja' });
  await expect(last).toContainText('Contado');
  await last.getByRole('button', { name: 'Imprimir' }).click();
  sent.push(`cashbox cashbox ${body.id}`);
  await expect.poll(jobs).toEqual(sent);
});

it('«Reintentar» after a lost answer sends the same job, so it prints once; the next time it is another one (P-43)', async () => {
  const order = await sold('Perdido');
  const page = await open('1/orders/kanban');
  await new BoardScreen(page).open('Perdido');
  let tries = 0;
  page.route(`/store/1/orders/${order.id}/print/summary`, async (route) => {
    tries += 1;
    const answer = await route.fetch();
    return tries === 1 ? route.abort() : answer;
  });
  const once = `summary order ${order.id}`;
  await choose(page, 'Opciones del pedido', 'Imprimir resumen');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByText('Enviada al punto de impresión.')).toBeVisible();
  expect([tries, await jobs()]).toEqual([2, [once]]);
  await choose(page, 'Opciones del pedido', 'Imprimir resumen');
  await expect.poll(jobs).toEqual([once, once]);
});

it('an invoice that is made here prints by itself, once, where the device wants it (P-33, I-20)', async () => {
  const invoiced = async (customer: string, automatic: readonly string[]): Promise<WireOrder> => {
    const order = await sold(customer);
    const page = await open(`1/order/${order.id}/billing/invoice`, automatic);
    await page.getByRole('button', { name: 'Facturar' }).click();
    await expect(page.getByText('Emitida', { exact: true })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    return order;
  };
  await invoiced('A mano', []);
  const order = await invoiced('Sola', ['billing']);
  await expect.poll(jobs).toEqual([`invoice order ${order.id}`]);
});

it('an invoice that the authority answers late prints when it is issued, also when its page was left', async () => {
  const { server } = screenServer();
  const order = await sold('Demora');
  server.fiscalSandbox.faultOf = (operation) => (operation === 'FECompUltimoAutorizado' ? 'error' : null);
  const page = await open(`1/order/${order.id}/billing/invoice`, ['billing']);
  await page.getByRole('button', { name: 'Facturar' }).click();
  await expect(page.getByText('Solicitada', { exact: true })).toBeVisible();
  expect(await jobs()).toEqual([]);
  await page.getByRole('button', { name: 'Listo' }).click();
  server.fiscalSandbox.faultOf = () => null;
  await pursueLater(server, 5_000);
  await expect.poll(jobs).toEqual([`invoice order ${order.id}`]);
});

it('the close of the register prints by itself where the device wants it (F5)', async () => {
  const ana = await apiUserOf('ana');
  await ana.call('POST', '/store/1/cashbox/config', { payouts: true, block: false, blind: false });
  await ana.call('POST', '/store/1/cashbox', { amount: 100 }, key());
  const { body } = await ana.call<{ id: number }>('GET', '/store/1/cashbox');
  const page = await open('1/cashbox/index', ['cashbox']);
  await page.getByRole('button', { name: 'Cerrar caja' }).click();
  const panel = page.getByRole('dialog', { name: 'Cerrar caja' });
  await panel.getByLabel('Saldo final').fill('100');
  await panel.getByRole('button', { name: 'Cerrar caja' }).click();
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await expect(page.getByRole('dialog', { name: 'Última caja' })).toBeVisible();
  await expect.poll(jobs).toEqual([`cashbox cashbox ${body.id}`]);
});

it('the options of an order have Ticket, print and invoice for an admin; a seller opens no order and raises no ticket (B-59, B-80)', async () => {
  const order = await sold('Opciones');
  const page = await open('1/orders/kanban');
  await new BoardScreen(page).open('Opciones');
  await page.getByRole('button', { name: 'Opciones del pedido' }).click();
  for (const name of ['Ticket', 'Imprimir comanda', 'Imprimir resumen', 'Facturar'])
    await expect(option(page, name)).toBeVisible();
  await bill(`orders/${order.id}`);
  for (const name of ['Ver factura', 'Imprimir factura']) await expect(option(page, name)).toBeVisible();
  await expect(option(page, 'Facturar')).toHaveCount(0);
  const { page: seller } = await renderApp('1/orders/kanban', { as: 'diego' });
  await expect(seller).toHaveURL(/\/1\/home/);
  await expect(seller.getByRole('button', { name: /^Ver pedido/ })).toHaveCount(0);
  const ticket = { order_id: order.id, reason: 'delay' };
  expect((await (await apiUserOf('diego')).call('POST', '/store/1/tickets', ticket, key())).status).toBe(403);
});

it('the cart and the print history are on this device, and survive a reload (F-09)', async () => {
  vi.stubGlobal(
    'WebSocket',
    qzSocket(() => null, WebSocket),
  );
  const history = (): string => localStorage.getItem('marche:printed:1') ?? '';
  const first = await sold('Antes');
  const { page } = await renderApp('1/orders/kanban', { as: 'ana' });
  const printer = { method: 'local', value: 'Cocina', automatic: true, assemblies: {} };
  localStorage.setItem('marche:printers:1', JSON.stringify({ v: 1, value: { commander: printer } }));
  await page.reload();
  // What is there when automatic printing begins counts as printed.
  await expect.poll(() => history().includes(`commander ${first.id} `)).toBe(true);
  const ordering = new OrderingScreen(page);
  await ordering.start('Take away');
  await ordering.add('vaso de leche');
  await expect(ordering.cart).toContainText('Vaso de leche');
  const second = await sold('Después');
  await page.reload();
  await expect(ordering.cart).toContainText('Vaso de leche');
  // The printing of the device has looked at its orders, and found no printer.
  await expect(page.getByText('No se pudo conectar con QZ Tray.').first()).toBeVisible();
  expect(history()).toContain(`commander ${first.id} `);
  // With an empty history this one would count as printed, too.
  expect(history()).not.toContain(`commander ${second.id} `);
});
