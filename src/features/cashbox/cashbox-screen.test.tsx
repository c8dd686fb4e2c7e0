import { randomUUID } from 'node:crypto';
import { beforeEach, describe, it } from 'vitest';
import { inDatabase } from '#e2e/shop-database.ts';
import { sessions } from '#server/db/schema/accounts.ts';
import type { WireOrder } from '#contract/wire/orders.ts';
import type { WireCashbox } from '#contract/wire/cashbox.ts';
import { logInAs } from '#testing/log-in.ts';
import type { Page } from '#testing/page.ts';
import { cashPayment } from '#testing/submission.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { forgetRegistersSql } from '#server/testing/forget-registers.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

const address = '1/cashbox/index';
const main = (page: Page) => page.getByRole('main');
const command = () => ({ 'idempotency-key': randomUUID() });

/** The register of the shop as it was before its first setup. */
const forget = (): Promise<unknown> => inDatabase(screenServer(), forgetRegistersSql);

async function configured(config: Partial<WireCashbox['config']> = {}): Promise<void> {
  const ana = await apiUserOf('ana');
  await ana.call('POST', '/store/1/cashbox/config', { payouts: true, block: false, blind: false, ...config });
}

async function opened(amount = 1_000, config: Partial<WireCashbox['config']> = {}): Promise<void> {
  await configured(config);
  await (await apiUserOf('ana')).call('POST', '/store/1/cashbox', { amount }, command());
}

/** A paid take-away of the shop. */
async function sell(description: string): Promise<WireOrder> {
  const ana = await apiUserOf('ana');
  const order = await ana.submission(description);
  return ana.send({ ...order, payments: [cashPayment(order.total)] });
}

const state = async (): Promise<WireCashbox> =>
  (await (await apiUserOf('ana')).call<WireCashbox>('GET', '/store/1/cashbox')).body;

beforeEach(forget);

describe('who sees the register', () => {
  it.each([
    ['an admin on a paid plan', 1, 'ana', 1],
    ['a seller on a paid plan', 1, 'diego', 0],
    ['an admin on the free plan', 3, 'ana', 0],
    ['a seller on the free plan', 4, 'diego', 0],
  ] as const)('the menu of %s (H-23)', async (_, store, who, count) => {
    await inDatabase(screenServer(), `update stores set plan = 'free' where id = 4`);
    const { page } = await renderApp(`${store}/home`, { as: who });
    const rail = page.getByRole('navigation', { name: 'Principal' });
    await expect(rail.getByRole('link', { name: 'Inicio' })).toBeVisible();
    await expect(rail.getByRole('link', { name: 'Caja' })).toHaveCount(count);
  });

  it('a seller and the free plan are led home (X-01)', async () => {
    const seller = await renderApp(address, { as: 'diego' });
    await expect(seller.page).toHaveURL(/\/1\/home/);
    const free = await renderApp('3/cashbox/index', { as: 'ana' });
    await expect(free.page).toHaveURL(/\/3\/home/);
    const admin = await renderApp(address, { as: 'carla' });
    await expect(admin.page.getByRole('heading', { name: 'Caja', exact: true })).toBeVisible();
  });
});

it('the first setup: its address, its switches, its note, once (X-02, X-10, X-24, X-27, X-43)', async () => {
  const { page } = await renderApp(address, { as: 'ana' });
  await expect(page.getByRole('heading', { name: 'Configuración inicial de la caja' })).toBeVisible();
  await expect(page).toHaveURL(/\/1\/cashbox\/index\?view=settings/);
  await expect(main(page)).toContainText('Luego podés cambiar esta configuración desde el panel de socios.');
  await page.getByRole('switch', { name: /^Registrar las rendiciones de dinero en la caja/ }).setChecked(false);
  await page.getByRole('switch', { name: /^No permitir cargar pedidos con la caja cerrada/ }).setChecked(true);
  await page.getByRole('switch', { name: /^Abrir el cajón con cada pago en efectivo/ }).setChecked(true);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('La caja fue configurada correctamente.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Abrir caja' })).toBeVisible();
  await expect(page).not.toHaveURL(/view=settings/);
  expect((await state()).config).toEqual({ payouts: false, block: true, blind: false, drawer: true });
  // The settings are done: their address leads to the register (D-04).
  await page.goto(`${address}?view=settings`);
  await expect(page.getByRole('heading', { name: 'Abrir caja' })).toBeVisible();
  await expect(page).not.toHaveURL(/view=settings/);
});

it('the title of an open register stands before it has been read (X-22)', async () => {
  await opened();
  const { page } = await renderApp('1/home', { as: 'ana' });
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  page.route('/store/1/cashbox', async (route) => {
    await held;
    return route.fetch();
  });
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Caja' }).click();
  await expect(main(page).getByText('Cargando la caja…')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Detalles de la caja' })).toBeVisible();
  release();
  await expect(main(page)).toContainText(/Saldo inicial\s*\$\s1\.000,00/);
});

describe('opening', () => {
  it('title, manager, initial amount, button (X-04, X-05, X-06, X-07, X-09)', async () => {
    await configured();
    const { page } = await renderApp(address, { as: 'ana' });
    await expect(page.getByRole('heading', { name: 'Abrir caja' })).toBeVisible();
    await expect(main(page)).toContainText(/Encargado\s*Ana Ferreyra/);
    await expect(page.getByRole('button', { name: 'Última caja' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Abrir caja' }).click();
    await expect(main(page)).toContainText('Este campo es obligatorio');
    await page.getByLabel('Saldo inicial').fill('-1');
    await expect(main(page)).toContainText('Este campo debe tener un valor mínimo de 0');
    await page.getByLabel('Saldo inicial').fill('1.500,50');
    await page.getByRole('button', { name: 'Abrir caja' }).click();
    await expect(page.getByRole('heading', { name: 'Detalles de la caja' })).toBeVisible();
    expect((await state()).balance.open).toBe(1_500.5);
  });

  it('what the server refuses is listed under the form, and the amount stays (X-13)', async () => {
    await configured();
    const { page } = await renderApp(address, { as: 'ana' });
    await page.getByLabel('Saldo inicial').fill('100');
    const errors = { amount: ['El monto no es válido.'], shift: ['El turno no es válido.'] };
    page.route('/store/1/cashbox', (route) =>
      route.method === 'POST'
        ? route.fulfill({ status: 422, json: { code: 'validation', message: 'Revisá los datos.', errors } })
        : route.fetch(),
    );
    await page.getByRole('button', { name: 'Abrir caja' }).click();
    await expect(main(page).getByRole('listitem')).toHaveText(['El monto no es válido.', 'El turno no es válido.']);
    await expect(page.getByLabel('Saldo inicial')).toHaveValue('100');
    expect((await state()).id).toBeNull();
    page.unroute('/store/1/cashbox');
    await page.getByRole('button', { name: 'Abrir caja' }).click();
    await expect(page.getByRole('heading', { name: 'Detalles de la caja' })).toBeVisible();
  });

  it('a lost answer is asked for under the same key, and says so until it is open', async () => {
    await configured();
    const { page } = await renderApp(address, { as: 'ana' });
    await page.getByLabel('Saldo inicial').fill('100');
    const keys: (string | null)[] = [];
    const told = expect(main(page).getByText(/^Se cortó la conexión\./)).toBeVisible();
    page.route('/store/1/cashbox', async (route) => {
      if (route.method !== 'POST') return route.fetch();
      keys.push(route.headers.get('idempotency-key'));
      if (keys.length === 1) return route.abort();
      // Otherwise the second answer may come before anybody looks.
      await told;
      return route.fetch();
    });
    await page.getByRole('button', { name: 'Abrir caja' }).click();
    await told;
    await expect(page.getByText('La caja está abierta.').first()).toBeVisible();
    await expect(main(page).getByText(/^Se cortó la conexión\./)).toHaveCount(0);
    expect(new Set(keys).size).toBe(1);
    expect((await state()).balance.open).toBe(100);
  });

  it('somebody else opened it meanwhile: their register is shown, with their amount', async () => {
    await configured();
    const { page } = await renderApp(address, { as: 'ana' });
    await page.getByLabel('Saldo inicial').fill('100');
    await (await apiUserOf('carla')).call('POST', '/store/1/cashbox', { amount: 7 }, command());
    await expect(page.getByRole('heading', { name: 'Detalles de la caja' })).toBeVisible();
    await expect(main(page)).toContainText(/Saldo inicial\s*\$\s7,00/);
    expect((await state()).balance.open).toBe(7);
  });

  it('without a network the form says why it waits', async () => {
    await configured();
    const { page, context } = await renderApp(address, { as: 'ana' });
    await expect(page.getByRole('heading', { name: 'Abrir caja' })).toBeVisible();
    context.setOffline(true);
    await expect(main(page)).toContainText('Necesitás conexión.');
    await expect(main(page)).toContainText('Datos de las');
  });
});

describe('the open register', () => {
  it('summary, payments by method, movements with a running total, reload (X-19, X-20, X-21, X-22)', async () => {
    await opened();
    const ana = await apiUserOf('ana');
    await sell('Caja');
    const rejected = await sell('Rechazado');
    const why = { reject_reason: 'by_store' };
    const headers = { ...command(), 'if-match': `"${rejected.status_rev}"` };
    await ana.call('PATCH', `/store/1/orders/${rejected.id}/reject`, why, headers);
    for (const [type, amount, description] of [
      ['cash_in', 200, 'Vuelto'],
      ['expense', -50.5, null],
    ] as const)
      await ana.call('POST', '/store/1/cashbox/flow', { type, amount, description }, command());
    const { balance } = await state();
    const { page } = await renderApp(address, { as: 'carla' });
    await expect(page.getByRole('heading', { name: 'Detalles de la caja' })).toBeVisible();
    await expect(main(page)).toContainText(/Saldo inicial\s*\$\s1\.000,00/);
    await expect(main(page)).toContainText(/Movimientos\s*\+\$\s149,50/);
    const money = (value: number) => value.toLocaleString('es-AR', { minimumFractionDigits: 2 });
    await expect(main(page)).toContainText(`Efectivo esperado$\u00A0${money(balance.calculated ?? 0)}`);
    await expect(main(page)).toContainText(`Ventas, todos los medios$\u00A0${money(balance.payment_totals ?? 0)}`);
    await expect(main(page)).toContainText(`Ventas e ingresos$\u00A0${money(balance.payments_with_cash_in ?? 0)}`);
    await expect(main(page)).toContainText(`Pedidos rechazados-$\u00A0${money(balance.orders_rejecteds)}`);
    const { in: came, out: went } = balance.payment_methods_in_out;
    expect([Object.keys(came), went['cash']]).toEqual([['cash'], rejected.total]);
    const methods = page.getByRole('region', { name: 'Pagos por medio' });
    await expect(methods.getByRole('row')).toHaveCount(2);
    await expect(methods.getByRole('row').nth(0)).toContainText(/Medio.*Entró.*Salió.*Queda/);
    const cash = `Efectivo$\u00A0${money(came['cash'] ?? 0)}$\u00A0${money(went['cash'] ?? 0)}`;
    await expect(methods.getByRole('row').nth(1)).toContainText(cash);
    const flows = page.getByRole('region', { name: 'Movimientos de dinero' }).getByRole('row');
    await expect(flows).toHaveCount(3);
    await expect(flows.nth(0)).toContainText(/Motivo.*Descripción.*Cuándo y quién.*Monto.*Acumulado/);
    const first = /Ingreso de efectivo.*Vuelto.*\d{2}:\d{2}.*Ana Ferreyra.*\+\$\s200,00.*\$\s200,00/;
    await expect(flows.nth(1)).toContainText(first);
    await expect(flows.nth(2)).toContainText(/Gastos varios.*Ana.*-\$\s50,50.*\$\s149,50/);
    const reads = () => page.sent().filter((call) => call === 'GET /store/1/cashbox').length;
    const before = reads();
    await page.getByRole('button', { name: 'Volver a leer la caja' }).click();
    await expect.poll(reads).toBe(before + 1);
  });

  it('older than its time limit it says so, and goes on counting (X-44, N-09)', async () => {
    await opened();
    await inDatabase(screenServer(), `update cashboxes set opened_at = opened_at - interval '23 hours'`);
    const { page } = await renderApp(address, { as: 'ana' });
    await expect(main(page)).toContainText('23 de 24 h');
    await expect(main(page).getByText('La caja superó las 24 horas abierta')).toHaveCount(0);
    await inDatabase(screenServer(), `update cashboxes set opened_at = opened_at - interval '7 hours'`);
    await page.getByRole('button', { name: 'Volver a leer la caja' }).click();
    await expect(main(page)).toContainText('La caja superó las 24 horas abierta');
    await expect(main(page)).toContainText('24 de 24 h');
    await sell('Tarde');
    await page.getByRole('button', { name: 'Volver a leer la caja' }).click();
    await expect.poll(async () => (await state()).balance.payment_cash_in ?? 0).toBeGreaterThan(0);
  });

  it('«Movimiento» records money in or out, for one of seven reasons; the balance after it is shown (N-10, X-28, X-29, X-30)', async () => {
    await opened();
    const { page } = await renderApp(address, { as: 'ana' });
    await main(page).getByRole('button', { name: 'Movimiento' }).click();
    const dialog = page.getByRole('dialog', { name: 'Registrar movimiento de caja' });
    await expect(dialog).toContainText(/Encargado\s*Ana/);
    await expect(dialog.getByLabel('Motivo').getByRole('option')).toHaveText([
      'Ingreso de efectivo',
      'Retiro de efectivo',
      'Ingreso de cambio',
      'Pago a proveedores',
      'Gastos varios',
      'Adelanto de sueldo',
      'Otro',
    ]);
    await dialog.getByLabel('Motivo').selectOption('supplier');
    await dialog.getByLabel('Descripción').fill('Verdulería');
    await dialog.getByRole('button', { name: 'Registrar' }).click();
    await expect(dialog).toContainText('Este campo es obligatorio');
    await dialog.getByLabel('Monto').fill('250');
    await expect(dialog).toContainText('Quedan $\u00A0750,00 en la caja');
    await dialog.getByRole('button', { name: 'Registrar' }).click();
    await expect(dialog).toHaveCount(0);
    await expect
      .poll(async () => (await state()).flows.map((f) => [f.type, f.description, f.amount]))
      .toEqual([['supplier', 'Verdulería', -250]]);
    await main(page).getByRole('button', { name: 'Movimiento' }).click();
    await dialog.getByLabel('Monto').fill('5.000');
    await dialog.getByRole('button', { name: 'Registrar' }).click();
    await expect(page.getByRole('alertdialog', { name: '¿Sacar más de lo que hay?' })).toBeVisible();
  });

  it('a movement without a network waits on the device and is sent later', async () => {
    await opened();
    const { page, context } = await renderApp(address, { as: 'ana' });
    await expect(main(page).getByRole('button', { name: 'Movimiento' })).toBeVisible();
    context.setOffline(true);
    await main(page).getByRole('button', { name: 'Movimiento' }).click();
    const dialog = page.getByRole('dialog', { name: 'Registrar movimiento de caja' });
    await dialog.getByLabel('Monto').fill('30');
    await dialog.getByRole('button', { name: 'Registrar' }).click();
    await expect(main(page)).toContainText('Se enviará al volver la conexión');
    await expect(main(page)).toContainText(/Efectivo esperado\s*\$\s970,00/);
    expect((await state()).flows).toEqual([]);
    context.setOffline(false);
    await expect.poll(async () => (await state()).flows.map((f) => f.amount)).toEqual([-30]);
    await expect(main(page).getByText('Se enviará al volver la conexión')).toHaveCount(0);
  });

  it('every row can be seen, with who and for which order', async () => {
    await opened();
    const { number } = await sell('Filas');
    const { page } = await renderApp(address, { as: 'carla' });
    await main(page).getByRole('button', { name: 'Ver cada fila' }).click();
    const rows = page.getByRole('dialog', { name: 'Filas de la caja' });
    await expect(rows.getByRole('listitem').first()).toContainText(`Pedido #${number}`);
    await expect(rows.getByRole('listitem').first()).toContainText('Ana');
  });
});

it('the X report: what was sold, by hour, product, category, seller and service, with the numbers beside the bars', async () => {
  await opened();
  const { page } = await renderApp(address, { as: 'ana' });
  await main(page).getByRole('button', { name: 'Reporte X' }).click();
  const empty = page.getByRole('dialog', { name: 'Reporte X' });
  await expect(empty).toContainText('Todavía no hay ventas en esta caja.');
  await page.keyboard.press('Escape');
  const order = await sell('Reporte');
  await main(page).getByRole('button', { name: 'Reporte X' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reporte X' });
  await expect(dialog).toContainText('1 pedido · ');
  await expect(dialog).toContainText('Hace una semana no hubo ventas en este horario.');
  await dialog.getByRole('button', { name: 'Producto' }).click();
  const [line] = order.order_detail;
  await expect(dialog.getByRole('row').nth(1)).toContainText(`${line?.name}${line?.quantity}`);
  for (const view of ['Categoría', 'Vendedor', 'Servicio', 'Hora']) {
    await dialog.getByRole('button', { name: view }).click();
    await expect(dialog.getByRole('table', { name: view }).getByRole('row')).toHaveCount(2);
  }
  const pdf = dialog.getByRole('button', { name: 'Descargar PDF' });
  page.route(/\/report\/pdf$/, (route) => route.abort());
  await pdf.click();
  await expect(page.getByText('Ocurrió un error con la petición.').first()).toBeVisible();
  await expect(pdf).toBeEnabled();
});

it('a report that cannot be read says so alone, and stays so until «Reintentar» has it; the focus stays in the dialog', async () => {
  await opened();
  const { page } = await renderApp(address, { as: 'ana' });
  let release = (): void => {};
  let held = Promise.resolve();
  const hold = (): void => void (held = new Promise((resolve) => (release = resolve)));
  let isBroken = true;
  page.route(/\/cashbox\/\d+\/report$/, async (route) => {
    await held;
    const json = { code: 'validation', message: 'Hoy no hay reporte.' };
    return isBroken ? route.fulfill({ status: 422, json }) : route.fetch();
  });
  await main(page).getByRole('button', { name: 'Reporte X' }).click();
  const dialog = page.getByRole('dialog', { name: /^Reporte/ });
  const again = dialog.getByRole('button', { name: 'Reintentar' });
  await expect(dialog.getByRole('alert')).toContainText('Hoy no hay reporte.');
  await expect(dialog).not.toContainText('Cargando el reporte…');
  await expect(dialog.getByRole('button', { name: 'Imprimir' })).toHaveCount(0);
  hold();
  await again.press('Enter');
  await expect(again).toHaveAttribute('aria-busy', 'true');
  await expect(again).toBeFocused();
  await expect(dialog.getByRole('alert')).toContainText('Hoy no hay reporte.');
  release();
  await expect(page.locator('[data-live-regions]')).toContainText('Hoy no hay reporte.');
  isBroken = false;
  await again.press('Enter');
  await expect(dialog).toContainText('Todavía no hay ventas en esta caja.');
  await expect(dialog.getByRole('heading', { name: 'Reporte X' })).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Imprimir' })).toBeEnabled();
});

it('a movement that was being typed when the session ended is in the form after the next login, whole (N-18)', async () => {
  await opened();
  const { page, context } = await renderApp(address, { as: 'ana' });
  const dialog = page.getByRole('dialog', { name: 'Registrar movimiento de caja' });
  const open = (): Promise<void> => main(page).getByRole('button', { name: 'Movimiento' }).click();
  await open();
  await dialog.getByLabel('Motivo').selectOption('Pago a proveedores');
  await dialog.getByRole('radio', { name: 'Entra dinero' }).check();
  await dialog.getByLabel('Descripción').fill('Verdulería');
  await dialog.getByLabel('Monto').fill('350');
  await screenServer().server.db.direct.delete(sessions);
  context.setOffline(true);
  context.setOffline(false);
  await logInAs(page, 'ana');
  await page.goto(address);
  await open();
  await expect(dialog.getByLabel('Motivo')).toHaveValue('supplier');
  await expect(dialog.getByRole('radio', { name: 'Entra dinero' })).toBeChecked();
  await expect(dialog.getByLabel('Descripción')).toHaveValue('Verdulería');
  await expect(dialog.getByLabel('Monto')).toHaveValue('350');
});

describe('closing', () => {
  const panel = (page: Page) => page.getByRole('dialog', { name: 'Cerrar caja' });
  const closeOf = async (page: Page, amount: string) => {
    await main(page).getByRole('button', { name: 'Cerrar caja' }).click();
    await panel(page).getByLabel('Saldo final').fill(amount);
    await panel(page).getByRole('button', { name: 'Cerrar caja' }).click();
    return page.getByRole('alertdialog', { name: 'Realmente desea cerrar la caja?' });
  };

  it('manager, suggested and final balance, observations, both buttons (X-23, X-32, X-33, X-34)', async () => {
    await opened();
    const { page } = await renderApp(address, { as: 'ana' });
    await main(page).getByRole('button', { name: 'Cerrar caja' }).click();
    await expect(panel(page)).toContainText(/Encargado\s*Ana Ferreyra/);
    await expect(panel(page)).toContainText(/Saldo sugerido\s*\$\s1\.000,00/);
    await expect(panel(page).getByLabel('Saldo final')).toBeVisible();
    await expect(panel(page).getByLabel('Observaciones')).toBeVisible();
    await panel(page).getByLabel('Saldo final').fill('900');
    await expect(panel(page)).toContainText('Faltan $\u00A0100,00');
    await panel(page).getByLabel('Motivo de la diferencia').fill('Vuelto mal dado');
    await expect(panel(page).getByRole('button', { name: 'Cerrar caja' })).toBeVisible();
    // What was counted and typed waits for the movement.
    await panel(page).getByRole('button', { name: 'Movimiento' }).click();
    const movement = page.getByRole('dialog', { name: 'Registrar movimiento de caja' });
    await movement.getByLabel('Monto').fill('50');
    await movement.getByRole('button', { name: 'Registrar' }).click();
    await expect(movement).toHaveCount(0);
    await expect(panel(page).getByLabel('Saldo final')).toHaveValue('900');
    await expect(panel(page)).toContainText(/Saldo sugerido\s*\$\s950,00/);
  });

  it('asks first, names the unfinished orders, and sends nothing before «Confirmar»; «Última caja» shows it again (X-08, X-36, X-37, X-38)', async () => {
    await opened();
    await inDatabase(screenServer(), `update orders set status = 'COMPLETE' where store_id = 1`);
    await (await apiUserOf('ana')).takeOrder('Sin terminar');
    const { page } = await renderApp(address, { as: 'ana' });
    const question = await closeOf(page, '1000');
    await expect(question).toContainText('Hay 1 pedido pendiente de finalización.');
    expect((await state()).id).not.toBeNull();
    await question.getByRole('button', { name: 'Cancelar' }).click();
    expect((await state()).id).not.toBeNull();
    await panel(page).getByRole('button', { name: 'Cerrar caja' }).click();
    await question.getByRole('button', { name: 'Confirmar' }).click();
    await expect(page.getByText('La caja está cerrada.')).toBeVisible();
    const last = page.getByRole('dialog', { name: 'Última caja' });
    await expect(last).toContainText(/Contado\s*\$\s1\.000,00/);
    await last.getByRole('button', { name: 'Cerrar', exact: true }).last().click();
    await expect(page.getByRole('heading', { name: 'Abrir caja' })).toBeVisible();
    await page.getByRole('button', { name: 'Última caja' }).click();
    await expect(last).toBeVisible();
  });

  it('a closed one that cannot be read says so alone, and has nothing to print', async () => {
    await opened();
    const carla = await apiUserOf('carla');
    await carla.call('PATCH', `/store/1/cashbox/${(await state()).id}`, { amount: 0 });
    const { page } = await renderApp(address, { as: 'ana' });
    let isBroken = true;
    page.route(/\/cashbox\/\d+$/, (route) =>
      isBroken ? route.fulfill({ status: 422, json: { code: 'validation', message: 'Hoy no.' } }) : route.fetch(),
    );
    await page.getByRole('button', { name: 'Última caja' }).click();
    const last = page.getByRole('dialog', { name: 'Última caja' });
    await expect(last.getByRole('alert')).toContainText('Hoy no.');
    await expect(last.getByRole('button', { name: 'Imprimir' })).toHaveCount(0);
    isBroken = false;
    await last.getByRole('button', { name: 'Reintentar' }).click();
    await expect(last.getByRole('button', { name: 'Imprimir' })).toBeEnabled();
  });

  it('somebody else closed it meanwhile: says who and when (X-40)', async () => {
    await opened();
    const { page } = await renderApp(address, { as: 'ana' });
    const question = await closeOf(page, '1000');
    const { id } = await state();
    await (await apiUserOf('carla')).call('PATCH', `/store/1/cashbox/${id}`, { amount: 5 });
    await question.getByRole('button', { name: 'Confirmar' }).click();
    await expect(page.getByText(/ya cerró esta caja/)).toBeVisible();
  });
});
