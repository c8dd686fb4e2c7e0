import { expect, test as base } from '#e2e/fixtures.ts';
import { googleStub } from '#e2e/google-stub.ts';
import { Ordering } from '#e2e/pages/ordering.ts';
import type { Shop } from '#e2e/shop.ts';
import { openShop } from '#e2e/shop.ts';

const key = 'clave-de-prueba-que-no-abre-nada';
const script = 'https://maps.googleapis.com/maps/api/js*';

/** A shop with a key of Google's. */
const test = base.extend<object, { shop: Shop }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const shop = await openShop({ env: { GOOGLE_MAPS_KEY: key } });
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

test('with a key the address comes from Google: its script alone, search, pick, pin (K-42, K-43, K-49, K-50, N-30)', async ({
  seat,
  shop,
}) => {
  const { page, context } = await seat('ana');
  const asked: URL[] = [];
  await context.route(script, (route) => {
    asked.push(new URL(route.request().url()));
    return route.fulfill({ contentType: 'text/javascript', body: googleStub });
  });
  const order = new Ordering(page, shop);
  await order.start('Delivery');
  await order.add('ensalada cesar');
  expect(asked).toEqual([]);
  await order.next();
  const area = page.getByRole('region', { name: 'Mapa' });
  await expect(area.getByText('Mapa de Google')).toBeVisible();
  await expect(area.getByText('Mapa de demostración')).toHaveCount(0);
  expect(asked.map((url) => [url.searchParams.get('key'), url.searchParams.get('libraries')])).toEqual([
    [key, 'places'],
  ]);
  await expect(area.locator('[data-zoom]')).toHaveAttribute('data-zoom', '6');

  await order.street.fill('corrientes');
  await page.getByRole('option', { name: 'Av. Corrientes 3499, Buenos Aires' }).click();
  await expect(order.street).toHaveValue('Av. Corrientes 3499, Buenos Aires');
  await expect(area.locator('[data-zoom]')).toHaveAttribute('data-zoom', '16');

  await page.evaluate('lastMarker.drop({ lat: -34.6038, lng: -58.4117 })');
  await expect(order.street).toHaveValue('Av. Corrientes 3502, Buenos Aires');
  await page.evaluate('lastMarker.drop({ lat: -34.9, lng: -58.4117 })');
  await expect(page.getByText('No se encontró una dirección válida.').first()).toBeVisible();
  await expect(order.street).toHaveValue('Av. Corrientes 3502, Buenos Aires');
  expect(await page.evaluate('lastMarker.position')).toEqual({ lat: -34.6038, lng: -58.4117 });
});

test('when Google does not load, it is said, and tried again (K-42)', async ({ seat, shop }) => {
  const { page, context } = await seat('ana');
  await context.route(script, (route) => route.abort());
  const order = new Ordering(page, shop);
  await order.start('Delivery');
  await order.add('ensalada cesar');
  await order.next();
  const retry = page.getByRole('button', { name: 'Reintentar' });
  await expect(retry).toBeVisible();
  await context.unroute(script);
  await context.route(script, (route) => route.fulfill({ contentType: 'text/javascript', body: googleStub }));
  await retry.click();
  await expect(page.getByText('Mapa de Google')).toBeVisible();
});
