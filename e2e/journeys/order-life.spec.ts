import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { OrderSubmission } from '#contract/orders.ts';
import type { WireOrder } from '#contract/wire/orders.ts';
import type { ApiUser } from '#e2e/api.ts';
import { expect, goOffline, test as base } from '#e2e/fixtures.ts';
import { checkEveryLook } from '#e2e/looks.ts';
import { OrderActions } from '#e2e/pages/order-actions.ts';

const board = '1/orders/kanban';
const wide = { width: 1920, height: 1080 };

interface Fixtures {
  /** Takes an order of two products, with quantities 2 and 1, paid in cash; finishes it after the test. */
  takeTwo: (customer: string) => Promise<WireOrder>;
  ana: ApiUser;
}

const test = base.extend<Fixtures>({
  ana: async ({ apiUser }, use) => {
    await use(await apiUser('ana'));
  },
  takeTwo: async ({ ana }, use) => {
    const taken: WireOrder[] = [];
    await use(async (customer) => {
      const order = await ana.send(await twoProducts(ana, customer));
      taken.push(order);
      return order;
    });
    for (const { id } of taken) {
      const now = await ana.order(id);
      if (!['COMPLETE', 'REJECTED'].includes(now.status)) await ana.changeStatus(now, 'COMPLETE');
    }
  },
});

// These journeys need the service worker.
test.use({ serviceWorkers: 'allow' });

async function twoProducts(ana: ApiUser, customer: string): Promise<OrderSubmission> {
  const { body } = await ana.profile();
  const targeted = new Set(body.discounts.flatMap((d) => d.target ?? []));
  const [first, second] = body.catalog.items.filter(
    (i) => i.groups.length === 0 && !targeted.has(i.id) && (i.catalogs === null || i.catalogs.includes('ONLINE')),
  );
  if (!first || !second) throw new Error('the demo shop has no two plain items');
  const one = await ana.submission(customer);
  const lines = [first, second].map((item, index) => ({
    id: item.id,
    name: item.name,
    quantity: index === 0 ? 2 : 1,
    unit_price: item.price,
    discount: 0,
    comments: null,
    additionals: [],
    price: item.price * (index === 0 ? 2 : 1),
  }));
  const total = first.price * 2 + second.price;
  const payments = [{ method: 'cash' as const, amount: total, option: 'cash', type: 'exact' as const, value: null }];
  return { ...one, items: lines, subtotal: total, total, payments };
}

const pesos = (amount: number): string =>
  `$ ${amount.toLocaleString('es-AR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
const said = (page: Page, text: string | RegExp) => page.locator('[data-toasts]').getByText(text).first();
const names = (order: WireOrder): readonly [string, string] => [order.items[0]?.name ?? '', order.items[1]?.name ?? ''];
const changesIn = (history: Locator) => history.getByRole('list', { name: 'Cambios del pedido' }).getByRole('listitem');
const removeRow = (user: ApiUser, order: WireOrder, row: number) =>
  user.call<WireOrder>('DELETE', `/store/1/orders/${order.id}/item/${order.order_detail[row]?.id}`, undefined, {
    'idempotency-key': randomUUID(),
  });
const pay = (user: ApiUser, order: WireOrder, amount: number) =>
  user.call<WireOrder>(
    'PATCH',
    `/store/1/orders/${order.id}`,
    { payments: [{ method: 'cash', amount, option: 'cash', type: 'exact', value: null }] },
    { 'idempotency-key': randomUUID(), 'if-match': `"${order.money_rev}"` },
  );

test('a product leaves an order after «Sí, eliminar», and the rest adds up on every device (B-67, B-68, B-69, N-12)', async ({
  seat,
  ana,
  takeTwo,
}) => {
  const customer = `Borrar ${Date.now()}`;
  const order = await takeTwo(customer);
  const [first, second] = names(order);
  const { page } = await seat('carla', board, wide);
  const { page: other } = await seat('bruno', board, wide);
  const [actions, others] = [new OrderActions(page), new OrderActions(other)];
  await actions.open(customer);
  await others.open(customer);
  await actions.bin(second).click();
  await expect(actions.question).toContainText(second);
  const left = order.total - (order.items[1]?.price ?? 0);
  await expect(actions.question).toContainText(`El total pasa de ${pesos(order.total)} a ${pesos(left)}.`);
  await expect(actions.question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await actions.question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(actions.question).toHaveCount(0);
  await expect(actions.bin(second)).toBeFocused();
  expect((await ana.order(order.id)).items).toHaveLength(2);

  await actions.bin(second).click();
  // The notice is shown for ten seconds, so the test starts waiting before the tap.
  const told = others.detail.getByText('Actualizado recién').waitFor();
  await actions.question.getByRole('button', { name: 'Sí, eliminar' }).click();
  await expect(said(page, 'El item fue eliminado.')).toBeVisible();
  await told;
  for (const screen of [actions, others]) {
    await expect(screen.bin(second)).toHaveCount(0);
    await expect(screen.amount('Total')).toHaveText(pesos(left));
    // The payments do not change, and the screen tells the difference (N-26).
    await expect(screen.detail).toContainText(
      `¡Atención! Los pagos son mayores al total por ${pesos(order.total - left)}.`,
    );
  }
  await expect(actions.detail.getByRole('region', { name: 'Productos' })).toBeFocused();
  expect(await ana.order(order.id)).toMatchObject({
    total: left,
    money_rev: 2,
    status_rev: 1,
    items: [{ name: first }],
  });

  await actions.bin(first).click();
  await expect(actions.question).toContainText('El pedido debe tener al menos un producto.');
  await expect(actions.question.getByRole('button', { name: 'Sí, eliminar' })).toHaveCount(0);
  await actions.question.getByRole('button', { name: 'Cerrar' }).click();
  const moved = await ana.changeStatus(await ana.order(order.id), 'COMPLETE');
  expect(moved.status).toBe(200);
  await expect(actions.detail.getByText('Desde otro dispositivo finalizaron este pedido.')).toBeVisible();
  await expect(actions.bin(first)).toHaveCount(0);
});

test('deleting needs a network; a try without answer is repeated as the same command (B-67, N-16, D-07)', async ({
  seat,
  ana,
  takeTwo,
}) => {
  const customer = `Lejos ${Date.now()}`;
  const order = await takeTwo(customer);
  const [, second] = names(order);
  const { page, context } = await seat('carla', board);
  const actions = new OrderActions(page);
  await actions.open(customer);
  await goOffline(page);
  await actions.bin(second).click();
  const confirm = actions.question.getByRole('button', { name: 'Sí, eliminar' });
  await expect(actions.question.getByText('Necesitás conexión para eliminar un producto')).toBeVisible();
  await confirm.click({ force: true });
  await context.setOffline(false);
  await expect(actions.question.getByText('Necesitás conexión para eliminar un producto')).toHaveCount(0);

  const keys: (string | undefined)[] = [];
  await page.route('**/item/*', (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    return keys.length === 1 ? route.abort() : route.continue();
  });
  await confirm.click();
  await expect(actions.question.getByText('Ocurrió un error con la petición.')).toBeVisible();
  expect((await ana.order(order.id)).items).toHaveLength(2);
  await confirm.click();
  await expect(said(page, 'El item fue eliminado.')).toBeVisible();
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(await ana.order(order.id)).toMatchObject({ money_rev: 2 });
});

test('a product that another device deleted meanwhile, and a refusal, are told in the question (B-67)', async ({
  seat,
  ana,
  takeTwo,
}) => {
  const customer = `Ganaron ${Date.now()}`;
  const order = await takeTwo(customer);
  const [first, second] = names(order);
  const { page } = await seat('carla', board);
  const actions = new OrderActions(page);
  await actions.open(customer);
  await page.route('**/item/*', (route) =>
    route.fulfill({ status: 422, json: { code: 'validation', message: 'Ese pedido ya se facturó.' } }),
  );
  await actions.bin(first).click();
  await actions.question.getByRole('button', { name: 'Sí, eliminar' }).click();
  await expect(actions.question.getByText('Ese pedido ya se facturó.')).toBeVisible();
  await actions.question.getByRole('button', { name: 'Cancelar' }).click();
  await page.unroute('**/item/*');

  await actions.bin(second).click();
  expect((await removeRow(ana, order, 1)).status).toBe(200);
  await expect(actions.question.getByText('Ese producto ya no está en el pedido.')).toBeVisible();
  await actions.question.getByRole('button', { name: 'Cerrar' }).click();
  await expect(actions.bin(second)).toHaveCount(0);
});

test('the history tells who did what, when and on which device, and grows while it is open (T7)', async ({
  seat,
  apiUser,
  ana,
  takeTwo,
}) => {
  const customer = `Vida ${Date.now()}`;
  const order = await takeTwo(customer);
  const [, second] = names(order);
  const { page } = await seat('carla', board, wide);
  const actions = new OrderActions(page);
  await actions.open(customer);
  const history = await actions.history();
  const entries = changesIn(history);
  await expect(entries).toHaveCount(1);
  await expect(entries.first()).toContainText('Ana tomó el pedido');
  await expect(entries.first()).toContainText(`Total ${pesos(order.total)}`);
  await actions.detail.getByRole('button', { name: 'Aceptar' }).click();
  await expect(entries.first()).toContainText('Carla aceptó el pedido');
  await expect(entries.first()).toContainText(/\d\d:\d\d Hs · Chrome en (Linux|Windows)/);
  const bruno = await apiUser('bruno');
  await bruno.call('PATCH', `/store/1/orders/${order.id}/delay`, { minutes: 10 }, { 'idempotency-key': randomUUID() });
  await expect(entries.first()).toContainText('Bruno lo demoró 10 minutos');
  await expect(entries.first()).toContainText(' · Otro dispositivo');
  await removeRow(bruno, order, 1);
  await expect(entries.first()).toContainText(`Bruno eliminó 1 × ${second}`);
  await pay(bruno, { ...order, money_rev: 2 }, 10);
  await expect(entries.first()).toContainText('Bruno cambió los pagos');
  await expect(entries.first()).toContainText(`Ahora: Efectivo ${pesos(10)}`);
  await ana.call(
    'PATCH',
    `/store/1/orders/${order.id}/reject`,
    { reject_reason: 'missing_products' },
    { 'idempotency-key': randomUUID(), 'if-match': `"${(await ana.order(order.id)).status_rev}"` },
  );
  await expect(entries.first()).toContainText('Ana rechazó el pedido');
  await expect(entries.first()).toContainText('Nos quedamos sin productos');
  await expect(entries).toHaveCount(6);
  await expect(actions.detail.getByText('Desde otro dispositivo rechazaron este pedido.')).toBeVisible();
  await goOffline(page);
  await expect(entries).toHaveCount(6);
});

test('the history of another moment: none of its own, without a network, a failure with its retry', async ({
  seat,
  takeTwo,
}) => {
  const customer = `Sin red ${Date.now()}`;
  await takeTwo(customer);
  const { page, context } = await seat('carla', board, wide);
  const actions = new OrderActions(page);
  // An order of the demo data has no recorded author of a change.
  await actions.open('Federico Molina');
  await expect(changesIn(await actions.history())).toHaveText([/^El cliente hizo el pedido/]);
  await page.keyboard.press('Escape');
  let failing = true;
  await page.route('**/history', (route) =>
    failing ? route.fulfill({ status: 500, json: { code: 'internal', message: 'x' } }) : route.continue(),
  );
  await actions.open(customer);
  const history = await actions.history();
  const retry = history.getByRole('button', { name: 'Reintentar' });
  await expect(retry).toBeVisible({ timeout: 90_000 });
  failing = false;
  await retry.click();
  await expect(changesIn(history)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.unroute('**/history');

  const [later] = [`Después ${Date.now()}`];
  await takeTwo(later);
  await expect(actions.board.card(later)).toBeVisible();
  await goOffline(page);
  await actions.open(later);
  await expect((await actions.history()).getByText('Necesitás conexión para ver el historial')).toBeVisible();
  await context.setOffline(false);
  await expect(changesIn(await actions.history())).toHaveCount(1, { timeout: 90_000 });
});

test('the customer’s past is a bar and two counts (A-54, A-55, B-79)', async ({ seat }) => {
  const { page } = await seat('ana', board, wide);
  const actions = new OrderActions(page);
  await actions.open('Federico Molina');
  await expect(actions.detail.getByRole('progressbar', { name: 'Confianza del cliente: 8,5 de 10' })).toHaveJSProperty(
    'value',
    85,
  );
  await expect(actions.detail).toContainText('12 pedidos exitosos · 1 falso');
});

test('how an order is paid can be changed until it is over, and the loser of a race is told who won (B-66, N-16, N-26)', async ({
  seat,
  ana,
  takeTwo,
}) => {
  const customer = `Pagos ${Date.now()}`;
  const order = await takeTwo(customer);
  const { page, context } = await seat('carla', board, wide);
  const actions = new OrderActions(page);
  await actions.open(customer);
  const change = actions.detail.getByRole('button', { name: 'Cambiar la forma de pago' });
  await change.click();
  const dialog = actions.dialog(`Forma de pago del pedido N° ${order.number}`);
  const amounts = dialog.getByRole('textbox', { name: 'Importe' });
  await amounts.first().fill('1000');
  await amounts.first().blur();
  await expect(dialog.getByText(/Los pagos son menores al total por/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Agregar forma de pago' }).click();
  await amounts.nth(1).fill('');
  await dialog.getByRole('button', { name: 'Guardar pagos' }).click();
  await expect(dialog.getByText('Este campo es obligatorio')).toBeVisible();
  await dialog.getByRole('button', { name: 'Completar diferencia' }).click();
  await goOffline(page);
  await expect(dialog.getByText('Necesitás conexión para cambiar los pagos')).toBeVisible();
  await context.setOffline(false);
  await dialog.getByRole('button', { name: 'Guardar pagos' }).click();
  await expect(said(page, 'Los pagos fueron guardados.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(change).toBeFocused();
  const saved = await ana.order(order.id);
  expect(saved.payments.map((p) => p.amount)).toEqual([1000, order.total - 1000]);
  expect(saved).toMatchObject({ money_rev: 2, status_rev: 1 });

  await change.click();
  await amounts.first().fill('1');
  await amounts.first().blur();
  expect((await pay(ana, saved, 50)).status).toBe(200);
  await dialog.getByRole('button', { name: 'Guardar pagos' }).click();
  await expect(
    dialog.getByText(/^Ana Ferreyra cambió los importes de este pedido \(\d\d:\d\d Hs\)\. Tu cambio no se guardó/),
  ).toBeVisible();
  await expect(amounts).toHaveCount(1);
  await expect(amounts).toHaveValue('50,00');
  await amounts.fill(String(order.total));
  await dialog.getByRole('button', { name: 'Guardar pagos' }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(async () => (await ana.order(order.id)).payments.map((p) => p.amount)).toEqual([order.total]);

  await change.click();
  expect((await ana.changeStatus(saved, 'COMPLETE')).status).toBe(200);
  await expect(dialog.getByText('Este pedido ya terminó: no se puede cambiar.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
  await expect(change).toHaveCount(0);
});

test('two devices change the same order at once: both end the same, and the loser is told who won (N-16, D-07)', async ({
  seat,
  ana,
  takeTwo,
}) => {
  const customer = `Pelea ${Date.now()}`;
  const order = await takeTwo(customer);
  const people = { carla: 'Carla Domínguez', bruno: 'Bruno Acosta' } as const;
  const seats = { carla: await seat('carla', board, wide), bruno: await seat('bruno', board, wide) } as const;
  // Holds both requests until both have been sent.
  let here = 0;
  let open = (): void => {};
  const together = new Promise<void>((resolve) => {
    open = resolve;
  });
  for (const { page } of Object.values(seats))
    await page.route(new RegExp(`/orders/${order.id}(/reject)?$`), async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      here += 1;
      if (here === 2) open();
      await together;
      return route.continue();
    });
  const [carla, bruno] = [new OrderActions(seats.carla.page), new OrderActions(seats.bruno.page)];
  // The loser's notice is shown for a few seconds, so the test starts waiting before the taps.
  const told = Promise.race(
    (['carla', 'bruno'] as const).map(async (loser) => ({
      loser,
      words: await said(seats[loser].page, /no se aplicó/).textContent(),
    })),
  );
  await expect(bruno.board.card(customer)).toBeVisible();
  await carla.open(customer);
  await carla.detail.getByRole('button', { name: 'Aceptar' }).click();
  await bruno.fromCard(customer, 'Rechazar');
  await bruno.reason('La tienda está cerrada').check({ force: true });
  await seats.bruno.page.getByRole('button', { name: 'Rechazar pedido' }).click();

  const { loser, words } = await told;
  const winner = loser === 'carla' ? 'bruno' : 'carla';
  const end = await ana.order(order.id);
  expect(end).toMatchObject({ status: winner === 'carla' ? 'ACCEPTED' : 'REJECTED', status_rev: 2 });
  const [word, own] = winner === 'carla' ? ['Aceptado', 'Rechazado'] : ['Rechazado', 'Aceptado'];
  expect(words).toMatch(
    new RegExp(
      `^El pedido ${order.number} ya fue ${word} por ${people[winner]} \\d\\d:\\d\\d\\. Tu cambio a ${own} no se aplicó\\.$`,
    ),
  );
  await expect(seats[winner].page.getByText(/no se aplicó/)).toHaveCount(0);
  for (const screen of [carla, bruno]) {
    if (winner === 'carla') await expect(screen.board.cardIn('Aceptados', customer)).toBeVisible();
    else await expect(screen.board.card(customer)).toHaveCount(0);
  }
  // The refused change did not alter the order.
  expect((await ana.order(order.id)).ver).toBe(end.ver);
});

test('an order that another device took away while its detail is open stays readable, and says so (R-22)', async ({
  seat,
  takeTwo,
}) => {
  const customer = `Ausente ${Date.now()}`;
  const order = await takeTwo(customer);
  const { page } = await seat('carla', board, wide);
  const actions = new OrderActions(page);
  await actions.open(customer);
  await expect(actions.bin(names(order)[0])).toBeVisible();
  // The event that the feed sends when a table is deleted with its orders (D-29).
  await page.route('**/changes?*', async (route) => {
    if (!route.request().url().includes('audience=admin')) return route.continue();
    const answer = await route.fetch();
    const body = await answer.json();
    const gone = {
      name: 'order-removed',
      type: 'order',
      id: String(order.id),
      ver: 99,
      at: new Date().toISOString(),
      payload: { uid: order.uid },
    };
    const seq = body.head + 1;
    return route.fulfill({ json: { ...body, head: seq, changes: [...body.changes, { ...gone, store_seq: seq }] } });
  });
  await goOffline(page);
  await page.context().setOffline(false);
  await expect(actions.detail.getByText('Este pedido ya no está en la tienda.')).toBeVisible({ timeout: 90_000 });
  await expect(page.locator('article').filter({ hasText: customer })).toHaveCount(0);
  await expect(actions.detail).toContainText(names(order)[0]);
  await expect(actions.bin(names(order)[0])).toHaveCount(0);
  await expect(actions.detail.getByRole('button', { name: 'Aceptar' })).toHaveCount(0);
  // A request may still be in flight.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test("the order's life at every size, light and dark: axe finds nothing, nothing scrolls sideways (F-02)", async ({
  seat,
  apiUser,
  takeTwo,
}) => {
  const customer = `Aspecto ${Date.now()}`;
  const order = await takeTwo(customer);
  const bruno = await apiUser('bruno');
  await bruno.changeStatus(order, 'ACCEPTED');
  await pay(bruno, order, 100);
  const { page } = await seat('carla', board);
  const actions = new OrderActions(page);
  const look = (name: string): Promise<void> => checkEveryLook(page, name);
  await actions.open(customer);
  const history = await actions.history();
  await expect(changesIn(history)).toHaveCount(3);
  await look('order-life');
  await history.scrollIntoViewIfNeeded();
  await changesIn(history).last().scrollIntoViewIfNeeded();
  await look('order-history');
  await actions.bin(names(order)[1]).click();
  await expect(actions.question).toBeVisible();
  await look('order-remove-item');
  await page.keyboard.press('Escape');
  await actions.detail.getByRole('button', { name: 'Cambiar la forma de pago' }).click();
  await expect(actions.dialog(/^Forma de pago del pedido/)).toBeVisible();
  await look('order-payments');
});
