import type { Page } from '@playwright/test';
import { expect, goOffline } from '#e2e/fixtures.ts';
import { BoardPage } from '#e2e/pages/board.ts';
import { payInCash, testOfTwo as test } from '#e2e/pages/two-products.ts';
import { pressControl } from '#e2e/pages/control.ts';

const boardPath = '1/orders/kanban';
const wide = { width: 1920, height: 1080 };

// These journeys need the service worker.
test.use({ serviceWorkers: 'allow' });

const said = (page: Page, text: string | RegExp) => page.locator('[data-toasts]').getByText(text).first();

test('how an order is paid can be changed until it is over, and the loser of a race is told who won (B-66, N-16, N-26)', async ({
  seat,
  ana,
  takeTwo,
}) => {
  const customer = `Pagos ${Date.now()}`;
  const order = await takeTwo(customer);
  const { page, context } = await seat('carla', boardPath, wide);
  const board = new BoardPage(page);
  const detail = await board.open(customer);
  const change = detail.box.getByRole('button', { name: 'Cambiar la forma de pago' });
  await change.click();
  const dialog = board.dialog(`Forma de pago del pedido N° ${order.number}`);
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
  expect(saved).toMatchObject({ money_rev: order.money_rev + 1, status_rev: order.status_rev });

  await change.click();
  await amounts.first().fill('1');
  await amounts.first().blur();
  expect((await payInCash(ana, saved, 50)).status).toBe(200);
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
  const seats = { carla: await seat('carla', boardPath, wide), bruno: await seat('bruno', boardPath, wide) } as const;
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
  const [carla, bruno] = [new BoardPage(seats.carla.page), new BoardPage(seats.bruno.page)];
  // The loser's notice is shown for a few seconds, so the test starts waiting before the taps.
  const told = Promise.race(
    (['carla', 'bruno'] as const).map(async (loser) => ({
      loser,
      words: await said(seats[loser].page, /no se aplicó/).textContent(),
    })),
  );
  await expect(bruno.card(customer)).toBeVisible();
  const detail = await carla.open(customer);
  await detail.box.getByRole('button', { name: 'Aceptar' }).click();
  await bruno.act(customer, 'Rechazar');
  await pressControl(bruno.reason('La tienda está cerrada'));
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
    if (winner === 'carla') await expect(screen.cardIn('Aceptados', customer)).toBeVisible();
    else await expect(screen.card(customer)).toHaveCount(0);
  }
  // The refused change did not alter the order.
  expect((await ana.order(order.id)).ver).toBe(end.ver);
});
