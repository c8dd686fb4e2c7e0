import { expect, testInOwnShop } from '#e2e/fixtures.ts';
import { checkEveryLook, sizes } from '#e2e/looks.ts';
import { allForGuests, answerOldest, GuestScreen, letGuestsIn, scan } from '#e2e/pages/guests.ts';
import { inDatabase } from '#e2e/shop-database.ts';

/** Its own shop: other journeys scan codes of tables as the staff does. */
const test = testInOwnShop();

const [phone, tablet] = sizes;
/** A free table of La Esquina. */
const table = { code: 'LE-M05', name: 'Mesa 5' } as const;

test('a guest without an account reads the menu of the table; 500 beers, a limit and a lost network refuse the order and lose nothing', async ({
  seat,
  apiUser,
  shop,
}) => {
  const carla = await apiUser('carla');
  const { page } = await seat(null, `c/${table.code}`, phone);
  const guest = new GuestScreen(page);

  await test.step('a store that lets no guests in says what to do, and the staff logs in as always', async () => {
    await expect(page.getByText('Este código no está en uso.').last()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Soy del equipo' })).toHaveAttribute('href', /login\?code=LE-M05/);
    await checkEveryLook(page, 'guest-no-place', { sizes: [phone] });
  });

  await test.step('while the menu is on its way, its outlines stand apart', async () => {
    const calls = /\/api\/guest\/stores\//;
    await page.route(calls, () => {});
    await page.goto(`${shop.url}guest/1/${table.code}`);
    const shapes = page.locator('[aria-busy=true] > [aria-hidden=true]');
    await expect(shapes).toHaveCount(4);
    const [first, second] = await shapes.evaluateAll((all) => all.map((shape) => shape.getBoundingClientRect()));
    expect((second?.top ?? 0) - (first?.bottom ?? 0)).toBeGreaterThanOrEqual(8);
    await page.unroute(calls);
  });

  await test.step('two stores with one code: the guest says where they are', async () => {
    await inDatabase(
      shop,
      `update stores set guests = true, facts_version = facts_version + 1 where id in (1, 2);
       insert into codes (store_id, code, description, type, "group", "default")
         values (2, '${table.code}', 'Mesa de al lado', 'LOCAL', true, false)`,
    );
    await scan(page, shop, table.code);
    await expect(page.getByRole('heading', { name: '¿En qué mesa estás?' })).toBeVisible();
    await expect(page.getByRole('button', { name: /Mesa de al lado/ })).toBeVisible();
    await checkEveryLook(page, 'guest-places');
    await inDatabase(shop, `delete from codes where store_id = 2 and code = '${table.code}'`);
  });

  await test.step('the menu alone: products are looked at, not chosen', async () => {
    await letGuestsIn(carla, { ...allForGuests, guest_orders: false });
    await scan(page, shop, table.code);
    await guest.shown(table.name);
    await expect(page.getByText('Acá el pedido se le hace al mozo.')).toBeVisible();
    await guest.search.fill('cerveza artesanal');
    await page.getByRole('button', { name: 'Ver Cerveza artesanal' }).click();
    await expect(guest.dialog.getByText('Stout')).toBeVisible();
    await expect(guest.dialog.getByRole('checkbox')).toHaveCount(0);
    await checkEveryLook(page, 'guest-product', { sizes: [phone] });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Ver el pedido' })).toHaveCount(0);
  });

  await test.step('500 beers, and more, are refused before anybody hears of them', async () => {
    await letGuestsIn(carla, allForGuests);
    await page.reload();
    await guest.shown(table.name);
    await checkEveryLook(page, 'guest-menu');
    await guest.search.fill('cerveza artesanal');
    await guest.search.press('Enter');
    await guest.dialog.getByRole('checkbox', { name: /^Rubia/ }).check();
    const units = guest.dialog.getByRole('spinbutton', { name: 'Cantidad' });
    await units.press('End');
    await expect(units).toHaveAttribute('aria-valuenow', '999');
    await guest.dialog.getByRole('button', { name: /^Agregar/ }).click();
    await guest.button('Ver el pedido').click();
    await expect(guest.dialog.getByText(/^Podés pedir hasta 20 unidades/)).toBeVisible();
    await expect(guest.button('Enviar al mozo')).toBeDisabled();
    await checkEveryLook(page, 'guest-too-many', { sizes: [phone] });
  });

  await test.step('without a network the button says so, and what was chosen stays', async () => {
    const line = guest.dialog.getByRole('spinbutton', { name: 'Cantidad de Cerveza artesanal' });
    await line.press('Home');
    await line.press('ArrowUp');
    await guest.dialog.getByLabel('Aclaraciones para el mozo').fill('Sin apuro');
    await page.context().setOffline(true);
    await expect(guest.dialog.getByText('Necesitás conexión para enviarlo.')).toBeVisible();
    await page.context().setOffline(false);
    await expect(guest.dialog.getByText('El mozo lo confirma antes de que se prepare.')).toBeVisible();
  });

  await test.step('the store lowers its limit meanwhile: its sentence, and nothing is lost', async () => {
    await letGuestsIn(carla, { ...allForGuests, guest_units_max: 1 });
    await guest.button('Enviar al mozo').click();
    await expect(guest.dialog.getByText(/^Podés pedir hasta 1 unidad /).first()).toBeVisible();
    await letGuestsIn(carla, allForGuests);
    await page.reload();
    await guest.button('Ver el pedido').click();
    await expect(guest.dialog).toContainText('2 × Cerveza artesanal');
    await expect(guest.dialog.getByLabel('Aclaraciones para el mozo')).toHaveValue('Sin apuro');
  });
});

test('the order of a guest waits for the staff, has its number, and is on the bill; the waiter is called', async ({
  seat,
  apiUser,
}) => {
  const carla = await apiUser('carla');
  await letGuestsIn(carla, allForGuests);
  const { page } = await seat(null, `c/${table.code}`, phone);
  const guest = new GuestScreen(page);
  await guest.shown(table.name);

  await test.step('the order waits for the staff; accepted, it has its number and is on the bill', async () => {
    await guest.add('papas fritas', 'papas fritas');
    await guest.button('Ver el pedido').click();
    await guest.button('Enviar al mozo').click();
    await expect(guest.request('Pedido')).toContainText('Esperando que el mozo lo confirme');
    await expect(guest.bill).toContainText('Todavía no hay nada en la cuenta.');
    const { order_number: number } = await answerOldest(carla);
    await expect(guest.request('Pedido')).toContainText(`Aceptado · Pedido Nro. ${number}`);
    await expect(guest.bill).toContainText('2 × Papas fritas');
  });

  await test.step('the waiter is called once, and comes', async () => {
    await guest.button('Llamar al mozo').click();
    await expect(guest.request('Llamado al mozo')).toContainText('El mozo ya está avisado');
    await expect(guest.button('Mozo avisado')).toBeDisabled();
    await answerOldest(carla);
    await expect(guest.request('Llamado al mozo')).toContainText('El mozo está en camino');
    await guest.button('Pedir la cuenta').click();
    await expect(guest.request('Pedido de la cuenta')).toContainText('El mozo ya está avisado');
    await checkEveryLook(page, 'guest-table');
    await guest.request('Pedido de la cuenta').getByRole('button', { name: 'Cancelar' }).click();
    await expect(guest.request('Pedido de la cuenta')).toContainText('Cancelado');
  });
});

test('a rejected order can be chosen again; a table that has ended asks for another scan; a code that is gone says so', async ({
  seat,
  apiUser,
  shop,
}) => {
  const carla = await apiUser('carla');
  await letGuestsIn(carla, allForGuests);
  const { page } = await seat(null, `c/${table.code}`, tablet);
  const guest = new GuestScreen(page);
  await guest.shown(table.name);

  await test.step('rejected with the reason; the same products once more', async () => {
    await guest.add('papas fritas');
    await guest.button('Enviar al mozo').click();
    await expect(guest.request('Pedido')).toContainText('Esperando que el mozo lo confirme');
    await answerOldest(carla, 'No quedan papas');
    await expect(guest.request('Pedido')).toContainText('Motivo: No quedan papas');
    await page.getByRole('button', { name: 'Volver a elegirlo' }).click();
    await expect(guest.cart).toContainText('Papas fritas');
  });

  await test.step('the table ends: scan again, and what was chosen stays', async () => {
    await guest.button('Enviar al mozo').click();
    await expect(guest.request('Pedido')).toContainText('Esperando que el mozo lo confirme');
    await answerOldest(carla);
    await expect(guest.bill).toContainText('Papas fritas');
    await guest.button('Carta').click();
    await guest.add('papas fritas');
    await inDatabase(
      shop,
      `update order_groups set status = 'COMPLETE', status_at = now() where status = 'OPENED' and code_id =
       (select id from codes where store_id = 1 and code = '${table.code}')`,
    );
    await guest.button('Enviar al mozo').click();
    await expect(guest.said(/^Escaneá otra vez el código de la mesa\./).first()).toBeVisible();
    await expect(guest.cart).toContainText('Papas fritas');
    await checkEveryLook(page, 'guest-over', { sizes: [tablet] });
    await scan(page, shop, table.code);
    await expect(guest.cart).toContainText('Papas fritas');
    await expect(guest.button('Enviar al mozo')).toBeEnabled();
  });

  await test.step('the code is removed: a sentence, and nothing is lost', async () => {
    await inDatabase(shop, `update codes set code = 'LE-OTRO' where store_id = 1 and code = '${table.code}'`);
    await guest.button('Enviar al mozo').click();
    await expect(guest.said(/^(Este código ya no está en uso|Escaneá otra vez el código)/).first()).toBeVisible();
    await expect(guest.cart).toContainText('Papas fritas');
    await scan(page, shop, 'LE-OTRO');
    await expect(guest.cart).toContainText('Papas fritas');
  });
});
