import { expect, testInOwnShop } from '#e2e/fixtures.ts';
import { BoardPage } from '#e2e/pages/board.ts';
import { CatalogScreen, startOrder } from '#e2e/pages/ordering.ts';
import { changeByPanel, shopPanelKey } from '#e2e/pages/panel.ts';
import { deskKey } from '#e2e/pages/support.ts';

const test = testInOwnShop({ PARTNER_PANEL_KEY: shopPanelKey, SUPPORT_DESK_KEY: deskKey });

test('what the partner panel changes appears on two open screens without a reload (R-07, R-13, R-14, R-15, R-16, R-17, R-18, R-22, R-26)', async ({
  seat,
  shop,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  const { body: profile } = await ana.profile();
  const item = profile.catalog.items.find((i) => i.name === 'Vaso de leche');
  if (!item) throw new Error('the menu has no glass of milk');
  const seats = [await seat('ana'), await seat('carla')];
  const screens = seats.map(({ page }) => ({
    page,
    catalog: new CatalogScreen(page),
    board: new BoardPage(page),
    card: page.getByRole('article').filter({ hasText: item.name }).first(),
  }));
  const everywhere = (work: (screen: (typeof screens)[number]) => Promise<void>) => Promise.all(screens.map(work));
  const loads: string[] = [];
  for (const { page } of screens) page.on('load', () => loads.push(page.url()));
  const shows = (text: string | RegExp, count = 1) =>
    everywhere(({ card }) => expect(card.getByText(text)).toHaveCount(count));

  await test.step('the catalog: a price and a discount', async () => {
    await everywhere(async ({ page, catalog }) => {
      await startOrder(page, shop, 'Take away');
      await catalog.search.fill(item.name);
    });
    await shows('$ 1.900,00');
    loads.length = 0;
    await changeByPanel(shop, 'PUT', 'catalog', { items: [{ ...item, price: 2345 }] });
    await shows('$ 2.345,00');
    await changeByPanel(shop, 'PUT', 'catalog', { items: [item] });
    await shows('$ 1.900,00');
    const rule = { name: 'Leche', catalogs: ['ONLINE'], target: [item.id], type: 'PERCENTAGE', value: 15 };
    const id = await changeByPanel(shop, 'PUT', 'discounts', rule);
    await shows('15% OFF');
    await changeByPanel(shop, 'PUT', 'discounts', { ...rule, value: 30 });
    await shows('30% OFF');
    await shows('15% OFF', 0);
    await changeByPanel(shop, 'DELETE', `discounts/${id}`);
    await shows(/% OFF/, 0);
  });

  await test.step('a gateway: the profile is read again', async () => {
    const reads = screens.map(({ page }) => page.waitForResponse((r) => /\/api\/store\/1\?/.test(r.url()) && r.ok()));
    const config = { support: false, order_ready: false, delay: 5, delay_display: 'Hay mucho tránsito.' };
    const id = await changeByPanel(shop, 'PUT', 'gateways', {
      type: 'shipping',
      name: 'Moto',
      service: 'moto',
      config,
    });
    for (const read of reads) expect((await (await read).json()).gateways.at(-1)).toMatchObject({ id, name: 'Moto' });
    expect(loads).toEqual([]);
  });

  await test.step('a code: its place among those of a new order', async () => {
    await everywhere(async ({ page, catalog }) => {
      await page.goto(`${shop.url}1/home`);
      await page.getByRole('button', { name: 'Nuevo pedido' }).first().click();
      await catalog.dialog.getByRole('button', { name: 'Más opciones' }).click();
    });
    loads.length = 0;
    const offers = (name: string, count: number) =>
      everywhere(({ catalog }) => expect(catalog.dialog.getByRole('button', { name })).toHaveCount(count));
    const code = { code: 'LE-P1', description: 'Patio 1', group: false };
    const id = await changeByPanel(shop, 'PUT', 'codes', code);
    await offers('Patio 1', 1);
    await changeByPanel(shop, 'PUT', 'codes', { ...code, description: 'Patio 2' });
    await offers('Patio 2', 1);
    await offers('Patio 1', 0);
    await changeByPanel(shop, 'DELETE', `codes/${id}`);
    await offers('Patio 2', 0);
    expect(loads).toEqual([]);
  });

  await test.step('a message of support, and an order that is removed from the board', async () => {
    const customer = `Borrado ${Date.now()}`;
    for (const { page } of screens) await page.goto(`${shop.url}1/orders/kanban`);
    loads.length = 0;
    const order = await ana.takeOrder(customer);
    await everywhere(({ board }) => expect(board.cardIn('Pendientes', customer)).toBeVisible());
    await changeByPanel(shop, 'DELETE', `orders/${order.id}`);
    await everywhere(({ board }) => expect(board.card(customer)).toHaveCount(0));
    const said = await fetch(`${shop.origin}/api/core/store/1/message`, {
      method: 'POST',
      headers: { authorization: `Bearer ${deskKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'Mañana no hay cadetes', level: 'info' }),
    });
    expect(said.status).toBe(201);
    await everywhere(({ page }) => expect(page.getByText('Mañana no hay cadetes').first()).toBeVisible());
    expect(loads).toEqual([]);
  });
});
