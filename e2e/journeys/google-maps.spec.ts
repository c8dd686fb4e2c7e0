import type { Locator } from '@playwright/test';
import { expect, testInOwnShop } from '#e2e/fixtures.ts';
import { googleStub } from '#e2e/google-stub.ts';
import { BoardPage } from '#e2e/pages/board.ts';
import { startOrder } from '#e2e/pages/ordering.ts';

const key = 'clave-de-prueba-que-no-abre-nada';
const script = 'https://maps.googleapis.com/maps/api/js*';

/** A shop with a Google Maps key. */
const test = testInOwnShop({ GOOGLE_MAPS_KEY: key });

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
  const catalog = await startOrder(page, shop, 'Delivery');
  await catalog.add('ensalada cesar');
  expect(asked).toEqual([]);
  const address = await catalog.toAddress();
  const area = page.getByRole('region', { name: 'Mapa' });
  await expect(area.getByText('Mapa de Google')).toBeVisible();
  await expect(area.getByText('Mapa de demostración')).toHaveCount(0);
  expect(asked.map((url) => [url.searchParams.get('key'), url.searchParams.get('libraries')])).toEqual([
    [key, 'places'],
  ]);
  await expect(area.locator('[data-zoom]')).toHaveAttribute('data-zoom', '6');

  await address.street.fill('corrientes');
  await page.getByRole('option', { name: 'Av. Corrientes 3499, Buenos Aires' }).click();
  await expect(address.street).toHaveValue('Av. Corrientes 3499, Buenos Aires');
  await expect(area.locator('[data-zoom]')).toHaveAttribute('data-zoom', '16');

  await page.evaluate('lastMarker.drop({ lat: -34.6038, lng: -58.4117 })');
  await expect(address.street).toHaveValue('Av. Corrientes 3502, Buenos Aires');
  await page.evaluate('lastMarker.drop({ lat: -34.9, lng: -58.4117 })');
  await expect(page.getByText('No se encontró una dirección válida.').first()).toBeVisible();
  await expect(address.street).toHaveValue('Av. Corrientes 3502, Buenos Aires');
  await expect.poll(() => page.evaluate('lastMarker.position')).toEqual({ lat: -34.6038, lng: -58.4117 });
});

test('a customer chooses where they are on the map, and finds the stores on it (Z-05, K-49, N-30)', async ({
  seat,
  shop,
}) => {
  const { page, context } = await seat('gabi', 'login', { width: 1024, height: 768 });
  await context.route(script, (route) => route.fulfill({ contentType: 'text/javascript', body: googleStub }));
  await page.goto(`${shop.url}customer/stores`);
  const area = page.getByRole('region', { name: 'Mapa' });
  await expect(area.getByText('Mapa de Google')).toBeVisible();
  await expect(page.getByText(/^Sin mapa/)).toHaveCount(0);
  await expect(area.locator('[data-zoom]')).toHaveAttribute('data-zoom', '6');
  await page.evaluate('lastMarker.drop({ lat: -34.9, lng: -58.4117 })');
  await expect(page.getByText('No se encontró una dirección válida.').first()).toBeVisible();
  await page.evaluate('lastMarker.drop({ lat: -34.6038, lng: -58.4117 })');
  await expect(page.getByText('Av. Corrientes 3502, Buenos Aires')).toBeVisible();
  await expect(area.locator('[data-zoom]')).toHaveAttribute('data-zoom', '14');
  const card = page.getByRole('listitem').filter({ hasText: 'La Esquina' });
  await expect(card).toBeVisible();
  await expect.poll(() => page.evaluate('markers.map((m) => m.title)')).toContain('La Esquina');
  await page.evaluate(`markers.find((m) => m.title === 'La Esquina').listeners.click()`);
  await expect(page.getByRole('heading', { level: 1, name: 'La Esquina' })).toBeVisible();
});

test('when Google does not load, it is said, and tried again (K-42)', async ({ seat, shop }) => {
  const { page, context } = await seat('ana');
  await context.route(script, (route) => route.abort());
  const catalog = await startOrder(page, shop, 'Delivery');
  await catalog.add('ensalada cesar');
  await catalog.toAddress();
  const retry = page.getByRole('button', { name: 'Reintentar' });
  await expect(retry).toBeVisible();
  await context.unroute(script);
  await context.route(script, (route) => route.fulfill({ contentType: 'text/javascript', body: googleStub }));
  await retry.click();
  await expect(page.getByText('Mapa de Google')).toBeVisible();
});

test('with a key the detail of a delivery has a picture of the place; without one, the words and the way (B-51, B-52)', async ({
  seat,
}) => {
  const { page, context } = await seat('ana', '', { width: 1920, height: 1080 });
  const asked: URL[] = [];
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  await context.route('https://maps.googleapis.com/maps/api/staticmap*', (route) => {
    asked.push(new URL(route.request().url()));
    return asked.length === 1
      ? route.fulfill({ contentType: 'image/png', body: Buffer.from(dot, 'base64') })
      : route.abort();
  });
  const open = async (): Promise<Locator> => {
    await page.goto(page.url().replace(/sellers\/.*/, 'sellers/1/orders/kanban'));
    return (await new BoardPage(page).open('Federico Molina')).box;
  };
  const detail = await open();
  const picture = detail.getByRole('img', { name: 'Mapa de la dirección' });
  await expect(picture).toBeVisible();
  await expect.poll(() => asked.length).toBe(1);
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
    zoom: '18',
    size: '600x500',
    center: '-34.5987,-58.4166',
    key,
  });
  // Instead of a picture that fails to load: a card with a pin.
  await open();
  await expect.poll(() => asked.length).toBe(2);
  await expect(picture).toHaveCount(0);
  await expect(detail.getByRole('img', { name: 'Ubicación sin mapa' })).toBeVisible();
  await expect(detail.getByRole('link', { name: 'Cómo llegar' })).toBeVisible();
});
