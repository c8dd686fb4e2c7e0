import { expect, test } from '#e2e/fixtures.ts';
import { startOrder } from '#e2e/pages/ordering.ts';

// These journeys need the service worker.
test.use({ serviceWorkers: 'allow' });

const map = { name: 'Mapa' };
const pin = /^Pin de la dirección/;

test('a delivery asks for its address, its phone and a payment, and arrives with all of them (H-37, C-52, K-11, K-41, K-42, K-44, K-47, K-48, K-49, K-52, K-57, K-66, K-69, K-73, K-81, Y-08)', async ({
  seat,
  shop,
  apiUser,
}) => {
  const { page } = await seat('ana');
  const ana = await apiUser('ana');
  const catalog = await startOrder(page, shop, 'Delivery');
  await expect(catalog.cart.getByText('Enviar a')).toBeVisible();
  await expect(catalog.cart.getByText('Sin descripción')).toBeVisible();
  await catalog.add('ensalada cesar');
  await expect(catalog.amount('Envío')).toHaveText('A calcular');
  const address = await catalog.toAddress();

  await address.next();
  await expect(address.said('Seleccione una dirección válida.')).toBeVisible();
  await expect(address.street).toBeFocused();
  await address.street.fill('corrientes');
  await page.getByRole('option', { name: 'Av. Corrientes' }).first().click();
  await expect(address.said('Agregá el número de la calle.')).toBeVisible();
  await address.next();
  await expect(page).toHaveURL(/\/cart\/address/);
  await address.street.pressSequentially('3450');
  await expect(page.getByRole('option', { name: 'Av. Corrientes 3450' })).toBeVisible();
  await address.street.press('Enter');
  await expect(address.street).toHaveValue('Av. Corrientes 3450');
  await expect(address.said('Envío $ 900,00 · Gratis desde $ 30.000,00')).toBeVisible();
  await page.getByLabel('Piso, depto, timbre').pressSequentially('2 B timbre roto, golpear');
  await expect(page.getByLabel('Piso, depto, timbre')).toHaveValue('2 B timbre roto, gol');
  await page.getByLabel('Piso, depto, timbre').fill('2 B');
  const checkout = await address.toCheckout();
  await expect(checkout.amount('Envío')).toHaveText('$ 900,00');
  await expect(checkout.cart.getByText('Av. Corrientes 3450 · 2 B')).toBeVisible();
  await expect(checkout.said(/^Entre las \d\d:\d\d y las \d\d:\d\d hs$/)).toBeVisible();

  await checkout.finish();
  await expect(checkout.said('Falta: teléfono, forma de pago')).toBeVisible();
  await expect(checkout.phone).toBeFocused();
  // A number of another country.
  await checkout.phone.fill('+595 981 123456');
  await checkout.pay('Efectivo');
  await expect(page.getByRole('button', { name: 'Agregar forma de pago' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Quitar pagos' })).toHaveCount(0);
  await checkout.finish();
  await expect(checkout.said('Teléfono inválido')).toBeVisible();
  await checkout.phone.fill('11 2345-6789');
  const customer = `Envío ${Date.now()}`;
  await checkout.customer.fill(customer);
  await checkout.takeOrder();
  const taken = (await ana.orders()).body.find((o) => o.description === customer);
  expect(taken).toMatchObject({
    type: 'DELIVERY',
    delivery_amount: 900,
    phone: '+541123456789',
    address: { address_line_1: 'Av. Corrientes 3450', address_line_2: '2 B' },
    payments: [{ method: 'cash', type: 'exact' }],
  });

  // The next delivery offers the last addresses.
  const nextCatalog = await startOrder(page, shop, 'Delivery');
  await nextCatalog.add('fainá');
  const nextAddress = await nextCatalog.toAddress();
  await page.getByRole('button', { name: 'Av. Corrientes 3450 · 2 B' }).click();
  await expect(nextAddress.street).toHaveValue('Av. Corrientes 3450');
  await expect(nextAddress.said('Pedido mínimo: $ 5.000,00')).toBeVisible();
});

test('the pin is moved by hand and by key, and says when there is no street (K-42, K-43, K-49, K-50)', async ({
  seat,
  shop,
}) => {
  const { page } = await seat('ana');
  const catalog = await startOrder(page, shop, 'Delivery');
  await catalog.add('ensalada cesar');
  const address = await catalog.toAddress();
  const area = page.getByRole('region', map);
  await expect(area.getByText('Mapa de demostración')).toBeVisible();
  const marker = area.getByRole('button', { name: pin });
  const drag = async (by: number): Promise<void> => {
    const box = await marker.boundingBox();
    if (!box) throw new Error('no pin');
    await page.mouse.move(box.x + 24, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 24 + by, box.y + 20 + by, { steps: 4 });
    // Waits until the map has rendered the drag: a release before would count as no move.
    await expect(page.getByRole('button', { name: 'Buscar acá' })).toBeVisible();
    await page.mouse.up();
  };
  await drag(80);
  await expect(page.getByText('No se encontró una dirección válida.').first()).toBeVisible();
  await expect(address.street).toHaveValue('');

  await address.choose('corrientes 3450');
  const reverse = page.waitForResponse((r) => r.url().includes('/geo/reverse'));
  await drag(40);
  await reverse;
  await expect(address.street).not.toHaveValue('Av. Corrientes 3450');
  const dragged = await address.street.inputValue();
  expect(dragged).toMatch(/\d/);

  await marker.focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+ArrowLeft');
  await expect(page.getByRole('button', { name: 'Buscar acá' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(address.street).not.toHaveValue(dragged);
  await expect(address.said(/^Envío /).first()).toBeVisible();
});

test('rain, high demand, the zone and the minimum are said where they count (K-54, K-55, K-56)', async ({
  seat,
  shop,
}) => {
  const { page } = await seat('ana');
  await page.route('**/api/store/1/shipping/cost', (route) =>
    route.fulfill({
      json: { fee_base: 1500, fee_free: null, order_minimum: 20_000, raining: true, high_wait: true },
    }),
  );
  const catalog = await startOrder(page, shop, 'Delivery');
  await catalog.add('ensalada cesar');
  const address = await catalog.toAddress();
  await address.choose('corrientes 3450');
  const rain = 'El pedido puede sufrir demoras debido a las condiciones climáticas.';
  const wait = 'El costo puede variar debido a las altas esperas en la zona del cliente.';
  for (const text of [rain, wait, 'Pedido mínimo: $ 20.000,00']) await expect(address.said(text)).toBeVisible();
  const checkout = await address.toCheckout();
  await expect(checkout.cart.getByText(rain)).toBeVisible();
  await expect(checkout.cart.getByText(wait)).toBeVisible();
  await expect(checkout.said('Pedido mínimo: $ 20.000,00')).toBeVisible();
  await checkout.phone.fill('11 2345-6789');
  await checkout.pay('Efectivo');
  await checkout.finish();
  await expect(checkout.said('Falta: llegar al pedido mínimo')).toBeVisible();

  await page.unroute('**/api/store/1/shipping/cost');
  const changed = await checkout.changeAddress();
  // An address outside every delivery zone.
  await changed.street.fill('los tilos 3100');
  await page.getByRole('option').first().click();
  await expect(changed.said('La dirección está fuera de la zona de entrega.')).toBeVisible();
  await changed.next();
  await expect(page).toHaveURL(/\/cart\/address/);
});

test('without a network a delivery goes to an address whose cost is known, and no other (K-52, N-15)', async ({
  seat,
  shop,
  apiUser,
}) => {
  const { page, context } = await seat('ana');
  const ana = await apiUser('ana');
  const catalog = await startOrder(page, shop, 'Delivery');
  await catalog.add('ensalada cesar');
  const address = await catalog.toAddress();
  await address.choose('corrientes 3450');
  const checkout = await address.toCheckout();
  await checkout.backToCatalog();
  // Offline, the page loads from the service worker.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await context.setOffline(true);
  const nextCatalog = await startOrder(page, shop, 'Delivery');
  await nextCatalog.add('ensalada cesar');
  const nextAddress = await nextCatalog.toAddress();
  await expect(nextAddress.said('Sin conexión: elegí una de las últimas direcciones.')).toBeVisible();
  await expect(nextAddress.street).toBeDisabled();
  await page.getByRole('button', { name: 'Av. Corrientes 3450' }).click();
  const nextCheckout = await nextAddress.toCheckout();
  const customer = `Sin red ${Date.now()}`;
  await nextCheckout.customer.fill(customer);
  await nextCheckout.phone.fill('11 2345-6789');
  await nextCheckout.pay('Efectivo');
  await nextCheckout.finish();
  await expect(page.getByText('Guardado. Se enviará al volver la conexión').first()).toBeVisible();
  await context.setOffline(false);
  await expect
    .poll(async () => (await ana.orders()).body.filter((o) => o.description === customer).length, { timeout: 90_000 })
    .toBe(1);
});

test('an address of Paraguay needs no number, and guaraníes are equal on both sides, without decimals (K-46, M-01, N-15)', async ({
  seat,
  shop,
  apiUser,
}) => {
  const { page } = await seat('ana');
  const ana = await apiUser('ana');
  const grill = (await ana.call<{ stores: { id: number; name: string }[] }>('GET', '/stores')).body.stores.find((s) =>
    s.name.startsWith('Asunción'),
  );
  if (!grill) throw new Error('no shop in Paraguay');
  const { body } = await ana.profile(grill.id);
  const plain = body.catalog.items.find((i) => i.groups.length === 0 && i.catalogs === null);
  const catalog = await startOrder(page, shop, 'Delivery', grill.id);
  const name = plain?.name ?? '';
  await catalog.add(name, name, name, name);
  const address = await catalog.toAddress();
  await address.street.fill('palma');
  await page.getByRole('option', { name: 'Palma', exact: true }).click();
  await expect(address.said(/^Envío (Gs\. \d+\.\d{3}|gratis)/).first()).toBeVisible();
  const checkout = await address.toCheckout();
  await expect(checkout.amount('Total')).toHaveText(/^Gs\.\s[\d.]+$/);
  await checkout.cart.getByRole('button', { name: 'Aplicar descuento' }).click();
  await checkout.dialog.getByRole('textbox').fill('7');
  await checkout.dialog.getByRole('button', { name: 'Aplicar descuento' }).click();
  await expect(checkout.cart.getByText('7 %')).toBeVisible();
  await checkout.phone.fill('0981 123456');
  await checkout.pay('Efectivo');
  const customer = `Guaraní ${Date.now()}`;
  await checkout.customer.fill(customer);
  const total = Number(((await checkout.amount('Total').textContent()) ?? '').replace(/\D/g, ''));
  await checkout.takeOrder();
  const taken = (await ana.orders(grill.id)).body.find((o) => o.description === customer);
  expect(taken).toMatchObject({ total, phone: '+595981123456', price_difference: null });
});
