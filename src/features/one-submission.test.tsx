import { randomUUID } from 'node:crypto';
import { it } from 'vitest';
import { newcomerForm, signUpBehind } from '#e2e/newcomers.ts';
import { askInDatabase } from '#e2e/pages/store-status.ts';
import { bringMoney, deskKey, noMoney, openTicketOf } from '#e2e/pages/support.ts';
import { inDatabase } from '#e2e/shop-database.ts';
import { BoardScreen } from '#testing/board.ts';
import type { Locator } from '#testing/locator.ts';
import { OrderingScreen } from '#testing/ordering.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';
import { timersFired } from '#testing/timers.ts';

useScreenServer({ supportDeskKey: deskKey });

const board = '1/orders/kanban';

/** A form that can be sent: its page, its button, and the call that it makes. */
interface Filled {
  readonly page: Page;
  readonly send: Locator;
  readonly call: RegExp;
}

/** Opens the detail of a new order on the board, with its options. */
async function openOrder(customer: string): Promise<{ readonly page: Page; readonly detail: Locator }> {
  const ana = await apiUserOf('ana');
  await ana.takeOrder(customer);
  const { page } = await renderApp(board, { as: 'ana' });
  await new BoardScreen(page).open(customer);
  return { page, detail: page.getByRole('dialog').first() };
}

async function bulk(): Promise<Filled> {
  const ana = await apiUserOf('ana');
  const others = (await ana.orders()).body.filter((order) => order.status === 'PENDING').map((order) => order.id);
  if (others.length > 0) await ana.changeMany(others, 'COMPLETE');
  await ana.takeOrder('Masiva');
  const { page } = await renderApp(board, { as: 'ana' });
  await expect(new BoardScreen(page).card('Masiva')).toBeVisible();
  await page.getByRole('button', { name: 'Modificación masiva de pedidos' }).click();
  const send = page.getByRole('button', { name: 'Aceptar 1 pedido' });
  return { page, send, call: /^PATCH \/store\/1\/orders\/(massive|\d+)$/ };
}

async function password(): Promise<Filled> {
  const who = await signUpBehind(screenServer());
  const { page } = await renderApp('/user/settings/password', { as: who });
  const fields = page.locator('input[type=password]');
  await fields.first().fill('milanesas9');
  await fields.last().fill('milanesas9');
  return { page, send: page.getByRole('button', { name: 'Guardar' }), call: /^PATCH \/me\/password$/ };
}

async function signUp(): Promise<Filled> {
  const { page } = await renderApp('/signin');
  const who = newcomerForm();
  await page.getByLabel('Nombre y apellido').fill(who.fullname);
  await page.getByLabel('Correo electrónico').fill(who.email);
  await page.getByRole('textbox', { name: 'Teléfono' }).fill(who.phone);
  await page.getByLabel('Contraseña', { exact: true }).fill(who.password);
  return { page, send: page.getByRole('button', { name: 'Crear cuenta' }), call: /^POST \/users$/ };
}

async function profile(): Promise<Filled> {
  const { page } = await renderApp('/user/settings/general', { as: await signUpBehind(screenServer()) });
  await page.getByLabel('Nombre y apellido').fill('Otra persona');
  return { page, send: page.getByRole('button', { name: 'Guardar' }), call: /^PATCH \/me$/ };
}

async function recovery(): Promise<Filled> {
  const who = await signUpBehind(screenServer());
  const { page } = await renderApp('/user/forgot/email');
  await page.getByLabel('Correo electrónico').fill(who.email);
  return { page, send: page.getByRole('button', { name: 'Enviar código' }), call: /^POST \/otp$/ };
}

async function takeOrder(): Promise<Filled> {
  const { page } = await renderApp('/', { as: 'ana' });
  const order = new OrderingScreen(page);
  await order.start('Take away');
  await order.add('vaso de leche');
  await order.toCheckout();
  await page.getByLabel('Nombre', { exact: true }).fill('Una vez');
  await order.pay('Efectivo');
  return { page, send: order.button('Finalizar'), call: /^POST \/store\/1\/orders$/ };
}

async function promocode(): Promise<Filled> {
  const { page } = await renderApp('/', { as: 'ana' });
  const order = new OrderingScreen(page);
  await order.start('Take away');
  await order.add('vaso de leche');
  await order.cart.getByRole('button', { name: 'Usar código promocional' }).click();
  await order.dialog.getByRole('textbox', { name: 'Código promocional' }).fill('MIL');
  const send = order.dialog.getByRole('button', { name: 'Aplicar código' });
  return { page, send, call: /^POST \/store\/1\/promocode\/check$/ };
}

async function reject(): Promise<Filled> {
  const { page, detail } = await openOrder(`Rechazo ${randomUUID()}`);
  await detail.getByRole('button', { name: 'Rechazar' }).click();
  await page.getByRole('radio', { name: /^Pedido falso/ }).check();
  return { page, send: page.getByRole('button', { name: 'Rechazar pedido' }), call: /^PATCH .*\/reject$/ };
}

async function delay(): Promise<Filled> {
  const { page, detail } = await openOrder(`Demora ${randomUUID()}`);
  await detail.getByRole('button', { name: 'Demorar' }).click();
  await page.getByRole('button', { name: '+15 minutos' }).click();
  return { page, send: page.getByRole('button', { name: 'Demorar 15 min' }), call: /^PATCH .*\/delay$/ };
}

async function payments(): Promise<Filled> {
  const { page, detail } = await openOrder(`Pago ${randomUUID()}`);
  await detail.getByRole('button', { name: 'Cambiar la forma de pago' }).click();
  await page.getByRole('button', { name: 'Agregar forma de pago' }).click();
  await page.getByRole('textbox', { name: 'Importe' }).first().fill('100');
  return {
    page,
    send: page.getByRole('button', { name: 'Guardar pagos' }),
    call: /^PATCH \/store\/1\/orders\/\d+$/,
  };
}

async function ticket(): Promise<Filled> {
  const { page, detail } = await openOrder(`Ticket ${randomUUID()}`);
  await detail.getByRole('button', { name: 'Opciones del pedido' }).click();
  await page.getByRole('menuitem', { name: 'Ticket' }).click();
  const ask = page.getByRole('dialog', { name: /^Ticket del pedido/ });
  await ask.getByRole('radio', { name: 'Error en el pedido' }).check();
  await ask.getByRole('textbox').fill('Faltó el postre.');
  return { page, send: ask.getByRole('button', { name: 'Enviar' }), call: /^POST \/store\/1\/tickets$/ };
}

async function payout(): Promise<Filled> {
  await noMoney(screenServer());
  await bringMoney(screenServer(), 900_000, '4455');
  const { page } = await renderApp(board, { as: 'ana' });
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Rendiciones de dinero/ })
    .click();
  await page.getByRole('listitem').getByRole('button', { name: 'Confirmar' }).click();
  const send = page.getByRole('alertdialog').getByRole('button', { name: 'Confirmar rendición' });
  return { page, send, call: /^PATCH .*\/confirm$/ };
}

async function closing(): Promise<Filled> {
  await askInDatabase(screenServer(), 8);
  const { page } = await renderApp('1/home', { as: 'ana' });
  const question = page.getByRole('region', { name: 'Cierre de la tienda' });
  return { page, send: question.getByRole('button', { name: '+15 Minutos' }), call: /^PATCH \/store\/1\/autoclose$/ };
}

async function invitation(): Promise<Filled> {
  await inDatabase(
    screenServer(),
    `update invitations set answer = null where user_id = (select id from users where email = 'fede@demo.marche')`,
  );
  const { page } = await renderApp('/', { as: 'fede' });
  await page.getByRole('button', { name: /Invitación pendiente\./ }).click();
  return { page, send: page.getByRole('button', { name: 'Rechazar' }), call: /^PATCH \/invitation\/\d+\/answer$/ };
}

async function leave(): Promise<Filled> {
  const who = await signUpBehind(screenServer());
  const user = `(select id from users where email = '${who.email}')`;
  for (const store of [1, 2])
    await inDatabase(
      screenServer(),
      `insert into memberships (store_id, user_id, role, owner, created_at)
       values (${store}, ${user}, 'seller', false, now())`,
    );
  const { page } = await renderApp('/', { as: who });
  await page.getByRole('button', { name: 'Opciones de La Esquina' }).click();
  await page.getByRole('menuitem', { name: 'Dejar tienda' }).click();
  const send = page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' });
  return { page, send, call: /^DELETE \/store\/1\/leave$/ };
}

async function message(): Promise<Filled> {
  const ana = await apiUserOf('ana');
  await openTicketOf(ana, (await ana.takeOrder('Mensaje')).id);
  const { page } = await renderApp(board, { as: 'ana' });
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Tickets/ })
    .click();
  await page.getByRole('listitem').filter({ hasText: 'Demora en la entrega' }).getByRole('button').first().click();
  await page.getByRole('textbox', { name: 'Escribí un mensaje' }).fill('¿Y el cadete?');
  return { page, send: page.getByRole('button', { name: 'Enviar' }), call: /^POST \/store\/1\/tickets\/\d+\/message$/ };
}

async function review(): Promise<Filled> {
  const order = await (await apiUserOf('ana')).takeOrder('Revisar');
  await inDatabase(
    screenServer(),
    `insert into sale_reviews (order_id, store_id, sold_total, own_total, requested_at)
     values (${order.id}, 1, 47300, 473000, now())`,
  );
  const { page } = await renderApp(board, { as: 'ana' });
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Ventas para revisar/ })
    .click();
  const send = page.getByRole('button', { name: `Ya revisé el pedido ${order.number}` });
  return { page, send, call: /^PATCH .*\/close$/ };
}

async function product(): Promise<Filled> {
  const ana = await apiUserOf('ana');
  const customer = `Dos ${randomUUID()}`;
  const { items, total, ...rest } = await ana.submission(customer);
  const [line] = items;
  if (!line) throw new Error('no line');
  await ana.send({
    ...rest,
    items: [line, { ...line, comments: 'Aparte' }],
    subtotal: total * 2,
    total: total * 2,
  });
  const { page } = await renderApp(board, { as: 'ana' });
  await new BoardScreen(page).open(customer);
  await page
    .getByRole('dialog')
    .first()
    .getByRole('button', { name: /^Eliminar / })
    .first()
    .click();
  const send = page.getByRole('alertdialog').getByRole('button', { name: 'Sí, eliminar' });
  return { page, send, call: /^DELETE .*\/item\/\d+$/ };
}

it.each([
  ['sign-up', signUp],
  ['the profile', profile],
  ['a new password', password],
  ['a recovery code', recovery],
  ['an invitation', invitation],
  ['leaving a store', leave],
  ['an order', takeOrder],
  ['a promo code', promocode],
  ['a rejection', reject],
  ['a delay', delay],
  ['the payments of an order', payments],
  ['a mass action', bulk],
  ['a removed product', product],
  ['a sale to review', review],
  ['a ticket', ticket],
  ['a message', message],
  ['a payout', payout],
  ['the closing question', closing],
] as const)('two taps while the answer is on its way send one request: %s (F-40, F-41)', async (_, open) => {
  const { page, send, call } = await open();
  const calls = (): readonly string[] => page.sent().filter((sent) => call.test(sent));
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const path = new RegExp(call.source.replace(/^\^[A-Z]+ /, '^').replace('^.*', ''));
  let waiting = 0;
  page.route(path, async (route) => {
    if (!call.source.includes(`${route.method} `)) return route.fetch();
    waiting += 1;
    await held;
    const answer = await route.fetch();
    waiting -= 1;
    return answer;
  });
  const button = await send.one();
  button.click();
  // A second tap is a task of its own.
  await timersFired(0);
  button.click();
  await expect.poll(calls).toHaveLength(1);
  // A later tap, after the screen has been painted again.
  button.click();
  letGo();
  await expect.poll(() => waiting).toBe(0);
  await timersFired(0);
  expect(calls()).toHaveLength(1);
});
