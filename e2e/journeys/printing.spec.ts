import type { Page } from '@playwright/test';
import type { WireOrder } from '#contract/wire/orders.ts';
import type { ApiUser } from '#e2e/api.ts';
import { expect, testInOwnShop } from '#e2e/fixtures.ts';
import { checkEveryLook, narrowest, shot, sizes } from '#e2e/looks.ts';
import { BoardPage } from '#e2e/pages/board.ts';
import { forgetCashbox, withKey } from '#e2e/pages/cashbox.ts';
import { inDatabase } from '#e2e/shop-database.ts';
import { cashPayment, plainSubmission } from '#testing/submission.ts';

const test = testInOwnShop();

/** Paper has no themes. */
const lightest = { sizes: sizes.slice(0, 2), themes: ['light'] } as const;

/** A delivery as a busy evening brings it: several lines with options and notes, cash with change. */
async function takeDelivery(ana: ApiUser): Promise<WireOrder> {
  const plain = (await ana.plainItems()).slice(0, 2);
  const sale = plainSubmission(
    plain.map((item, index) => ({ ...item, quantity: 2 - index })),
    {
      uid: crypto.randomUUID(),
      description: 'Juana Núñez',
      phone: '+54 11 5555-1234',
      comments: 'Tocar timbre, no anda el portero',
    },
  );
  const items = sale.items.map((item, index) =>
    index === 0 ? { ...item, comments: 'Bien calientes, sin azúcar' } : item,
  );
  const order = await ana.send({
    ...sale,
    items,
    payments: [{ ...cashPayment(sale.total), type: 'other', value: 20_000 }],
  });
  return (await ana.changeStatus(order, 'ACCEPTED')).body;
}

const preview = (page: Page) => page.getByRole('region', { name: 'Vista previa' });

async function openPaper(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Opciones del pedido' }).click();
  await page.getByRole('menuitem', { name }).click();
  await expect(preview(page)).toBeVisible();
}

/** With SHOTS=1, writes the whole receipt as the preview draws it from its bytes. */
async function receiptShot(page: Page, name: string): Promise<void> {
  if (process.env['SHOTS'] !== '1') return;
  const before = page.viewportSize();
  await page.setViewportSize({ width: 1024, height: 2000 });
  await preview(page)
    .locator('> div')
    .screenshot({ path: `docs/screens/receipt-${name}.png`, animations: 'disabled' });
  if (before) await page.setViewportSize(before);
}

test('receipts at every size; the browser prints the paper alone, as wide as its rows', async ({ seat, apiUser }) => {
  const ana = await apiUser('ana');
  await takeDelivery(ana);
  const { page } = await seat('ana', '1/orders/kanban');
  await new BoardPage(page).open('Juana Núñez');
  await openPaper(page, 'Imprimir comanda');
  await checkEveryLook(page, 'paper-commander', { sizes: [narrowest, ...sizes] });
  await receiptShot(page, 'commander');
  await page.keyboard.press('Escape');
  await openPaper(page, 'Imprimir resumen');
  await expect(preview(page).locator('svg')).toHaveCount(1);
  await checkEveryLook(page, 'paper-summary', lightest);
  await receiptShot(page, 'summary');

  const sheet = page.locator('body > [aria-hidden="true"]').filter({ hasText: 'No válido como factura' });
  for (const [width, millimetres] of [
    ['80 mm', 72],
    ['58 mm', 48],
  ] as const) {
    await page.getByRole('button', { name: width }).click();
    await page.emulateMedia({ media: 'print' });
    await expect(sheet).toBeVisible();
    await expect(page.getByRole('dialog').first()).toBeHidden();
    const { width: px = 0 } = (await sheet.locator('> div').boundingBox()) ?? {};
    expect(Math.abs((px / 96) * 25.4 - millimetres)).toBeLessThan(0.5);
    await page.emulateMedia({ media: 'screen' });
  }
});

test('a logo that is no picture is left out, and the preview says so; the finished orders print, too', async ({
  seat,
  apiUser,
  shop,
}) => {
  const ana = await apiUser('ana');
  const order = await takeDelivery(ana);
  await ana.changeStatus(order, 'COMPLETE');
  const logo = (url: string) => inDatabase(shop, `update stores set logo_url = '${url}' where id = 1`);
  const { body } = await ana.profile();
  await logo('/sellers/manifest.webmanifest');
  const { page } = await seat('ana', '1/orders/kanban', { width: 1920, height: 1080 });
  await page.getByRole('button', { name: `Imprimir el pedido ${order.number}` }).click();
  await expect(page.getByText('El logo de la tienda no se pudo leer como imagen: se imprime sin él.')).toBeVisible();
  await expect(preview(page)).toContainText('La Esquina');
  await expect(preview(page).locator('svg')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await shot(page, 'finished-print', '/tmp');
  await logo(body.store.logo_url ?? '');
});

test('the register on paper', async ({ seat, apiUser, shop }) => {
  await forgetCashbox(shop);
  const ana = await apiUser('ana');
  await ana.call('POST', '/store/1/cashbox/config', { payouts: true, block: false, blind: false });
  await ana.call('POST', '/store/1/cashbox', { amount: 12_500 }, withKey());
  await takeDelivery(ana);
  await ana.call(
    'POST',
    '/store/1/cashbox/flow',
    { type: 'supplier', amount: -3_450.5, description: 'Verdulería El Trébol' },
    withKey(),
  );
  const { page } = await seat('ana', '1/cashbox/index');
  await page.getByRole('button', { name: 'Reporte X' }).click();
  await page.getByRole('dialog', { name: 'Reporte X' }).getByRole('button', { name: 'Imprimir' }).click();
  await expect(preview(page)).toContainText('Reporte X');
  await checkEveryLook(page, 'paper-report', lightest);
  await receiptShot(page, 'report');
  const { body } = await ana.call<{ id: number }>('GET', '/store/1/cashbox');
  await ana.call('PATCH', `/store/1/cashbox/${body.id}`, { amount: 9_000, difference_reason: 'Vuelto mal dado' });
  await page.reload();
  await page.getByRole('button', { name: 'Última caja' }).click();
  const last = page.getByRole('dialog', { name: 'Última caja' });
  await expect(last).toContainText('Contado');
  await last.getByRole('button', { name: 'Imprimir' }).click();
  await expect(preview(page)).toContainText('CIERRE DE CAJA');
  await checkEveryLook(page, 'paper-cashbox', lightest);
  await receiptShot(page, 'cashbox');
});
