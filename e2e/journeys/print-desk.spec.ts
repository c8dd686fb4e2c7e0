import type { Page } from '@playwright/test';
import type { WireOrder } from '#contract/wire/orders.ts';
import { decodePaper } from '#domain/paper/decode.ts';
import type { ApiUser } from '#e2e/api.ts';
import { expect, testInOwnShop } from '#e2e/fixtures.ts';
import { axeFindings, checkEveryLook, shot } from '#e2e/looks.ts';
import { BoardPage } from '#e2e/pages/board.ts';
import { CashboxScreen, forgetCashbox, withKey } from '#e2e/pages/cashbox.ts';
import { startOrder } from '#e2e/pages/ordering.ts';
import {
  becomePoint,
  chooseDestination,
  printByItself,
  productsOfTwoSections,
  saveRow,
} from '#e2e/pages/print-points.ts';
import type { Shop } from '#e2e/shop.ts';
import type { QzDouble } from '#server/testing/qz-tray.ts';
import { cashPayment, plainSubmission } from '#testing/submission.ts';
import { pressControl } from '#e2e/pages/control.ts';

const test = testInOwnShop();

const printers = ['Cocina', 'Horno', 'Caja'];
const allKinds = ['Comandas', 'Resumen de pedido', 'Caja'];

/** What each paper says, oldest first. */
const papers = (tray: QzDouble): string[] =>
  tray.prints.map(
    ({ printer, bytes }) =>
      `${printer}: ${decodePaper(bytes)
        .flatMap((row) => (row.kind === 'text' && row.text.trim() !== '' ? [row.text.trim()] : []))
        .join(' | ')}`,
  );

/** An order of two products, the second one made in the oven. */
async function takeOrder(shop: Shop, ana: ApiUser, description: string): Promise<WireOrder> {
  const products = await productsOfTwoSections(shop, ana);
  const sale = plainSubmission(products, { uid: crypto.randomUUID(), description });
  return ana.send({ ...sale, payments: [cashPayment(sale.total)] });
}

async function printFromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Opciones del pedido' }).click();
  await page.getByRole('menuitem', { name }).click();
}

test('comandas come out by themselves, one for each section; a phone sends to the counter; what fails is shown as unprinted (P-41, P-42, P-43)', async ({
  seat,
  shop,
  apiUser,
  startTray,
}) => {
  test.slow();
  const ana = await apiUser('ana');
  const tray = await startTray(printers);
  const { page: counter } = await seat('ana', '1/config/printpoint/form');
  await becomePoint(counter, 'Mostrador', allKinds);
  await printByItself(counter);
  await counter.goto(`${shop.url}1/orders/kanban`);
  const board = new BoardPage(counter);
  await expect(board.column('Aceptados')).toBeVisible();

  const order = await takeOrder(shop, ana, 'Juana');
  // A long name goes on in the next row.
  const [first = '', second = ''] = order.items.map((i) => i.name.replaceAll(' ', String.raw`( \| | )`));
  const removedName = order.items[1]?.name;
  await test.step('accepted: one comanda for each section, each with its own lines', async () => {
    await board.next('Juana');
    await expect.poll(() => papers(tray).length, { timeout: 20_000 }).toBe(2);
    expect(papers(tray).toSorted()).toEqual([
      expect.stringMatching(new RegExp(`^Cocina: .*1 x ${first}`)),
      expect.stringMatching(new RegExp(`^Horno: .*1 x ${second}`)),
    ]);
    expect(papers(tray).join('')).not.toContain('REIMPRESIÓN');
  });

  await test.step('a removed line prints «ANULADO» in its section, and nothing else', async () => {
    const row = order.order_detail.find((r) => r.name === removedName)?.id;
    const removed = await ana.call('DELETE', `/store/1/orders/${order.id}/item/${row}`, undefined, withKey());
    expect(removed.status).toBe(200);
    await expect.poll(() => papers(tray).length, { timeout: 20_000 }).toBe(3);
    expect(papers(tray)[2]).toMatch(new RegExp(`^Horno: ANULADO .*1 x ${second}`));
    expect(papers(tray)[2]).not.toMatch(new RegExp(first));
  });

  const { page: phone } = await seat('carla', '1/config/index', { width: 390, height: 844 });
  await chooseDestination(phone, 'Comandas', /^Mostrador/);
  await saveRow(phone);
  await chooseDestination(phone, 'Resumen de pedido', /^Mostrador/);
  await saveRow(phone);
  await phone.goto(`${shop.url}1/orders/kanban`);
  const phoneBoard = new BoardPage(phone);
  await test.step('a repeat from the phone comes out at the counter, and says so', async () => {
    await phone.getByRole('tab', { name: /^Aceptados/ }).click();
    await phoneBoard.open('Juana');
    await printFromMenu(phone, 'Imprimir comanda');
    await expect.poll(() => papers(tray).length, { timeout: 20_000 }).toBe(4);
    expect(papers(tray)[3]).toMatch(/^Cocina: REIMPRESIÓN 1 \| La pidió Carla/);
    await expect(phone.getByText('El punto de impresión la envió a su impresora.').first()).toBeVisible();
  });

  await test.step('a summary has no printer at the counter: both are told', async () => {
    await printFromMenu(phone, 'Imprimir resumen');
    const text = 'La impresión enviada no pudo ser realizada, debe configurarla con una impresora local';
    await expect(counter.getByText(text).first()).toBeVisible();
    await expect(phone.getByText(text).first()).toBeVisible();
    await counter
      .getByRole('button', { name: /^Cerrar/ })
      .first()
      .click();
    await phone.keyboard.press('Escape');
  });

  await takeOrder(shop, ana, 'Marcos');
  await test.step('a printer that fails is named, and the order is shown as unprinted everywhere', async () => {
    tray.printers = ['Cocina', 'Caja'];
    await board.next('Marcos');
    await expect(
      counter.getByText('Error al imprimir en impresora "Horno", verifique la conexión de la impresora.').first(),
    ).toBeVisible({ timeout: 20_000 });
    await expect(board.card('Marcos')).toContainText('Comanda sin imprimir', { timeout: 20_000 });
    await expect(phoneBoard.card('Marcos')).toContainText('Comanda sin imprimir', { timeout: 20_000 });
    await shot(counter, 'unprinted-board');
    await board.open('Marcos');
    const detail = counter.getByRole('dialog', { name: /Pedido/ });
    await expect(detail).toContainText('No se pudo imprimir en «Horno».');
    expect(await axeFindings(counter, 'unprinted')).toEqual([]);
    await checkEveryLook(counter, 'unprinted');
  });

  await test.step('once the printer is back it is printed without a mark, and the hand goes down', async () => {
    tray.printers = [...printers];
    const before = papers(tray).length;
    const detail = counter.getByRole('dialog', { name: /Pedido/ });
    await detail.getByRole('button', { name: 'Imprimir', exact: true }).click();
    await expect.poll(() => papers(tray).length, { timeout: 20_000 }).toBe(before + 1);
    expect(papers(tray).at(-1)).toMatch(/^Horno: /);
    expect(papers(tray).at(-1)).not.toContain('REIMPRESIÓN');
    await expect(detail).not.toContainText('Comanda sin imprimir', { timeout: 20_000 });
  });

  await test.step('a rejected order is void in each section that has it', async () => {
    const before = papers(tray).length;
    const rejected = (await ana.orders()).body.find((o) => o.description === 'Marcos');
    await ana.call(
      'PATCH',
      `/store/1/orders/${rejected?.id}/reject`,
      { reject_reason: 'missing_products' },
      { ...withKey(), 'if-match': `"${rejected?.status_rev}"` },
    );
    await expect.poll(() => papers(tray).length, { timeout: 20_000 }).toBe(before + 2);
    for (const paper of papers(tray).slice(before)) expect(paper).toMatch(/ANULADO \| Nos quedamos sin productos/);
  });
  expect(tray.refusals).toEqual([]);
});

test('a counter with the register’s printer: cash opens the drawer, an invoice prints when it is issued, the drawer opens by hand with a record, the close prints', async ({
  seat,
  shop,
  apiUser,
  startTray,
}) => {
  test.slow();
  const ana = await apiUser('ana');
  await forgetCashbox(shop);
  await ana.call('POST', '/store/1/cashbox/config', { payouts: true, block: false, blind: false, drawer: true });
  await ana.call('POST', '/store/1/cashbox', { amount: 1_000 }, withKey());
  const tray = await startTray(printers);
  const { page } = await seat('ana', '1/config/printpoint/form');
  await becomePoint(page, 'Mostrador', allKinds);
  await chooseDestination(page, 'Caja', /^Caja/);
  await page.getByRole('switch', { name: /^Imprimir el cierre al cerrar la caja/ }).check();
  await saveRow(page);
  await chooseDestination(page, 'Facturación', /^Caja/);
  await page.getByRole('switch', { name: /^Imprimir cada factura al emitirla/ }).check();
  await saveRow(page);
  await page.goto(`${shop.url}1/home`);
  /** What each print did: the drawer alone, or its words and pictures. */
  const prints = (): string[] =>
    tray.prints.map(({ bytes }) =>
      decodePaper(bytes)
        .flatMap((row) => (row.kind === 'text' ? row.text.trim() || [] : row.kind === 'cut' ? [] : `[${row.kind}]`))
        .join(' | '),
    );

  await test.step('a sale in cash opens the drawer, once, and no paper moves', async () => {
    const catalog = await startOrder(page, shop, 'Take away');
    await catalog.add('vaso de leche');
    const checkout = await catalog.toCheckout();
    await checkout.customer.fill('Paga en efectivo');
    await checkout.pay('Efectivo');
    await checkout.finish();
    await expect(page).toHaveURL(/\/1\/order\/\d+\/billing\/invoice$/);
    await expect.poll(prints).toEqual(['[drawer]']);
  });

  await test.step('its invoice comes out when it is issued, with its code as QR', async () => {
    await page.getByRole('button', { name: 'Facturar' }).click();
    await expect.poll(() => prints().length, { timeout: 20_000 }).toBe(2);
    expect(prints()[1]).toMatch(/^SIN VALIDEZ FISCAL .*FACTURA B .*CAE +\d{14}.*\[qr\].*SIN VALIDEZ FISCAL$/);
    await page.getByRole('button', { name: 'Imprimir', exact: true }).click();
    await expect.poll(() => prints().length, { timeout: 20_000 }).toBe(3);
    expect(tray.prints[2]?.bytes).toEqual(tray.prints[1]?.bytes);
  });

  await test.step('«Abrir cajón» sends the pulse, and the register tells who did it', async () => {
    await page.goto(`${shop.url}1/cashbox/index`);
    const screen = new CashboxScreen(page);
    await screen.main.getByRole('button', { name: 'Abrir cajón' }).click();
    await expect(page.getByText('Se mandó abrir el cajón.').first()).toBeVisible();
    expect(prints().slice(3)).toEqual(['[drawer]']);
    await screen.main.getByRole('button', { name: 'Ver cada fila' }).click();
    const rows = page.getByRole('dialog', { name: 'Filas de la caja' });
    await pressControl(rows.getByRole('radio', { name: 'Cajón' }));
    await expect(rows.getByRole('listitem')).toHaveCount(1);
    await expect(rows.getByRole('listitem')).toContainText(/Cajón abierto a mano.*Ana.*Chrome/s);
    const notices = page.getByRole('region', { name: 'Avisos en pantalla' });
    await expect(notices.getByText('Se mandó abrir el cajón.')).toHaveCount(0);
    expect(await axeFindings(page, 'cashbox-openings')).toEqual([]);
    await checkEveryLook(page, 'cashbox-openings');
    await page.keyboard.press('Escape');
    await checkEveryLook(page, 'cashbox-drawer');
  });

  await test.step('the close prints by itself', async () => {
    const screen = new CashboxScreen(page);
    await screen.askToClose('1.000');
    await screen.closeQuestion.getByRole('button').last().click();
    await expect.poll(() => prints().length, { timeout: 20_000 }).toBe(5);
    expect(prints()[4]).toMatch(/CIERRE DE CAJA.*Contado +\$ 1\.000,00.*Firma/);
    expect(prints()[4]).not.toContain('[drawer]');
  });

  await test.step('a device without the printer has no «Abrir cajón»', async () => {
    await ana.call('POST', '/store/1/cashbox', { amount: 0 }, withKey());
    const { page: phone } = await seat('carla', '1/cashbox/index', { width: 390, height: 844 });
    await expect(phone.getByRole('button', { name: 'Ver cada fila' })).toBeVisible();
    await expect(phone.getByRole('button', { name: 'Abrir cajón' })).toHaveCount(0);
  });
  expect(tray.refusals).toEqual([]);
});

test('QZ Tray that is down is told at the top for ten seconds, with the way to the print point; not where only others print (P-44, P-45)', async ({
  seat,
  shop,
  startTray,
}) => {
  const tray = await startTray(printers);
  const { page } = await seat('ana', '1/config/printpoint/form');
  await becomePoint(page, 'Barra', allKinds);
  await chooseDestination(page, 'Caja', /^Caja/);
  await saveRow(page);
  await page.goto(`${shop.url}1/home`);
  const notice = page.locator('[data-print-service]');
  await tray.close();
  await page.reload();
  const down = 'El servicio de impresión local no está disponible. No se pudo conectar con QZ Tray.';
  await expect(notice).toContainText(down, { timeout: 30_000 });
  const shown = Date.now();
  const box = await notice.boundingBox();
  if (!box) throw new Error('no notice');
  expect(box.y).toBeLessThan(60);
  expect(Math.abs(box.x + box.width / 2 - 512)).toBeLessThan(4);
  await expect(notice).toHaveCount(0, { timeout: 15_000 });
  expect(Date.now() - shown).toBeGreaterThan(8_000);
  await page.reload();
  await notice.getByRole('button', { name: 'Configurar' }).click({ timeout: 30_000 });
  await expect(page).toHaveURL(/config\/printpoint\/form$/);

  const { page: phone } = await seat('carla', '1/config/index', { width: 390, height: 844 });
  await chooseDestination(phone, 'Caja', /^Barra/);
  await saveRow(phone);
  const clients: string[] = [];
  phone.on('request', (request) => {
    if (request.url().includes('/qz-tray-')) clients.push(request.url());
  });
  await phone.goto(`${shop.url}1/home`);
  // This tab prints for the device now: where a printer is set, it looks for QZ Tray in the same turn.
  const leads = (): Promise<boolean> =>
    phone.evaluate(async () => {
      const { held = [] } = await navigator.locks.query();
      return held.some(({ name }) => name?.endsWith(' print') === true);
    });
  await expect.poll(leads).toBe(true);
  await phone.waitForLoadState('networkidle');
  expect(clients).toEqual([]);
  await expect(phone.locator('[data-print-service]')).toHaveCount(0);
});

test('printing without a destination warns and opens the configuration (P-24)', async ({ seat, shop, apiUser }) => {
  const ana = await apiUser('ana');
  await takeOrder(shop, ana, 'Nadia');
  const { page } = await seat('ana', '1/orders/kanban');
  await new BoardPage(page).open('Nadia');
  await printFromMenu(page, 'Imprimir resumen');
  const dialog = page.getByRole('dialog', { name: 'Resumen de pedido' });
  await expect(dialog.getByRole('button', { name: 'Imprimir con el navegador' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Imprimir', exact: true }).click();
  await expect(page.getByText('Configurá la forma de impresión.').first()).toBeVisible();
  await expect(page).toHaveURL(/1\/config\/index$/);
});
