import { expect, testInOwnShop } from '#e2e/fixtures.ts';
import { checkEveryLook, sizes } from '#e2e/looks.ts';
import { shownCatalog, leaveInvoice } from '#e2e/pages/ordering.ts';
import { inDatabase } from '#e2e/shop-database.ts';

/** Its own shop: other journeys count the orders of the board. */
const test = testInOwnShop();

const codes = '1/codes/index';
/** The border of a code's card: neutral, green, red and blue (G-08). */
const borders = {
  free: 'rgb(133, 127, 115)',
  open: 'rgb(25, 112, 58)',
  waiting: 'rgb(196, 22, 74)',
  paying: 'rgb(0, 107, 133)',
} as const;

test('a table on three devices: a waiter opens it and orders, the counter sees it live, adds, and charges it; then it is free for all; its card has the colour of each state (G-08, G-12, G-13, G-22, G-40, N-50)', async ({
  seat,
  shop,
}) => {
  const waiter = await seat('diego', codes, { width: 390, height: 844 });
  const counter = await seat('ana', codes);
  const watcher = await seat('elena', codes);
  const card = ({ page }: typeof waiter) => page.getByRole('listitem').filter({ hasText: /^Mesa 2/ });
  const hasBorder = (state: keyof typeof borders, device = watcher): Promise<void> =>
    expect(card(device)).toHaveCSS('border-top-color', borders[state]);
  await expect(card(watcher)).toContainText('Sin pendientes');
  await hasBorder('free');

  await card(waiter).getByRole('button').click();
  await waiter.page.getByRole('dialog', { name: 'Abrir Mesa 2' }).getByRole('button', { name: 'Abrir mesa' }).click();
  const catalog = await shownCatalog(waiter.page);
  await expect(card(watcher)).toContainText('$ 0,00');
  await hasBorder('open');
  await catalog.search.fill('vaso de leche');
  await waiter.page.keyboard.press('Enter');
  await waiter.page
    .getByRole('button', { name: /^Siguiente/ })
    .first()
    .click();
  await waiter.page
    .getByRole('button', { name: /^Finalizar/ })
    .first()
    .click();
  for (const device of [counter, watcher]) {
    await expect(card(device)).toContainText('1 Pendiente');
    await expect(card(device)).toContainText('$ 1.900,00');
  }
  await hasBorder('waiting');

  await card(counter).getByRole('button').click();
  const detail = counter.page.getByRole('dialog', { name: 'Detalle de Mesa 2' });
  await expect(detail.getByText('1 Vaso de leche')).toBeVisible();
  await detail.getByRole('button', { name: 'Agregar forma de pago' }).click();
  await detail.getByRole('button', { name: 'Finalizar o rechazar' }).click();
  await counter.page.getByRole('menuitem', { name: 'Finalizar' }).click();
  await expect(detail).toHaveCount(0);
  await leaveInvoice(counter.page);
  for (const device of [counter, watcher]) {
    await expect(card(device)).toContainText('Sin pendientes');
    await expect(card(device)).not.toContainText('$');
  }
  const last = (status: string): Promise<unknown> =>
    inDatabase(shop, `update order_groups set status = '${status}' where id = (select max(id) from order_groups)`);
  await last('PAYING');
  // Nothing announces it: another browser reads it.
  const other = await seat('carla', codes);
  await expect(card(other)).toContainText('Pagando...');
  await hasBorder('paying', other);
  await last('COMPLETE');
});

test('tables at every size, light and dark: axe finds nothing, nothing scrolls sideways (F-02)', async ({ seat }) => {
  const { page } = await seat('ana', codes);
  await expect(page.getByRole('list', { name: 'Códigos de la tienda' }).getByRole('listitem')).not.toHaveCount(0);
  await checkEveryLook(page, 'codes');
  const table = (place: string) => page.getByRole('listitem').filter({ hasText: new RegExp(`^${place}LE`) });
  await table('Mesa 4').getByRole('button').click();
  const detail = page.getByRole('dialog', { name: 'Detalle de Mesa 4' });
  await expect(detail.getByText('2 Milanesa napolitana')).toBeVisible();
  await checkEveryLook(page, 'table-detail');
  await detail.getByRole('button', { name: 'Más opciones' }).click();
  await page.getByRole('menuitem', { name: 'Cambiar mesa' }).click();
  await expect(page.getByRole('dialog', { name: 'Cambiar Mesa 4' })).toBeVisible();
  await checkEveryLook(page, 'table-change');
  await page.keyboard.press('Escape');
  // A second table, so that there is one to move to.
  const others = await seat('bruno', codes);
  await others.page
    .getByRole('listitem')
    .filter({ hasText: /^Mesa 9LE/ })
    .getByRole('button')
    .click();
  await others.page.getByRole('button', { name: 'Abrir mesa' }).click();
  const choose = async (option: string): Promise<void> => {
    await detail.getByRole('button', { name: 'Más opciones' }).click();
    await page.getByRole('menuitem', { name: option }).click();
  };
  const some = { sizes: sizes.filter((s) => s.name !== '1920') };
  await choose('Mover ítems');
  await expect(page.getByRole('list', { name: 'Mesas abiertas' }).getByText('Mesa 9')).toBeVisible();
  await checkEveryLook(page, 'table-move', some);
  await page.keyboard.press('Escape');
  await choose('Propina');
  await expect(page.getByRole('dialog', { name: 'Propina' })).toBeVisible();
  await checkEveryLook(page, 'table-tip', some);
  await page.keyboard.press('Escape');
  await choose('Juntar mesas');
  await checkEveryLook(page, 'table-merge', some);
  await page.keyboard.press('Escape');
  await choose('Dividir la cuenta');
  await page.getByRole('tab', { name: 'Por ítem' }).click();
  await page.getByRole('list', { name: 'Productos' }).getByRole('button').first().click();
  await page
    .getByRole('button', { name: /^Cobrar Parte 2/ })
    .first()
    .click();
  await expect(page.getByText('Cargado')).toHaveCount(1);
  await checkEveryLook(page, 'table-split', some);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Descartar' }).click();
  await table('Mesa 6').getByRole('button').click();
  await expect(page.getByRole('dialog', { name: 'Abrir Mesa 6' })).toBeVisible();
  await checkEveryLook(page, 'table-open');
});
