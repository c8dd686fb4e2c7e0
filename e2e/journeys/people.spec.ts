import type { ApiUser } from '#e2e/api.ts';
import { expect, goOffline, testInOwnShop } from '#e2e/fixtures.ts';
import { checkEveryLook } from '#e2e/looks.ts';
import { cashboxOf, CashboxScreen, forgetCashbox, withKey } from '#e2e/pages/cashbox.ts';
import { newOrder, leaveInvoice } from '#e2e/pages/ordering.ts';
import { PeopleDialogs } from '#e2e/pages/people.ts';
import { freeAllTables } from '#e2e/shop-database.ts';
import { cashPayment } from '#testing/submission.ts';
import { pressControl } from '#e2e/pages/control.ts';

/** Its own shop: PINs and the register are the shop's. */
const test = testInOwnShop();

test.beforeEach(async ({ shop }) => {
  await freeAllTables(shop);
  await forgetCashbox(shop);
});

const setPin = (user: ApiUser, pin: string) => user.call('PATCH', '/store/1/pins', { pin });

test('a tablet passes from hand to hand: each order is of the person who took it, also without a network, and the owner gets it back by their PIN', async ({
  seat,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  const { page, context } = await seat('ana', '1/home');
  const people = new PeopleDialogs(page);
  await people.open('Cambiar de persona');
  // Only the own PIN gives the device back.
  await expect(people.person).toContainText('primero creá tu PIN');
  await people.person.getByRole('button', { name: 'Crear mi PIN' }).click();
  await people.ownPin.getByLabel('PIN nuevo').fill('1234');
  await people.ownPin.getByRole('button', { name: 'Guardar' }).click();
  await expect(people.ownPin).toContainText('Es un PIN fácil de adivinar, elegí otro');
  await people.createPin('4821');
  await expect(page.getByText('Tu PIN quedó guardado.').first()).toBeVisible();

  await people.open('Cambiar de persona');
  await expect(people.person).toContainText('Nadie más creó su PIN.');
  await people.person.getByRole('button', { name: 'Cerrar' }).click();
  await setPin(await apiUser('diego'), '5930');
  await people.open('Cambiar de persona');
  await people.type(people.person, 'Diego Benítez', '5931');
  await expect(people.person).toContainText('El PIN ingresado es incorrecto.');
  await people.type(people.person, 'Diego Benítez', '5930');
  await expect(people.person).toHaveCount(0);

  // The seller's menu: no board, no register.
  const rail = page.getByRole('navigation', { name: 'Principal' });
  await expect(rail.getByRole('link', { name: 'Caja' })).toHaveCount(0);
  await expect(rail.getByRole('link', { name: 'Tablero de pedidos' })).toHaveCount(0);
  await page.reload();
  await expect(rail.getByRole('link', { name: 'Mapas' })).toBeVisible();
  await expect(rail.getByRole('link', { name: 'Caja' })).toHaveCount(0);

  const taken = await newOrder(page, /Take away/);
  await taken.add('vaso de leche');
  const checkout = await taken.toCheckout();
  await goOffline(page);
  await checkout.customer.fill('Sin red');
  await checkout.finish();
  await expect(page).toHaveURL(/\/1\/home/);
  await people.open('Cambiar de persona');
  await expect(people.person).toContainText('Necesitás conexión');
  await page.keyboard.press('Escape');
  await context.setOffline(false);
  await expect
    .poll(async () => (await ana.orders()).body.find((o) => o.description === 'Sin red')?.seller)
    .toMatchObject({ fullname: 'Diego Benítez' });

  await people.open('Cambiar de persona');
  await people.type(people.person, 'Ana Ferreyra', '4821');
  await expect(rail.getByRole('link', { name: 'Caja' })).toBeVisible();
});

test('a waiter finishes a table with the manager’s PIN; the counter gives a part of the money back, with its reason', async ({
  seat,
  apiUser,
}) => {
  const [ana, bruno] = [await apiUser('ana'), await apiUser('bruno')];
  await setPin(bruno, '5930');
  await ana.call('POST', '/store/1/cashbox/config', { payouts: true, block: false }, {});
  await ana.call('POST', '/store/1/cashbox', { amount: 0 }, withKey());
  const waiter = await seat('diego', '1/codes/index', { width: 390, height: 844 });
  const card = waiter.page.getByRole('listitem').filter({ hasText: /^Mesa 2/ });
  await card.getByRole('button').click();
  await waiter.page.getByRole('dialog').getByRole('button', { name: 'Abrir mesa' }).click();
  const catalog = waiter.page.getByPlaceholder('Buscar...');
  await catalog.fill('vaso de leche');
  await catalog.press('Enter');
  for (const name of [/^Siguiente/, /^Finalizar/]) await waiter.page.getByRole('button', { name }).first().click();
  await expect(card).toContainText('1 Pendiente');

  await card.getByRole('button', { name: 'Ver la mesa' }).click();
  const detail = waiter.page.getByRole('dialog', { name: 'Detalle de Mesa 2' });
  await expect(detail).toContainText('se pide el PIN');
  await detail.getByRole('button', { name: 'Agregar forma de pago' }).click();
  await detail.getByRole('button', { name: 'Finalizar o rechazar' }).click();
  await waiter.page.getByRole('menuitem', { name: 'Finalizar' }).click();
  const people = new PeopleDialogs(waiter.page);
  await expect(people.allow).toContainText('Finalizar Mesa 2');
  await checkEveryLook(waiter.page, 'authorisation');
  await people.type(people.allow, 'Bruno Acosta', '5930');
  await expect(detail).toHaveCount(0);
  await leaveInvoice(waiter.page);
  await expect.poll(async () => (await cashboxOf(ana)).balance.payment_cash_in).toBe(1_900);

  const order = await ana.submission('Devuelto');
  const sold = await ana.send({ ...order, payments: [cashPayment(order.total)] });
  await ana.changeMany([sold.id], 'COMPLETE');
  const { page } = await seat('ana', `1/orders/kanban?order=${sold.uid}`);
  await page.getByRole('button', { name: 'Los pagos' }).click();
  const known = page.getByRole('dialog', { name: 'Los pagos' });
  await known.getByRole('button', { name: 'Devolver dinero' }).click();
  const refund = page.getByRole('dialog', { name: 'Devolver dinero' });
  await refund.getByLabel('Monto').fill('100,50');
  await refund.getByRole('button', { name: 'Devolver', exact: true }).click();
  await expect(refund).toContainText('Este campo es obligatorio');
  await checkEveryLook(page, 'refund');
  await refund.getByLabel('Motivo').fill('Llegó frío');
  await refund.getByRole('button', { name: 'Devolver', exact: true }).click();
  await expect(known).toContainText('Devolución');
  await expect(known).toContainText('Llegó frío');
  await checkEveryLook(page, 'refunded');
  expect((await cashboxOf(ana)).balance).toMatchObject({
    refunds_total: 100.5,
    calculated: 1_900 + order.total - 100.5,
  });

  await page.goto(new URL('../cashbox/index', page.url()).href);
  const screen = new CashboxScreen(page);
  await expect(screen.fact('Devoluciones')).toContainText('-$ 100,50');
  await screen.main.getByRole('button', { name: 'Ver cada fila' }).click();
  const rows = page.getByRole('dialog', { name: 'Filas de la caja' });
  await pressControl(rows.getByRole('radio', { name: 'Devoluciones y rechazos' }));
  await expect(rows.getByRole('listitem')).toHaveCount(1);
  await expect(rows.getByRole('listitem')).toContainText('Llegó frío');
  await checkEveryLook(page, 'cashbox-returns');
});

test('a seller gives a discount with the manager’s PIN, at the counter and at a table; without a network it says so', async ({
  seat,
  apiUser,
}) => {
  const [ana, bruno] = [await apiUser('ana'), await apiUser('bruno')];
  await setPin(bruno, '5930');
  await setPin(await apiUser('elena'), '4821');
  const { page, context } = await seat('diego', '1/home', { width: 390, height: 844 });
  const people = new PeopleDialogs(page);
  const catalog = await newOrder(page, /Take away/);
  await catalog.add('vaso de leche');
  const checkout = await catalog.toCheckout();
  await checkout.customer.fill('Con descuento');
  await checkout.button('Descuento con PIN').click();
  await checkout.dialog.getByRole('button', { name: '10 %' }).click();
  await checkout.dialog.getByRole('button', { name: 'Aplicar descuento' }).click();
  await expect(checkout.dialog).toHaveCount(0);
  await expect(checkout.amount('Descuento general')).toHaveText('– $ 190,00');

  await test.step('nobody can check a PIN without the server', async () => {
    await goOffline(page);
    await checkout.finish();
    await expect(checkout.said('Necesitás conexión para pedir el PIN del descuento.')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('Sin conexión')).toHaveCount(0);
  });

  await test.step('nobody allows it: the order stays in the cart', async () => {
    await checkout.finish();
    await expect(people.allow).toContainText('Descuento de $ 190,00, queda en $ 1.710,00');
    // Only who may give it is offered.
    await expect(people.allow.getByRole('radio', { name: /Elena/ })).toHaveCount(0);
    await checkEveryLook(page, 'discount-authorisation');
    await page.keyboard.press('Escape');
    await expect(checkout.said('Nadie autorizó el descuento. El pedido no se tomó.')).toBeVisible();
  });

  await test.step('with the PIN it is taken, and its history names both', async () => {
    await checkout.finish();
    await people.type(people.allow, 'Bruno Acosta', '5930');
    await leaveInvoice(page);
    const orders = async () => (await ana.orders()).body.filter((o) => o.description === 'Con descuento');
    await expect.poll(orders).toMatchObject([{ discount: 190, total: 1_710, seller: { fullname: 'Diego Benítez' } }]);
    const [sold] = await orders();
    const seat2 = await seat('ana', `1/orders/kanban?order=${sold?.uid}`);
    await seat2.page.getByRole('button', { name: 'Historial' }).click();
    await expect(seat2.page.getByText('Autorizó Bruno Acosta').first()).toBeVisible();
  });

  await test.step('a discount of a table goes with the PIN that saves the table', async () => {
    await page.goto(new URL('codes/index', page.url()).href);
    const card = page.getByRole('listitem').filter({ hasText: /^Mesa 3/ });
    await card.getByRole('button').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Abrir mesa' }).click();
    const search = page.getByPlaceholder('Buscar...');
    await search.fill('vaso de leche');
    await search.press('Enter');
    await checkout.button('Siguiente').click();
    // An order of a table is never discounted by itself.
    await expect(checkout.button('Finalizar')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Descuento con PIN' })).toHaveCount(0);
    await checkout.finish();
    await card.getByRole('button', { name: 'Ver la mesa' }).click();
    const detail = page.getByRole('dialog', { name: 'Detalle de Mesa 3' });
    await detail.getByRole('button', { name: 'Más opciones' }).click();
    await page.getByRole('menuitem', { name: 'Aplicar descuento' }).click();
    const discount = page.getByRole('dialog', { name: 'Aplicar descuento' });
    await discount.getByRole('textbox').fill('10');
    await discount.getByRole('button', { name: 'Aplicar descuento' }).click();
    await detail.getByRole('button', { name: 'Guardar' }).click();
    await expect(people.allow).toContainText('Mesa 3');
    await people.type(people.allow, 'Bruno Acosta', '5930');
    await expect(page.getByText(/guardad/i).first()).toBeVisible();
  });
});

test('the dialogs of PINs at every size, light and dark: axe finds nothing, nothing scrolls sideways (F-02)', async ({
  seat,
  apiUser,
}) => {
  for (const [who, pin] of [
    ['ana', '4821'],
    ['bruno', '5930'],
    ['diego', '7206'],
  ] as const)
    await setPin(await apiUser(who), pin);
  const { page } = await seat('ana', '1/home');
  const people = new PeopleDialogs(page);
  await people.open('Cambiar de persona');
  await pressControl(people.person.getByRole('radio', { name: /^Diego/ }));
  await checkEveryLook(page, 'person');
  await people.person.getByRole('button', { name: 'Cerrar' }).click();
  await people.open('Mi PIN');
  await expect(people.ownPin).toContainText('PIN del equipo');
  await checkEveryLook(page, 'own-pin');
  await people.ownPin.getByRole('button', { name: 'Borrar el PIN de Diego Benítez' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Borrar' }).click();
  await expect(people.ownPin.getByRole('button', { name: 'Borrar el PIN de Diego Benítez' })).toHaveCount(0);
});
