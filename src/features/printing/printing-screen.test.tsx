import { randomUUID } from 'node:crypto';
import { beforeEach, describe, it, vi } from 'vitest';
import { freeAllTables, inDatabase } from '#e2e/shop-database.ts';
import type { WireOrder } from '#contract/wire/orders.ts';
import { BoardScreen } from '#testing/board.ts';
import type { Locator } from '#testing/locator.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';
import { cashPayment } from '#testing/submission.ts';
import { openedTable, tapCode } from '#testing/tables.ts';

useScreenServer();

/** What the browser's own dialog printed: the papers beside the app. */
let printed: string[] = [];
beforeEach(() => {
  printed = [];
});

async function open(path: string) {
  const { page, context } = await renderApp(path, { as: 'ana' });
  const print = (): void => {
    const papers = Array.from(document.body.children).filter(
      (e) => e.id !== 'root' && e.getAttribute('aria-hidden') === 'true',
    );
    printed.push(...papers.map((e) => e.textContent.replaceAll('\u00A0', ' ')));
  };
  vi.stubGlobal('print', print);
  window.print = print;
  return { page, context };
}

const key = () => ({ 'idempotency-key': randomUUID() });

/** An accepted and paid order. */
async function accepted(customer: string): Promise<WireOrder> {
  const ana = await apiUserOf('ana');
  const submission = await ana.submission(customer);
  const order = await ana.send({ ...submission, payments: [cashPayment(submission.total)] });
  return (await ana.changeStatus(order, 'ACCEPTED')).body;
}

/** Runs the steps while La Esquina is on the free plan. */
async function onFreePlan(steps: () => Promise<void>): Promise<void> {
  const plan = (name: string) => inDatabase(screenServer(), `update stores set plan = '${name}' where id = 1`);
  await plan('free');
  try {
    await steps();
  } finally {
    await plan('premium');
  }
}

const reject = async ({ id, status_rev }: WireOrder): Promise<void> => {
  const ana = await apiUserOf('ana');
  const headers = { ...key(), 'if-match': `"${status_rev}"` };
  const { status } = await ana.call(
    'PATCH',
    `/store/1/orders/${id}/reject`,
    { reject_reason: 'missing_products' },
    headers,
  );
  expect(status).toBe(200);
};

const openMenu = (page: Page): Promise<void> => page.getByRole('button', { name: 'Opciones del pedido' }).click();
const option = (page: Page, name: string): Locator => page.getByRole('menuitem', { name });
const preview = (dialog: Locator): Locator => dialog.getByRole('region', { name: 'Vista previa' });

async function printFrom(page: Page, title: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: title, exact: true });
  await expect(preview(dialog)).toBeVisible();
  const before = printed.length;
  await dialog.getByRole('button', { name: 'Imprimir con el navegador' }).click();
  expect(printed).toHaveLength(before + 1);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  return printed.at(-1) ?? '';
}

describe('printing an order by hand', () => {
  it('a comanda and a summary of an accepted order, without a network too', async () => {
    const order = await accepted('Papel');
    const { page, context } = await open('1/orders/kanban');
    await new BoardScreen(page).open('Papel');
    context.setOffline(true);
    await openMenu(page);
    await expect(option(page, 'Imprimir rechazado')).toHaveCount(0);
    await option(page, 'Imprimir comanda').click();
    const slip = await printFrom(page, 'Comanda');
    expect(slip).toContain(`Pedido ${order.number}`);
    expect(slip).toContain(`Comanda ${order.number}/2`);
    expect(slip).not.toContain('TOTAL');
    await openMenu(page);
    await option(page, 'Imprimir resumen').click();
    const summary = await printFrom(page, 'Resumen de pedido');
    expect(summary).toMatch(/TOTAL +\$ [\d.]+,\d\d/);
    expect(summary).toContain('No válido como factura');
  });

  it('a rejected order prints what is void and why; its comanda is not offered any more', async () => {
    const order = await accepted('Anulado');
    const { page } = await open('1/orders/kanban');
    await new BoardScreen(page).open('Anulado');
    await openMenu(page);
    await option(page, 'Imprimir comanda').click();
    const slip = page.getByRole('dialog', { name: 'Comanda', exact: true });
    await expect(preview(slip)).toBeVisible();
    await reject(order);
    await expect(slip.getByText('El pedido cambió de estado: esta impresión ya no corresponde.')).toBeVisible();
    await expect(slip.getByRole('button', { name: 'Imprimir' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await openMenu(page);
    await expect(option(page, 'Imprimir comanda')).toHaveCount(0);
    await option(page, 'Imprimir rechazado').click();
    expect(await printFrom(page, 'Pedido rechazado')).toMatch(/ANULADO.*Nos quedamos sin productos/s);
  });

  it('P prints the comanda of the card under the focus', async () => {
    await accepted('Tecla');
    const { page } = await open('1/orders/kanban');
    const board = new BoardScreen(page);
    await expect(board.card('Tecla')).toBeVisible();
    await board
      .card('Tecla')
      .getByRole('button', { name: /^Ver pedido/ })
      .focus();
    await page.keyboard.press('p');
    await expect(page.getByRole('dialog', { name: 'Comanda', exact: true })).toBeVisible();
  });

  it('the list of finished orders prints the summary of each', async () => {
    const order = await accepted('Terminado');
    await (await apiUserOf('ana')).changeStatus(order, 'COMPLETE');
    const { page } = await open('1/orders/kanban');
    await page.getByRole('button', { name: 'Pedidos finalizados' }).click();
    await page.getByRole('button', { name: `Imprimir el pedido ${order.number}` }).click();
    expect(await printFrom(page, 'Resumen de pedido')).toContain(`Pedido ${order.number}`);
  });

  it('paper of 58 mm has shorter rows, and the device remembers it', async () => {
    await accepted('Angosto');
    const { page } = await open('1/orders/kanban');
    await new BoardScreen(page).open('Angosto');
    await openMenu(page);
    await option(page, 'Imprimir resumen').click();
    const dialog = page.getByRole('dialog', { name: 'Resumen de pedido', exact: true });
    await expect(preview(dialog)).toContainText('-'.repeat(48));
    await dialog.getByRole('button', { name: '58 mm' }).click();
    await expect(preview(dialog)).not.toContainText('-'.repeat(33));
    await page.reload();
    await openMenu(page);
    await option(page, 'Imprimir resumen').click();
    await expect(dialog.getByRole('button', { name: '58 mm' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('is not offered on the free plan, which also hides maps, codes, shortcuts and the register (P-28, H-07)', async () => {
    await accepted('Gratis');
    await onFreePlan(async () => {
      const { page } = await open('1/orders/kanban');
      const rail = page.getByRole('navigation', { name: 'Principal' });
      await expect(rail.getByRole('link', { name: 'Tablero de pedidos' })).toBeVisible();
      for (const name of ['Mapas', 'Códigos', 'Caja', 'En el local', 'Take away', 'Delivery'])
        await expect(rail).not.toContainText(name);
      await new BoardScreen(page).open('Gratis');
      await openMenu(page);
      await expect(option(page, 'Ticket')).toBeVisible();
      await expect(option(page, 'Imprimir resumen')).toHaveCount(0);
      await expect(option(page, 'Imprimir comanda')).toHaveCount(0);
      for (const path of ['maps/index', 'codes/index', 'cart/catalog', 'cashbox/index']) {
        await page.goto(`1/${path}`);
        await expect(page).toHaveURL(/\/1\/home/);
      }
    });
  });
});

it('the summary of a table, as it is saved; the free plan has no tables (G-34)', async () => {
  await freeAllTables(screenServer());
  const ana = await apiUserOf('ana');
  const { code_id } = await openedTable('Mesa 3', { people: 3 });
  const submission = await ana.submission('Mesa');
  const order = await ana.send({ ...submission, type: 'LOCAL', code: code_id });
  const { page } = await open('1/codes/index');
  await tapCode(page, 'Mesa 3');
  const table = page.getByRole('dialog', { name: 'Detalle de Mesa 3' });
  await expect(table.getByText(/^Pedido N°/)).toBeVisible();
  await table.getByRole('button', { name: 'Más opciones' }).click();
  await option(page, 'Imprimir resumen').click();
  const summary = await printFrom(page, 'Resumen de pedido');
  expect(summary).toContain('Mesa 3');
  expect(summary).toContain(order.items[0]?.name ?? '?');
  expect(summary).toMatch(/Dividido en 3 +\$ [\d.]+,\d\d cada uno/);
  await onFreePlan(async () => {
    const { page: free } = await open('1/codes/index');
    await expect(free).toHaveURL(/\/1\/home/);
  });
});

it('the register: its report while it is open, and its close', async () => {
  const ana = await apiUserOf('ana');
  await ana.call('POST', '/store/1/cashbox/config', { payouts: true, block: false, blind: false });
  await ana.call('POST', '/store/1/cashbox', { amount: 1_000 }, key());
  await accepted('Venta');
  const { page } = await open('1/cashbox/index');
  await page.getByRole('button', { name: 'Reporte X' }).click();
  const report = page.getByRole('dialog', { name: 'Reporte X' });
  await report.getByRole('button', { name: 'Imprimir' }).click();
  expect(await printFrom(page, 'Reporte de ventas')).toMatch(/Reporte X.*Firma/s);
  const { body } = await ana.call<{ id: number }>('GET', '/store/1/cashbox');
  await ana.call('PATCH', `/store/1/cashbox/${body.id}`, { amount: 900 });
  await page.goto('1/cashbox/index');
  await page.getByRole('button', { name: 'Última caja' }).click();
  const last = page.getByRole('dialog', { name: 'Última caja' });
  await expect(last).toContainText('Contado');
  await last.getByRole('button', { name: 'Imprimir' }).click();
  expect(await printFrom(page, 'Cierre de caja')).toMatch(/CIERRE DE CAJA.*Contado +\$ 900,00.*Faltan \$ .*Firma/s);
});
