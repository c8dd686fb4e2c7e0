import type { Locator, Page } from '@playwright/test';
import { expect, test, withMovement } from '#e2e/fixtures.ts';
import { holdNotices } from '#e2e/pages/alerts.ts';
import { startOrder, leaveInvoice } from '#e2e/pages/ordering.ts';

// What moves is part of what these journeys look at.
test.use(withMovement);

/** The picker's first option: an order at the counter. */
const atCounter = /^En local: /;

const search = (page: Page): Locator => page.getByPlaceholder('Buscar...');
const cart = (page: Page): Locator => page.getByRole('region', { name: 'Detalle del pedido' });
const shown = (page: Page, text: string): Locator => page.getByText(text, { exact: true }).filter({ visible: true });
const inOrder = (page: Page, name: string, count: number): Locator =>
  page.getByRole('article', { name: `${name}, ${count} en el pedido`, exact: true });

test('cards add, count and take away again (C-02, C-04, C-06, C-07, C-19, C-21, C-23, C-24, K-06, K-08, K-09, K-10, K-11, K-12)', async ({
  seat,
  shop,
}) => {
  const { page } = await seat('ana');
  await startOrder(page, shop, atCounter);
  const next = cart(page).getByRole('button', { name: 'Siguiente' });
  await expect(page.getByRole('heading', { level: 1, name: 'Catálogo' })).toBeVisible();
  await expect(shown(page, '0 Productos')).toBeVisible();
  await expect(cart(page).getByText('No hay productos.')).toBeVisible();
  await expect(next).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Finalizar' })).toHaveCount(0);

  const glass = page.getByRole('article', { name: /^Vaso de leche/ });
  await expect(glass.getByText('Sin descripción')).toBeVisible();
  const picture = await glass.getByRole('button', { name: 'Agregar Vaso de leche' }).boundingBox();
  expect(picture).toMatchObject({ width: 85, height: 85 });
  await glass.getByRole('button', { name: 'Agregar Vaso de leche' }).click();
  await expect(inOrder(page, 'Vaso de leche', 1)).toBeVisible();
  await expect(shown(page, '1 Producto')).toBeVisible();
  await expect(glass.getByText('1', { exact: true })).toBeVisible();
  await expect(glass.getByRole('button', { name: 'Quitar uno de Vaso de leche' })).toBeVisible();
  await glass.getByRole('button', { name: 'Agregar Vaso de leche' }).click();
  await expect(shown(page, '2 Productos')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Finalizar' })).toBeVisible();
  for (const label of ['Subtotal', 'Descuento general', 'Total'])
    await expect(cart(page).getByText(label, { exact: true })).toBeVisible();
  await expect(cart(page).getByText('Envío')).toHaveCount(0);
  await expect(cart(page).getByText('2 × Vaso de leche')).toBeVisible();
  await expect(cart(page).getByText('$ 3.800,00').first()).toBeVisible();
  await expect(next).toBeEnabled();
  await glass.getByRole('button', { name: 'Quitar uno de Vaso de leche' }).click();
  await glass.getByRole('button', { name: 'Quitar uno de Vaso de leche' }).click();
  await expect(inOrder(page, 'Vaso de leche', 1)).toHaveCount(0);
  await expect(glass.getByRole('button', { name: 'Quitar uno de Vaso de leche' })).toHaveCount(0);
  expect(await glass.getByRole('button', { name: 'Agregar Vaso de leche' }).boundingBox()).toEqual(picture);

  await glass.getByRole('button', { name: 'Agregar Vaso de leche' }).click();
  await holdNotices(page);
  await page.getByRole('button', { name: 'Vaciar el pedido' }).click();
  await expect(shown(page, '0 Productos')).toBeVisible();
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(inOrder(page, 'Vaso de leche', 1)).toBeVisible();
  await page.reload();
  await expect(inOrder(page, 'Vaso de leche', 1)).toBeVisible();
});

test('section tags lead to their section, 160 px under the top, and follow the scroll (C-13)', async ({
  seat,
  shop,
}) => {
  const { page } = await seat('ana');
  await startOrder(page, shop, atCounter);
  const tags = page.getByRole('group', { name: 'Secciones' });
  for (const name of ['Platos', 'Bebidas', 'Pizzas']) {
    await tags.getByRole('button', { name, exact: true }).click();
    const heading = page.getByRole('heading', { level: 2, name, exact: true });
    await expect.poll(async () => Math.round((await heading.boundingBox())?.y ?? 0)).toBe(160);
    await expect(tags.locator('[aria-current]')).toHaveText(name);
  }
  await page.getByRole('article').first().hover();
  await page.mouse.wheel(0, -20_000);
  await expect(tags.locator('[aria-current]')).toHaveText('Cafetería');
});

test('a product with required options opens its detail (C-25, C-26, C-28, C-29, C-30, C-31, C-34, C-36, C-37, C-38, C-39, C-40, C-42)', async ({
  seat,
  shop,
}) => {
  const { page } = await seat('ana');
  await startOrder(page, shop, atCounter);
  await search(page).fill('cafe espresso');
  await page.getByRole('button', { name: 'Agregar Café espresso' }).click();
  const detail = page.getByRole('dialog', { name: 'Café espresso' });
  await expect(detail).toBeVisible();
  await expect(shown(page, '0 Productos')).toBeVisible();
  const size = detail.getByRole('group', { name: 'Tamaño' });
  const sweet = detail.getByRole('group', { name: 'Endulzante' });
  await expect(size.getByText('Debes escoger 1 opción')).toBeVisible();
  await expect(sweet.getByText('Puedes seleccionar hasta 2 opciones')).toBeVisible();
  await expect(sweet.getByText('Sin costo adicional').first()).toBeVisible();
  await expect(size.getByText('$ 900,00')).toBeVisible();
  await expect(detail.getByRole('button', { name: 'Restar: Cantidad' })).toBeDisabled();

  await detail.getByRole('button', { name: /^Agregar / }).click();
  await expect(size).toBeFocused();
  await expect(size).toBeInViewport();
  await expect(shown(page, '0 Productos')).toBeVisible();
  await size.getByRole('checkbox', { name: /Doble/ }).check();
  await expect(size.getByText('Completaste la selección')).toBeVisible();
  await expect(size.getByRole('checkbox', { name: /Jarrito/ })).toBeDisabled();
  await size.getByRole('checkbox', { name: /Doble/ }).uncheck();
  await expect(size.getByRole('checkbox', { name: /Jarrito/ })).toBeEnabled();
  await size.getByRole('checkbox', { name: /Doble/ }).check();
  const sugar = sweet.getByRole('spinbutton', { name: /Azúcar/ });
  await sugar.focus();
  for (const count of ['1', '2', '2']) {
    await page.keyboard.press('ArrowUp');
    await expect(sugar).toHaveAttribute('aria-valuenow', count);
  }
  await detail.getByLabel('Aclaraciones').fill('');
  await detail.getByLabel('Aclaraciones').pressSequentially('x'.repeat(101));
  await expect(detail.getByLabel('Aclaraciones')).toHaveValue('x'.repeat(100));
  await page.keyboard.press('Control+Enter');
  await expect(detail).toHaveCount(0);
  await expect(inOrder(page, 'Café espresso', 1)).toBeVisible();
  await expect(cart(page).getByText('2 × Azúcar')).toBeVisible();
  await page.getByRole('button', { name: 'Café espresso', exact: true }).click();
  await expect(detail).toBeVisible();
  await page.keyboard.press('Escape');

  // The second of its groups that ask for a choice lies below the screen.
  await search(page).fill('hamburguesa clasica');
  await page.getByRole('button', { name: 'Agregar Hamburguesa clásica' }).click();
  const burger = page.getByRole('dialog', { name: 'Hamburguesa clásica' });
  await burger.getByRole('checkbox', { name: /A punto/ }).check();
  await burger.locator('img').evaluate((picture) => picture.scrollIntoView());
  const sauces = burger.getByRole('group', { name: 'Salsas' });
  await expect(sauces).not.toBeInViewport();
  await burger.getByRole('button', { name: /^Agregar / }).click();
  await expect(sauces).toBeInViewport({ ratio: 0.5 });
  await expect(sauces).toBeFocused();
});

test('the checkout says what is wrong and sends one order (K-58, K-59, K-60, K-61, K-67, K-69, K-70, K-71, K-73, K-75, K-76, K-80, K-83)', async ({
  seat,
  shop,
  apiUser,
}) => {
  const { page } = await seat('ana');
  const ana = await apiUser('ana');
  const catalog = await startOrder(page, shop, atCounter);
  await catalog.add('vaso de leche');
  const checkout = await catalog.toCheckout();
  await expect(page.getByRole('button', { name: 'Finalizar', exact: true }).first()).toBeVisible();
  await (await checkout.backToCatalog()).toCheckout();
  await expect(page.getByRole('group', { name: 'Forma de pago' })).toBeVisible();
  await expect(
    page.getByRole('group', { name: 'Tiempo de entrega' }).getByText(/^A partir de las \d\d:\d\d hs$/),
  ).toBeVisible();

  const customer = `Nora ${Date.now()}`;
  await checkout.customer.fill(customer);
  await page.getByLabel('Comentarios').pressSequentially('y'.repeat(101));
  await expect(page.getByLabel('Comentarios')).toHaveValue('y'.repeat(100));
  await expect(page.getByLabel('Vendedor')).toBeVisible();
  await checkout.phone.fill('123');
  await checkout.finish();
  await expect(page.getByText('Teléfono inválido')).toBeVisible();
  await expect(checkout.phone).toBeFocused();
  await checkout.phone.fill('11 2345-6789');
  await checkout.pay('Efectivo');

  let posts = 0;
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/store/1/orders', async (route) => {
    if (route.request().method() === 'POST') {
      posts += 1;
      await held;
    }
    await route.continue();
  });
  await page.getByRole('button', { name: 'Finalizar' }).dblclick();
  await expect(page.getByRole('button', { name: 'Enviando...' })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  release();
  await expect(page.getByText(/^Pedido \d+ tomado$/).first()).toBeVisible();
  await leaveInvoice(page);
  await expect(page).toHaveURL(/\/1\/home/);
  expect(posts).toBe(1);
  const taken = (await ana.orders()).body.filter((o) => o.description === customer);
  expect(taken).toHaveLength(1);
  expect(taken[0]).toMatchObject({ phone: '+541123456789', type: 'LOCAL', comments: 'y'.repeat(100) });
  expect(taken[0]?.payments).toMatchObject([{ method: 'cash', type: 'exact' }]);
  await page.goto(`${shop.url}1/cart/catalog`);
  await expect(page).toHaveURL(/\/1\/home/);
});

test('on the phone an order is taken with the thumb alone, and a seller is their own seller (H-48, K-15, K-71)', async ({
  seat,
  shop,
  apiUser,
}) => {
  const { page } = await seat('diego', '', { width: 390, height: 844 });
  const ana = await apiUser('ana');
  await page.goto(`${shop.url}1/home`);
  await page.getByRole('button', { name: 'Nuevo pedido' }).first().tap();
  await page.getByRole('dialog', { name: 'Cargar pedido' }).getByRole('button', { name: 'Take away' }).tap();
  await page.getByRole('button', { name: 'Agregar Vaso de leche' }).tap();
  await page.getByRole('button', { name: /^Ver el pedido/ }).tap();
  const sheet = page.getByRole('dialog', { name: 'Detalle del pedido' });
  await expect(sheet.getByText('1 × Vaso de leche')).toBeVisible();
  await sheet.getByRole('button', { name: 'Siguiente' }).tap();
  const customer = `Pedro ${Date.now()}`;
  await page.getByLabel('Nombre', { exact: true }).fill(customer);
  await expect(page.getByLabel('Vendedor')).toHaveCount(0);
  await page.getByRole('button', { name: 'Finalizar' }).tap();
  await expect(page.getByText(/^Pedido \d+ tomado$/).first()).toBeVisible();
  const taken = (await ana.orders()).body.find((o) => o.description === customer);
  expect(taken?.seller?.fullname).toMatch(/^Diego/);
});
