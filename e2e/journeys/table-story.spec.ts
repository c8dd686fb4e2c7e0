import type { Locator, Page } from '@playwright/test';
import type { WireGroup } from '#contract/wire/groups.ts';
import type { PlaceState } from '#domain/order-group.ts';
import { expect, type Seat, testInOwnShop } from '#e2e/fixtures.ts';
import { MapPage } from '#e2e/pages/maps.ts';
import { shownCatalog, leaveInvoice } from '#e2e/pages/ordering.ts';
import { freeAllTables } from '#e2e/shop-database.ts';

/** Its own shop: the map counts its tables. */
const test = testInOwnShop();

const codes = '1/codes/index';
/** The outlines of the specification (G-16, G-17), and where the left edge of a table is on the canvas. */
const outlines: Readonly<Record<Exclude<PlaceState, 'free'>, string>> = {
  open: '#39cc5b',
  waiting: '#ff3366',
  paying: '#00d4ff',
};
/** The same as a browser writes them. */
const tabBorders: typeof outlines = {
  open: 'rgb(57, 204, 91)',
  waiting: 'rgb(255, 51, 102)',
  paying: 'rgb(0, 212, 255)',
};
const edges = { 'Mesa 2': [330, 190], 'Mesa 3': [570, 190] } as const;
type Place = keyof typeof edges;

const card = (page: Page, place: Place): Locator =>
  page.getByRole('listitem').filter({ hasText: new RegExp(`^${place}(?!\\d)`) });
const detailOf = (page: Page, place: Place): Locator => page.getByRole('dialog', { name: `Detalle de ${place}` });

/** From the catalog of a table to its order. */
async function orderMilk(page: Page): Promise<void> {
  const catalog = await shownCatalog(page);
  await catalog.search.fill('vaso de leche');
  await page.keyboard.press('Enter');
  for (const step of [/^Siguiente/, /^Finalizar/]) await page.getByRole('button', { name: step }).first().click();
  await expect(page).toHaveURL(/codes\/index/);
}

/** Three equal parts of the bill, as cash, QR and card. */
async function splitInThree(page: Page, detail: Locator): Promise<void> {
  await detail.getByRole('button', { name: 'Más opciones' }).click();
  await page.getByRole('menuitem', { name: 'Dividir la cuenta' }).click();
  const bill = page.getByRole('dialog', { name: /^Dividir la cuenta/ });
  await bill.getByRole('button', { name: 'Sumar: Partes' }).click();
  for (const part of [1, 2, 3]) await bill.getByRole('button', { name: new RegExp(`^Cobrar Parte ${part}:`) }).click();
  await expect(bill.getByText('Cargado')).toHaveCount(3);
  await page.keyboard.press('Escape');
  for (const [row, method] of [
    [2, 'Mercado Pago QR'],
    [3, 'Tarjeta de débito'],
  ] as const)
    await detail
      .getByRole('group', { name: new RegExp(`^Pago ${row}:`) })
      .getByRole('combobox', { name: 'Forma de pago' })
      .selectOption(method);
}

async function finish(page: Page, detail: Locator): Promise<void> {
  await detail.getByRole('button', { name: 'Finalizar o rechazar' }).click();
  await page.getByRole('menuitem', { name: 'Finalizar' }).click();
}

/** Does at the provider's sandbox what the person who pays would do. */
async function pay(page: Page): Promise<number> {
  await expect(page).toHaveURL(/\/paying\/orderGroup\/\d+$/);
  await expect(page.getByRole('img', { name: 'Código QR para pagar' })).toBeVisible();
  const id = Number(/orderGroup\/(\d+)$/.exec(page.url())?.[1]);
  const path = new URL(`/api/dev/payments/orderGroup/${id}/resolve`, page.url()).href;
  expect((await page.request.post(path, { data: { status: 'APPROVED' } })).status()).toBe(204);
  return id;
}

test('a phone opens a table, two devices add orders, the bill is split in three and paid by cash, QR and card; the map of a third device goes green, red, blue, neutral; then the same with the network cut on each device (G-16, G-17)', async ({
  seat,
  apiUser,
  shop,
}) => {
  await freeAllTables(shop);
  const waiter = await seat('diego', codes, { width: 390, height: 844 });
  const counter = await seat('ana', codes);
  const watcher = await seat('elena', '1/maps/index');
  const kitchen = await apiUser('bruno');
  const map = new MapPage(watcher.page, 'Salón');
  await expect(map.tab).toHaveAttribute('data-state', 'free');

  const becomes = async (place: Place, state: PlaceState): Promise<void> => {
    const [x, y] = edges[place];
    await expect(map.tab).toHaveAttribute('data-state', state);
    if (state !== 'free') await expect(map.tab).toHaveCSS('border-top-color', tabBorders[state]);
    const shown = await map.coloursAround(x, y);
    if (state === 'free') {
      await expect
        .poll(async () => (await map.coloursAround(x, y)).filter((c) => Object.values(outlines).includes(c)))
        .toEqual([]);
    } else await expect.poll(() => map.coloursAround(x, y), { message: shown.join() }).toContain(outlines[state]);
  };
  const accept = async (): Promise<void> => {
    const { body: orders } = await kitchen.orders();
    const waiting = orders.filter((o) => o.status === 'PENDING').map((o) => o.id);
    expect(waiting).toHaveLength(2);
    expect((await kitchen.changeMany(waiting, 'ACCEPTED')).status).toBe(200);
  };
  const openOnPhone = async (place: Place): Promise<void> => {
    await card(waiter.page, place).getByRole('button').click();
    await waiter.page
      .getByRole('dialog', { name: `Abrir ${place}` })
      .getByRole('button', { name: 'Abrir mesa' })
      .click();
  };
  const addAtCounter = async (place: Place): Promise<void> => {
    await card(counter.page, place).getByRole('button').click();
    await detailOf(counter.page, place).getByRole('button', { name: 'Agregar pedido' }).click();
    await orderMilk(counter.page);
  };
  /** Two glasses of milk in three parts, of which one is a cent more. */
  const isPaid = async (id: number): Promise<void> => {
    const group = async () => (await kitchen.call<WireGroup>('GET', `/store/1/orderGroups/${id}`)).body;
    await expect.poll(async () => (await group()).status).toBe('COMPLETE');
    const { total, payments, orders } = await group();
    expect(total).toBe(3800);
    expect(payments.map((p) => [p.method, p.amount, p.status])).toEqual([
      ['cash', 1266.67, 'APPROVED'],
      ['mercadopago-qr', 1266.67, 'APPROVED'],
      ['card-debit', 1266.66, 'APPROVED'],
    ]);
    expect(orders.map((o) => o.status)).toEqual(['COMPLETE', 'COMPLETE']);
  };

  await test.step('with a network, all of it live', async () => {
    const detail = detailOf(counter.page, 'Mesa 2');
    await openOnPhone('Mesa 2');
    await becomes('Mesa 2', 'open');
    await orderMilk(waiter.page);
    await becomes('Mesa 2', 'waiting');
    await addAtCounter('Mesa 2');
    await accept();
    await becomes('Mesa 2', 'open');
    await card(counter.page, 'Mesa 2').getByRole('button').click();
    await expect(detail.getByText('1 Vaso de leche')).toHaveCount(2);
    await splitInThree(counter.page, detail);
    await finish(counter.page, detail);
    await becomes('Mesa 2', 'paying');
    const id = await pay(counter.page);
    await becomes('Mesa 2', 'free');
    await isPaid(id);
    await leaveInvoice(counter.page);
    await expect(counter.page).toHaveURL(/codes\/index/);
  });

  await test.step('with the network of each device cut in the middle', async () => {
    const detail = detailOf(counter.page, 'Mesa 3');
    await openOnPhone('Mesa 3');
    await becomes('Mesa 3', 'open');
    await waiter.context.setOffline(true);
    await orderMilk(waiter.page);
    await addAtCounter('Mesa 3');
    await becomes('Mesa 3', 'waiting');
    await waiter.context.setOffline(false);
    await expect(card(counter.page, 'Mesa 3')).toContainText('2 Pendiente');
    await accept();
    await becomes('Mesa 3', 'open');
    await card(counter.page, 'Mesa 3').getByRole('button').click();
    await expect(detail.getByText('1 Vaso de leche')).toHaveCount(2);
    await counter.context.setOffline(true);
    await splitInThree(counter.page, detail);
    await finish(counter.page, detail);
    await expect(detail.getByText('Necesitás conexión para cobrar en línea. Elegí otra forma de pago.')).toBeVisible();
    await watcher.context.setOffline(true);
    await expect(watcher.page.getByText(/^Estados de las/)).toBeVisible();
    await counter.context.setOffline(false);
    await finish(counter.page, detail);
    const id = await pay(counter.page);
    await isPaid(id);
    await leaveInvoice(counter.page);
    await watcher.context.setOffline(false);
    await becomes('Mesa 3', 'free');
  });

  await test.step('every device shows the same tables at the end', async () => {
    await watcher.page.goto(`${shop.url}${codes}`);
    const tables = async ({ page }: Seat): Promise<readonly string[]> => {
      const list = page.getByRole('list', { name: 'Códigos de la tienda' });
      return (await list.getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
    };
    for (const device of [waiter, counter, watcher])
      for (const place of ['Mesa 2', 'Mesa 3'] as const) {
        await expect(card(device.page, place)).toContainText('Sin pendientes');
        await expect(card(device.page, place)).not.toContainText('$');
      }
    const [first, ...others] = [await tables(waiter), await tables(counter), await tables(watcher)];
    for (const other of others) expect(other).toEqual(first);
  });
});
