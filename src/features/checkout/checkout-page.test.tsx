import { it } from 'vitest';
import { inDatabase } from '#e2e/shop-database.ts';
import { OrderingScreen } from '#testing/ordering.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

it('one payment is exact, or with more and its change (K-60, Y-05, Y-12, Y-14, Y-15, Y-17, Y-18, Y-19)', async () => {
  const { page } = await renderApp('/', { as: 'ana' });
  const ana = await apiUserOf('ana');
  const order = new OrderingScreen(page);
  await order.start('Take away');
  await order.add('vaso de leche');
  await order.toCheckout();
  const { body } = await ana.profile();
  const offered = page.getByRole('group', { name: 'Forma de pago' }).getByRole('radio');
  await expect(offered).toHaveCount(body.store.payment_methods.length);
  for (const { title } of body.store.payment_methods) await expect(order.payment(title)).toHaveCount(1);

  await order.pay('Efectivo');
  await page.getByRole('button', { name: '¿Con cuánto pagará?' }).click();
  await expect(order.dialog.getByRole('heading', { name: '¿Con cuánto pagará?' })).toBeVisible();
  await expect(order.dialog.getByRole('radio', { name: 'Importe exacto' })).toBeChecked();
  await order.dialog.getByRole('radio', { name: 'Otro importe' }).press('Space');
  const field = order.dialog.getByRole('textbox', { name: 'Otro importe' });
  const select = order.dialog.getByRole('button', { name: 'Seleccionar' });
  for (const wrong of ['', '1900', '1.900,00', '-2000', '1e9']) {
    await field.fill(wrong);
    await select.click();
    await expect(order.dialog.getByText('Ingresá un importe superior a $ 1.900,00')).toBeVisible();
  }
  await field.fill('2000');
  await expect(order.dialog.getByText('Vuelto: $ 100,00')).toBeVisible();
  await order.dialog.getByRole('radio', { name: 'Importe exacto' }).press('Space');
  await order.dialog.getByRole('radio', { name: 'Otro importe' }).press('Space');
  await expect(field).toHaveValue('');
  await order.dialog.getByRole('button', { name: 'Cancelar' }).click();

  await page.getByRole('button', { name: '¿Con cuánto pagará?' }).click();
  await order.dialog.getByRole('radio', { name: 'Otro importe' }).press('Space');
  await order.dialog.getByRole('button', { name: '$ 10.000,00' }).click();
  await field.press('Enter');
  await expect(page.getByText('Paga con $ 10.000,00 · Vuelto: $ 8.100,00')).toBeVisible();

  // Adding a unit raises the payment to the new total; the cash still covers it.
  await order.cart.getByRole('button', { name: 'Sumar: Cantidad de Vaso de leche' }).click();
  await expect(page.getByText('Paga con $ 10.000,00 · Vuelto: $ 6.200,00')).toBeVisible();
  const customer = `Efectivo ${Date.now()}`;
  await page.getByLabel('Nombre', { exact: true }).fill(customer);
  await order.button('Finalizar').click();
  await expect(page.getByText(/^Pedido \d+ tomado$/).first()).toBeVisible();
  const taken = (await ana.orders()).body.find((o) => o.description === customer);
  expect(taken?.payments).toMatchObject([
    { method: 'cash', amount: 3800, type: 'other', value: 10_000, can_modify: true },
  ]);
});

it('an order in the store needs no code, also where the store has none; taken, it goes back to where it was begun (C-54, F-27, K-79)', async () => {
  const { page } = await renderApp('5/orders/kanban', { as: 'gabi' });
  const gabi = await apiUserOf('gabi');
  expect((await gabi.profile(5)).body.codes).toEqual([]);
  const order = new OrderingScreen(page);
  await page.getByRole('button', { name: 'Nuevo pedido' }).first().click();
  await expect(order.dialog.getByRole('button', { name: 'Más opciones' })).toHaveCount(0);
  await order.dialog.getByRole('button', { name: 'En el local', exact: true }).click();
  await expect(order.cart.getByText('En el local', { exact: true })).toBeVisible();
  await order.search.fill('baguette');
  await order.search.press('Enter');
  await order.toCheckout();
  const customer = `Sin mesa ${Date.now()}`;
  await page.getByLabel('Nombre', { exact: true }).fill(customer);
  await order.button('Finalizar').click();
  await expect(page.getByText(/^Pedido \d+ tomado$/).first()).toBeVisible();
  await expect(page).toHaveURL(/\/5\/orders\/kanban$/);
  const taken = (await gabi.orders(5)).body.find((o) => o.description === customer);
  expect(taken).toMatchObject({ type: 'LOCAL', code: null });
});

it('every method without a provider is recorded; one of a provider says what the store lacks; an admin chooses the seller (Y-05, K-71)', async () => {
  await inDatabase(
    screenServer(),
    `update stores set payment_methods = payment_methods || '[{"type":"card","title":"Lector propio","description":"En una cuota"}]'
     where id = 1 and not payment_methods @> '[{"type":"card"}]'`,
  );
  const { page } = await renderApp('/', { as: 'ana' });
  const ana = await apiUserOf('ana');
  const order = new OrderingScreen(page);
  await order.start('Take away');
  await order.add('vaso de leche');
  await order.toCheckout();
  const { payment_methods: methods } = (await ana.profile()).body.store;
  const choices = page.getByRole('group', { name: 'Forma de pago' }).getByRole('radio');
  await expect(choices).toHaveCount(methods.length);
  expect(choices.all().map((choice) => choice.getAttribute('value'))).toEqual(methods.map(({ type }) => type));
  await expect(page.getByText('En una cuota')).toBeVisible();
  await expect(order.payment('Mercado Pago QR')).toBeDisabled();
  await expect(page.getByText('La tienda no tiene conectada la cuenta de cobro')).toHaveCount(2);
  for (const method of ['Transferencia bancaria', 'A convenir', 'Lector propio']) await order.payment(method).check();
  await page.getByLabel('Vendedor').selectOption('Diego Benítez');
  const customer = `Tarjeta ${Date.now()}`;
  await page.getByLabel('Nombre', { exact: true }).fill(customer);
  await order.button('Finalizar').click();
  await expect(page.getByText(/^Pedido \d+ tomado$/).first()).toBeVisible();
  const taken = (await ana.orders()).body.find((o) => o.description === customer);
  expect(taken?.payments).toMatchObject([{ method: 'card', amount: 1900 }]);
  expect(taken?.seller).toMatchObject({ fullname: 'Diego Benítez' });
});

it('an answer that comes after the person has begun another order touches neither that order nor the screen (F-09)', async () => {
  const { page } = await renderApp('/', { as: 'ana' });
  const order = new OrderingScreen(page);
  let answerNow = (): void => {};
  const held = new Promise<void>((resolve) => (answerNow = resolve));
  page.route('/store/1/orders', async (route) => {
    if (route.method === 'POST') await held;
    return route.fetch();
  });
  await order.start('Take away');
  await order.add('vaso de leche');
  await order.toCheckout();
  await page.getByLabel('Nombre', { exact: true }).fill('Lenta');
  await order.pay('Efectivo');
  await order.button('Finalizar').click();
  const rail = page.getByRole('navigation', { name: 'Principal' });
  await rail.getByRole('link', { name: 'Inicio' }).click();
  await rail.getByRole('button', { name: 'Take away' }).click();
  await expect(page).toHaveURL(/\/cart\/catalog/);
  await order.add('fainá');
  await expect(order.cart).toContainText('Fainá');
  answerNow();
  await expect(page.getByText(/^Pedido \d+ tomado$/).first()).toBeVisible();
  await expect(page).toHaveURL(/\/cart\/catalog/);
  await expect(order.cart).toContainText('Fainá');
});

it('an order that is taken after the person went back to the catalog leads on from there; whoever went to another screen stays there (K-77)', async () => {
  const { page } = await renderApp('/', { as: 'ana' });
  const order = new OrderingScreen(page);
  const held: (() => void)[] = [];
  page.route('/store/1/orders', async (route) => {
    if (route.method === 'POST') await new Promise<void>((resolve) => void held.push(resolve));
    return route.fetch();
  });
  const send = async (): Promise<void> => {
    await order.start('Take away');
    await order.add('vaso de leche');
    await order.toCheckout();
    await page.getByLabel('Nombre', { exact: true }).fill('Va y vuelve');
    await order.pay('Efectivo');
    await order.button('Finalizar').click();
    await expect.poll(() => held.length).toBe(1);
  };
  await send();
  history.back();
  await expect(order.search).toBeVisible();
  // What is being sent does not change.
  await expect(order.button('Siguiente')).toBeDisabled();
  held.pop()?.();
  await expect(page.getByText(/^Pedido \d+ tomado$/).first()).toBeVisible();
  await expect(page).toHaveURL(/\/1\/order\/\d+\/billing\/invoice$/);
  await send();
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Tablero de pedidos' }).click();
  await expect(page.getByRole('heading', { name: 'Tablero de pedidos' })).toBeVisible();
  held.pop()?.();
  await expect(page.getByText(/^Pedido \d+ tomado$/).first()).toBeVisible();
  await expect(page).toHaveURL(/\/1\/orders\/kanban$/);
});

it('the address of an order that is being sent leads back to the checkout', async () => {
  const { page } = await renderApp('/', { as: 'ana' });
  const order = new OrderingScreen(page);
  let answerNow: (() => void) | undefined;
  page.route('/store/1/orders', async (route) => {
    if (route.method === 'POST') await new Promise<void>((resolve) => (answerNow = resolve));
    return route.fetch();
  });
  await order.start('Delivery');
  await order.add('ensalada cesar');
  await order.button('Siguiente').click();
  const street = page.getByRole('combobox', { name: 'Calle y número' });
  await street.fill('corrientes 3450');
  await page.getByRole('option').first().click();
  await expect(page.getByText(/^Envío \$/).first()).toBeVisible();
  await order.button('Siguiente').click();
  const customer = page.getByLabel('Nombre', { exact: true });
  await customer.fill('Va y vuelve');
  await page.getByLabel('Teléfono').fill('11 2345-6789');
  await order.pay('Efectivo');
  await order.button('Cambiar').click();
  await expect(street).toBeVisible();
  history.back();
  await expect(customer).toBeVisible();
  await order.button('Finalizar').click();
  await expect.poll(() => answerNow !== undefined).toBe(true);
  const moved = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  history.forward();
  await moved;
  await expect(page).toHaveURL(/\/cart\/checkout$/);
  answerNow?.();
  await expect(page.getByText(/^Pedido \d+ tomado$/).first()).toBeVisible();
});

it('a refused order stays on the disk; while the server is silent a reload does not offer it a second time (K-76)', async () => {
  const onDisk = (): boolean => Object.keys(localStorage).some((key) => /cart/.test(key));
  const { page } = await renderApp('/', { as: 'ana' });
  const order = new OrderingScreen(page);
  const code = 'total_mismatch';
  const refusal = { status: 422, json: { code, message: 'Los precios cambiaron, revisá el pedido.' } };
  page.route('/store/1/orders', (route) => (route.method === 'POST' ? route.fulfill(refusal) : route.fetch()));
  await order.start('Take away');
  await order.add('vaso de leche');
  await order.toCheckout();
  await page.getByLabel('Nombre', { exact: true }).fill('Silencio');
  await order.pay('Efectivo');
  expect(onDisk()).toBe(true);
  await order.button('Finalizar').click();
  await expect(page.getByText('Los precios cambiaron, revisá el pedido.').first()).toBeVisible();
  expect(onDisk()).toBe(true);
  page.route('/store/1/orders', (route) =>
    route.method === 'POST' ? new Promise<Response>(() => undefined) : route.fetch(),
  );
  await order.button('Finalizar').click();
  await expect.poll(onDisk).toBe(false);
});

it('a store without hours has nothing to choose; the hours are those of the chosen day (K-34, K-37, K-86)', async () => {
  const { page } = await renderApp('/', { as: 'ana' });
  const order = new OrderingScreen(page);
  page.route('/store/1/schedule/options', (route) => route.fulfill({ json: [] }));
  await order.start('Take away');
  await order.add('vaso de leche');
  await order.toCheckout();
  await page.getByRole('radio', { name: /Programar/ }).click();
  await expect(order.dialog.getByText('No hay opciones disponibles.')).toBeVisible();
  await order.dialog.getByRole('button', { name: 'Lo antes posible' }).click();
  await expect(page.getByRole('radio', { name: /Inmediato/ })).toBeChecked();

  const days = [
    { date: '2026-11-21', date_for_humans: 'Sábado 21 de noviembre', hours: [{ from: '12:00', to: '12:30' }] },
    { date: '2026-11-22', date_for_humans: 'Domingo 22 de noviembre', hours: [{ from: '20:00', to: '20:30' }] },
  ];
  page.route('/store/1/schedule/options', (route) => route.fulfill({ json: days }));
  await page.goto('1/cart/checkout');
  await page.getByRole('radio', { name: /Programar/ }).click();
  const hours = order.dialog.getByRole('group', { name: 'Hora' });
  await expect(hours).toHaveCount(0);
  for (const [day, hour] of [
    ['Sábado 21 de noviembre', '12:00 a 12:30'],
    ['Domingo 22 de noviembre', '20:00 a 20:30'],
  ] as const) {
    await order.dialog.getByRole('radio', { name: day }).check();
    await expect(hours.getByRole('radio')).toHaveCount(1);
    await hours.getByRole('radio', { name: hour }).check();
  }
  await order.dialog.getByRole('button', { name: 'Seleccionar' }).click();
  await expect(page.getByText('Domingo 22 de noviembre, 20:00 a 20:30 hs').first()).toBeVisible();
});

it('an order of a table has neither discount nor payment of its own (K-17, Y-10)', async () => {
  const { page } = await renderApp('/', { as: 'ana' });
  const table = (await (await apiUserOf('ana')).profile()).body.codes.find((code) => code.group);
  const order = new OrderingScreen(page);
  await order.start(/^En local: /);
  await order.add('vaso de leche');
  await expect(order.cart.getByRole('button', { name: 'Aplicar descuento' })).toBeVisible();
  await order.toCheckout();
  await expect(page.getByRole('group', { name: 'Forma de pago' })).toBeVisible();
  const [record = ''] = Object.keys(localStorage).filter((key) => key.startsWith('marche:cart'));
  const kept = JSON.parse(localStorage.getItem(record) ?? '');
  localStorage.setItem(record, JSON.stringify({ ...kept, value: { ...kept.value, code: table } }));
  await page.goto('1/cart/checkout');
  await expect(order.cart.getByText(`En ${table?.description}`)).toBeVisible();
  await expect(page.getByRole('group', { name: 'Forma de pago' })).toHaveCount(0);
  for (const name of ['Aplicar descuento', 'Usar código promocional'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
});

it('an order is offered for later only to go or to be brought, and only by a store that takes them (K-33)', async () => {
  const offered = async (type: RegExp): Promise<number> => {
    const { page } = await renderApp('/', { as: 'ana' });
    const order = new OrderingScreen(page);
    await order.start(type);
    await order.add('vaso de leche');
    await order.toCheckout();
    await expect(page.getByRole('radio', { name: /Inmediato/ })).toBeVisible();
    return page.getByRole('radio', { name: /Programar/ }).count();
  };
  const preorder = (on: boolean) => inDatabase(screenServer(), `update stores set preorder = ${on} where id = 1`);
  await preorder(true);
  expect([await offered(/^En local/), await offered(/^Take away/)]).toEqual([0, 1]);
  await preorder(false);
  expect(await offered(/^Take away/)).toBe(0);
  await preorder(true);
});
