import { it } from 'vitest';
import { inDatabase } from '#e2e/shop-database.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

const set = (what: string): Promise<unknown> => inDatabase(screenServer(), what);
/** The demo's delivery of Fede. */
const own = `origin = 'customer' and type = 'DELIVERY'`;

async function followed() {
  const { page } = await renderApp('1/home', { as: 'fede' });
  await page.getByRole('button', { name: 'Ver el seguimiento' }).click();
  await expect(page.getByRole('heading', { name: /^Pedido Nro\. \d+$/ })).toBeVisible();
  return page;
}

it("'Seguimiento' has the rider's way and their name (Z-08)", async () => {
  await set(
    `update orders set status = 'DELIVER', shipping = '{"status": "ARRIVING", "rider": {"name": "Luis"}}' where ${own}`,
  );
  const page = await followed();
  const block = page.getByRole('region', { name: 'Seguimiento' });
  await expect(block.getByRole('progressbar', { name: 'en camino a la tienda' })).toBeVisible();
  await expect(block.getByText('Repartidor: Luis')).toBeVisible();
});

it('the customer reads the window with the delay of the shipping gateway, and its words about it (T-31)', async () => {
  const delayed = (minutes: number) =>
    set(`update orders set status = 'ACCEPTED', ready_by = '2026-11-20T23:00:00Z' where ${own};
      update gateways set config = config || '{"delay": ${minutes}, "delay_display": "Hay mucho tránsito."}'
        where store_id = 1 and type = 'shipping'`);
  const words = 'Hay mucho tránsito.';
  await delayed(15);
  const page = await followed();
  await expect(page.getByText('Entre las 20:25 y las 20:50 hs')).toBeVisible();
  await expect(page.getByText(words)).toBeVisible();
  await delayed(0);
  const again = await followed();
  await expect(again.getByText('Entre las 20:10 y las 20:35 hs')).toBeVisible();
  await expect(again.getByText(words)).toHaveCount(0);
});

it('a pending order is to be confirmed; one that has ended is not offered any more (Z-11)', async () => {
  await set(`update orders set status = 'PENDING', ready_by = null, shipping = null where ${own}`);
  const page = await followed();
  await expect(page.getByText('A confirmar')).toBeVisible();
  await set(`update orders set status = 'REJECTED', reject_reason = 'much_demand',
    rejected_reason_message = 'Hay mucha demanda en este momento. Probá de nuevo más tarde.', ver = ver + 1 where ${own}`);
  const { page: again } = await renderApp('1/home', { as: 'fede' });
  await expect(again.getByRole('region', { name: 'Hacé tu pedido' })).toBeVisible();
  await expect(again.getByText('Ver el seguimiento')).toHaveCount(0);
});

it('a person without a role has the frame of a customer: no board, no tables, no register', async () => {
  const { page } = await renderApp('1/home', { as: 'gabi' });
  await expect(page.getByRole('region', { name: 'Hacé tu pedido' })).toBeVisible();
  for (const name of ['Tablero de pedidos', 'Códigos', 'Mapas', 'Caja', 'Configuración'])
    await expect(page.getByText(name)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delivery' })).toBeVisible();
});
