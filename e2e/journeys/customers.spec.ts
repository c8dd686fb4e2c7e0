import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { ApiUser } from '#e2e/api.ts';
import { expect, testInOwnShop } from '#e2e/fixtures.ts';
import { checkEveryLook } from '#e2e/looks.ts';
import { inDatabase } from '#e2e/shop-database.ts';
import { CheckoutScreen } from '#e2e/pages/ordering.ts';
import {
  farAway,
  besideLaEsquina,
  NearbyScreen,
  standAt,
  StoreFrontScreen,
  TrackingScreen,
} from '#e2e/pages/storefront.ts';

/** Its own shop: the customer's orders would stand on the boards of other journeys. */
const test = testInOwnShop();

/** Pays with the sandbox's card in the drawer that is open. */
async function fillCard(page: Page): Promise<void> {
  await page.getByLabel('Número de tarjeta').fill('4509953566233704');
  await page.getByLabel('Vence: mes').selectOption('11');
  await page.getByLabel('Vence: año').selectOption({ index: 4 });
  await page.getByLabel('Código de seguridad').fill('123');
  await page.getByLabel('Nombre del titular').fill('Gabi Ríos');
  await page.getByLabel('Documento', { exact: true }).selectOption('DNI');
  await page.getByLabel('Número de documento').fill('30111222');
  await page.getByRole('button', { name: /^Pagar \$/ }).click();
}

/** Opens or closes La Esquina from another device. */
async function setOpen(staff: ApiUser, open: boolean): Promise<void> {
  const { body } = await staff.call<{ status: object }>('GET', '/store/1');
  await staff.call('PATCH', '/store/1/status', { ...body.status, open });
}

test('a customer finds a store, orders a delivery in cash, and follows it to the end', async ({
  seat,
  apiUser,
  shop,
}) => {
  const carla = await apiUser('carla');
  const { page, context } = await seat('fede');
  const board = await seat('bruno', '1/orders/kanban');
  const nearby = new NearbyScreen(page);

  await test.step('where they are is refused: it says so, and an address does as well', async () => {
    await page.getByRole('button', { name: 'Pedir en una tienda' }).click();
    await expect(page).toHaveURL(/\/customer\/stores$/);
    await nearby.locate();
    await expect(page.getByText(/^No podemos ver tu ubicación porque el permiso está desactivado/)).toBeVisible();
  });

  await test.step('in another country there is no store, with a hint (Z-03)', async () => {
    await standAt(context, shop, farAway);
    await nearby.locate();
    await expect(page.getByText('No se encontraron tiendas para tu ubicación.')).toBeVisible();
    await expect(page.getByText('Probá con otra dirección.')).toBeVisible();
  });

  await test.step('«Cargando tiendas»; then each store: name, description, logo, cover, address, open or not (Z-02, Z-07)', async () => {
    await inDatabase(shop, `update stores set cover = '/sellers/pictures/croissant.svg' where id = 1`);
    await page.getByRole('button', { name: 'Cambiar' }).click();
    await context.setGeolocation(besideLaEsquina);
    // The list is held back, so that what is said meanwhile can be read.
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/stores/search*', async (route) => {
      await held;
      await route.continue();
    });
    await nearby.locate();
    await expect(page.getByText('Cargando tiendas').first()).toBeVisible();
    answer();
    const card = nearby.store('La Esquina');
    await expect(card).toContainText('Bar y restaurante de barrio, desde 1987.');
    await expect(card).toContainText('Av. Corrientes 3499, Balvanera, Buenos Aires');
    await expect(card).toContainText('Abierta');
    await expect(card).toContainText('Llega a tu dirección');
    await expect(card.locator('img').nth(0)).toHaveAttribute('src', /croissant/);
    await expect(card.locator('img').nth(1)).toHaveAttribute('src', /hot-beverage/);
    await expect(nearby.store('Kiosco Sol')).not.toContainText('Llega a tu dirección');
    await page.unroute('**/api/stores/search*');
  });

  const tracking = new TrackingScreen(page);
  const checkout = new CheckoutScreen(page);
  await test.step('a delivery, paid in cash (Z-01, Y-27)', async () => {
    const store = await nearby.open('La Esquina');
    const catalog = await store.order('Delivery');
    await catalog.add('picada la esquina', 'papas fritas');
    const address = await catalog.toAddress();
    await address.choose('Corrientes 3510');
    await address.toCheckout();
    await expect(checkout.payment('Mercado Pago online')).toBeVisible();
    await expect(page.getByRole('radio', { name: /Transferencia/ })).toHaveCount(0);
    await expect(checkout.phone).toHaveValue('+5491145550106');
    await checkEveryLook(page, 'customer-checkout');
    await checkout.finish();
  });

  const id = await tracking.shown();
  await test.step('the board of the store sees it at once', async () => {
    await expect(board.page.getByRole('article').filter({ hasText: 'Federico Molina' }).first()).toBeVisible();
    expect((await carla.order(id)).payments).toMatchObject([{ method: 'cash' }]);
    await expect(tracking.progress('Pendiente')).toHaveAttribute('value', '20');
    await expect(page.getByText('A confirmar')).toBeVisible();
  });

  await test.step('they see each step live, and when to expect it (Z-09, Z-11)', async () => {
    await carla.changeStatus(await carla.order(id), 'ACCEPTED');
    await expect(tracking.progress('Aceptado')).toHaveAttribute('value', '50');
    await expect(page.getByText(/^Entre las \d\d:\d\d y las \d\d:\d\d hs$/)).toBeVisible();
    await carla.changeStatus(await carla.order(id), 'DELIVER');
    await expect(tracking.progress('Por entregar')).toHaveAttribute('value', '80');
    await checkEveryLook(page, 'customer-order');
    await carla.changeStatus(await carla.order(id), 'COMPLETE');
    await expect(tracking.progress('Entregado')).toHaveAttribute('value', '100');
    await expect(page.getByText('Tu pedido fue entregado. ¡Gracias!')).toBeVisible();
  });
});

test('a take away by card; then a closed store, a rejected order with its reason, and the same order again', async ({
  seat,
  apiUser,
  shop,
}) => {
  const carla = await apiUser('carla');
  const { page, context } = await seat('gabi');
  const tracking = new TrackingScreen(page);
  const checkout = new CheckoutScreen(page);
  await standAt(context, shop, besideLaEsquina);
  await page.goto(`${shop.url}customer/stores`);
  const nearby = new NearbyScreen(page);
  await nearby.locate();

  await test.step('the card is asked for last, and the order follows when it is paid (Z-01, Y-27)', async () => {
    const store = await nearby.open('La Esquina');
    const catalog = await store.order('Take away');
    await catalog.add('vaso de leche');
    await catalog.toCheckout();
    await checkout.pay('Mercado Pago online');
    await checkout.finish();
    await fillCard(page);
    const id = await tracking.shown();
    await expect(tracking.progress('Pendiente')).toBeVisible();
    expect((await carla.order(id)).payments).toMatchObject([{ method: 'mercadopago-online', status: 'APPROVED' }]);
    await expect(page.getByText('Av. Corrientes 3499, Balvanera, Buenos Aires')).toBeVisible();
    await carla.changeMany([id], 'COMPLETE');
    await expect(tracking.progress('Entregado')).toHaveAttribute('value', '100');
  });

  await test.step('the store closes while they pay: a clear sentence, and nothing is lost', async () => {
    await page.getByRole('button', { name: 'Ir a la tienda' }).click();
    const store = new StoreFrontScreen(page);
    const catalog = await store.order('Take away');
    await catalog.add('papas fritas');
    await catalog.toCheckout();
    await setOpen(carla, false);
    await checkout.finish();
    const closed = 'La tienda cerró y no puede tomar tu pedido ahora. Lo que elegiste sigue acá.';
    await expect(checkout.said(closed)).toBeVisible();
    await expect(checkout.cart).toContainText('Papas fritas');
    await setOpen(carla, true);
    await checkout.finish();
  });

  await test.step('a rejected order tells why, and can be ordered again (Z-12)', async () => {
    const id = await tracking.shown();
    const { status_rev: rev } = await carla.order(id);
    await carla.call(
      'PATCH',
      `/store/1/orders/${id}/reject`,
      { reject_reason: 'missing_products' },
      { 'idempotency-key': randomUUID(), 'if-match': `"${rev}"` },
    );
    await expect(tracking.progress('Rechazado')).toHaveAttribute('value', '100');
    await expect(page.getByText('La tienda se quedó sin alguno de los productos que pediste.')).toBeVisible();
    await checkEveryLook(page, 'customer-rejected');
    await page.getByRole('button', { name: 'Volver a pedir' }).click();
    await expect(page).toHaveURL(/\/1\/cart\/catalog$/);
    await expect(page.getByRole('region', { name: 'Detalle del pedido' })).toContainText('Papas fritas');
  });

  await test.step('without a network the button says so, and the order stays', async () => {
    await checkout.button('Siguiente').click();
    await context.setOffline(true);
    await checkout.finish();
    await expect(checkout.said(/^Necesitás conexión para enviar tu pedido\./).first()).toBeVisible();
    await context.setOffline(false);
  });
});

test('where a customer is, and the stores around, look right at every size, light and dark (F-02)', async ({
  seat,
  shop,
}) => {
  const { page, context } = await seat('gabi', 'customer/stores');
  const nearby = new NearbyScreen(page);
  await expect(page.getByRole('button', { name: 'Usar mi ubicación' })).toBeVisible();
  await checkEveryLook(page, 'customer-where');
  await standAt(context, shop, besideLaEsquina);
  await nearby.locate();
  await expect(nearby.store('La Esquina')).toBeVisible();
  await checkEveryLook(page, 'customer-stores');
});

test("a store's home for its customers looks right at every size, light and dark (F-02)", async ({ seat }) => {
  const { page } = await seat('gabi', '1/home');
  await expect(page.getByRole('region', { name: 'Hacé tu pedido' })).toBeVisible();
  await checkEveryLook(page, 'customer-store');
});
